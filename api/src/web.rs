//! The web client (`web/`): its files as they lie in the repository, compiled into the program.
//!
//! They stand under a folder named after their contents, so browsers may keep each of them for ever; only the page that
//! names the folder is asked for again.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::web::Path;
use actix_web::{HttpResponse, ResponseError};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::context::answers::Packed;
use crate::http::fallback;
use crate::problem::ApiError;

/// What stands in the page for the folder of this build.
const BUILD: &str = "{build}";

#[derive(RustEmbed)]
#[folder = "../web/"]
#[exclude = "test/*"]
#[exclude = "*.json"]
#[exclude = "*.md"]
#[exclude = "node_modules/*"]
#[exclude = "*.d.ts"]
#[exclude = ".*"]
struct Files;

/// The client, ready to be sent: packed when it is first asked for.
static CLIENT: LazyLock<WebClient> = LazyLock::new(WebClient::load);

struct WebClient {
    build: String,
    page: Packed,
    files: BTreeMap<String, (String, Packed)>,
}

impl WebClient {
    /// Reads the files that were compiled in.
    fn load() -> WebClient {
        let (mut files, mut hash, mut page) = (BTreeMap::new(), Sha256::new(), String::new());
        let mut names: Vec<_> = Files::iter().collect();
        names.sort();
        for name in names {
            let Some(file) = Files::get(&name) else { continue };
            hash.update(name.as_bytes());
            hash.update(&file.data);
            if name == "index.html" {
                page = String::from_utf8_lossy(&file.data).into_owned();
            } else {
                let kind = format!("{}; charset=utf-8", file.metadata.mimetype());
                files.insert(name.into_owned(), (kind, Packed::ready(file.data.into_owned())));
            }
        }
        let build = hash.finalize().iter().take(8).fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
        let page = Packed::ready(page.replace(BUILD, &build));
        WebClient { build, page, files }
    }
}

/// The page: for the front door and for every address that the client makes for itself.
pub async fn page() -> HttpResponse {
    let page = &CLIENT.page;
    let mut response = HttpResponse::Ok().content_type("text/html; charset=utf-8").body(page.plain.clone());
    response.extensions_mut().insert(page.clone());
    response
}

/// A file of this build. One of another build is gone: the client then says that there is a newer one.
pub async fn file(path: Path<(String, String)>) -> HttpResponse {
    let (build, name) = path.into_inner();
    let found = CLIENT.files.get(&name).filter(|_| build == CLIENT.build);
    let Some((kind, file)) = found else { return ApiError(fallback::no_such_address()).error_response() };
    let mut response = HttpResponse::Ok()
        .content_type(kind.as_str())
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .body(file.plain.clone());
    response.extensions_mut().insert(file.clone());
    response
}
