//! The API's reference: the OpenAPI document itself, and pages made from it, shown without scripts and without outside
//! hosts. All of it is made when somebody first asks, so that a server is up before that.
//!
//! One page lists the operations; each schema has a page of its own, made when it is asked for, because there are a
//! thousand of them and few are looked at.

use std::fmt::Write;
use std::sync::OnceLock;

use catalog::Catalog;
use kernel::paper::escape;
use serde_json::{Map, Value};

use crate::context::answers::Packed;
use crate::http::html::{self, page};

/// The style sheet of the pages.
pub const STYLE: &str = include_str!("reference.css");
/// How deep objects without a name of their own are shown within one another.
const MOST_NESTED: usize = 4;

/// The document and the pages.
pub struct Reference {
    catalog: Catalog,
    make: fn(&Catalog) -> Value,
    made: OnceLock<Made>,
}

struct Made {
    document: Value,
    text: Packed,
    front: Packed,
}

impl Reference {
    /// That of a server with these rule systems; `make` makes its OpenAPI document.
    pub fn new(catalog: Catalog, make: fn(&Catalog) -> Value) -> Reference {
        Reference { catalog, make, made: OnceLock::new() }
    }

    fn made(&self) -> &Made {
        self.made.get_or_init(|| {
            let document = (self.make)(&self.catalog);
            let text = Packed::ready(serde_json::to_vec_pretty(&document).unwrap_or_default());
            Made { text, front: Packed::ready(front(&document)), document }
        })
    }

    /// The OpenAPI document as text.
    pub fn text(&self) -> &Packed {
        &self.made().text
    }

    /// The page that lists the operations.
    pub fn front(&self) -> &Packed {
        &self.made().front
    }

    /// The page of a schema; none when there is no such schema.
    pub fn schema(&self, name: &str) -> Option<String> {
        let schema = self.made().document["components"]["schemas"].get(name)?;
        let mut body = format!("<p><a href=\"/docs/\">All operations</a></p>\n<h1>{}</h1>\n", escape(name));
        body.push_str(&prose(schema));
        body.push_str(&shape(schema, 0));
        body.push_str(&example(schema.get("example")));
        Some(page(name, &body))
    }
}

fn front(document: &Value) -> String {
    let info = &document["info"];
    let mut body = format!("<h1>{} <small>{}</small></h1>\n", words(&info["title"]), words(&info["version"]));
    body.push_str(&prose(info));
    body.push_str(
        "<p>This document for programs: <a href=\"/openapi.json\">openapi.json</a>. To send requests from the browser: \
         <a href=\"/docs/try/\">try it</a>.</p>\n",
    );
    let operations = operations(document);
    let tags: Vec<&Value> = document["tags"].as_array().into_iter().flatten().collect();
    body.push_str("<nav>\n");
    for tag in &tags {
        let _ = writeln!(body, "<a href=\"#tag-{0}\">{0}</a>", words(&tag["name"]));
    }
    body.push_str("</nav>\n");
    for tag in tags {
        let _ = writeln!(body, "<section>\n<h2 id=\"tag-{0}\">{0}</h2>", words(&tag["name"]));
        body.push_str(&prose(tag));
        for (method, path, operation) in operations.iter().filter(|(_, _, op)| op["tags"][0] == tag["name"]) {
            body.push_str(&show(method, path, operation));
        }
        body.push_str("</section>\n");
    }
    page("API", &body)
}

/// Method, path and operation, in the order of the document.
fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    const METHODS: [&str; 6] = ["get", "head", "post", "put", "patch", "delete"];
    let mut all = Vec::new();
    for (path, item) in fields(&document["paths"]) {
        for (method, operation) in fields(item).filter(|(method, _)| METHODS.contains(&method.as_str())) {
            all.push((method.as_str(), path.as_str(), operation));
        }
    }
    all
}

fn show(method: &str, path: &str, operation: &Value) -> String {
    let id = words(&operation["operationId"]);
    let mut text = format!(
        "<details id=\"{id}\">\n<summary><b class=\"{method}\">{}</b> <code>{}</code> <span>{}</span></summary>\n",
        method.to_uppercase(),
        escape(path),
        words(&operation["summary"])
    );
    text.push_str(&prose(operation));
    let secured = operation["security"].as_array().is_some_and(|ways| !ways.is_empty());
    let open =
        operation["security"].as_array().is_none_or(|ways| ways.iter().any(|way| way == &Value::Object(Map::new())));
    let token = match (secured, open) {
        (true, false) => "needs a token",
        (true, true) => "a token is welcome",
        (false, _) => "no token",
    };
    let _ = writeln!(text, "<p class=\"note\"><code>{id}</code> · {token}</p>");
    let parameters: Vec<&Value> = operation["parameters"].as_array().into_iter().flatten().collect();
    if !parameters.is_empty() {
        text.push_str("<table>\n<tr><th>Parameter</th><th>In</th><th>Type</th><th></th></tr>\n");
        for parameter in parameters {
            let needed = if parameter["required"] == true { " *" } else { "" };
            let _ = writeln!(
                text,
                "<tr><td><code>{}</code>{needed}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                words(&parameter["name"]),
                words(&parameter["in"]),
                kind(&parameter["schema"], 0),
                words(&parameter["description"])
            );
        }
        text.push_str("</table>\n");
    }
    for (media, content) in fields(&operation["requestBody"]["content"]) {
        let _ = writeln!(text, "<p>Body <code>{}</code>: {}</p>", escape(media), kind(&content["schema"], 0));
        let first = || fields(&content["examples"]).find_map(|(_, one)| one.get("value"));
        text.push_str(&example(content.get("example").or_else(first)));
    }
    text.push_str("<table>\n<tr><th>Answer</th><th>Type</th><th></th></tr>\n");
    for (status, response) in fields(&operation["responses"]) {
        let bodies: Vec<String> =
            fields(&response["content"]).map(|(_, content)| kind(&content["schema"], 0)).collect();
        let _ = writeln!(
            text,
            "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
            escape(status),
            bodies.join(" or "),
            words(&response["description"])
        );
    }
    text.push_str("</table>\n</details>\n");
    text
}

fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// A text of the document, fit for a page; nothing when there is none.
fn words(value: &Value) -> String {
    escape(value.as_str().unwrap_or_default())
}

/// The description of a part of the document.
fn prose(of: &Value) -> String {
    html::prose(of["description"].as_str().unwrap_or_default())
}

fn example(example: Option<&Value>) -> String {
    let Some(example) = example else { return String::new() };
    let text = serde_json::to_string_pretty(example).unwrap_or_default();
    format!("<pre>{}</pre>\n", escape(&text))
}

/// A schema in a line: its name with a link, or what it is.
fn kind(schema: &Value, depth: usize) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|to| to.rsplit('/').next()) {
        return format!("<a href=\"/docs/schemas/{0}\">{0}</a>", escape(name));
    }
    let one_of = |part: &str, joint: &str| {
        let all = schema[part].as_array()?;
        Some(all.iter().map(|one| kind(one, depth)).collect::<Vec<_>>().join(joint))
    };
    if let Some(text) = one_of("oneOf", " or ").or_else(|| one_of("anyOf", " or ")).or_else(|| one_of("allOf", " and "))
    {
        return text;
    }
    if let Some(values) = schema["enum"].as_array() {
        let value = |value: &Value| format!("<code>{}</code>", escape(&value.to_string()));
        return values.iter().map(value).collect::<Vec<_>>().join(" ");
    }
    let names: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => vec!["any value"],
    };
    let named = names.into_iter().map(|name| match name {
        "array" => format!("list of {}", kind(&schema["items"], depth)),
        "object" if schema["properties"].is_object() && depth < MOST_NESTED => shape(schema, depth + 1),
        "object" if schema["additionalProperties"].is_object() => {
            format!("object of {}", kind(&schema["additionalProperties"], depth))
        }
        other => escape(other),
    });
    let text = named.collect::<Vec<_>>().join(" or ");
    match schema["format"].as_str() {
        Some(format) => format!("{text} <small>{}</small>", escape(format)),
        None => text,
    }
}

/// What a schema holds: its fields in a table, its alternatives one after the other, or what it is in a line.
fn shape(schema: &Value, depth: usize) -> String {
    let mut text = String::new();
    for part in ["oneOf", "anyOf", "allOf"] {
        let joint = if part == "allOf" { "All of" } else { "One of" };
        let Some(all) = schema[part].as_array() else { continue };
        let _ = writeln!(text, "<p>{joint}:</p>\n<ul>");
        for one in all {
            let title = words(&one["title"]);
            let body = if one["properties"].is_object() && depth < MOST_NESTED {
                format!("<b>{title}</b> {}{}", prose(one), shape(one, depth + 1))
            } else {
                format!("{} {}", kind(one, depth + 1), prose(one))
            };
            let _ = writeln!(text, "<li>{body}</li>");
        }
        text.push_str("</ul>\n");
    }
    if schema["properties"].is_object() {
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        text.push_str("<table>\n<tr><th>Field</th><th>Type</th><th></th></tr>\n");
        for (name, field) in fields(&schema["properties"]) {
            let needed = if required.contains(&name.as_str()) { " *" } else { "" };
            let (name, kind) = (escape(name), kind(field, depth));
            let _ =
                writeln!(text, "<tr><td><code>{name}</code>{needed}</td><td>{kind}</td><td>{}</td></tr>", prose(field));
        }
        text.push_str("</table>\n");
    }
    if text.is_empty() { format!("<p>{}</p>\n", kind(schema, depth)) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_is_on_the_front_page_and_every_schema_has_one() {
        let document = crate::openapi::document(&Catalog::standard());
        let reference = Reference::new(Catalog::standard(), crate::openapi::document);
        let front = std::str::from_utf8(&reference.front().plain).expect("UTF-8");
        for (_, path, operation) in operations(&document) {
            let id = operation["operationId"].as_str().expect("an id");
            assert!(front.contains(&format!("<details id=\"{id}\">")), "{id}");
            assert!(front.contains(&escape(path)), "{path}");
        }
        for (name, _) in fields(&document["components"]["schemas"]) {
            let page = reference.schema(name).expect("a page");
            for link in page.split("href=\"/docs/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(!document["components"]["schemas"][link].is_null(), "{name} leads to {link}");
            }
        }
        assert_eq!(reference.schema("NoSuchThing"), None);
        // What a browser has to take in before it shows anything.
        assert!(front.len() < 400_000, "{}", front.len());
        assert!(!front.contains("<script") && !front.contains("style="), "the policy allows neither");
    }
}
