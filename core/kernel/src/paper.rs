//! A paper: headings, lines and tables, as plain text of at most 100 columns and as an HTML fragment.

use std::fmt::Write;

/// Width of the plain text.
pub const WIDTH: usize = 100;

/// A paper while it is being written, in both forms at once.
#[derive(Default)]
pub struct Paper {
    text: String,
    html: String,
}

/// A table: heads, and rows of as many cells. Columns of which every cell is a number stand to the right.
pub struct Table {
    caption: &'static str,
    heads: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table. The caption is shown in HTML alone.
    pub fn new(caption: &'static str, heads: &[&'static str]) -> Self {
        Self { caption, heads: heads.to_vec(), rows: Vec::new() }
    }
    /// Adds a row of as many cells as there are heads.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.to_vec());
    }

    /// Widths of the columns; the widest gives way until the table fits the paper.
    fn widths(&self) -> Vec<usize> {
        let widest = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.chain([self.heads[column].chars().count()]).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..self.heads.len()).map(widest).collect();
        let room = WIDTH.saturating_sub(2 * (widths.len().saturating_sub(1)));
        while widths.iter().sum::<usize>() > room {
            match widths.iter_mut().max() {
                Some(greatest) if *greatest > 8 => *greatest -= 1,
                _ => break,
            }
        }
        widths
    }

    fn is_number(&self, column: usize) -> bool {
        let number = |cell: &str| cell.trim_matches(['(', ')', '-']).parse::<f64>().is_ok() || cell == "-";
        !self.rows.is_empty() && self.rows.iter().all(|row| number(&row[column]))
    }
}

impl Paper {
    /// A heading: level 2 is underlined double in the text.
    pub fn heading(&mut self, level: u8, words: &str) {
        let line = if level == 2 { '=' } else { '-' };
        let underline: String = std::iter::repeat_n(line, words.chars().count().min(WIDTH)).collect();
        let gap = if self.text.is_empty() || self.text.ends_with("\n\n") { "" } else { "\n" };
        let _ = write!(self.text, "{gap}{words}\n{underline}\n");
        let _ = writeln!(self.html, "<h{level}>{}</h{level}>", escape(words));
    }

    /// A paragraph, wrapped.
    pub fn paragraph(&mut self, words: &str) {
        for line in wrap(words, WIDTH) {
            let _ = writeln!(self.text, "{line}");
        }
        let _ = writeln!(self.html, "<p>{}</p>", escape(words));
    }

    /// Facts side by side: *Treasury 19 RP*.
    pub fn facts(&mut self, facts: &[(&str, String)]) {
        let words: Vec<String> = facts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        for line in wrap(&words.join(".  "), WIDTH) {
            let _ = writeln!(self.text, "{line}");
        }
        // What follows is another paragraph.
        self.text.push('\n');
        self.html.push_str("<dl>");
        for (name, value) in facts {
            let _ = write!(self.html, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(value));
        }
        self.html.push_str("</dl>\n");
    }

    /// A list with a mark before each item.
    pub fn list(&mut self, items: &[String]) {
        self.html.push_str("<ul>\n");
        for item in items {
            for (at, line) in wrap(item, WIDTH - 2).into_iter().enumerate() {
                let _ = writeln!(self.text, "{} {line}", if at == 0 { "*" } else { " " });
            }
            let _ = writeln!(self.html, "<li>{}</li>", escape(item));
        }
        self.html.push_str("</ul>\n");
    }

    /// A table: in HTML the first cell of each row is its head.
    pub fn table(&mut self, table: &Table) {
        let (widths, caption) = (table.widths(), table.caption);
        let right: Vec<bool> = (0..widths.len()).map(|column| table.is_number(column)).collect();
        let mut line = |cells: &[String]| {
            let wrapped: Vec<Vec<String>> = cells.iter().zip(&widths).map(|(cell, width)| wrap(cell, *width)).collect();
            for at in 0..wrapped.iter().map(Vec::len).max().unwrap_or(0) {
                let mut words = String::new();
                for (column, width) in widths.iter().enumerate() {
                    let cell = wrapped[column].get(at).map_or("", String::as_str);
                    let gap = if column == 0 { "" } else { "  " };
                    let _ = match right[column] {
                        true => write!(words, "{gap}{cell:>width$}"),
                        false => write!(words, "{gap}{cell:<width$}"),
                    };
                }
                let _ = writeln!(self.text, "{}", words.trim_end());
            }
        };
        let heads: Vec<String> = table.heads.iter().map(|head| (*head).to_owned()).collect();
        line(&heads);
        table.rows.iter().for_each(|row| line(row));
        let _ = write!(self.html, "<table>\n<caption>{}</caption>\n<thead><tr>", escape(caption));
        for head in &table.heads {
            let _ = write!(self.html, "<th scope=\"col\">{}</th>", escape(head));
        }
        self.html.push_str("</tr></thead>\n<tbody>\n");
        for row in &table.rows {
            self.html.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                let _ = match column {
                    0 => write!(self.html, "<th scope=\"row\">{}</th>", escape(cell)),
                    _ => write!(self.html, "<td>{}</td>", escape(cell)),
                };
            }
            self.html.push_str("</tr>\n");
        }
        self.html.push_str("</tbody>\n</table>\n");
    }

    /// The text, and the HTML as a section of class `kind`.
    pub fn finish(self, kind: &str) -> (String, String) {
        (self.text, format!("<section class=\"{}\">\n{}</section>\n", escape(kind), self.html))
    }
}

/// Lines of at most `width` characters; a longer word is cut.
fn wrap(words: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in words.split(' ') {
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(width).chain(letters.is_empty().then_some(&[][..])) {
            if length > 0 && length + 1 + piece.len() > width {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
                length = 0;
            }
            if length > 0 {
                line.push(' ');
                length += 1;
            }
            line.extend(piece);
            length += piece.len();
        }
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Text for HTML and SVG: markup is escaped, characters that XML forbids or that turn text round are left out.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => {}
            _ if letter.is_control() => safe.push(' '),
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_never_grow_longer_than_the_paper() {
        let long = "a ".repeat(300) + &"x".repeat(350);
        assert!(wrap(&long, 40).iter().all(|line| line.chars().count() <= 40));
        let mut table = Table::new("wide", &["one", "two", "three"]);
        table.row([long.clone(), "7".into(), long]);
        let mut paper = Paper::default();
        paper.table(&table);
        assert!(paper.text.lines().all(|line| line.chars().count() <= WIDTH), "{}", paper.text);
    }

    #[test]
    fn hostile_names_become_harmless() {
        let mut paper = Paper::default();
        paper.paragraph("<script>alert('x')</script> & \u{202e}\u{7}");
        assert!(!paper.html.contains("<script") && !paper.html.contains('\u{202e}') && !paper.html.contains('\u{7}'));
    }
}
