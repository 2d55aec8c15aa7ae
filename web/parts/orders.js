/**
 * The orders that are being written: lines with verdicts, undo, a box to type in, an adviser.
 * @module
 */
import { h, fill } from "../base/h.js";
import { t } from "../base/text.js";
import { verdictLine } from "./verdict.js";

export class OrderList extends HTMLElement {
  constructor() {
    super();
    /** @type {{ orders: any[], lines: string[], verdicts: any[], locked: boolean, canUndo: boolean, canRedo: boolean, state: string, problem: string }} */
    this.shown = {
      orders: [],
      lines: [],
      verdicts: [],
      locked: false,
      canUndo: false,
      canRedo: false,
      state: "",
      problem: "",
    };
    this.typing = false;
  }

  /** @param {Partial<OrderList["shown"]>} what */
  show(what) {
    this.shown = { ...this.shown, ...what };
    this.draw();
  }

  draw() {
    const { orders, locked, canUndo, canRedo, state, problem } = this.shown;
    const act = (/** @type {string} */ name, /** @type {any} */ text, /** @type {boolean} */ off) =>
      h("button", { type: "button", disabled: off, data: { key: name }, onclick: () => this.tell(name) }, text);
    fill(
      this,
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            class: "first",
            disabled: locked,
            data: { key: "add" },
            onclick: () => this.tell("compose"),
          },
          t("orders.add"),
        ),
        act("undo", t("orders.undo"), locked || !canUndo),
        act("redo", t("orders.redo"), locked || !canRedo),
        h("span", { class: "note", role: "status" }, state),
      ),
      problem ? h("p", { class: "verdict refused", role: "alert" }, problem) : null,
      orders.length
        ? h(
            "ol",
            { class: "orders" },
            orders.map((_, index) => this.line(index)),
          )
        : h("p", { class: "note" }, t("orders.none")),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", disabled: locked, data: { key: "advice" }, onclick: () => this.tell("advice") },
          t("orders.advice"),
        ),
        h(
          "button",
          { type: "button", disabled: locked, data: { key: "type" }, onclick: () => this.tell("shorthand") },
          t("orders.shorthand"),
        ),
      ),
    );
  }

  /** @param {number} index */
  line(index) {
    const { lines, verdicts, locked, orders } = this.shown;
    const found = verdicts.filter((verdict) => verdict.index === index);
    const act = (
      /** @type {string} */ name,
      /** @type {string} */ sign,
      /** @type {any} */ key,
      /** @type {boolean} */ off,
    ) =>
      h(
        "button",
        {
          type: "button",
          class: "small",
          title: t(key),
          "aria-label": `${t(key)}: ${lines[index]}`,
          disabled: off,
          data: { key: `${name}-${index}` },
          onclick: () => this.tell(name, index),
        },
        sign,
      );
    return h(
      "li",
      {},
      h("code", {}, lines[index]),
      locked
        ? null
        : h(
            "span",
            { class: "tools" },
            act("earlier", "↑", "orders.up", index === 0),
            act("later", "↓", "orders.down", index === orders.length - 1),
            act("remove", "✕", "orders.remove", false),
          ),
      found.map(verdictLine),
    );
  }

  /** @param {string} kind @param {any} [detail] */
  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}

customElements.define("order-list", OrderList);
