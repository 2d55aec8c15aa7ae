/**
 * An order is filled in field by field, by what the server offers. Nothing goes in that the player did not see.
 * @module
 */
import { h, fill } from "../base/h.js";
import { announce } from "../base/announce.js";
import { counted, explain, readable, sentences, t } from "../base/text.js";
import { answer, answerAt, byPhase, valuesAt } from "../model/compose.js";
import { placesOf } from "../model/trail.js";
import { verdictLine } from "./verdict.js";

/** Values shown at once. */
const MOST_SHOWN = 40;
/** Names of what was clicked that are asked about at once. */
const MOST_PLACES = 20;

export class OrderComposer extends HTMLElement {
  constructor() {
    super();
    /** Asks the server about an order. @type {(order: any, signal: AbortSignal, places?: string[]) => Promise<any>} */
    this.ask = async () => null;
    /** Asks the server for the kinds of order by phase. @type {(signal: AbortSignal) => Promise<any>} */
    this.kinds = async () => ({ groups: [] });
    /** @type {any[]} */
    this.groups = [];
    /** What the player does not have to type again when he goes on. @type {import("../model/compose.js").Composing | null} */
    this.composing = null;
    /** @type {any[]} */
    this.way = [];
    this.filter = "";
    /** What was clicked to begin the order, until a field has it. @type {string[]} */
    this.at = [];
    this.asking = new AbortController();
    /** Places that an order goes by, by the order's JSON. @type {Map<string, string[]>} */
    this.trails = new Map();
  }

  /** Begins a new order. @param {any} [order] */
  begin(order = {}) {
    this.composing = { order, reply: null, back: [] };
    this.at = [];
    this.trails.clear();
    return this.look(order, []);
  }

  /**
   * Begins a new order at what was clicked, if one can begin there.
   * @param {string[][]} tries names of places and things, the likeliest first
   */
  async beginAt(tries) {
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    try {
      for (const places of tries.filter((names) => names.length)) {
        const reply = await this.ask({}, signal, places.slice(0, MOST_PLACES));
        if (signal.aborted) return;
        if (!reply.next) continue;
        this.groups = [];
        this.trails.clear();
        this.at = places;
        this.composing = { order: {}, reply, back: [] };
        this.draw();
        return;
      }
      this.tell("nowhere", tries.flat()[0]);
    } catch (error) {
      if (signal.aborted) return;
      this.composing = { order: {}, reply: null, back: [] };
      this.fail(/** @type {Error} */ (error));
    }
  }

  cancel() {
    this.asking.abort();
    this.composing = null;
    fill(this);
    this.tell("cancel");
  }

  /**
   * Asks what comes next.
   * @param {any} order
   * @param {any[]} back
   */
  async look(order, back) {
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.classList.add("busy");
    try {
      // Without the phases the kinds can still be chosen: only the question itself may fail.
      const phases = "type" in order ? null : this.kinds(signal).catch(() => ({ groups: [] }));
      const reply = await this.ask(order, signal);
      if (phases) this.groups = (await phases).groups;
      if (signal.aborted) return;
      this.composing = { order, reply, back };
      this.way = [];
      this.filter = "";
      const clicked = this.at.length ? answerAt(reply.next, this.at) : null;
      if (!clicked || clicked.found) this.at = [];
      if (clicked) this.choose(clicked.value);
      else this.draw();
    } catch (error) {
      if (!signal.aborted) this.fail(/** @type {Error} */ (error));
    } finally {
      if (!signal.aborted) this.classList.remove("busy");
    }
  }

  /** @param {Error} error */
  fail(error) {
    const composing = this.composing;
    fill(
      this,
      h("p", { class: "verdict refused", role: "alert" }, explain(error)),
      h(
        "button",
        { type: "button", onclick: () => composing && this.look(composing.order, composing.back) },
        t("error.retry"),
      ),
      h("button", { type: "button", onclick: () => this.cancel() }, t("compose.cancel")),
    );
  }

  /** @param {any} value */
  choose(value) {
    if (!this.composing) return;
    const { order, back } = answer(this.composing, value);
    const before = this.trails.get(JSON.stringify(this.composing.order)) ?? [];
    const places = placesOf(this.composing.reply.next.values, value, this.way);
    this.trails.set(JSON.stringify(order), [...before, ...places]);
    this.look(order, back);
  }

  back() {
    const composing = this.composing;
    if (!composing?.back.length) return this.cancel();
    this.look(composing.back.at(-1), composing.back.slice(0, -1));
  }

  /**
   * Takes a click on the map as the answer, if it can be one.
   * @param {string[]} exact what was hit, the likeliest first
   * @param {string[]} near what is near it
   */
  pick(exact, near) {
    const places = [...exact, ...near];
    const values = this.composing?.reply?.next?.values;
    if (!values) return false;
    if (values.kind === "path") {
      const link = this.linksNow(values).find(
        (/** @type {any} */ one) => places.includes(one.to) || places.includes(String(one.value)),
      );
      if (link) this.walk(link);
      return Boolean(link);
    }
    if (values.kind !== "one_of") return false;
    const hit = exact.map((place) => valuesAt(values, [place])).find((found) => found.length);
    const found = hit ?? valuesAt(values, near);
    if (!found.length) return false;
    if (found.length === 1) this.choose(found[0].value);
    else {
      this.filter = found[0].place ?? String(found[0].value);
      this.draw();
    }
    return true;
  }

  /** Places that the field offers. @returns {string[]} */
  places() {
    const values = this.composing?.reply?.next?.values;
    if (!values) return [];
    const offered =
      values.kind === "path"
        ? this.linksNow(values).map((/** @type {any} */ one) => one.to)
        : (values.values ?? []).map((/** @type {any} */ one) => one.place);
    return offered.filter(Boolean);
  }

  draw() {
    const { reply, back } = /** @type {any} */ (this.composing);
    const { next } = reply;
    const bottom = h(
      "div",
      { class: "row" },
      back.length
        ? h("button", { type: "button", data: { key: "back" }, onclick: () => this.back() }, t("compose.back"))
        : null,
      h("button", { type: "button", data: { key: "cancel" }, onclick: () => this.cancel() }, t("compose.cancel")),
    );
    if (reply.complete) {
      const add = h(
        "button",
        {
          type: "button",
          class: "first",
          onclick: () =>
            this.tell("order", { ...reply, trail: this.trails.get(JSON.stringify(this.composing?.order)) ?? [] }),
        },
        t("compose.add"),
      );
      fill(
        this,
        this.so_far(),
        reply.verdict ? verdictLine(reply.verdict) : null,
        h("div", { class: "row" }, add),
        bottom,
      );
      add.focus();
      announce(
        `${reply.shorthand ?? ""} ${t(`verdict.${/** @type {"accepted"} */ (reply.verdict?.status ?? "accepted")}`)}`,
      );
    } else if (!next) fill(this, h("p", {}, t("compose.nothing")), bottom);
    else {
      const title = h("h3", { tabindex: -1 }, next.pointer === "/type" ? this.whatToOrder() : next.prompt);
      fill(this, this.so_far(), title, this.field(next), this.leaveOut(next), bottom);
      title.focus({ preventScroll: true });
    }
    this.tell("places");
  }

  whatToOrder() {
    return this.at.length ? t("compose.kind-at", this.at[0]) : t("compose.kind");
  }

  /** The order as far as it is known. */
  so_far() {
    const { order, reply } = /** @type {any} */ (this.composing);
    if (reply.shorthand) return h("p", { class: "so-far" }, h("code", {}, reply.shorthand));
    const words = Object.entries(order).map(([key, value]) =>
      key === "type" ? readable(String(value)) : plain(value),
    );
    return words.length ? h("p", { class: "so-far" }, words.filter(Boolean).join(" · ")) : null;
  }

  /** @param {any} next */
  leaveOut(next) {
    if (!next.optional) return null;
    const text = next.pointer.endsWith("/-") ? t("compose.done") : t("compose.skip");
    return h("button", { type: "button", data: { key: "skip" }, onclick: () => this.choose(null) }, text);
  }

  /** @param {any} next */
  field(next) {
    const values = next.values;
    switch (values.kind) {
      case "one_of":
        return next.pointer === "/type"
          ? this.kindsOffered(values.values)
          : this.oneOf([{ title: "", offered: values.values }]);
      case "several":
        return this.several(values);
      case "amount":
        return this.amount(values);
      case "amounts":
        return this.amounts(values);
      case "path":
        return this.path(values);
      default:
        return this.text(values);
    }
  }

  /** What can be ordered, and folded away what cannot. @param {any[]} offered */
  kindsOffered(offered) {
    const { open, closed } = byPhase(offered.map(kind), this.groups);
    const shut = closed.map(({ type, reason }) => h("li", {}, h("b", {}, readable(type)), why(reason)));
    return h(
      "div",
      {},
      this.oneOf(open),
      shut.length
        ? h("details", { class: "closed" }, h("summary", {}, t("compose.closed", shut.length)), h("ul", {}, shut))
        : null,
    );
  }

  /** @param {{ title: string, offered: any[] }[]} groups one without a title, or several with */
  oneOf(groups) {
    const offered = groups.flatMap((group) => group.offered);
    const list = h("div", { class: "choices" });
    const fits = (/** @type {any} */ one) =>
      [one.title, one.label, one.place, String(one.value)].some((text) =>
        text?.toLowerCase().includes(this.filter.toLowerCase()),
      );
    const show = () => {
      const found = offered.filter(fits);
      const shown = new Set(found.slice(0, MOST_SHOWN));
      fill(
        list,
        groups
          .map(({ title, offered }) => ({ title, rows: offered.filter((one) => shown.has(one)) }))
          .filter(({ rows }) => rows.length)
          .flatMap(({ title, rows }) => [
            title ? h("h4", {}, title) : null,
            h(
              "ul",
              {},
              rows.map((one) => this.choice(one)),
            ),
          ]),
        found.length > MOST_SHOWN ? h("p", { class: "note" }, t("compose.more", found.length - MOST_SHOWN)) : null,
      );
    };
    show();
    if (offered.length <= 8) return list;
    const find = h("input", {
      type: "search",
      value: this.filter,
      placeholder: t("compose.filter"),
      "aria-label": t("compose.filter"),
      oninput: (/** @type {any} */ event) => {
        this.filter = event.target.value;
        show();
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const found = offered.filter(fits);
        if (event.key === "Enter" && found.length) this.choose(found[0].value);
      },
    });
    return h("div", {}, find, list);
  }

  /** @param {any} one */
  choice(one) {
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", data: { key: `value-${JSON.stringify(one.value)}` }, onclick: () => this.choose(one.value) },
        one.title
          ? h("span", {}, h("b", {}, one.title), h("small", {}, capital(one.label)))
          : h("span", {}, capital(one.label)),
        one.cost ? h("small", {}, t("compose.cost", one.cost.amount, one.cost.unit)) : null,
      ),
    );
  }

  /** @param {any} values */
  several(values) {
    /** @type {Set<number>} */
    const chosen = new Set();
    const done = h(
      "button",
      {
        type: "button",
        class: "first",
        onclick: () => this.choose([...chosen].sort((a, b) => a - b).map((at) => values.values[at].value)),
      },
      t("compose.next"),
    );
    const check = () => (done.disabled = chosen.size < values.least || chosen.size > values.most);
    const rows = values.values.map((/** @type {any} */ one, /** @type {number} */ at) =>
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          onchange: (/** @type {any} */ event) => {
            if (event.target.checked) chosen.add(at);
            else chosen.delete(at);
            check();
          },
        }),
        capital(one.label),
        one.cost ? h("small", {}, t("compose.cost", one.cost.amount, one.cost.unit)) : null,
      ),
    );
    check();
    return h("div", {}, h("p", { class: "note" }, t("compose.between", values.least, values.most)), rows, done);
  }

  /** @param {any} values */
  amount(values) {
    const input = h("input", {
      type: "number",
      min: values.least,
      max: values.most,
      step: 1,
      value: values.least,
      "aria-label": this.composing?.reply.next.prompt,
    });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (input.checkValidity() && input.value !== "") this.choose(Number(input.value));
      else input.reportValidity();
    };
    const cost = values.cost_each
      ? h("small", {}, ` ${t("compose.cost", values.cost_each.amount, values.cost_each.unit)}`)
      : null;
    return h(
      "form",
      { onsubmit: submit },
      h("p", { class: "note" }, t("compose.between", values.least, values.most), cost),
      h("div", { class: "row" }, input, h("button", { class: "first" }, t("compose.next"))),
    );
  }

  /** @param {any} values */
  amounts(values) {
    /** @type {Record<string, number>} */
    const chosen = {};
    const total = () => Object.values(chosen).reduce((sum, one) => sum + one, 0);
    const done = h("button", { class: "first" }, t("compose.next"));
    const check = () => (done.disabled = total() < values.least || total() > values.most);
    const rows = values.of.map((/** @type {any} */ one) =>
      h(
        "label",
        { class: "amount" },
        h(
          "span",
          {},
          capital(one.label),
          one.cost_each ? h("small", {}, ` ${t("compose.cost", one.cost_each.amount, one.cost_each.unit)}`) : null,
        ),
        h("input", {
          type: "number",
          min: 0,
          max: one.most,
          step: 1,
          value: 0,
          oninput: (/** @type {any} */ event) => {
            chosen[one.key] = Math.trunc(Number(event.target.value)) || 0;
            check();
          },
        }),
        h("small", {}, `/ ${one.most}`),
      ),
    );
    check();
    const submit = (/** @type {any} */ event) => {
      event.preventDefault();
      if (event.target.checkValidity() && !done.disabled)
        this.choose(Object.fromEntries(Object.entries(chosen).filter(([, count]) => count > 0)));
    };
    return h(
      "form",
      { onsubmit: submit },
      h("p", { class: "note" }, t("compose.sum", values.least, values.most)),
      rows,
      done,
    );
  }

  /** The links that lead on from where the way is. @param {any} values */
  linksNow(values) {
    const here = this.way.at(-1)?.to ?? values.from;
    const spent = this.way.reduce((sum, link) => sum + link.cost, 0);
    const affordable = (/** @type {any} */ link) => values.budget === null || spent + link.cost <= values.budget;
    if (this.way.length >= values.most) return [];
    return values.links.filter((/** @type {any} */ link) => link.from === here && affordable(link));
  }

  /** @param {any} link */
  walk(link) {
    this.way = [...this.way, link];
    this.draw();
  }

  /** @param {any} values */
  path(values) {
    const spent = this.way.reduce((sum, link) => sum + link.cost, 0);
    const links = this.linksNow(values);
    return h(
      "div",
      {},
      h(
        "p",
        {},
        `${t("compose.path")}: `,
        h("b", {}, [values.from, ...this.way.map((link) => link.label)].join(" → ")),
        values.budget === null ? null : h("small", {}, ` ${t("compose.path-left", values.budget - spent)}`),
      ),
      h(
        "ul",
        { class: "choices ways" },
        links
          .slice(0, MOST_SHOWN)
          .map((/** @type {any} */ link) =>
            h(
              "li",
              {},
              h(
                "button",
                { type: "button", data: { key: `link-${link.to}` }, onclick: () => this.walk(link) },
                h("span", {}, link.label),
                h("small", {}, String(link.cost)),
              ),
            ),
          ),
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            class: "first",
            disabled: this.way.length < values.least,
            onclick: () => this.choose(this.way.map((link) => link.value)),
          },
          t("compose.next"),
        ),
        this.way.length
          ? h(
              "button",
              {
                type: "button",
                onclick: () => {
                  this.way = this.way.slice(0, -1);
                  this.draw();
                },
              },
              t("compose.step-back"),
            )
          : null,
      ),
    );
  }

  /** @param {any} values */
  text(values) {
    const input = h("textarea", {
      maxlength: values.most,
      rows: 4,
      placeholder: values.example,
      "aria-label": this.composing?.reply.next.prompt,
    });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (input.value.trim()) this.choose(input.value);
    };
    return h(
      "form",
      { onsubmit: submit },
      input,
      h("p", { class: "note" }, counted(values.most, "letter")),
      h("button", { class: "first" }, t("compose.next")),
    );
  }

  /** @param {string} kind @param {any} [detail] */
  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}

/** @param {any} value @returns {string} */
function plain(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(plain).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([key, one]) => `${plain(one)} ${key}`)
      .join(", ");
  return String(value);
}

/** Why no order of a kind can be given. @param {any} reason */
function why(reason) {
  return h(
    "p",
    { class: "note" },
    sentences(reason.detail, reason.hint),
    h("small", {}, ` ${t("verdict.rule", reason.rule)}`),
  );
}

/** A kind of order has its name above what it does. @param {any} one */
function kind(one) {
  const title = readable(String(one.value));
  return { ...one, title, label: one.label.toLowerCase() === title.toLowerCase() ? "" : one.label };
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

customElements.define("order-composer", OrderComposer);
