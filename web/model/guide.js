/**
 * Where a guided game stands. What was done is kept in this browser; what the hints say comes from the server.
 * @module
 */

/** The hints of a turn, in their order. */
export const STEPS = /** @type {const} */ (["who", "look", "order", "advice", "hand", "read"]);
/** So many turns are guided. */
export const TURNS = 3;
/** The first hint of every turn but the first. */
const AGAIN = STEPS.indexOf("order");

/** @typedef {{ turn: number, at: number }} Stand turns from 1, hints from 0 */

/** @type {Stand} */
export const BEGIN = { turn: 1, at: 0 };

/**
 * What comes when something was done, in whatever order.
 * @param {Stand} stand
 * @param {typeof STEPS[number]} deed
 * @returns {Stand | null} null: the guide has nothing more to say
 */
export function after(stand, deed) {
  const done = STEPS.indexOf(deed);
  if (done < stand.at) return stand;
  if (done + 1 < STEPS.length) return { ...stand, at: done + 1 };
  return stand.turn < TURNS ? { turn: stand.turn + 1, at: AGAIN } : null;
}

/**
 * Some kinds of order that can be given now, of as many phases as possible.
 * @param {any[]} groups kinds by phase, as the server lists them
 * @param {number} most
 * @returns {any[]}
 */
export function some(groups, most) {
  const open = groups.map((group) => group.orders.filter((/** @type {any} */ kind) => kind.open));
  const found = [];
  for (let row = 0; found.length < most && open.some((kinds) => kinds.length > row); row++) {
    found.push(...open.filter((kinds) => kinds.length > row).map((kinds) => kinds[row]));
  }
  return found.slice(0, most);
}

const KEY = "cursus-guide";
/** Rule systems that a guide was asked for, or refused, in this browser. */
const MET = "cursus-met";

/** @param {string} ruleset @returns {boolean} */
export function isNew(ruleset) {
  try {
    return !(localStorage.getItem(MET) ?? "").split(" ").includes(ruleset);
  } catch {
    return true;
  }
}

/** @param {string} ruleset */
export function meet(ruleset) {
  if (!isNew(ruleset)) return;
  try {
    localStorage.setItem(MET, `${localStorage.getItem(MET) ?? ""} ${ruleset}`.trim());
  } catch {
    // Without storage every game is a first one.
  }
}

/** @returns {Record<string, Stand>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * Where the guide of a seat stands; null where none is wanted.
 * @param {string} game
 * @returns {Stand | null}
 */
export const standOf = (game) => kept()[game] ?? null;

/**
 * @param {string} game
 * @param {Stand | null} stand
 */
export function keep(game, stand) {
  const all = kept();
  if (stand) all[game] = stand;
  else delete all[game];
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Without storage the guide begins anew after a reload.
  }
}
