/**
 * Requests to the API, with the token of the session, and its problems as errors.
 * @module
 */

/** A refusal of the API (RFC 9457). */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {any} body
   */
  constructor(status, body) {
    super(body?.detail || body?.title || `The server answered ${status}.`);
    /** @type {number} */
    this.status = status;
    /** @type {string} */
    this.code = body?.code ?? "";
    /** @type {{ pointer?: string | null, detail: string, hint?: string | null }[]} */
    this.errors = body?.errors ?? [];
    /** @type {string} */
    this.hint = body?.hint ?? "";
    /** @type {string} */
    this.request = body?.request_id ?? "";
  }
}

/** The server cannot be reached. */
export class Offline extends Error {}

/** @type {string | null} */
let token = null;
/** @type {(() => Promise<boolean>) | null} */
let renew = null;

/**
 * Sets the access token that goes with every request.
 * @param {string | null} value
 */
export function setToken(value) {
  token = value;
}

/**
 * Says how a token that has run out is renewed: resolves to whether there is a new one.
 * @param {() => Promise<boolean>} how
 */
export function onExpired(how) {
  renew = how;
}

/**
 * @typedef {object} Asked
 * @property {any} [json] a body
 * @property {string} [text] a body in plain text
 * @property {Record<string, string>} [headers]
 * @property {string} [accept]
 * @property {boolean} [bare] without a token and without renewing it
 * @property {AbortSignal} [signal]
 */

/**
 * Sends a request; a token that has run out is renewed once.
 * @param {string} method
 * @param {string} path from `/v1`
 * @param {Asked} [asked]
 * @returns {Promise<Response>}
 * @throws {Problem | Offline}
 */
export async function send(method, path, asked = {}) {
  let response = await once(method, path, asked);
  if (response.status === 401 && !asked.bare && renew && (await renew())) response = await once(method, path, asked);
  if (response.ok || response.status === 304) return response;
  const body = await response.json().catch(() => null);
  throw new Problem(response.status, body);
}

/**
 * Sends a request and reads the answer's JSON.
 * @param {string} method
 * @param {string} path
 * @param {Asked} [asked]
 * @returns {Promise<any>}
 */
export async function call(method, path, asked) {
  const response = await send(method, path, asked);
  return response.status === 204 ? null : response.json();
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Asked} asked
 */
async function once(method, path, asked) {
  const headers = new Headers(asked.headers);
  if (token && !asked.bare) headers.set("authorization", `Bearer ${token}`);
  headers.set("accept", asked.accept ?? "application/json");
  /** @type {string | undefined} */
  let body;
  if (asked.json !== undefined) {
    headers.set("content-type", "application/json");
    body = JSON.stringify(asked.json);
  } else if (asked.text !== undefined) {
    headers.set("content-type", "text/plain; charset=utf-8");
    body = asked.text;
  }
  try {
    return await fetch(path, { method, headers, body, signal: asked.signal, credentials: "same-origin" });
  } catch (error) {
    if (/** @type {Error} */ (error).name === "AbortError") throw error;
    throw new Offline("The server cannot be reached.");
  }
}
