/**
 * The operations of the API that the client uses, one function each.
 * @module
 */
import { call, send } from "./http.js";

/** @typedef {import("../api.d.ts").operations} Operations */
/** @typedef {import("../api.d.ts").components["schemas"]} Schemas */
/**
 * What an operation of the API answers with when it succeeds.
 * @template {keyof Operations} O
 * @typedef {Operations[O]["responses"] extends { 200: { content: { "application/json": infer Body } } } ? Body
 *   : Operations[O]["responses"] extends { 201: { content: { "application/json": infer Body } } } ? Body : never} Answer
 */

/** @param {string} part */
const e = (part) => encodeURIComponent(part);
/**
 * @param {string} game
 * @param {string} seat
 * @param {string} rest
 */
const at = (game, seat, rest) => `/v1/games/${e(game)}/seats/${e(seat)}/${rest}`;

/** @returns {Promise<Answer<"play_as_guest">>} */
export const guest = () => call("POST", "/v1/guests", { json: { in_cookie: true }, bare: true });
/** @param {{ name: string, password: string }} who @returns {Promise<Answer<"log_in">>} */
export const logIn = (who) => call("POST", "/v1/sessions", { json: { ...who, in_cookie: true }, bare: true });
/** @param {{ name: string, password: string }} who @returns {Promise<Answer<"register">>} */
export const register = (who) => call("POST", "/v1/accounts", { json: who, bare: true });
/** @param {{ name: string, password: string }} who @returns {Promise<Answer<"keep_account">>} */
export const keepAccount = (who) => call("PUT", "/v1/me/name", { json: who });
/** @returns {Promise<Answer<"refresh_session">>} */
export const refresh = () => call("POST", "/v1/sessions/refresh", { bare: true });
export const logOut = () => call("DELETE", "/v1/sessions/current");

/** @returns {Promise<Answer<"show_email">>} */
export const email = () => call("GET", "/v1/me/email");
/** @param {{ address: string, current_password: string }} form */
export const setEmail = (form) => call("PUT", "/v1/me/email", { json: form });
/** @param {string} code @returns {Promise<Answer<"verify_email">>} */
export const verifyEmail = (code) => call("PUT", "/v1/me/email/code", { json: { code } });
export const deleteEmail = () => call("DELETE", "/v1/me/email");
/** @param {string} account its name or address of mail */
export const askForPassword = (account) => call("POST", "/v1/password-resets", { json: { account }, bare: true });
/** @param {{ code: string, new_password: string }} form */
export const resetPassword = (form) => call("PUT", "/v1/password-resets", { json: form, bare: true });

/** @param {string} id @returns {Promise<Answer<"show_application">>} */
export const application = (id) => call("GET", `/v1/applications/${e(id)}`);
/** @param {Schemas["AuthorizationRequest"]} form @returns {Promise<Answer<"authorize">>} */
export const authorize = (form) => call("POST", "/v1/oauth/authorizations", { json: form });
/** @returns {Promise<Schemas["Channel"][]>} where I am told of my games */
export const channels = async () => (await call("GET", "/v1/me/channels")).items;
/** @param {any} form @returns {Promise<Answer<"create_channel">>} */
export const createChannel = (form) => call("POST", "/v1/me/channels", { json: form });
/** @param {string} channel @param {any} change @returns {Promise<Answer<"change_channel">>} */
export const changeChannel = (channel, change) => call("PATCH", `/v1/me/channels/${e(channel)}`, { json: change });
/** @param {string} channel */
export const deleteChannel = (channel) => call("DELETE", `/v1/me/channels/${e(channel)}`);
/** @param {string} channel @returns {Promise<Answer<"rotate_channel_secret">>} */
export const rotateSecret = (channel) => call("POST", `/v1/me/channels/${e(channel)}/secret`);
/** @param {string} channel */
export const testChannel = (channel) => call("POST", `/v1/me/channels/${e(channel)}/test`);
/** @param {string} channel @param {number} limit @returns {Promise<Schemas["Delivery"][]>} */
export const deliveries = async (channel, limit) =>
  (await call("GET", `/v1/me/channels/${e(channel)}/deliveries?limit=${limit}`)).items;
/** @returns {Promise<Answer<"show_notification_settings">>} */
export const notificationSettings = () => call("GET", "/v1/me/notifications");
/** @param {any} form @returns {Promise<Answer<"set_notification_settings">>} */
export const setNotificationSettings = (form) => call("PUT", "/v1/me/notifications", { json: form });
/** @param {string} game */
export const muteGame = (game) => call("PUT", `/v1/me/muted-games/${e(game)}`);
/** @param {string} game */
export const unmuteGame = (game) => call("DELETE", `/v1/me/muted-games/${e(game)}`);

/** @returns {Promise<Schemas["RulesetLine"][]>} */
export const rulesets = async () => (await call("GET", "/v1/rulesets")).items;
/** @param {string} ruleset @returns {Promise<Answer<"show_ruleset">>} */
export const ruleset = (ruleset) => call("GET", `/v1/rulesets/${e(ruleset)}`);
/** @param {string} ruleset @returns {Promise<Schemas["ScenarioSummary"][]>} */
export const scenarios = async (ruleset) => (await call("GET", `/v1/rulesets/${e(ruleset)}/scenarios`)).items;

/** The address of a picture: the map as a seat sees it when a scenario begins. @param {string} ruleset @param {string} scenario @param {string} seat */
export const openingMap = (ruleset, scenario, seat) =>
  `/v1/rulesets/${e(ruleset)}/scenarios/${e(scenario)}/seats/${e(seat)}/map.svg`;

/** The same picture as text. @param {string} ruleset @param {string} scenario @param {string} seat */
export const openingMapText = async (ruleset, scenario, seat) =>
  (await send("GET", openingMap(ruleset, scenario, seat), { accept: "image/svg+xml" })).text();

/** @param {Record<string, string>} which @returns {Promise<Answer<"list_games">>} */
export const games = (which) => call("GET", `/v1/games?${new URLSearchParams(which)}`);
/** @returns {Promise<any[]>} my seats in games that are not over, the most urgent first */
export const mySeats = async () => (await call("GET", "/v1/me/games?limit=100")).items;
/** @param {string} game @returns {Promise<Answer<"show_game">>} */
export const game = (game) => call("GET", `/v1/games/${e(game)}`);
/** @param {any} form @param {string} key @returns {Promise<Answer<"create_game">>} */
export const createGame = (form, key) => call("POST", "/v1/games", { json: form, headers: { "idempotency-key": key } });
/** @param {string} game @returns {Promise<Answer<"start_game">>} */
export const startGame = (game) => call("POST", `/v1/games/${e(game)}/start`, { json: {} });
/** @param {string} game @param {any} settings what is to be different @returns {Promise<Answer<"change_settings">>} */
export const changeSettings = (game, settings) => call("PATCH", `/v1/games/${e(game)}`, { json: settings });
/** @param {string} game @returns {Promise<Answer<"pause_game">>} */
export const pause = (game) => call("POST", `/v1/games/${e(game)}/pause`, { json: {} });
/** @param {string} game @returns {Promise<Answer<"resume_game">>} */
export const resume = (game) => call("POST", `/v1/games/${e(game)}/resume`, { json: {} });
/** @param {string} game @param {string} deadline the present one @returns {Promise<Answer<"extend_deadline">>} */
export const extend = (game, deadline) => call("POST", `/v1/games/${e(game)}/extend`, { json: { deadline } });
/** @param {string} game @param {number} step the present one @returns {Promise<Answer<"force_step">>} */
export const force = (game, step) => call("POST", `/v1/games/${e(game)}/force`, { json: { step } });
/** @param {string} game @returns {Promise<Answer<"abandon_game">>} */
export const abandon = (game) => call("POST", `/v1/games/${e(game)}/abandon`, { json: {} });
/** @param {string} game @param {string} seat @param {string} level @param {string} [holder] who holds it now */
export const giveToComputer = (game, seat, level, holder) =>
  call("PUT", at(game, seat, "ai"), { json: { level, holder } });
/** @param {string} game @param {string} seat */
export const openSeat = (game, seat) => call("DELETE", at(game, seat, "ai"));
/** @param {string} game @returns {Promise<Answer<"list_invitations">>} */
export const invitations = (game) => call("GET", `/v1/games/${e(game)}/invitations`);
/**
 * @param {string} game
 * @param {{ seat?: string, player?: string, role?: "player" | "co_organiser" }} form
 * @returns {Promise<Answer<"invite">>}
 */
export const invite = (game, form) => call("POST", `/v1/games/${e(game)}/invitations`, { json: form });
/** @param {string} game @param {string} player */
export const removeCoOrganiser = (game, player) => call("DELETE", `/v1/games/${e(game)}/co-organisers/${e(player)}`);
/** @param {string} game @returns {Promise<Answer<"show_muster">>} */
export const muster = (game) => call("GET", `/v1/games/${e(game)}/muster`);
/** @param {string} game */
export const callMuster = (game) => call("POST", `/v1/games/${e(game)}/muster`, { json: {} });
/** @param {string} game */
export const endMuster = (game) => call("DELETE", `/v1/games/${e(game)}/muster`);
/** @param {string} game */
export const answerMuster = (game) => call("PUT", `/v1/games/${e(game)}/muster/present`, { json: {} });
/** @param {string} game @returns {Promise<Answer<"list_substitutes">>} */
export const substitutes = (game) => call("GET", `/v1/games/${e(game)}/substitutes`);
/** @param {string} game */
export const standBy = (game) => call("PUT", `/v1/games/${e(game)}/substitutes/me`, { json: {} });
/** @param {string} game */
export const standDown = (game) => call("DELETE", `/v1/games/${e(game)}/substitutes/me`);
/** @param {string} game @param {string} seat @param {number} number @param {string} reason */
export const reportLetter = (game, seat, number, reason) =>
  call("POST", `/v1/games/${e(game)}/seats/${e(seat)}/messages/${number}/report`, { json: { reason } });
/** @param {string} player */
export const block = (player) => call("PUT", `/v1/me/blocks/${e(player)}`, { json: {} });
/** @param {string} player whose letters are to come without a sound */
export const mute = (player) => call("PUT", `/v1/me/blocks/${e(player)}`, { json: { only_mute: true } });
/** @param {string} game @returns {Promise<Answer<"list_abuse_reports">>} */
export const abuseReports = (game) => call("GET", `/v1/games/${e(game)}/abuse-reports`);
/** @param {string} game @param {string} report */
export const closeAbuseReport = (game, report) => call("DELETE", `/v1/games/${e(game)}/abuse-reports/${e(report)}`);
/** @param {string} game @returns {Promise<Answer<"list_bans">>} */
export const bans = (game) => call("GET", `/v1/games/${e(game)}/bans`);
/** @param {string} game @param {string} player */
export const ban = (game, player) => call("PUT", `/v1/games/${e(game)}/bans/${e(player)}`, { json: {} });
/** @param {string} game @param {string} player */
export const liftBan = (game, player) => call("DELETE", `/v1/games/${e(game)}/bans/${e(player)}`);
/** @param {string} game @param {number} after @returns {Promise<Answer<"list_turns">>} those after this step */
export const turns = (game, after) => call("GET", `/v1/games/${e(game)}/turns?limit=100&after=${after}`);
/** @param {string} game @returns {Promise<Answer<"list_votes">>} */
export const votes = (game) => call("GET", `/v1/games/${e(game)}/votes`);
/** @param {string} game @param {Schemas["VoteRequest"]} form */
export const callVote = (game, form) => call("POST", `/v1/games/${e(game)}/votes`, { json: form });
/** @param {string} game @param {string} vote @param {"yes" | "no"} choice */
export const castBallot = (game, vote, choice) =>
  call("PUT", `/v1/games/${e(game)}/votes/${e(vote)}/ballot`, { json: { choice } });
/** @param {string} game @param {string} vote */
export const withdrawVote = (game, vote) => call("DELETE", `/v1/games/${e(game)}/votes/${e(vote)}`);
/** @returns {Promise<Answer<"list_my_invitations">>} */
export const myInvitations = () => call("GET", "/v1/me/invitations");
/** @param {string} invitation */
export const declineInvitation = (invitation) => call("DELETE", `/v1/me/invitations/${e(invitation)}`);
/** @param {string} game @param {string} invitation */
export const revokeInvitation = (game, invitation) =>
  call("DELETE", `/v1/games/${e(game)}/invitations/${e(invitation)}`);
/** @param {string} code @returns {Promise<Answer<"accept_invitation">>} */
export const acceptInvitation = (code) => call("POST", "/v1/invitations/accept", { json: { code } });
/** @param {string} game @returns {Promise<Answer<"verify_game">>} */
export const verify = (game) => call("GET", `/v1/games/${e(game)}/verify`);
/** @param {string} game @returns {Promise<Answer<"list_announcements">>} */
export const announcements = (game) => call("GET", `/v1/games/${e(game)}/announcements`);
/** @param {string} game @param {string} text says something to everybody in it */
export const announce = (game, text) => call("POST", `/v1/games/${e(game)}/announcements`, { json: { text } });
/** @param {string} game @returns {Promise<Answer<"preview_clock">>} */
export const deadlines = (game) => call("GET", `/v1/games/${e(game)}/clock`);
/** @param {string} game @returns {Promise<Blob>} the deadlines for a calendar program */
export const calendar = async (game) =>
  (await send("GET", `/v1/games/${e(game)}/deadlines.ics`, { accept: "text/calendar" })).blob();
/** @param {string} game @param {string} seat gives the seat up */
export const release = (game, seat) => call("POST", at(game, seat, "release"), { json: {} });
/** @param {string} game @returns {Promise<Blob>} */
export const archive = async (game) => (await send("GET", `/v1/games/${e(game)}/archive`)).blob();
/** @param {string} game @returns {Promise<Answer<"show_awaiting">>} */
export const awaiting = (game) => call("GET", `/v1/games/${e(game)}/awaiting`);
/** @param {string} game @param {string} seat @returns {Promise<Answer<"claim_seat">>} */
export const claim = (game, seat) => call("POST", at(game, seat, "claim"), { json: {} });

/** @param {string} game @param {string} seat @param {string} [query] */
export const map = async (game, seat, query = "") =>
  (await send("GET", at(game, seat, `map.svg${query}`), { accept: "image/svg+xml" })).text();
/** @param {string} game @param {string} seat @returns {Promise<Answer<"list_reports">>} */
export const reports = (game, seat) => call("GET", at(game, seat, "reports?limit=100"));
/** @param {string} game @param {string} seat @param {number} step @returns {Promise<Answer<"show_report">>} */
export const report = (game, seat, step) => call("GET", at(game, seat, `reports/${step}`));
/** @param {string} game @param {string} seat @param {number} step @returns {Promise<Answer<"show_view_changes">>} */
export const viewChanges = (game, seat, step) => call("GET", at(game, seat, `view/changes?step=${step}`));
/** @param {string} game @param {string} seat @returns {Promise<Answer<"show_figures">>} */
export const figures = (game, seat) => call("GET", at(game, seat, "figures"));
/** What everybody may know. @param {string} game @param {number} [step] @returns {Promise<Answer<"show_gallery">>} */
export const gallery = (game, step) =>
  call("GET", `/v1/games/${e(game)}/gallery${step === undefined ? "" : `?step=${step}`}`);
/** @param {string} game @param {string} [query] */
export const galleryMap = async (game, query = "") =>
  (await send("GET", `/v1/games/${e(game)}/gallery/map.svg${query}`, { accept: "image/svg+xml" })).text();
/** @param {string} game @returns {Promise<Answer<"show_gallery_figures">>} */
export const galleryFigures = (game) => call("GET", `/v1/games/${e(game)}/gallery/figures`);
/** @param {string} game @param {string} seat @returns {Promise<Answer<"list_letters">>} */
export const letters = (game, seat) => call("GET", at(game, seat, "messages?limit=100"));
/** @param {string} game @param {string} seat @param {any} letter */
export const writeLetter = (game, seat, letter) => call("POST", at(game, seat, "messages"), { json: letter });

/** @param {string} game @param {string} seat @param {any[]} orders @param {any} order @param {AbortSignal} [signal] @param {string[]} [places] what of the map it is to begin at @returns {Promise<Answer<"order_options">>} */
export const options = (game, seat, orders, order, signal, places = []) =>
  call("POST", at(game, seat, "orders/options"), { json: { orders, order, at: places }, signal });

/**
 * Every kind of order by phase, open or closed with the reason.
 * @param {string} game
 * @param {string} seat
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<"list_order_kinds">>}
 */
export const orderKinds = (game, seat, signal) => call("GET", at(game, seat, "orders/options"), { signal });

/**
 * The orders that are handed in, with the tag of this edition; null when there are none.
 * @param {string} game
 * @param {string} seat
 * @returns {Promise<{ set: any, tag: string | null } | null>}
 */
export async function orders(game, seat) {
  try {
    const response = await send("GET", at(game, seat, "orders"));
    return { set: await response.json(), tag: response.headers.get("etag") };
  } catch (error) {
    if (/** @type {any} */ (error).code === "no-orders") return null;
    throw error;
  }
}

/**
 * Hands orders in, keeps them as a draft, or has them judged only.
 * @param {string} game
 * @param {string} seat
 * @param {{ orders?: any[], text?: string, step: number, ready?: boolean, draft?: boolean, dryRun?: boolean, tag?: string | null }} what
 * @returns {Promise<{ set: any, tag: string | null }>}
 */
export async function putOrders(game, seat, what) {
  const query = new URLSearchParams({ step: String(what.step) });
  if (what.ready !== undefined) query.set("ready", String(what.ready));
  if (what.draft) query.set("draft", "true");
  if (what.dryRun) query.set("dry_run", "true");
  /** @type {Record<string, string>} */
  const headers = what.tag ? { "if-match": what.tag } : {};
  const body = what.text === undefined ? { json: { orders: what.orders } } : { text: what.text };
  const response = await send("PUT", at(game, seat, `orders?${query}`), { ...body, headers });
  return { set: await response.json(), tag: response.headers.get("etag") };
}

/** @param {string} game @param {string} seat @param {number} step */
export const ready = (game, seat, step) => call("PUT", at(game, seat, `orders/ready?step=${step}`));
/** @param {string} game @param {string} seat @param {number} step */
export const notReady = (game, seat, step) => call("DELETE", at(game, seat, `orders/ready?step=${step}`));

/**
 * The orders that are handed in, as lines of shorthand.
 * @param {string} game
 * @param {string} seat
 */
export const shorthand = async (game, seat) =>
  (await send("GET", at(game, seat, "orders"), { accept: "text/plain" })).text();
/**
 * What a computer player would do: null while it thinks.
 * @param {string} game
 * @param {string} seat
 */
export async function advice(game, seat) {
  const response = await send("GET", at(game, seat, "advice"));
  return response.status === 202 ? null : response.json();
}
