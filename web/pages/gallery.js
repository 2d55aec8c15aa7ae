/**
 * The gallery: a game as those see it who only watch; once it is over, as anybody saw it who played.
 * @module
 */
import { h, fill } from "../base/h.js";
import { announce } from "../base/announce.js";
import { explain, t } from "../base/text.js";
import * as ops from "../net/ops.js";
import { follow } from "../net/stream.js";
import { link } from "../model/router.js";
import { figuresOverTime } from "../parts/figures.js";
import { known } from "../parts/places.js";
import { pastTurns } from "../parts/past-turns.js";
import { standings } from "../parts/standings.js";
import "../parts/map.js";

/** Steps that can be looked at, counted from the newest. */
const STEPS = 100;
/** Milliseconds after a step before it is read. */
const SOON = 400;

/**
 * @param {Element} page
 * @param {string} game
 * @returns {Promise<() => void>} leaves the gallery
 */
export async function gallery(page, game) {
  const here = new Gallery(page, game);
  await here.open();
  return () => here.close();
}

class Gallery {
  /** @param {Element} page @param {string} id */
  constructor(page, id) {
    this.page = page;
    this.id = id;
    /** Key of the seat through whose eyes it is seen; none: as everybody sees it. */
    this.seat = "";
    /** How often another map was asked for. */
    this.looks = 0;
    this.timer = 0;
    /** What the steps are called. @type {Map<number, string>} */
    this.labels = new Map();
    this.game = /** @type {import("../net/ops.js").Answer<"show_game">} */ (/** @type {unknown} */ (null));
    /** @type {any} */
    this.map = document.createElement("game-map");
    this.head = h("div", { class: "table-head" });
    this.newer = h("div", { role: "status" });
    this.known = h("div", {});
    this.news = h("div", {});
  }

  async open() {
    const side = h("aside", { class: "side" }, this.newer, this.known, this.news);
    this.map.addEventListener("pick", (/** @type {any} */ event) => fill(this.known, known(event.detail.told)));
    fill(this.page, this.head, h("div", { class: "table" }, this.map, side));
    this.page.classList.add("wide");
    await this.read();
    this.stop = follow(this.id, "", {
      onEvent: (kind) => {
        if (kind !== "step_resolved" && kind !== "game_over") return;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.heard(), SOON);
      },
      onState: () => {},
    });
  }

  close() {
    this.stop?.();
    this.past?.close();
    clearTimeout(this.timer);
  }

  /** A step was resolved. Who looks at an earlier one is not torn away. */
  heard() {
    const show = () => this.read(true).catch(() => {});
    if (!this.past || this.past.atEnd()) return show();
    fill(this.newer, h("button", { type: "button", class: "first", onclick: show }, t("gallery.newer")));
  }

  get over() {
    return this.game.status === "finished";
  }

  /** Reads how the game stands. @param {boolean} [isNews] whether something happened */
  async read(isNews = false) {
    this.game = await ops.game(this.id);
    const seen = await ops.gallery(this.id);
    const turns = seen.newest ? (await ops.turns(this.id, Math.max(seen.newest - STEPS, 0))).items : [];
    const shown = turns.filter((one) => one.step <= seen.newest);
    this.labels = new Map(shown.map((one) => [one.step, one.label]));
    this.drawHead(seen);
    fill(this.newer);
    const eyes = this.over ? this.eyes() : null;
    const figures = figuresOverTime(() => (this.seat ? ops.figures(this.id, this.seat) : ops.galleryFigures(this.id)));
    this.past?.close();
    if (!shown.length) {
      fill(this.news, eyes, standings(seen.figures), h("p", { class: "note" }, t("gallery.nothing-yet")));
      return this.showMap(null, "");
    }
    this.past = pastTurns({
      reports: shown,
      report: (step) => this.report(step),
      changes: this.seat ? (step) => ops.viewChanges(this.id, this.seat, step) : null,
      atlas: () => this.map.atlas(),
      show: (step, label) => this.showMap(step, label),
    });
    fill(this.news, eyes, this.seat ? null : standings(seen.figures), figures, this.past.element);
    await this.past.open();
    if (isNews) announce(t("table.new-report", /** @type {any} */ (shown.at(-1)).label));
  }

  /** @param {any} seen */
  drawHead(seen) {
    const { game } = this;
    document.title = `${game.name}, ${seen.label} – ${t("app.name")}`;
    fill(
      this.head,
      h("h1", { tabindex: -1 }, game.name),
      h("span", {}, seen.label),
      h("span", { class: "note" }, seen.embargo ? t("gallery.late", seen.embargo) : ""),
      link(`/g/${this.id}`, t("gallery.game"), "button"),
    );
  }

  /** Through whose eyes it is seen. */
  eyes() {
    const select = h(
      "select",
      {},
      h("option", { value: "" }, t("gallery.everybody")),
      this.game.seats.map((/** @type {any} */ one) => h("option", { value: one.seat }, one.name)),
    );
    select.value = this.seat;
    select.addEventListener("change", () => {
      this.seat = select.value;
      this.read().catch((error) =>
        fill(this.news, h("p", { class: "verdict refused", role: "alert" }, explain(error))),
      );
    });
    return h("label", { class: "row" }, t("gallery.eyes"), " ", select);
  }

  /** What was told of a step. @param {number} step */
  async report(step) {
    if (this.seat) return ops.report(this.id, this.seat, step);
    const seen = await ops.gallery(this.id, step);
    return { ...seen, label: this.labels.get(step) ?? seen.label, verdicts: [], reasons: [] };
  }

  /**
   * Has the map show how it was after a step, or how it is.
   * @param {number | null} step null: the newest
   * @param {string} label
   */
  async showMap(step, label) {
    const mine = ++this.looks;
    const query = step === null ? "?show=moves" : `?step=${step}&show=moves`;
    try {
      const map = this.seat ? await ops.map(this.id, this.seat, query) : await ops.galleryMap(this.id, query);
      if (mine !== this.looks) return;
      this.map.show(map);
      this.map.caption(step === null ? "" : t("map.past-public", label));
    } catch (error) {
      if (mine === this.looks) this.map.caption(explain(error));
    }
  }
}
