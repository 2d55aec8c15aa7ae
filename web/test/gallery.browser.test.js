/** Watching a game without an account, and after the end through the eyes of those who played. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./server.js";
import { browser, picture, server, stage } from "./steps.js";

stage();

/** @param {string} path @param {string} [token] @param {unknown} [body] @param {string} [method] */
async function call(path, token, body, method = body === undefined ? "GET" : "POST") {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
  return response.status === 204 ? null : response.json();
}

/**
 * A game that everybody may watch: of a guest, of another who takes the second seat, and of the computer.
 * @param {string} ruleset
 * @param {string} scenario
 * @param {string[]} seats
 */
async function begin(ruleset, scenario, [first, second]) {
  const { access_token: token } = await call("/v1/guests", undefined, {});
  const { access_token: other } = await call("/v1/guests", undefined, {});
  const { id } = await call("/v1/games", token, {
    ...{ ruleset, scenario, visibility: "public", name: `Watched: ${ruleset}` },
    seats: [
      { kind: "me", seat: first },
      { kind: "open", seat: second },
    ],
    others: { kind: "ai", level: "random" },
  });
  await call(`/v1/games/${id}/seats/${second}/claim`, other, {});
  await call(`/v1/games/${id}/start`, token, {});
  return { token, other, id: /** @type {string} */ (id) };
}

/** Lets the computer play on. @param {string} token @param {string} game @param {number} steps */
async function force(token, game, steps) {
  for (let past = 0; past < steps; past++) {
    const { step } = await call(`/v1/games/${game}`, token);
    await call(`/v1/games/${game}/force`, token, { step });
    for (;;) {
      const now = await call(`/v1/games/${game}`, token);
      if (now.step > step) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

test("a visitor watches a campaign, and reads all of it after the end", { timeout: 120_000 }, async () => {
  const { token, other, id } = await begin("strategos", "hellespontos-313bc", ["LYS", "CAS"]);
  await force(token, id, 2);
  const { page, faults, close } = await visit(browser, server.url);
  await page.getByRole("heading", { name: "Games to watch" }).waitFor();
  await page.goto(`${server.url}/w/${id}`);
  await page.locator("game-map svg [data-place]").first().waitFor();
  await page.getByRole("table", { name: /Standings/ }).waitFor();
  assert.equal(await page.getByLabel("As seen by").count(), 0, "nobody's eyes are open before the end");
  await page.locator(".report .paper").first().waitFor();
  await picture(page, "gallery");
  // A step more shows itself.
  const before = await page.locator("output.turn").innerText();
  await force(token, id, 1);
  await page.waitForFunction((was) => document.querySelector("output.turn")?.textContent !== was, before);
  // Who looks at an earlier step is told, and not torn away.
  await page.getByRole("button", { name: "Earlier turn" }).click();
  const earlier = await page.locator("output.turn").innerText();
  await force(token, id, 1);
  await page.getByRole("button", { name: "There is news: show it" }).waitFor();
  assert.equal(await page.locator("output.turn").innerText(), earlier);
  await page.getByRole("button", { name: "There is news: show it" }).click();
  await page.waitForFunction((was) => document.querySelector("output.turn")?.textContent !== was, earlier);
  const vote = await call(`/v1/games/${id}/votes`, token, { kind: "draw" });
  await call(`/v1/games/${id}/votes/${vote.id}/ballot`, other, { choice: "yes" }, "PUT");
  await page.getByLabel("As seen by").selectOption({ label: "Lysimachos" });
  await page.getByText("What changed").first().waitFor();
  await picture(page, "gallery-after");
  assert.deepEqual(faults, []);
  await close();
});

test("every rule system can be watched", { timeout: 120_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  for (const [ruleset, scenario, ...seats] of [
    ["umpire", "italia-1450", "MIL", "VEN"],
    ["hotw", "world-3", "hermes", "apollo"],
    ["eternal-rome", "bellum-siculum", "OCT", "POM"],
    ["renaissance", "romagna-1493", "PESARO", "MALATESTA"],
  ]) {
    const { token, id } = await begin(ruleset, scenario, seats);
    // Where orders are carried out at once, computers may be at it.
    if (ruleset === "umpire" || ruleset === "renaissance") await force(token, id, 2);
    await page.goto(`${server.url}/w/${id}`);
    await page.locator("game-map svg [data-place], game-map svg [data-power]").first().waitFor();
    await page.getByRole("table", { name: /Standings/ }).waitFor();
    await picture(page, `gallery-${ruleset}`);
  }
  assert.deepEqual(faults, []);
  await close();
});
