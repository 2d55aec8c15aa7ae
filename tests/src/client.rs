//! A person at a keyboard: sends requests, reads answers.

use serde_json::{Value, json};

use crate::schema;

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
    pub text: String,
    headers: Vec<(String, String)>,
}

impl Answer {
    /// The answer, if it has this status; anything else ends the story.
    #[track_caller]
    pub fn expect(self, status: u16) -> Answer {
        assert_eq!(self.status, status, "{}", self.text);
        self
    }

    /// A problem document with this status and code.
    #[track_caller]
    pub fn problem(self, status: u16, code: &str) -> Answer {
        assert_eq!(self.status, status, "{}", self.text);
        assert!(self.header("content-type").starts_with("application/problem+json"), "{:?}", self.headers);
        assert_eq!(self.body["code"], code, "{}", self.text);
        assert_eq!(self.body["status"], status);
        assert_eq!(self.body["request_id"], self.header("x-request-id"));
        self
    }

    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value.as_str())
    }
}

/// Somebody with an address to talk to, and perhaps a token.
#[derive(Clone)]
pub struct Person {
    pub base: String,
    pub token: Option<String>,
    pub name: String,
}

impl Person {
    pub fn nobody(base: &str) -> Person {
        Person { base: base.to_owned(), token: None, name: String::new() }
    }

    pub fn with_token(&self, token: &str) -> Person {
        Person { token: Some(token.to_owned()), ..self.clone() }
    }

    /// The same person at another server.
    pub fn at(&self, base: &str) -> Person {
        Person { base: base.to_owned(), ..self.clone() }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], None)
    }

    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send("GET", path, headers, None)
    }

    pub fn post(&self, path: &str, body: Value) -> Answer {
        self.send("POST", path, &[("content-type", "application/json")], Some(body.to_string().as_bytes()))
    }

    pub fn post_with(&self, path: &str, headers: &[(&str, &str)], body: Value) -> Answer {
        let all = [&[("content-type", "application/json")], headers].concat();
        self.send("POST", path, &all, Some(body.to_string().as_bytes()))
    }

    pub fn put(&self, path: &str, body: Value) -> Answer {
        self.send("PUT", path, &[("content-type", "application/json")], Some(body.to_string().as_bytes()))
    }

    pub fn patch(&self, path: &str, body: &Value) -> Answer {
        self.send("PATCH", path, &[("content-type", "application/json")], Some(body.to_string().as_bytes()))
    }

    pub fn put_with(&self, path: &str, headers: &[(&str, &str)], body: Value) -> Answer {
        let all = [&[("content-type", "application/json")], headers].concat();
        self.send("PUT", path, &all, Some(body.to_string().as_bytes()))
    }

    pub fn put_text(&self, path: &str, text: &str) -> Answer {
        self.send("PUT", path, &[("content-type", "text/plain")], Some(text.as_bytes()))
    }

    pub fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, &[], None)
    }

    /// Closes the account.
    pub fn close_account(&self) -> Answer {
        self.close_account_by("correct horse")
    }

    pub fn close_account_by(&self, password: &str) -> Answer {
        let body = json!({ "current_password": password });
        self.send("DELETE", "/v1/me", &[("content-type", "application/json")], Some(body.to_string().as_bytes()))
    }

    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&[u8]>) -> Answer {
        self.try_send(method, path, headers, body).unwrap_or_else(|e| panic!("{method} {path}: {e}"))
    }

    /// Sends, and says so when nobody answers.
    pub fn try_send(
        &self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&[u8]>,
    ) -> Result<Answer, ureq::Error> {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .allow_non_standard_methods(true)
            .max_redirects(0)
            .build()
            .into();
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.base));
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let bytes = body.unwrap_or_default().to_vec();
        let request = request.body(bytes).map_err(ureq::Error::from)?;
        let mut response = agent.run(request)?;
        let status = response.status().as_u16();
        let headers = response.headers().iter();
        let headers = headers.map(|(k, v)| (k.to_string(), v.to_str().unwrap_or_default().to_owned())).collect();
        let text = response.body_mut().read_to_string().unwrap_or_default();
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        let answer = Answer { status, body, text, headers };
        let wrong = schema::differences(method, path, status, answer.header("content-type"), &answer.body);
        assert!(wrong.is_empty(), "not as the document says: {wrong:#?}");
        Ok(answer)
    }

    /// Registers an account and logs in.
    pub fn register(base: &str, name: &str) -> Person {
        let form = json!({ "name": name, "password": "correct horse" });
        Person::nobody(base).post("/v1/accounts", form).expect(201);
        Person::log_in(base, name)
    }

    /// Logs in to an account that was registered so.
    pub fn log_in(base: &str, name: &str) -> Person {
        let nobody = Person::nobody(base);
        let form = json!({ "name": name, "password": "correct horse" });
        let session = nobody.post("/v1/sessions", form).expect(201);
        let token = session.body["access_token"].as_str().unwrap_or_default();
        Person { name: name.to_owned(), ..nobody.with_token(token) }
    }

    /// Takes a seat of a game that one runs away from whoever holds it.
    pub fn take_away(&self, game: &str, seat: &str) -> Answer {
        let seats = self.get(&format!("/v1/games/{game}/seats")).expect(200).body;
        let held = seats["items"].as_array().into_iter().flatten().find(|one| one["seat"] == seat);
        let holder = held.map_or(Value::Null, |one| one["player"].clone());
        self.post(&Person::seat(game, seat, "release"), json!({ "holder": holder }))
    }

    /// The way to a seat.
    pub fn seat(game: &str, seat: &str, rest: &str) -> String {
        format!("/v1/games/{game}/seats/{seat}/{rest}")
    }
}
