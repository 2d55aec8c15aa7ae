//! A report as a page to read: a way through it, its documents, the map, and links to what stands around it.

use std::fmt::Write;

use kernel::Document;
use kernel::paper::escape;

/// What a page is made of.
pub struct ReportPage<'a> {
    /// Key of the seat.
    pub seat: &'a str,
    pub step: i32,
    /// Date of the step.
    pub label: &'a str,
    /// The query of the request with its question mark, which the reports beside it are asked with too; or nothing.
    pub query: &'a str,
    pub documents: &'a [Document],
    /// The map after the step, as SVG.
    pub map: &'a str,
    /// The step before, with its date, where there is a report of it.
    pub before: Option<(i32, &'a str)>,
    /// The step after.
    pub after: Option<(i32, &'a str)>,
}

impl ReportPage<'_> {
    /// The page. Links are relative, so that they hold behind a proxy that puts the server below a path.
    pub fn html(&self) -> String {
        let title = escape(&format!("{}: {}", self.seat, self.label));
        let sections: Vec<Section> =
            self.documents.iter().enumerate().map(|(at, document)| Section::of(at, document)).collect();
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
             <style>{STYLE}</style></head>\n<body>\n<header id=\"top\"><h1>{title} (step {})</h1>\n",
            self.step
        );
        page.push_str(&self.neighbours());
        page.push_str("<nav aria-label=\"In this report\"><ul>\n");
        for section in &sections {
            let _ = write!(page, "<li><a href=\"#{}\">{}</a>", section.id, escape(section.title));
            if !section.parts.is_empty() {
                let links = section.parts.iter().map(|(id, words)| format!("<a href=\"#{id}\">{words}</a>"));
                let _ = write!(page, "<span class=\"parts\">{}</span>", links.collect::<Vec<_>>().join(" · "));
            }
            page.push_str("</li>\n");
        }
        page.push_str("<li><a href=\"#map\">Map</a></li>\n</ul></nav></header>\n<main>\n");
        for section in &sections {
            let _ = writeln!(page, "<article id=\"{}\">{}{UP}</article>", section.id, section.html);
        }
        let _ = writeln!(
            page,
            "<section id=\"map\"><h2>Map</h2>\n<div class=\"map\" tabindex=\"0\">{}</div>\n\
             <p><a href=\"../map.svg?step={}\">The map alone</a></p>{UP}</section>\n</main>",
            self.map, self.step
        );
        page.push_str("<footer>");
        page.push_str(&self.neighbours());
        page.push_str("</footer>\n</body></html>\n");
        page
    }

    fn neighbours(&self) -> String {
        let report = |at: Option<(i32, &str)>, name: &str, rel: &str| {
            at.map_or_else(String::new, |(step, label)| {
                format!("<a rel=\"{rel}\" href=\"{step}{}\">{name}: {}</a>\n", escape(self.query), escape(label))
            })
        };
        format!(
            "<nav aria-label=\"Other reports\" class=\"row\">\n{}{}<a href=\"../orders\">Orders</a>\n\
             <a href=\"../reports\">All reports</a>\n</nav>\n",
            report(self.before, "Previous", "prev"),
            report(self.after, "Next", "next"),
        )
    }
}

const UP: &str = "<p class=\"up\"><a href=\"#top\">Back to the top</a></p>";

/// A document with an address for it and for each of its parts.
struct Section<'a> {
    id: String,
    title: &'a str,
    /// Id and heading of each part.
    parts: Vec<(String, String)>,
    html: String,
}

impl Section<'_> {
    fn of(at: usize, document: &Document) -> Section<'_> {
        let id = format!("report-{}", at + 1);
        let mut html = String::new();
        if !document.has_html_heading() {
            let _ = writeln!(html, "<h2>{}</h2>", escape(&document.title));
        }
        let mut rest = document.html.as_str();
        let mut parts = Vec::new();
        while let Some((before, after)) = rest.split_once("<h3>") {
            let part = format!("{id}-{}", parts.len() + 1);
            let _ = write!(html, "{before}<h3 id=\"{part}\">");
            let words = after.split_once("</h3>").map_or("", |(words, _)| words);
            parts.push((part, words.to_owned()));
            rest = after;
        }
        html.push_str(rest);
        Section { id, title: &document.title, parts, html }
    }
}

const STYLE: &str = "body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 Georgia,serif;color:#222;\
background:#fbf8f1}h2{font-size:1.5rem;border-bottom:1px solid #bba}h1{font-size:1.25rem;margin:0 0 .5rem}\
table{border-collapse:collapse;width:max-content}caption{text-align:left;font-style:italic}\
td,th{padding:.2rem .6rem;border-bottom:1px solid #ddc;text-align:left;max-width:20rem}\
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}dd{margin:0}article,section{margin-bottom:3rem;\
overflow-x:auto}a{color:#7a2318}.row{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}header{border:1px solid #ddc;padding:1rem;margin-bottom:2rem}\
header ul{margin:.75rem 0 0;padding-left:1.2rem}.parts{display:block;font-size:.9rem}\
.up{font-size:.9rem;text-align:right}.map{overflow-x:auto}.map>svg{width:100%;min-width:44rem;height:auto;display:block}\
footer{border-top:1px solid #bba;padding:1rem 0}";

#[cfg(test)]
mod tests {
    use kernel::paper::Paper;

    use super::*;

    #[test]
    fn the_parts_of_a_document_have_addresses_and_words_are_escaped() {
        let mut paper = Paper::default();
        for (level, words) in [(2, "Fish & chips"), (3, "Losses & gains"), (3, "Next")] {
            paper.heading(level, words);
            paper.paragraph("So.");
        }
        let (text, html) = paper.finish("sitrep");
        let document = Document { kind: "sitrep".into(), title: "Fish & chips".into(), text, html };
        let bare = Document { kind: "bare".into(), title: "Bare".into(), text: "".into(), html: "<p>So.</p>".into() };
        let page = ReportPage {
            seat: "A<B",
            step: 2,
            label: "May",
            query: "?since=orders",
            documents: &[document, bare],
            map: "<svg></svg>",
            before: Some((1, "April")),
            after: None,
        };
        let html = page.html();
        for wanted in [
            "<title>A&lt;B: May</title>",
            "<li><a href=\"#report-1\">Fish &amp; chips</a>",
            "<a href=\"#report-1-2\">Next</a>",
            "<h3 id=\"report-1-1\">Losses &amp; gains</h3>",
            "<h2>Fish &amp; chips</h2>",
            "<a rel=\"prev\" href=\"1?since=orders\">Previous: April</a>",
            "<a href=\"../map.svg?step=2\">",
            "<div class=\"map\" tabindex=\"0\"><svg></svg></div>",
        ] {
            assert!(html.contains(wanted), "{wanted} in {html}");
        }
        assert!(!html.contains("rel=\"next\""));
        for title in ["Fish &amp; chips", "Bare"] {
            assert_eq!(html.matches(&format!("{title}</h")).count(), 1, "{title} is a heading once");
        }
        let targets: Vec<&str> = html.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        for target in targets {
            assert_eq!(html.matches(&format!("id=\"{target}\"")).count(), 1, "{target}");
        }
    }
}
