/**
 * My games, the most urgent first; games to join.
 * @module
 */
import { h, fill } from "../base/h.js";
import { distance, explain, moment, t } from "../base/text.js";
import * as ops from "../net/ops.js";
import { followAll } from "../net/stream.js";
import { playAsGuest, who } from "../model/session.js";
import { go, link } from "../model/router.js";

/** Milliseconds after a change before the page shows it: changes come in groups. */
const SOON = 300;

/**
 * @param {Element} page
 * @returns {Promise<(() => void) | void>} leaves the page
 */
export async function home(page) {
  if (!who()) return void (await welcome(page));
  await draw(page);
  let open = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const again = () => {
    clearTimeout(timer);
    // What cannot be had now comes with the next change.
    timer = setTimeout(() => open && draw(page, () => open).catch(() => {}), SOON);
  };
  const stop = followAll({ onEvent: (kind) => kind === "game" && again(), onState: () => {} });
  return () => {
    open = false;
    clearTimeout(timer);
    stop();
  };
}

/**
 * @param {Element} page
 * @param {() => boolean} [wanted] whether the page is still shown when all is there
 */
async function draw(page, wanted = () => true) {
  const [seats, invited, mine, open, running] = await Promise.all([
    ops.mySeats(),
    ops.myInvitations(),
    ops.games({ mine: "true", limit: "100" }),
    ops.games({ open_seats: "true", limit: "20" }),
    ops.games({ status: "running", limit: "20" }),
  ]);
  if (!wanted()) return;
  const held =
    document.activeElement instanceof HTMLAnchorElement && page.contains(document.activeElement)
      ? document.activeElement.pathname
      : null;
  const isOver = (/** @type {any} */ game) => ["finished", "abandoned"].includes(game.status);
  const isUnderWay = (/** @type {any} */ one) => one.status === "running" || one.status === "paused";
  const groups = /** @type {[any, any[]][]} */ ([
    ["home.waits", seats.filter((one) => one.waits_for_you)],
    ["home.others", seats.filter((one) => !one.waits_for_you && isUnderWay(one))],
    ["home.lobby", seats.filter((one) => one.status === "lobby")],
    ["home.run", mine.items.filter((/** @type {any} */ game) => !isOver(game) && !game.yours.length).map(gameLine)],
    ["home.over", mine.items.filter(isOver).slice(0, 10).map(gameLine)],
  ]);
  const others = open.items.filter((/** @type {any} */ game) => !game.yours.length);
  const watched = running.items.filter((/** @type {any} */ game) => !game.yours.length).slice(0, 5);
  fill(
    page,
    h("h1", { tabindex: -1 }, t("home.title")),
    invited.items.length
      ? section(
          "home.invited",
          invited.items.map((one) => invitedLine(one, () => draw(page, wanted))),
        )
      : null,
    seats.length || mine.items.length
      ? null
      : h("p", {}, t("home.none"), " ", link("/new", t("app.new"), "button first")),
    groups.map(([title, list]) => (list.length ? section(title, list.map(mineLine)) : null)),
    section("home.open", others.length ? others.map(openLine) : [h("p", { class: "note" }, t("home.none-open"))]),
    watched.length ? section("home.watch", watched.map(watchLine)) : null,
    codeBox(),
  );
  // Whoever was on a link is on it still.
  const again = held ? [...page.querySelectorAll("a")].find((one) => one.pathname === held) : undefined;
  again?.focus({ preventScroll: true });
}

/** Takes the seat that a code leads to, or helps to run the game. @param {string} code */
async function accept(code) {
  const { game, seat } = await ops.acceptInvitation(code);
  go(seat ? `/t/${game.id}/${encodeURIComponent(seat)}` : `/g/${game.id}`);
}

/**
 * An invitation that names the reader.
 * @param {any} one
 * @param {() => Promise<void>} again draws the page anew
 */
function invitedLine(one, again) {
  const problem = h("span", { class: "verdict refused", role: "alert" });
  const after = (/** @type {() => Promise<any>} */ what) => async () => {
    try {
      await what();
    } catch (error) {
      problem.textContent = explain(error);
    }
  };
  const by = one.invited_by ?? "";
  const text =
    one.role === "co_organiser"
      ? t("home.invited-to-run", by, one.game.name)
      : t("home.invited-to-play", by, one.game.name, one.seat_name ?? "");
  const decline = async () => {
    await ops.declineInvitation(one.id);
    await again();
  };
  return h(
    "p",
    { class: "row" },
    h("span", {}, text),
    h("button", { type: "button", class: "first", onclick: after(() => accept(one.code)) }, t("home.accept")),
    h("button", { type: "button", onclick: after(decline) }, t("home.decline")),
    problem,
  );
}

/** For who was given the code of an invitation. */
function codeBox() {
  const code = h("input", { "aria-label": t("home.code"), autocomplete: "off", spellcheck: false });
  const problem = h("p", { class: "verdict refused", role: "alert" });
  problem.hidden = true;
  const use = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await accept(code.value.trim());
    } catch (error) {
      problem.hidden = false;
      problem.textContent = explain(error);
    }
  };
  return h(
    "details",
    {},
    h("summary", {}, t("home.code")),
    h("form", { class: "row", onsubmit: use }, code, h("button", {}, t("home.code-use"))),
    problem,
  );
}

/** @param {Element} page */
async function welcome(page) {
  const watched = h("div", {});
  const problem = h("p", { class: "verdict refused", role: "alert" });
  problem.hidden = true;
  const play = async () => {
    try {
      await playAsGuest();
      go("/new");
    } catch (error) {
      problem.hidden = false;
      problem.textContent = explain(error);
    }
  };
  fill(
    page,
    h(
      "section",
      { class: "welcome" },
      h("h1", { tabindex: -1 }, t("home.welcome")),
      h("p", {}, t("home.welcome-text")),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "first large", onclick: play }, t("home.play-now")),
        link("/sign-in", t("app.sign-in"), "button large"),
      ),
      h("p", { class: "note" }, t("home.play-now-text")),
      problem,
    ),
    watched,
  );
  const running = await ops.games({ status: "running", limit: "5" }).catch(() => ({ items: [] }));
  if (running.items.length) fill(watched, section("home.watch", running.items.map(watchLine)));
}

/** @param {any} title @param {Node[]} lines */
function section(title, lines) {
  return h("section", {}, h("h2", {}, t(title)), lines);
}

/** A game as a line of this page: that is over, or in which I hold no seat. @param {any} game */
function gameLine(game) {
  const seat = game.yours[0];
  const name = game.seats.find((/** @type {any} */ one) => one.seat === seat)?.name;
  return {
    game: game.id,
    name: game.name,
    label: game.label,
    seat,
    seat_name: name,
    awaited: 0,
    ready: 0,
    unread_letters: 0,
  };
}

/** @param {any} one a seat of mine */
function mineLine(one) {
  const notes = [
    one.status === "paused" ? t("table.paused") : null,
    one.awaited > 1 ? t("home.ready-of", one.ready, one.awaited) : null,
    one.unread_letters ? t("home.letters", one.unread_letters) : null,
  ];
  const deadline = one.deadline
    ? h("span", { title: moment(one.deadline) }, t("table.due", distance(Date.parse(one.deadline) - Date.now())))
    : null;
  const waits = one.waits_for_you;
  return h(
    "article",
    { class: waits ? "game waits" : "game" },
    h("h3", {}, one.name),
    h(
      "p",
      {},
      [one.seat_name, one.label].filter(Boolean).join(" · "),
      " ",
      deadline,
      h("span", { class: "note" }, ` ${notes.filter(Boolean).join(" · ")}`),
    ),
    waits && one.prompt ? h("p", { class: "note" }, one.prompt) : null,
    link(
      one.seat ? `/t/${one.game}/${encodeURIComponent(one.seat)}` : `/g/${one.game}`,
      t(waits ? "home.play" : "home.look"),
      waits ? "button first" : "button",
    ),
  );
}

/** @param {any} game one that others play */
function watchLine(game) {
  return h(
    "article",
    { class: "game" },
    h("h3", {}, game.name),
    h("p", {}, [game.scenario, game.label].filter(Boolean).join(" · ")),
    link(`/w/${game.id}`, t("game.watch"), "button"),
  );
}

/** @param {any} game */
function openLine(game) {
  const free = game.seats.filter((/** @type {any} */ seat) => seat.holder === "open");
  const join = async (/** @type {any} */ seat) => {
    await ops.claim(game.id, seat.seat);
    go(`/t/${game.id}/${encodeURIComponent(seat.seat)}`);
  };
  return h(
    "article",
    { class: "game" },
    h("h3", {}, game.name),
    h("p", {}, [game.scenario, game.label].filter(Boolean).join(" · ")),
    h(
      "div",
      { class: "row" },
      free.map((/** @type {any} */ seat) =>
        h("button", { type: "button", onclick: () => join(seat) }, t("home.join", seat.name)),
      ),
    ),
  );
}
