//! What answers when no handler does: 405 where the path is known, 404 elsewhere.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};

use crate::context::fault::{Fault, Why};
use crate::problem::ApiError;

/// The paths of the API with their methods, as the OpenAPI document has them.
#[cfg_attr(test, derive(Debug, PartialEq))]
pub struct RouteTable(Vec<Route>);

#[cfg_attr(test, derive(Debug, PartialEq))]
struct Route {
    pattern: Vec<String>,
    /// Each with the names of its parameters in the query.
    methods: Vec<(&'static str, Vec<String>)>,
}

impl RouteTable {
    pub fn of(document: &serde_json::Value) -> RouteTable {
        let paths = document["paths"].as_object().into_iter().flatten();
        let routes = paths.map(|(path, item)| {
            let methods = [("GET", "get"), ("POST", "post"), ("PUT", "put"), ("PATCH", "patch"), ("DELETE", "delete")];
            let offered = methods.into_iter().filter_map(|(name, key)| Some((name, query_of(item.get(key)?))));
            Route { pattern: path.split('/').map(str::to_owned).collect(), methods: offered.collect() }
        });
        RouteTable(routes.collect())
    }

    /// The routes that a path fits, the one with the fewest placeholders first.
    fn routes_at(&self, path: &str) -> Vec<&Route> {
        let parts: Vec<&str> = path.split('/').collect();
        let open = |part: &&String| part.starts_with('{');
        let fits = |route: &&Route| {
            route.pattern.len() == parts.len()
                && route.pattern.iter().zip(&parts).all(|(a, b)| a == b || (open(&a) && !b.is_empty()))
        };
        let mut found: Vec<&Route> = self.0.iter().filter(fits).collect();
        found.sort_by_key(|route| route.pattern.iter().filter(open).count());
        found
    }

    /// What a query may hold; none where the operation is not known.
    pub fn parameters_at(&self, path: &str, method: &str) -> Option<&[String]> {
        let mut methods = self.routes_at(path).into_iter().flat_map(|route| &route.methods);
        methods.find(|(known, _)| *known == method).map(|(_, names)| names.as_slice())
    }

    fn methods_at(&self, path: &str) -> Option<Vec<&'static str>> {
        let methods = self.routes_at(path).into_iter().flat_map(|route| &route.methods);
        let mut found: Vec<&'static str> = methods.map(|(name, _)| *name).collect();
        if found.contains(&"GET") {
            found.insert(1, "HEAD");
        }
        (!found.is_empty()).then_some(found)
    }
}

/// The names of an operation's parameters in the query.
fn query_of(operation: &serde_json::Value) -> Vec<String> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let names = parameters.filter(|parameter| parameter["in"] == "query").map(|parameter| &parameter["name"]);
    names.filter_map(|name| name.as_str().map(str::to_owned)).collect()
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

#[cfg(test)]
mod tests {
    use catalog::Catalog;

    use super::*;

    #[test]
    fn the_table_of_the_handlers_is_that_of_the_document() {
        let table = RouteTable::of(&crate::openapi::operations());
        assert!(table.0.len() > 50);
        assert_eq!(table, RouteTable::of(&crate::openapi::document(&Catalog::standard())));
    }
}
