/**
 * Letters of a seat: those there are, and a new one.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, moment, t } from "../base/text.js";

/**
 * @param {Element} into
 * @param {any[]} letters
 * @param {{ seat: string, name: string }[]} seats whom one may write to
 * @param {(letter: { to: string[], text: string }) => Promise<void>} send
 */
export function showLetters(into, letters, seats, send) {
  const name = (/** @type {string} */ seat) => seats.find((one) => one.seat === seat)?.name ?? seat;
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
      await send({ to: form.getAll("to").map(String), text: String(form.get("text")) });
    } catch (error) {
      problem.hidden = false;
      problem.textContent = explain(error);
    }
  };
  fill(
    into,
    seats.length
      ? h(
          "form",
          { onsubmit: submit },
          h("fieldset", {}, h("legend", {}, t("letters.to")), boxes),
          text,
          problem,
          h("button", { class: "first" }, t("letters.send")),
        )
      : h("p", { class: "note" }, t("letters.nobody")),
    letters.length
      ? letters.map((letter) =>
          h(
            "article",
            { class: letter.unread ? "letter unread" : "letter" },
            h("h3", {}, `${name(letter.from)} → ${letter.to.map(name).join(", ")}`),
            h("p", { class: "note" }, moment(letter.sent_at)),
            h("p", { class: "letter-text", dir: "auto" }, letter.text),
          ),
        )
      : h("p", { class: "note" }, t("letters.none")),
  );
}
