//! Pages for people: one frame, one style sheet, no scripts.

use kernel::paper::escape;

/// A page.
pub fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{} · Cursus</title>\n\
         <link rel=\"stylesheet\" href=\"/docs/reference.css\">\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escape(title)
    )
}

/// A text in paragraphs, with what stands between backticks as code.
pub fn prose(text: &str) -> String {
    let mut html = String::new();
    for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        html.push_str("<p>");
        for (at, part) in paragraph.split('`').enumerate() {
            let part = escape(part);
            html.push_str(&if at % 2 == 1 { format!("<code>{part}</code>") } else { part });
        }
        html.push_str("</p>\n");
    }
    html
}
