/**
 * Who plays: the access token in memory, the refresh token in a cookie that scripts cannot read.
 * @module
 */
import { onExpired, setToken } from "../net/http.js";
import * as ops from "../net/ops.js";

/** @type {{ name: string, is_guest: boolean } | null} */
let account = null;
/** Whether this browser was signed in: without it there is no cookie to try. */
const WAS_IN = "cursus-was-in";
/** @type {Set<() => void>} */
const listeners = new Set();

/** The account that is signed in, if any. */
export const who = () => account;

/**
 * Calls back when somebody signs in or out.
 * @param {() => void} listener
 */
export function onChange(listener) {
  listeners.add(listener);
}

/** @param {any} session */
function take(session) {
  account = session?.account ?? null;
  setToken(session?.access_token ?? null);
  remember(Boolean(session));
  listeners.forEach((listener) => listener());
}

/** @param {boolean} signedIn */
function remember(signedIn) {
  try {
    if (signedIn) localStorage.setItem(WAS_IN, "1");
    else localStorage.removeItem(WAS_IN);
  } catch {
    // Without storage the cookie is tried every time.
  }
}

function wasIn() {
  try {
    return localStorage.getItem(WAS_IN) !== null;
  } catch {
    return true;
  }
}

/** @type {Promise<boolean> | null} */
let renewing = null;

/**
 * Trades the cookie for a new token, once at a time over all tabs, because each refresh token is good once.
 * @returns {Promise<boolean>} whether somebody is signed in
 */
export function renew() {
  renewing ??= once().finally(() => (renewing = null));
  return renewing;
}

/** @returns {Promise<boolean>} */
async function once() {
  if (!wasIn()) return false;
  return navigator.locks.request("cursus-refresh", async () => {
    try {
      take(await ops.refresh());
      return true;
    } catch (error) {
      if (/** @type {any} */ (error).status === undefined) throw error;
      take(null);
      return false;
    }
  });
}

onExpired(() => renew().catch(() => false));

export async function playAsGuest() {
  take(await ops.guest());
}

/** @param {{ name: string, password: string }} form */
export async function logIn(form) {
  take(await ops.logIn(form));
}

/** @param {{ name: string, password: string }} form */
export async function register(form) {
  await ops.register(form);
  await logIn(form);
}

/**
 * Gives a guest's account a name and a password.
 * @param {{ name: string, password: string }} form
 */
export async function keep(form) {
  account = await ops.keepAccount(form);
  listeners.forEach((listener) => listener());
}

export async function logOut() {
  await ops.logOut().catch(() => {});
  take(null);
}
