//! What applications of third parties ask for, as the API takes it (OAuth 2.1).

use serde::Deserialize;
use utoipa::ToSchema;

/// What an application asks for, and what you say to it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "client_id": "0196…", "redirect_uri": "http://127.0.0.1:49152/back", "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    "code_challenge_method": "S256", "scope": "game:read orders:write", "state": "x", "allow": true
}))]
pub struct AuthorizationRequest {
    /// Id of the application.
    pub client_id: String,
    pub redirect_uri: String,
    /// SHA-256 of the program's verifier, in base64 for addresses without padding.
    pub code_challenge: String,
    /// `S256`.
    pub code_challenge_method: String,
    /// `game:read`, `orders:write` and `gm`, with spaces between them; left out: `game:read`.
    pub scope: Option<String>,
    /// Comes back as it is.
    pub state: Option<String>,
    pub allow: bool,
}

/// What a program sends for its token, as a form.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(example = json!({
    "grant_type": "authorization_code", "code": "cursus_code_…", "redirect_uri": "http://127.0.0.1:49152/back", "client_id": "0196…",
    "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
}))]
pub struct TokenForm {
    /// `authorization_code`.
    pub grant_type: String,
    pub code: String,
    /// The same as before.
    pub redirect_uri: String,
    pub client_id: String,
    /// What the challenge was made of.
    pub code_verifier: String,
}
