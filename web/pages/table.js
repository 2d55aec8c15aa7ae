/**
 * The table: the map, the orders that are being written, what happened, letters.
 * @module
 */
import { h, fill } from "../base/h.js";
import { announce } from "../base/announce.js";
import { distance, explain, moment, readable, t } from "../base/text.js";
import * as drafts from "../model/draft.js";
import { wordsOf } from "../model/trail.js";
import * as ops from "../net/ops.js";
import { follow } from "../net/stream.js";
import { link } from "../model/router.js";
import * as guides from "../model/guide.js";
import { adviceView } from "../parts/advice.js";
import { figuresOverTime } from "../parts/figures.js";
import { guide } from "../parts/guide.js";
import { known } from "../parts/places.js";
import { linked } from "../parts/places-in-text.js";
import { pastTurns } from "../parts/past-turns.js";
import { question } from "../parts/question.js";
import { showLetters } from "../parts/letters.js";
import { typing } from "../parts/typing.js";
import "../parts/map.js";
import "../parts/orders.js";
import "../parts/composer.js";

/** Milliseconds after a change before it is saved. */
const SAVE = 400;
const SOON = 150;

/**
 * @param {Element} page
 * @param {string} gameId
 * @param {string} seat
 * @returns {Promise<() => void>} leaves the table
 */
export async function table(page, gameId, seat) {
  const here = new Table(page, gameId, seat);
  await here.open();
  return () => here.close();
}

class Table {
  /** @param {Element} page @param {string} gameId @param {string} seat */
  constructor(page, gameId, seat) {
    this.page = page;
    // Read before anything is shown.
    this.game = /** @type {import("../net/ops.js").Answer<"show_game">} */ (/** @type {unknown} */ (null));
    this.awaiting = /** @type {import("../net/ops.js").Answer<"show_awaiting">} */ (/** @type {unknown} */ (null));
    /** The step that is shown; -1 before the first. */
    this.step = -1;
    this.gameId = gameId;
    this.seat = seat;
    this.draft = drafts.draft();
    /** The step whose question is shown. */
    this.asked = -1;
    /** Shorthand of orders, by their JSON. @type {Map<string, string>} */
    this.lines = new Map();
    /** Places that orders go by, by their JSON. @type {Map<string, string[]>} */
    this.trails = new Map();
    /** @type {any[]} */
    this.verdicts = [];
    /** @type {string | null} */
    this.tag = null;
    this.state = "";
    this.problem = "";
    this.saving = Promise.resolve();
    this.timers = { save: 0, look: 0, tick: 0 };
    this.live = false;
    /** The map of the present, and the one that is shown. */
    this.present = "";
    this.shown = "";
    /** How often another map was asked for. */
    this.looks = 0;
  }

  async open() {
    this.game = await ops.game(this.gameId);
    this.build();
    await this.refresh();
    this.stop = follow(this.gameId, this.seat, {
      onEvent: (kind, data) => this.heard(kind, data),
      onState: (live) => {
        this.live = live;
        this.drawHead();
      },
    });
    this.timers.tick = setInterval(() => this.drawHead(), 20_000);
  }

  close() {
    this.stop?.();
    this.past?.close();
    clearInterval(this.timers.tick);
    if (this.timers.save) this.save();
  }

  build() {
    const tab = (/** @type {string} */ name, /** @type {any} */ title) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": `panel-${name}`,
          onclick: () => this.showTab(name),
        },
        t(title),
      );
    const panel = (/** @type {string} */ name, /** @type {any} */ ...kids) =>
      h("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` }, ...kids);
    this.head = h("div", { class: "table-head" });
    /** @type {any} */
    this.map = document.createElement("game-map");
    /** @type {any} */
    this.list = document.createElement("order-list");
    /** @type {any} */
    this.composer = document.createElement("order-composer");
    this.question = h("div", {});
    this.known = h("div", {});
    this.extra = h("div", { class: "extra" });
    this.news = h("div", {});
    this.post = h("div", {});
    this.guide = guide({
      stand: guides.standOf(this.gameId),
      keep: (stand) => guides.keep(this.gameId, stand),
      words: () => this.words(),
      kinds: () => ops.orderKinds(this.gameId, this.seat).catch(() => ({ groups: [] })),
      prompt: () => this.mine()?.prompt ?? "",
      immediate: () => this.immediate,
      compose: (kind) => {
        this.showTab("orders");
        this.composer.begin({ type: kind });
      },
      advise: () => {
        this.showTab("orders");
        this.advise();
      },
    });
    this.side = h(
      "aside",
      { class: "side" },
      this.guide.element,
      h(
        "div",
        { role: "tablist" },
        tab("orders", "table.orders"),
        tab("news", "table.news"),
        tab("letters", "table.letters"),
      ),
      panel("orders", this.question, this.known, this.composer, this.list, this.extra),
      panel("news", this.news),
      panel("letters", this.post),
    );
    fill(this.page, this.head, h("div", { class: "table" }, this.map, this.side));
    this.page.classList.add("wide");
    this.showTab("orders");
    this.composer.ask = (
      /** @type {any} */ order,
      /** @type {AbortSignal} */ signal,
      /** @type {string[] | undefined} */ places,
    ) => ops.options(this.gameId, this.seat, this.draft.orders, order, signal, places);
    this.composer.addEventListener("nowhere", (/** @type {any} */ event) => {
      this.state = t("compose.nowhere", event.detail);
      this.drawList();
      announce(this.state);
    });
    this.composer.kinds = (/** @type {AbortSignal} */ signal) => ops.orderKinds(this.gameId, this.seat, signal);
    this.composer.addEventListener("order", (/** @type {any} */ event) => {
      const { order, shorthand, trail } = event.detail;
      if (trail.length) this.trails.set(JSON.stringify(order), trail);
      if (shorthand) this.lines.set(JSON.stringify(order), shorthand);
      this.composer.cancel();
      this.change(drafts.add(this.draft, order));
      this.guide?.did("order");
    });
    this.composer.addEventListener("places", () => this.map.mark(this.composer.places()));
    this.composer.addEventListener("cancel", () => {
      this.map.mark([]);
      this.list.querySelector("[data-key=add]")?.focus();
    });
    this.map.addEventListener("pick", (/** @type {any} */ event) => {
      this.showTab("orders");
      const { exact, places, told } = event.detail;
      this.tell(told);
      if (this.composer.composing) this.composer.pick(exact, places);
      else if (!this.locked) this.composer.beginAt([exact, places]);
      this.guide?.did("look");
    });
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ act) =>
      this.list.addEventListener(name, (/** @type {any} */ event) => act(event.detail));
    on("compose", () => this.composer.begin());
    on("undo", () => this.change(drafts.undo(this.draft)));
    on("redo", () => this.change(drafts.redo(this.draft)));
    on("remove", (index) => this.change(drafts.remove(this.draft, index)));
    on("earlier", (index) => this.change(drafts.move(this.draft, index, index - 1)));
    on("later", (index) => this.change(drafts.move(this.draft, index, index + 1)));
    on("advice", () => this.advise());
    on("shorthand", () => this.type());
  }

  /** Says what is known of a place that was clicked. @param {string[]} told */
  tell(told) {
    fill(/** @type {Element} */ (this.known), known(told));
  }

  /** What the server says of the rules, the scenario and this seat. */
  async words() {
    const { about, scenarios } = await ops.ruleset(this.game.ruleset);
    const scenario = scenarios.find((one) => one.id === this.game.scenario);
    return { about, scenario, seat: scenario?.seats.find((one) => one.key === this.seat) };
  }

  /** @param {string} name */
  showTab(name) {
    for (const tab of this.side?.querySelectorAll("[role=tab]") ?? []) {
      tab.setAttribute("aria-selected", String(tab.id === `tab-${name}`));
    }
    for (const panel of this.side?.querySelectorAll("[role=tabpanel]") ?? []) {
      /** @type {HTMLElement} */ (panel).hidden = panel.id !== `panel-${name}`;
    }
    // Orders are given in the present.
    if (name !== "news") this.past?.present();
    if (name === "letters") this.readLetters();
  }

  /** Reads everything that a new step changes. */
  async refresh() {
    const game = await ops.game(this.gameId);
    // A game that has not started has none of the rest.
    const started = game.status !== "lobby";
    const [awaiting, orders, map, reports] = await Promise.all([
      ops.awaiting(this.gameId),
      started ? ops.orders(this.gameId, this.seat).catch(() => null) : null,
      started ? ops.map(this.gameId, this.seat, "?show=moves&since=orders").catch(() => "") : "",
      started ? ops.reports(this.gameId, this.seat).catch(() => ({ items: [] })) : { items: [] },
    ]);
    const next = this.step >= 0 && this.step !== awaiting.step;
    this.game = game;
    this.awaiting = awaiting;
    this.step = awaiting.step;
    if (map) {
      this.present = map;
      this.showPast(null, "");
    }
    // The doings of others may end a small step while orders for it are being written.
    const kept = next && this.immediate && this.mine() && !orders?.set.orders.length ? this.draft.orders : [];
    this.takeOrders(orders);
    if (kept.length) this.change(drafts.changed(this.draft, kept));
    this.drawHead();
    this.drawList();
    this.drawQuestion();
    this.guide?.draw();
    await this.drawNews(reports.items, next);
  }

  /** @param {{ set: any, tag: string | null } | null} found */
  takeOrders(found) {
    this.tag = found?.tag ?? null;
    this.verdicts = found?.set.verdicts ?? [];
    this.draft = drafts.draft(found?.set.orders ?? []);
    this.state = "";
    this.problem = "";
    if (found?.set.orders.length) this.nameLines();
  }

  /** Gets the shorthand of orders that were handed in. */
  async nameLines() {
    const orders = this.draft.orders;
    const lines = (await ops.shorthand(this.gameId, this.seat).catch(() => ""))
      .split("\n")
      .filter((line) => line.trim());
    if (lines.length === orders.length) orders.forEach((order, at) => this.lines.set(JSON.stringify(order), lines[at]));
    this.drawList();
  }

  /** This seat's line in what the game waits for. */
  mine() {
    return this.awaiting?.awaiting.find((/** @type {any} */ one) => one.seat === this.seat);
  }

  get immediate() {
    return this.awaiting?.mode === "immediate";
  }

  get locked() {
    return this.game.status !== "running" || (this.mine()?.ready ?? true);
  }

  drawQuestion() {
    const mine = this.mine();
    const asked = mine?.kind === "decision" && !mine.ready && this.game.status === "running";
    const { step } = this;
    if (asked && this.asked !== step) {
      const coming = ops.orderKinds(this.gameId, this.seat).then(
        (now) => now.answers,
        () => [],
      );
      const choose = (/** @type {any} */ answer) => {
        this.composer.cancel();
        this.change(drafts.changed(this.draft, answer.orders));
      };
      fill(
        /** @type {Element} */ (this.question),
        question({ prompt: mine.prompt ?? "", silence: mine.default ?? "" }, coming, choose),
      );
    }
    if (!asked) fill(/** @type {Element} */ (this.question));
    this.asked = asked ? step : -1;
    if (!asked || this.draft.orders.length || this.composer.composing) return;
    this.showTab("orders");
    this.composer.begin();
  }

  drawHead() {
    const { game, awaiting } = this;
    if (!awaiting || !this.head) return;
    const name = game.seats.find((/** @type {any} */ one) => one.seat === this.seat)?.name ?? this.seat;
    document.title = `${this.mine()?.ready === false ? "(1) " : ""}${name}, ${awaiting.label} – ${t("app.name")}`;
    const deadline = awaiting.deadline
      ? h(
          "span",
          { title: moment(awaiting.deadline) },
          t("table.due", distance(Date.parse(awaiting.deadline) - Date.now())),
        )
      : null;
    fill(
      this.head,
      h("h1", { tabindex: -1 }, `${game.name} · ${name}`),
      h("p", {}, awaiting.label, " ", deadline, " ", h("span", { class: "note" }, this.situation())),
      this.live ? null : h("span", { class: "badge" }, t("table.lost")),
      link(`/g/${this.gameId}`, t("game.page")),
      h(
        "button",
        {
          type: "button",
          class: "plain",
          data: { key: "guide" },
          onclick: () => this.guide?.begin({ ...guides.BEGIN }),
        },
        t("guide.open"),
      ),
      this.handIn(),
    );
  }

  /** What the game waits for, in words. */
  situation() {
    const { game, awaiting } = this;
    if (game.status === "lobby") return t("table.lobby");
    if (game.status === "paused") return t("table.paused");
    if (game.status !== "running") return `${t("table.over")} ${game.outcome?.reason ?? ""}`;
    const mine = this.mine();
    if (mine && !mine.ready) return mine.prompt ?? t("table.your-turn");
    const names = awaiting.awaiting
      .filter((/** @type {any} */ one) => !one.ready)
      .map((/** @type {any} */ one) => {
        const name = game.seats.find((/** @type {any} */ seat) => seat.seat === one.seat)?.name ?? one.seat;
        return one.thinking?.percent ? `${name} (${one.thinking.percent} %)` : name;
      });
    if (!names.length) return t("table.resolving");
    return mine
      ? `${t("table.handed-in")} ${t("table.waiting", names.join(", "))}`
      : t("table.waiting", names.join(", "));
  }

  /** The button that matters now. */
  handIn() {
    const { game } = this;
    if (game.status === "lobby" && game.you_run_it) {
      return h(
        "button",
        { type: "button", class: "first", onclick: () => this.act(() => ops.startGame(this.gameId)) },
        t("table.start"),
      );
    }
    const mine = this.mine();
    if (game.status !== "running" || !mine) return null;
    if (mine.ready) {
      return h(
        "button",
        {
          type: "button",
          data: { key: "ready" },
          onclick: () => this.act(() => ops.notReady(this.gameId, this.seat, this.step)),
        },
        t("table.not-ready"),
      );
    }
    return h(
      "button",
      { type: "button", class: "first", data: { key: "ready" }, onclick: () => this.hand() },
      this.handInText(),
    );
  }

  /** What the button says: nobody hands refused orders in without knowing. */
  handInText() {
    const refused = this.verdicts.filter((one) => one.status === "refused").length;
    const text = t(this.immediate ? "table.execute" : "table.ready");
    return refused ? t("table.without", text, refused) : text;
  }

  /** Hands the orders in: they count as they are now. */
  async hand() {
    clearTimeout(this.timers.save);
    this.timers.save = 0;
    await this.saving;
    await this.act(async () => {
      const { set } = await ops.putOrders(this.gameId, this.seat, {
        orders: this.draft.orders,
        step: this.step,
        ready: this.immediate ? undefined : true,
        tag: this.tag,
      });
      if (set.not_ready_because) throw new Error(set.not_ready_because);
      if (set.executed) this.draft = drafts.draft();
      if (set.executed || set.ready) this.guide?.did("hand");
      if (set.executed && set.events.length) {
        this.showTab("news");
        this.happened = set.events;
      }
      announce(t("table.handed-in"));
    });
  }

  /**
   * Does something to the game and looks at it anew.
   * @param {() => Promise<any>} what
   */
  async act(what) {
    try {
      await what();
      await this.refresh();
    } catch (error) {
      this.fail(/** @type {any} */ (error));
    }
  }

  /** @param {any} error */
  fail(error) {
    this.problem = explain(error);
    this.state = "";
    this.drawList();
    announce(this.problem, true);
  }

  /** @param {drafts.Draft} draft */
  change(draft) {
    if (draft === this.draft) return;
    this.draft = draft;
    this.verdicts = [];
    this.problem = "";
    this.state = t("orders.saving");
    this.drawHead();
    this.drawList();
    clearTimeout(this.timers.save);
    this.timers.save = setTimeout(() => this.save(), SAVE);
  }

  /** Saves the draft, which has it judged as well. */
  save() {
    this.timers.save = 0;
    const { orders } = this.draft;
    const judged = async () => {
      try {
        const { set, tag } = await ops.putOrders(this.gameId, this.seat, {
          orders,
          step: this.step,
          draft: true,
          tag: this.tag,
        });
        this.tag = tag;
        if (orders !== this.draft.orders) return;
        this.verdicts = set.verdicts;
        if (orders.some((one) => !this.lines.has(JSON.stringify(one)))) await this.nameLines();
        const good = set.verdicts.filter((/** @type {any} */ one) => one.status !== "refused").length;
        this.state = `${t("orders.saved")} · ${t("orders.count", Math.min(good, orders.length), set.refused)}`;
        this.drawHead();
        this.drawList();
        announce(this.state);
      } catch (error) {
        await this.notSaved(/** @type {any} */ (error), orders);
      }
    };
    this.saving = this.saving.then(judged);
  }

  /** @param {any} error @param {any[]} mine */
  async notSaved(error, mine) {
    if (error.status === 412) {
      const found = await ops.orders(this.gameId, this.seat).catch(() => null);
      this.takeOrders(found);
      this.draft = { ...this.draft, past: [mine] };
      this.problem = t("orders.elsewhere");
      return this.drawList();
    }
    this.fail(error);
    this.state = t("orders.unsaved");
    this.drawList();
  }

  drawList() {
    this.map?.trails(this.draft.orders.map((order) => this.trails.get(JSON.stringify(order)) ?? wordsOf(order)));
    const line = (/** @type {any} */ order) => this.lines.get(JSON.stringify(order)) ?? readable(order.type ?? "");
    this.list?.show({
      orders: this.draft.orders,
      lines: this.draft.orders.map(line),
      verdicts: this.verdicts,
      locked: this.locked,
      canUndo: this.draft.past.length > 0,
      canRedo: this.draft.future.length > 0,
      state: this.state,
      problem: this.problem,
    });
  }

  /** The box for those who like to type. */
  type() {
    const extra = /** @type {Element} */ (this.extra);
    const known = this.draft.orders.map((order) => this.lines.get(JSON.stringify(order)) ?? "").filter(Boolean);
    const read = async (/** @type {string} */ text) =>
      (await ops.putOrders(this.gameId, this.seat, { text, step: this.step, dryRun: true })).set;
    const use = (/** @type {any[]} */ orders, /** @type {string[]} */ lines) => {
      lines.forEach((line, at) => this.lines.set(JSON.stringify(orders[at]), line));
      fill(extra);
      this.change(drafts.changed(this.draft, orders));
    };
    const { elements, focus } = typing(known, read, use, () => fill(extra));
    fill(extra, elements);
    focus();
  }

  /** Asks a computer player what it would do. */
  async advise() {
    const extra = /** @type {Element} */ (this.extra);
    fill(extra, h("p", { class: "note", role: "status" }, t("orders.advice-wait")));
    try {
      let found = null;
      while (!(found = await ops.advice(this.gameId, this.seat)))
        await new Promise((resolve) => setTimeout(resolve, 700));
      const { advice } = found;
      this.guide?.did("advice");
      const take = () => {
        fill(extra);
        this.change(drafts.changed(this.draft, advice.orders));
      };
      fill(
        extra,
        adviceView(advice, take, () => fill(extra)),
      );
    } catch (error) {
      fill(extra, h("p", { class: "verdict refused", role: "alert" }, explain(error)));
    }
  }

  /**
   * The last report, and a way back to those before it.
   * @param {any[]} reports
   * @param {boolean} isNew whether a step has just ended
   */
  async drawNews(reports, isNew) {
    const news = /** @type {Element} */ (this.news);
    const just = this.happened
      ? h(
          "section",
          {},
          h("h3", {}, t("news.title")),
          h(
            "ul",
            {},
            this.happened.map((/** @type {any} */ one) => h("li", {}, linked(one.text, this.map.atlas()))),
          ),
        )
      : null;
    if (!reports.length) return fill(news, just ?? h("p", { class: "note" }, t("news.none")));
    const last = reports.reduce((newest, one) => (one.step > newest.step ? one : newest));
    this.past?.close();
    this.past = pastTurns({
      reports,
      report: (step) => ops.report(this.gameId, this.seat, step),
      changes: (step) => ops.viewChanges(this.gameId, this.seat, step),
      atlas: () => this.map.atlas(),
      show: (step, label) => this.showPast(step, label),
    });
    const figures = figuresOverTime(() => ops.figures(this.gameId, this.seat));
    fill(news, just, figures, this.past.element);
    await this.past.open();
    if (isNew && !this.immediate) {
      this.showTab("news");
      announce(t("table.new-report", last.label));
    }
  }

  /**
   * Has the map show how the seat saw it after a step, or how it is.
   * @param {number | null} step null: the present
   * @param {string} label
   */
  async showPast(step, label) {
    const mine = ++this.looks;
    try {
      const map = step === null ? this.present : await ops.map(this.gameId, this.seat, `?step=${step}&show=moves`);
      if (mine !== this.looks || !map) return;
      if (map !== this.shown) this.map.show(map);
      this.shown = map;
      this.map.caption(step === null ? "" : t("map.past", label));
    } catch (error) {
      if (mine === this.looks) this.map.caption(explain(error));
    }
  }

  async readLetters() {
    // Nobody reads what is written to a computer.
    const others = this.game.seats.filter(
      (/** @type {any} */ one) => one.seat !== this.seat && one.holder === "person",
    );
    const does = {
      send: async (/** @type {any} */ letter) => {
        await ops.writeLetter(this.gameId, this.seat, letter);
        await this.readLetters();
      },
      report: async (/** @type {number} */ letter, /** @type {string} */ reason) => {
        await ops.reportLetter(this.gameId, this.seat, letter, reason);
      },
      block: async (/** @type {string} */ player) => {
        await ops.block(player);
      },
      mute: async (/** @type {string} */ player) => {
        await ops.mute(player);
      },
    };
    try {
      const found = await ops.letters(this.gameId, this.seat);
      showLetters(/** @type {Element} */ (this.post), found, others, this.game.seats, this.seat, does);
    } catch (error) {
      fill(/** @type {Element} */ (this.post), h("p", { class: "verdict refused" }, explain(error)));
    }
  }

  /**
   * Something happened: what it makes stale is read again. A connection begins with a snapshot, and what happened before
   * it was not heard.
   * @param {string} kind
   * @param {any} data
   */
  heard(kind, data) {
    if (kind === "announcement") {
      this.state = t("announce.heard", data.data?.player ?? "", data.data?.text ?? "");
      this.drawList();
      announce(this.state);
    }
    if (kind === "vote_called" && data.data?.by !== this.seat) {
      const by = this.game.seats.find((/** @type {any} */ one) => one.seat === data.data?.by);
      this.state = t("vote.heard", by?.name ?? data.data?.by ?? "");
      this.drawList();
      announce(this.state);
    }
    clearTimeout(this.timers.look);
    this.timers.look = setTimeout(async () => {
      try {
        const awaiting = await ops.awaiting(this.gameId);
        if (awaiting.step !== this.step || awaiting.status !== this.game.status) return await this.refresh();
        this.awaiting = awaiting;
        this.drawHead();
        this.drawList();
      } catch {
        // The next event or the next connection tries again.
      }
    }, SOON);
  }
}
