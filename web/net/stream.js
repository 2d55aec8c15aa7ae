/**
 * Events of a game, or of all games of the account, as they come. It never gives up: a broken or silent stream is opened
 * again, from the last event on.
 * @module
 */
import { Problem, send } from "./http.js";

/** Silence after which a stream counts as dead; the server says something every 15 seconds. */
const SILENCE = 35_000;
const LONGEST_WAIT = 30_000;

/**
 * @typedef {object} Listener
 * @property {(kind: string, data: any) => void} onEvent
 * @property {(live: boolean) => void} onState whether the connection stands
 */

/**
 * Follows the events of a game until it is told to stop.
 * @param {string} game
 * @param {string} seat empty: what everybody hears
 * @param {Listener} listener
 * @returns {() => void} stops following
 */
export function follow(game, seat, listener) {
  return followPath(`/v1/games/${game}/events${seat ? `?seat=${encodeURIComponent(seat)}` : ""}`, listener);
}

/**
 * Follows all games of the account until it is told to stop.
 * @param {Listener} listener
 * @returns {() => void} stops following
 */
export function followAll(listener) {
  return followPath("/v1/me/events", listener);
}

/**
 * @param {string} path
 * @param {Listener} listener
 * @returns {() => void}
 */
function followPath(path, listener) {
  const stop = new AbortController();
  /** @type {string | null} */
  let last = null;
  let wait = 1000;

  const run = async () => {
    while (!stop.signal.aborted) {
      const attempt = new AbortController();
      const end = () => attempt.abort();
      stop.signal.addEventListener("abort", end);
      let watch = setTimeout(end, SILENCE);
      try {
        const headers = last ? { "last-event-id": last } : undefined;
        const response = await send("GET", path, { accept: "text/event-stream", headers, signal: attempt.signal });
        listener.onState(true);
        wait = 1000;
        for await (const event of frames(response, () => {
          clearTimeout(watch);
          watch = setTimeout(end, SILENCE);
        })) {
          if (event.id) last = event.id;
          listener.onEvent(event.kind, event.data);
        }
      } catch (error) {
        // Not ours to see, or signed out: asking again would not help.
        if (error instanceof Problem && [401, 403, 404].includes(error.status)) return listener.onState(false);
      } finally {
        clearTimeout(watch);
        stop.signal.removeEventListener("abort", end);
      }
      if (stop.signal.aborted) return;
      listener.onState(false);
      await pause(wait * (0.75 + Math.random() / 2), stop.signal);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  };
  run();
  return () => stop.abort();
}

/**
 * Waits, or until the network or the page is back.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      document.removeEventListener("visibilitychange", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
    document.addEventListener("visibilitychange", done);
    signal.addEventListener("abort", done);
  });
}

/**
 * Reads server-sent events.
 * @param {Response} response
 * @param {() => void} alive called for every piece that comes
 */
async function* frames(response, alive) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (true) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    rest += value;
    let at;
    while ((at = rest.indexOf("\n\n")) >= 0) {
      const frame = rest.slice(0, at);
      rest = rest.slice(at + 2);
      const fields = Object.fromEntries(
        frame
          .split("\n")
          .filter((line) => !line.startsWith(":"))
          .map((line) => {
            const colon = line.indexOf(":");
            return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
          }),
      );
      if (fields.data) yield { id: fields.id ?? "", kind: fields.event ?? "message", data: JSON.parse(fields.data) };
    }
  }
}
