//! No file of a crate imports itself by way of others: files can be read one after another.
//!
//! An import is a path that names something of another file of the same crate, in a `use` or in the code; what a `mod.rs` only
//! passes on counts as an import of the file that has it. A file may use what the `mod.rs` above it declares, and a `mod.rs` its
//! children: a folder is one thing.

use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMacro, ItemMod, ItemUse, Macro, UseTree, Visibility};

use crate::tidy::{self, CRATES};

type ModulePath = Vec<String>;

/// What a file declares and names.
#[derive(Default)]
struct Source {
    /// Its own items.
    items: BTreeSet<String>,
    /// Names that it brings in, with where they come from; `*` for whole modules.
    uses: Vec<(String, ModulePath)>,
    /// Those that it passes on.
    passed_on: BTreeSet<String>,
    /// Paths in its code.
    paths: Vec<ModulePath>,
}

impl Source {
    fn read(text: &str) -> Self {
        let mut source = Self::default();
        source.visit_file(&syn::parse_file(text).expect("it compiles"));
        source
    }

    fn bring_in(&mut self, tree: &UseTree, mut path: ModulePath) {
        match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                self.bring_in(&step.tree, path);
            }
            UseTree::Name(name) if name.ident == "self" => {
                let own = path.last().cloned().unwrap_or_default();
                self.uses.push((own, path));
            }
            UseTree::Name(name) => {
                path.push(name.ident.to_string());
                self.uses.push((name.ident.to_string(), path));
            }
            UseTree::Rename(name) => {
                path.push(name.ident.to_string());
                self.uses.push((name.rename.to_string(), path));
            }
            UseTree::Glob(_) => self.uses.push(("*".to_owned(), path)),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.bring_in(tree, path.clone())),
        }
    }

    /// Paths among the tokens of a macro.
    fn scan(&mut self, tokens: TokenStream) {
        let mut path: ModulePath = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(sign) if sign.as_char() == ':' => colons += 1,
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.paths.push(std::mem::take(&mut path));
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                other => {
                    self.paths.push(std::mem::take(&mut path));
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.scan(group.stream());
                    }
                }
            }
        }
        self.paths.push(path);
    }
}

fn for_tests(attributes: &[Attribute]) -> bool {
    let test = |it: &Attribute| {
        it.path().is_ident("test")
            || it.path().is_ident("cfg") && it.parse_args::<syn::Path>().is_ok_and(|cfg| cfg.is_ident("test"))
    };
    attributes.iter().any(test)
}

impl<'ast> Visit<'ast> for Source {
    fn visit_item(&mut self, item: &'ast Item) {
        let (name, attributes) = match item {
            Item::Fn(it) => (Some(&it.sig.ident), &it.attrs),
            Item::Struct(it) => (Some(&it.ident), &it.attrs),
            Item::Enum(it) => (Some(&it.ident), &it.attrs),
            Item::Trait(it) => (Some(&it.ident), &it.attrs),
            Item::Type(it) => (Some(&it.ident), &it.attrs),
            Item::Const(it) => (Some(&it.ident), &it.attrs),
            Item::Static(it) => (Some(&it.ident), &it.attrs),
            Item::Mod(it) => (None, &it.attrs),
            Item::Impl(it) => (None, &it.attrs),
            Item::Use(it) => (None, &it.attrs),
            Item::Macro(ItemMacro { ident, attrs, .. }) => (ident.as_ref(), attrs),
            _ => return,
        };
        if for_tests(attributes) {
            return;
        }
        self.items.extend(name.map(ToString::to_string));
        visit::visit_item(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let before = self.uses.len();
        self.bring_in(&item.tree, Vec::new());
        if !matches!(item.vis, Visibility::Inherited) {
            self.passed_on.extend(self.uses[before..].iter().map(|(name, _)| name.clone()));
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        // A module within a file counts as the file: what it names by `super` is there.
        for item in item.content.iter().flat_map(|(_, items)| items) {
            self.visit_item(item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.paths.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.scan(call.tokens.clone());
    }
}

/// The files of a crate by module path.
struct Crate(BTreeMap<ModulePath, Source>);

impl Crate {
    fn read(src: &Path) -> Self {
        let mut files = Vec::new();
        tidy::sources(src, &mut files);
        let mut modules = BTreeMap::new();
        for file in files {
            let inside = file.strip_prefix(src).expect("below");
            let mut module: ModulePath =
                inside.with_extension("").components().map(|part| part.as_os_str().to_string_lossy().into()).collect();
            if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
                module.pop();
            }
            if !crate::arrows::is_test(src, inside) {
                modules.insert(module, Source::read(&fs::read_to_string(&file).expect("a source")));
            }
        }
        Self(modules)
    }

    /// The file that has what a path names, seen from a module.
    fn file_of(&self, from: &[String], path: &[String], steps: usize) -> Option<ModulePath> {
        let (first, rest) = path.split_first()?;
        let join = |above: &[String], rest: &[String]| [above, rest].concat();
        match first.as_str() {
            "crate" => self.file_at(&join(&[], rest), steps),
            "self" => self.file_at(&join(from, rest), steps),
            "super" => {
                let above = from.split_last()?.1;
                match rest.first().map(String::as_str) {
                    Some("super") => self.file_of(above, rest, steps),
                    _ => self.file_at(&join(above, rest), steps),
                }
            }
            _ if self.0.contains_key(&join(from, std::slice::from_ref(first))) => {
                self.file_at(&join(from, path), steps)
            }
            _ => self.brought_in(from, first, rest, steps),
        }
    }

    /// The same for a name that a file brings in.
    fn brought_in(&self, module: &[String], name: &str, rest: &[String], steps: usize) -> Option<ModulePath> {
        let steps = steps.checked_sub(1)?;
        let source = self.0.get(module)?;
        let origin = |path: &ModulePath| (path[0] != name || path.len() > 1).then(|| [path.as_slice(), rest].concat());
        let named = source.uses.iter().find(|(known, _)| known == name).and_then(|(_, path)| origin(path));
        if let Some(path) = named {
            return self.file_of(module, &path, steps);
        }
        let whole = source.uses.iter().filter(|(known, _)| known == "*");
        whole.map(|(_, path)| [path.as_slice(), &[name.to_owned()], rest].concat()).find_map(|path| {
            let file = self.file_of(module, &path, steps)?;
            self.0[&file].items.contains(name).then_some(file)
        })
    }

    /// The same for a path from the root of the crate.
    fn file_at(&self, path: &[String], steps: usize) -> Option<ModulePath> {
        let cut = (0..=path.len()).rev().find(|cut| self.0.contains_key(&path[..*cut]))?;
        let (module, rest) = path.split_at(cut);
        let passed_on = rest.split_first().filter(|(name, _)| !self.0[module].items.contains(*name));
        let origin = passed_on.and_then(|(name, rest)| self.brought_in(module, name, rest, steps));
        origin.or_else(|| Some(module.to_vec()))
    }

    /// What each file takes from which other.
    fn imports(&self) -> BTreeMap<(&ModulePath, &ModulePath), BTreeSet<&str>> {
        const STEPS: usize = 6;
        let mut imports: BTreeMap<_, BTreeSet<&str>> = BTreeMap::new();
        for (module, source) in &self.0 {
            let here = |name: &String| source.paths.iter().any(|path| path.first() == Some(name));
            let brought_in = source.uses.iter().filter(|(name, _)| !source.passed_on.contains(name) || here(name));
            let in_code = source.paths.iter().filter(|path| path.len() > 1);
            for path in brought_in.map(|(_, path)| path).chain(in_code) {
                let Some(file) = self.file_of(module, path, STEPS) else { continue };
                let (file, _) = self.0.get_key_value(&file).expect("it was found there");
                if !module.starts_with(file) {
                    imports.entry((module, file)).or_default().extend(path.last().map(String::as_str));
                }
            }
        }
        imports
    }

    /// The circles, each with the imports that close it.
    fn circles(&self) -> Vec<String> {
        let imports = self.imports();
        let graph = DiGraphMap::<&ModulePath, (), RandomState>::from_edges(imports.keys().copied());
        let circles = tarjan_scc(&graph).into_iter().filter(|files| files.len() > 1);
        let told = |files: Vec<&ModulePath>| {
            let within = imports.iter().filter(|((from, to), _)| files.contains(from) && files.contains(to));
            let line = |((from, to), names): (&(&ModulePath, &ModulePath), &BTreeSet<&str>)| {
                let names: Vec<&str> = names.iter().copied().collect();
                format!("  {} takes {} from {}", from.join("::"), names.join(", "), to.join("::"))
            };
            within.map(line).collect::<Vec<_>>().join("\n")
        };
        circles.map(told).collect()
    }
}

#[test]
fn no_file_imports_itself_by_way_of_others() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wrong = Vec::new();
    for name in CRATES {
        let all = Crate::read(&root.join(name).join("src"));
        assert!(all.0.len() == 1 || !all.imports().is_empty(), "{name} imports nothing");
        wrong.extend(all.circles().iter().map(|circle| format!("{name}:\n{circle}")));
    }
    assert!(wrong.is_empty(), "import circles:\n{}", wrong.join("\n\n"));
}

#[test]
fn a_circle_is_found_and_a_folder_is_one_thing() {
    let of = |files: &[(&str, &str)]| {
        let module = |path: &str| path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
        Crate(files.iter().map(|(path, text)| (module(path), Source::read(text))).collect()).circles()
    };
    let one = ("one", "use crate::two::Two;\npub struct One(Two);");
    assert_eq!(of(&[("", "mod one; mod two;"), one, ("two", "pub struct Two;")]), [""; 0]);
    let back = [
        ("use super::one::One;", "One"),
        ("fn f() -> crate::one::One {}", "One"),
        ("use super::one;\nfn f() { one::f() }", "f, one"),
        ("fn f() { println!(\"{}\", crate::one::f()); }", "f"),
    ];
    for (back, names) in back {
        let found = of(&[("", "mod one; mod two;"), one, ("two", &format!("{back}\npub struct Two;"))]);
        assert_eq!(found, [format!("  one takes Two from two\n  two takes {names} from one")], "{back}");
    }
    let tests = "pub struct Two;\n#[cfg(test)]\nmod tests { use crate::one::One; }";
    assert_eq!(of(&[("", ""), one, ("two", tests)]), [""; 0]);
    // The root passes `Two` on, and `one` uses what the folder above it declares.
    let passed = [("", "mod one; mod two; pub use two::Two;\npub struct Root;"), ("one", "use crate::{Root, Two};")];
    assert_eq!(of(&[passed[0], passed[1], ("two", "pub struct Two;")]), [""; 0]);
    let closed = of(&[passed[0], passed[1], ("two", "pub struct Two;\nuse super::one::f;")]);
    assert_eq!(closed, ["  one takes Two from two\n  two takes f from one"]);
}
