/**
 * Letters of a seat: those there are, and a new one.
 * @module
 */
import { h, refill } from "../base/h.js";
import { explain, moment, t } from "../base/text.js";
import { sure } from "./sure.js";

/**
 * What the page does when it is asked to.
 * @typedef {object} Post
 * @property {(letter: { to: string[], text: string, anonymous: boolean }) => Promise<void>} send
 * @property {(letter: number, reason: string) => Promise<void>} report
 * @property {(player: string) => Promise<void>} block
 * @property {(player: string) => Promise<void>} mute
 */

/**
 * @param {Element} into
 * @param {{ items: any[], press: { letters: string, delivery: string, anonymous: boolean } }} found
 * @param {{ seat: string, name: string }[]} seats whom one may write to
 * @param {{ seat: string, name: string }[]} all the seats
 * @param {string} mine key of my seat
 * @param {Post} does
 */
export function showLetters(into, found, seats, all, mine, does) {
  const name = (/** @type {string} */ seat) => all.find((one) => one.seat === seat)?.name ?? seat;
  const from = (/** @type {any} */ letter) => (letter.from ? name(letter.from) : t("letters.somebody"));
  const { items: letters, press } = found;
  const problem = h("p", { class: "verdict refused", role: "alert" });
  problem.hidden = true;
  const text = h("textarea", { rows: 4, required: true, "aria-label": t("letters.text"), name: "text" });
  const boxes = seats.map((one) =>
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "to", value: one.seat }), one.name),
  );
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    try {
      const [to, text] = [form.getAll("to").map(String), String(form.get("text"))];
      await does.send({ to, text, anonymous: form.has("anonymous") });
    } catch (error) {
      problem.hidden = false;
      problem.textContent = explain(error);
    }
  };
  const writing =
    press.letters === "none"
      ? h("p", { class: "note" }, t("letters.press-none"))
      : seats.length
        ? h(
            "form",
            { name: "letter", onsubmit: submit },
            press.letters === "public"
              ? h("p", { class: "note" }, t("letters.press-public"))
              : h("fieldset", {}, h("legend", {}, t("letters.to")), boxes),
            text,
            press.anonymous
              ? h(
                  "label",
                  { class: "check" },
                  h("input", { type: "checkbox", name: "anonymous", value: "yes" }),
                  " ",
                  t("letters.anonymous"),
                )
              : null,
            press.delivery === "with_the_turn" ? h("p", { class: "note" }, t("letters.press-turn")) : null,
            problem,
            h("button", { class: "first" }, t("letters.send")),
          )
        : h("p", { class: "note" }, t("letters.nobody"));
  refill(
    into,
    writing,
    letters.length
      ? letters.map((letter) =>
          h(
            "article",
            { class: letter.unread ? "letter unread" : "letter" },
            h("h3", {}, `${from(letter)} → ${letter.to.map(name).join(", ") || t("letters.all")}`),
            h(
              "p",
              { class: "note" },
              moment(letter.sent_at),
              letter.anonymous && letter.from === mine ? ` · ${t("letters.anonymous")}` : "",
            ),
            h("p", { class: "letter-text", dir: "auto" }, letter.text),
            letter.from === mine ? null : complain(letter, does),
          ),
        )
      : h("p", { class: "note" }, t("letters.none")),
  );
}

/** Against a letter that goes too far. @param {any} letter @param {Post} does */
function complain(letter, does) {
  const writer = letter.by;
  const told = h("p", { role: "status" });
  const then = async (/** @type {() => Promise<void>} */ what, /** @type {string} */ done) => {
    try {
      await what();
      told.textContent = done;
    } catch (error) {
      told.textContent = explain(error);
    }
  };
  const report = (/** @type {any} */ event) => {
    event.preventDefault();
    const reason = String(new FormData(event.target).get("reason"));
    return then(() => does.report(letter.number, reason), t("letters.reported"));
  };
  const blocking = writer
    ? sure(t("letters.block"), t("letters.block-sure", writer), async () => {
        await then(() => does.block(writer), t("letters.blocked"));
        blocking?.remove();
      })
    : null;
  const muting = writer
    ? h(
        "button",
        { type: "button", onclick: () => then(() => does.mute(writer), t("letters.muted")) },
        t("letters.mute"),
      )
    : null;
  return h(
    "details",
    { class: "complain", "data-key": `complain ${letter.number}` },
    h("summary", {}, t("letters.report")),
    h("p", { class: "note" }, t("letters.report-help")),
    h(
      "form",
      { class: "row", onsubmit: report },
      h("input", { name: "reason", required: true, maxlength: 1000, "aria-label": t("letters.report-why") }),
      h("button", {}, t("letters.report")),
    ),
    h("div", { class: "row" }, muting, blocking),
    told,
  );
}
