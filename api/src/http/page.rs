//! Pages of a list: an opaque cursor over (time, id), at most a hundred entries.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use crate::context::fault::{Fault, Flaw};

pub const MOST: i64 = 100;

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Entries per page, 1 to 100; 50 when left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<i64>,
    /// Where to go on: the `next` of the page before.
    pub cursor: Option<String>,
}

/// How many entries are wanted, 50 if nothing is said.
pub fn limit(wanted: Option<i64>) -> Result<i64, Fault> {
    match wanted {
        None => Ok(50),
        Some(n) if (1..=MOST).contains(&n) => Ok(n),
        Some(n) => {
            let detail = format!("A page has 1 to {MOST} entries, not {n}.");
            Err(Fault::invalid(vec![Flaw::at("#limit", "out-of-range", detail)]))
        }
    }
}

impl PageQuery {
    pub fn limit(&self) -> Result<i64, Fault> {
        limit(self.limit)
    }

    pub fn after(&self) -> Result<Option<(i64, String)>, Fault> {
        self.cursor.as_deref().map(read_cursor).transpose()
    }

    /// The cursor of a list that is numbered.
    pub fn after_number(&self) -> Result<Option<i64>, Fault> {
        Ok(self.after()?.map(|(number, _)| number))
    }
}

pub fn cursor(at: i64, id: &str) -> String {
    URL_SAFE_NO_PAD.encode(format!("{at} {id}"))
}

fn read_cursor(text: &str) -> Result<(i64, String), Fault> {
    let read = || {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let plain = String::from_utf8(bytes).ok()?;
        let (at, id) = plain.split_once(' ')?;
        (!plain.contains('\0')).then_some((at.parse().ok()?, id.to_owned()))
    };
    read().ok_or_else(|| {
        let detail = "This cursor is none of ours; take it from the `next` of the page before.";
        Fault::invalid(vec![Flaw::at("#cursor", "bad-cursor", detail)])
    })
}

/// Cuts a list, which holds one entry more than the page where there are more, and gives the cursor of the next page; `place` is
/// the cursor after an entry.
pub fn cut<T>(list: &mut Vec<T>, limit: i64, place: impl FnOnce(&T) -> String) -> Option<String> {
    let keep = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = list.len() > keep;
    list.truncate(keep);
    list.last().filter(|_| more).map(place)
}

/// A page as an answer, with a Link header to the next one.
pub fn answer<T: Serialize>(req: &HttpRequest, page: &T, next: Option<&str>) -> HttpResponse {
    begin(req, next).json(page)
}

/// The same, written already where blocking is allowed.
pub fn written(req: &HttpRequest, page: Vec<u8>, next: Option<&str>) -> HttpResponse {
    begin(req, next).content_type("application/json").body(page)
}

fn begin(req: &HttpRequest, next: Option<&str>) -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    if let Some(next) = next {
        let kept: Vec<&str> =
            req.query_string().split('&').filter(|p| !p.is_empty() && !p.starts_with("cursor=")).collect();
        let query = [kept, vec![&format!("cursor={next}")]].concat().join("&");
        response.insert_header((header::LINK, format!("<{}?{query}>; rel=\"next\"", req.path())));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_cut_and_goes_on_behind_its_last_entry() {
        let cut_at = |mut list: Vec<i64>, limit: i64| {
            let next = cut(&mut list, limit, |last| last.to_string());
            (list, next)
        };
        assert_eq!(cut_at(vec![1, 2, 3], 2), (vec![1, 2], Some("2".into())));
        assert_eq!(cut_at(vec![1, 2], 2), (vec![1, 2], None));
        assert_eq!(cut_at(vec![], 2), (vec![], None));
    }

    #[test]
    fn cursors_read_back_and_nonsense_does_not() {
        assert_eq!(read_cursor(&cursor(-5, "a b")).unwrap(), (-5, "a b".into()));
        for bad in ["", "!!", "AAAA", &URL_SAFE_NO_PAD.encode("x y"), &URL_SAFE_NO_PAD.encode("1 \0")] {
            assert!(read_cursor(bad).is_err(), "{bad}");
        }
    }
}
