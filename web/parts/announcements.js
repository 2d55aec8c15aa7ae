/**
 * What whoever runs a game said to everybody in it, and a way to say more.
 * @module
 */
import { h } from "../base/h.js";
import { moment, t } from "../base/text.js";

/**
 * @param {{ player: string, text: string, at: string }[]} said newest first
 * @param {((text: string) => Promise<void>) | null} say for who may
 */
export function announcements(said, say) {
  if (!said.length && !say) return null;
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    await say?.(String(new FormData(event.target).get("text")));
  };
  return h(
    "section",
    { class: "announcements" },
    h("h2", {}, t("announce.title")),
    said.map((one) =>
      h(
        "article",
        {},
        h("p", { class: "note" }, t("announce.by", one.player, moment(one.at))),
        one.text.split("\n").map((line) => h("p", { dir: "auto" }, line)),
      ),
    ),
    say
      ? h(
          "form",
          { name: "announcement", onsubmit: submit },
          h("textarea", { name: "text", rows: 3, maxlength: 2000, required: true, "aria-label": t("announce.text") }),
          h("button", {}, t("announce.say")),
        )
      : null,
  );
}
