/**
 * Where and when I am told of my games: webhooks, quiet hours, muted games.
 * @module
 */
import { h, refill } from "../base/h.js";
import { explain, moment, t } from "../base/text.js";
import * as ops from "../net/ops.js";
import { sure } from "../parts/sure.js";

/** @typedef {import("../api.d.ts").components["schemas"]} Schemas */

/** What a channel may tell, in the order in which a person thinks of it. */
const KINDS = /** @type {const} */ ({
  your_turn: "told.kind.your_turn",
  decision_asked: "told.kind.decision_asked",
  reminder: "told.kind.reminder",
  turn_resolved: "told.kind.turn_resolved",
  deadline_extended: "told.kind.deadline_extended",
  letter: "told.kind.letter",
  announcement: "told.kind.announcement",
  game_started: "told.kind.game_started",
  game_paused: "told.kind.game_paused",
  game_resumed: "told.kind.game_resumed",
  game_over: "told.kind.game_over",
  muster: "told.kind.muster",
  seat_free: "told.kind.seat_free",
  abuse_reported: "told.kind.abuse_reported",
  vote: "told.kind.vote",
  invited: "told.kind.invited",
  seat_lost: "told.kind.seat_lost",
  stand_in: "told.kind.stand_in",
  channel_off: "told.kind.channel_off",
  test: "told.kind.test",
});
const PACES = /** @type {const} */ ({
  at_once: "told.pace.at_once",
  hourly: "told.pace.hourly",
  daily: "told.pace.daily",
});
const BECAME = /** @type {const} */ ({
  queued: "told.status.queued",
  delivered: "told.status.delivered",
  failed: "told.status.failed",
  outdated: "told.status.outdated",
  dropped: "told.status.dropped",
});
/** How many of the last notifications of a channel are shown. */
const LAST = 5;

/** @param {Element} page */
export async function notifications(page) {
  const code = location.hash.slice(1);
  if (code) {
    history.replaceState(null, "", location.pathname);
    // A code that is wrong is told of below the form that asks for it.
    await ops.verifyEmail(decodeURIComponent(code)).catch(() => {});
  }
  const [channels, settings, seats, email] = await Promise.all([
    ops.channels(),
    ops.notificationSettings(),
    ops.mySeats(),
    ops.email(),
  ]);
  const logs = await Promise.all(channels.map((channel) => ops.deliveries(channel.id, LAST)));
  const problem = h("p", { class: "verdict refused", role: "alert" });
  problem.hidden = true;
  /** Does something and shows how it is then. @param {() => Promise<any>} what */
  const act = async (what) => {
    try {
      const made = await what();
      await notifications(page);
      if (made?.secret) page.querySelector("h1")?.after(secretOf(made));
    } catch (error) {
      problem.hidden = false;
      problem.textContent = explain(error);
      problem.scrollIntoView({ block: "center" });
    }
  };
  refill(
    page,
    h("h1", { tabindex: -1 }, t("told.title")),
    h("p", {}, t("told.intro"), " ", h("a", { href: "/docs/#/notifications" }, t("told.more"))),
    problem,
    ...channels.map((channel, at) => channelCard(channel, logs[at], act)),
    email.sends_mail ? mail(email, channels, act) : null,
    newChannel(act),
    times(settings, act),
    muted(settings, seats, act),
  );
}

/** @typedef {(what: () => Promise<any>) => Promise<void>} Act */

/** @param {any} made */
function secretOf(made) {
  return h(
    "div",
    { class: "card", role: "status" },
    h("p", {}, t("told.secret")),
    h("p", {}, h("code", {}, made.secret)),
  );
}

/** @param {Schemas["Channel"]} channel @param {Schemas["Delivery"][]} log @param {Act} act */
function channelCard(channel, log, act) {
  const state = channel.off
    ? t("told.off", channel.off.reason)
    : channel.failing
      ? t("told.failing", moment(channel.failing.next_try_at))
      : t("told.on", channel.waiting);
  const button = (/** @type {any} */ text, /** @type {() => Promise<any>} */ what) =>
    h("button", { type: "button", onclick: () => act(what) }, t(text));
  return h(
    "section",
    { class: "card" },
    h("h2", {}, channel.name),
    channel.url ? h("p", {}, h("code", {}, channel.url)) : null,
    h("p", { class: channel.off || channel.failing ? "verdict warning" : "" }, state),
    h(
      "p",
      { class: "note" },
      t("told.tells", channel.kinds.map((kind) => t(KINDS[kind])).join(", ")),
      " ",
      t(PACES[channel.pace]),
    ),
    log.length
      ? h(
          "details",
          { "data-key": `log ${channel.id}` },
          h("summary", {}, t("told.log")),
          h(
            "ul",
            {},
            log.map((one) => h("li", {}, delivery(one))),
          ),
        )
      : null,
    h(
      "div",
      { class: "row" },
      channel.off ? null : button("told.test", () => ops.testChannel(channel.id)),
      channel.off
        ? button("told.turn-on", () => ops.changeChannel(channel.id, { is_on: true }))
        : button("told.turn-off", () => ops.changeChannel(channel.id, { is_on: false })),
      channel.url ? button("told.new-secret", () => ops.rotateSecret(channel.id)) : null,
      sure(t("told.remove"), t("told.remove-sure", channel.name), () => act(() => ops.deleteChannel(channel.id))),
    ),
  );
}

/** @param {Schemas["Delivery"]} one */
function delivery(one) {
  const what = `${moment(one.created_at)}: ${one.notification.data.text}`;
  const became = t(BECAME[one.status]);
  return [what, " ", h("span", { class: "note" }, one.error ? `${became} ${one.error}` : became)];
}

/** My address, and a channel by mail. @param {Schemas["Email"]} email @param {Schemas["Channel"][]} channels @param {Act} act */
function mail(email, channels, act) {
  const doing = (/** @type {(form: FormData) => Promise<any>} */ what) => (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    act(() => what(form));
  };
  const input = (/** @type {any} */ text, /** @type {any} */ attributes) =>
    h("label", {}, t(text), h("input", { required: true, ...attributes }));
  const set = doing((form) =>
    ops.setEmail({ address: String(form.get("address")), current_password: String(form.get("password")) }),
  );
  const byMail = channels.some((channel) => channel.kind === "email");
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("told.mail")),
    email.address ? h("p", {}, t("told.mail-at", email.address)) : h("p", {}, t("told.no-mail")),
    h(
      "div",
      { class: "row" },
      email.address && !byMail
        ? h(
            "button",
            { type: "button", class: "first", onclick: () => act(() => ops.createChannel({ kind: "email" })) },
            t("told.mail-me"),
          )
        : null,
      email.address ? sure(t("told.remove"), t("told.remove-sure", email.address), () => act(ops.deleteEmail)) : null,
    ),
    email.pending
      ? h(
          "form",
          { name: "code", onsubmit: doing((form) => ops.verifyEmail(String(form.get("code")))) },
          h("p", {}, t("told.code-sent", email.pending)),
          input("sign.code", { name: "code", maxlength: 100, autocomplete: "one-time-code" }),
          h("button", {}, t("told.give-code")),
        )
      : null,
    h(
      "details",
      { open: !email.address && !email.pending },
      h("summary", {}, t(email.address ? "told.other-mail" : "told.set-mail")),
      h(
        "form",
        { name: "mail", onsubmit: set },
        input("told.address", { name: "address", type: "email", maxlength: 254, autocomplete: "email" }),
        input("sign.password", { name: "password", type: "password", autocomplete: "current-password" }),
        h("button", {}, t("sign.send-code")),
      ),
    ),
  );
}

/** @param {Act} act */
function newChannel(act) {
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    act(() =>
      ops.createChannel({
        url: form.get("url"),
        name: form.get("name") || undefined,
        format: form.get("format"),
        pace: form.get("pace"),
        kinds: form.getAll("kinds"),
      }),
    );
  };
  const option = (/** @type {string} */ value, /** @type {any} */ text) => h("option", { value }, t(text));
  return h(
    "form",
    { class: "card", name: "channel", onsubmit: submit },
    h("h2", {}, t("told.new")),
    h(
      "label",
      {},
      t("told.url"),
      h("input", { name: "url", type: "url", required: true, maxlength: 1000, placeholder: "https://" }),
    ),
    h("label", {}, t("told.name"), h("input", { name: "name", maxlength: 64 })),
    h(
      "label",
      {},
      t("told.format"),
      h("select", { name: "format" }, option("json", "told.format.json"), option("discord", "told.format.discord")),
    ),
    h(
      "label",
      {},
      t("told.pace"),
      h(
        "select",
        { name: "pace" },
        Object.entries(PACES).map(([pace, text]) => option(pace, text)),
      ),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, t("told.kinds")),
      Object.entries(KINDS)
        .filter(([kind]) => kind !== "test")
        .map(([kind, text]) =>
          h(
            "label",
            { class: "check" },
            h("input", { type: "checkbox", name: "kinds", value: kind, checked: kind !== "turn_resolved" }),
            " ",
            t(text),
          ),
        ),
    ),
    h("button", { class: "first" }, t("told.make")),
  );
}

/** @param {any} settings @param {Act} act */
function times(settings, act) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const [from, to] = [form.get("from"), form.get("to")];
    act(() =>
      ops.setNotificationSettings({
        zone: form.get("zone"),
        quiet_hours: from && to ? { from, to } : null,
        daily_at: form.get("daily_at"),
      }),
    );
  };
  const clock = (/** @type {string} */ name, /** @type {any} */ text, /** @type {string | undefined} */ value) =>
    h("label", {}, t(text), h("input", { type: "time", name, value: value ?? "", required: name === "daily_at" }));
  return h(
    "form",
    { class: "card", name: "times", onsubmit: submit },
    h("h2", {}, t("told.times")),
    h(
      "label",
      {},
      t("told.zone"),
      h("input", { name: "zone", required: true, value: settings.zone === "UTC" ? zone : settings.zone }),
    ),
    h(
      "div",
      { class: "row" },
      clock("from", "told.quiet-from", settings.quiet_hours?.from),
      clock("to", "told.quiet-to", settings.quiet_hours?.to),
    ),
    clock("daily_at", "told.daily-at", settings.daily_at),
    h("button", {}, t("told.save")),
  );
}

/** @param {any} settings @param {any[]} seats @param {Act} act */
function muted(settings, seats, act) {
  if (!seats.length) return null;
  const line = (/** @type {any} */ seat) => {
    const isMuted = settings.muted_games.includes(seat.game);
    const turn = () => act(() => (isMuted ? ops.unmuteGame(seat.game) : ops.muteGame(seat.game)));
    return h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", checked: !isMuted, onchange: turn }),
      " ",
      `${seat.name} (${seat.seat_name})`,
    );
  };
  return h("section", { class: "card" }, h("h2", {}, t("told.games")), seats.map(line));
}
