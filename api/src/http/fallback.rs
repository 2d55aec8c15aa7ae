//! What answers when no handler does: 405 where the path is known, 404 elsewhere.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};

use crate::problem::ApiError;
use crate::service::fault::{Fault, Why};

/// The paths of the API with their methods, as the OpenAPI document has them.
pub struct RouteTable(Vec<(Vec<String>, Vec<&'static str>)>);

impl RouteTable {
    pub fn of(document: &serde_json::Value) -> RouteTable {
        let paths = document["paths"].as_object().into_iter().flatten();
        let routes = paths.map(|(path, item)| {
            let methods = [("GET", "get"), ("POST", "post"), ("PUT", "put"), ("DELETE", "delete")];
            let offered = methods.iter().filter(|(_, key)| item.get(key).is_some()).map(|(name, _)| *name).collect();
            (path.split('/').map(str::to_owned).collect(), offered)
        });
        RouteTable(routes.collect())
    }

    fn methods_at(&self, path: &str) -> Option<Vec<&'static str>> {
        let parts: Vec<&str> = path.split('/').collect();
        let fits = |pattern: &Vec<String>| {
            pattern.len() == parts.len()
                && pattern.iter().zip(&parts).all(|(a, b)| a == b || (a.starts_with('{') && !b.is_empty()))
        };
        let found: Vec<_> = self.0.iter().filter(|(pattern, _)| fits(pattern)).flat_map(|(_, m)| m.clone()).collect();
        (!found.is_empty()).then_some(found)
    }
}

pub async fn nothing_here(req: HttpRequest, routes: web::Data<RouteTable>) -> HttpResponse {
    match routes.methods_at(req.path()) {
        Some(methods) => {
            let allow = methods.join(", ");
            let detail = format!("{} cannot be done with this address; {allow} can.", req.method());
            let mut response =
                ApiError(Fault::of(Why::MethodNotAllowed, "method-not-allowed", detail)).error_response();
            if let Ok(value) = header::HeaderValue::from_str(&allow) {
                response.headers_mut().insert(header::ALLOW, value);
            }
            response
        }
        None => ApiError(no_such_address()).error_response(),
    }
}

pub fn no_such_address() -> Fault {
    let detail = "This address is none of ours; /docs/ lists those that are.";
    Fault::of(Why::NotFound, "no-such-address", detail)
}
