/** A newcomer plays in every rule system by clicking alone; everything is found by its role and name. */
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { browse, serve, visit } from "./server.js";

/** Where pictures of the pages go, if they are wanted. */
const pictures = process.env.PICTURES;

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  if (pictures) await mkdir(pictures, { recursive: true });
  [server, browser] = await Promise.all([serve(), browse()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** @param {import("playwright-core").Page} page @param {string} name */
async function picture(page, name) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
}

/**
 * From the front door to the table of a solo game.
 * @param {import("playwright-core").Page} page
 * @param {string} scenario
 */
async function sitDown(page, scenario) {
  await page.getByRole("button", { name: "Play now" }).click();
  await page.getByRole("radio", { name: scenario }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("tab", { name: "Orders" }).waitFor();
}

/**
 * Fills an order in by taking what is offered first, at random, and adds it; gives up when a field has nothing to take.
 * @param {import("playwright-core").Page} page
 * @param {() => number} random from 0 to 1
 */
async function compose(page, random) {
  await page.getByRole("button", { name: "New order" }).click();
  const composer = page.locator("order-composer");
  for (let field = 0; field < 25; field++) {
    await composer.locator("h3, .first, p").first().waitFor();
    await page.waitForFunction(() => !document.querySelector("order-composer.busy"));
    const add = composer.getByRole("button", { name: "Add the order" });
    if (await add.isVisible()) {
      await add.click();
      return true;
    }
    const choices = composer.locator(".choices button");
    const boxes = composer.getByRole("checkbox");
    const numbers = composer.locator("input[type=number]");
    const next = composer.getByRole("button", { name: "Next" });
    const skip = composer.locator("[data-key=skip]");
    const before = await composer.innerText();
    if ((await skip.isVisible()) && random() < 0.6) await skip.click();
    else if ((await next.count()) && (await next.isEnabled())) await next.click();
    else if (await choices.count()) await choices.nth(Math.floor(random() * (await choices.count()))).click();
    else if (await boxes.count()) {
      await boxes.first().check();
      await next.click();
    } else if (await numbers.count()) {
      await numbers.first().fill("1");
      if (await next.isEnabled()) await next.click();
      else break;
    } else if (await composer.locator("textarea").count()) {
      await composer.locator("textarea").fill("A word to all.");
      await next.click();
    } else break;
    await page.waitForFunction(
      (text) => {
        const composer = document.querySelector("order-composer");
        return composer && !composer.classList.contains("busy") && /** @type {HTMLElement} */ (composer).innerText !== text;
      },
      before,
      { timeout: 15_000 },
    ).catch(() => {});
  }
  const cancel = composer.getByRole("button", { name: "Cancel" });
  if (await cancel.isVisible()) await cancel.click();
  return false;
}

/** @param {number} seed */
function dice(seed) {
  return () => (seed = (seed * 16807) % 2147483647) / 2147483647;
}

/**
 * Writes some orders, drops those that are refused, and hands in.
 * @param {import("playwright-core").Page} page
 * @param {() => number} random
 */
async function playTurn(page, random) {
  let written = 0;
  for (let tries = 0; tries < 5 && written < 2; tries++) if (await compose(page, random)) written++;
  await page.locator("order-list [role=status]", { hasText: /\d+ good/ }).waitFor();
  while (await page.locator(".orders .verdict.refused").count()) {
    const lines = page.locator(".orders li:has(.verdict.refused)");
    await lines.first().locator("[data-key^=remove]").click();
    await page.waitForTimeout(700);
  }
  return written;
}

/**
 * Goes back to the first turn, sees the map as it was then and what changed, and comes back.
 * @param {import("playwright-core").Page} page
 * @param {string} name of the picture
 */
async function lookBack(page, name) {
  await page.getByRole("tab", { name: "News" }).click();
  const caption = page.locator(".map-caption");
  assert.equal(await caption.isVisible(), false, "it shows the present");
  const present = await page.locator("output.turn").innerText();
  await page.getByRole("slider", { name: "Turn" }).focus();
  await page.keyboard.press("Home");
  await page.getByText(/^After .*, as you saw it$/).waitFor();
  const first = await page.locator("output.turn").innerText();
  assert.notEqual(first, present);
  await page.waitForFunction((label) => document.querySelector("article.report h2")?.textContent === label, first);
  await page.getByRole("button", { name: "Later turn" }).click();
  await page.waitForFunction((label) => document.querySelector("article.report h2")?.textContent !== label, first);
  await page.getByText("What changed").click();
  await page.locator(".changes li").first().waitFor();
  await picture(page, name);
  await page.getByRole("button", { name: "Replay turn by turn" }).click();
  await caption.waitFor({ state: "hidden", timeout: 20_000 });
  assert.equal(await page.locator("output.turn").innerText(), present, "the replay ends in the present");
  await page.getByRole("button", { name: "Earlier turn" }).click();
  await caption.waitFor();
  await page.getByRole("tab", { name: "Orders" }).click();
  await caption.waitFor({ state: "hidden" });
}

for (const [name, scenario] of [
  ["italia", "Italia 1450"],
  ["straits", "The straits, spring 313 BC"],
  ["romagna", "The vicars of Romagna, 1493"],
]) {
  test(`three turns of ${scenario} by clicking alone`, { timeout: 240_000 }, async () => {
    const { page, faults, close } = await visit(browser, server.url);
    const random = dice(name.length * 1000 + 7);
    await sitDown(page, scenario);
    await page.locator(".map-layer > svg").waitFor();
    await picture(page, `${name}-table`);
    let orders = 0;
    for (let turn = 1; turn <= 3; turn++) {
      orders += await playTurn(page, random);
      if (turn === 1) await picture(page, `${name}-orders`);
      await page.getByRole("button", { name: "Hand in" }).click();
      await page.locator("article.report").waitFor();
      await page.waitForFunction((count) => Number(document.querySelector("#panel-news input[type=range]")?.getAttribute("max") ?? 0) === count - 1, turn, { timeout: 90_000 });
      if (turn === 1) await picture(page, `${name}-news`);
      await page.getByRole("tab", { name: "Orders" }).click();
      await page.getByRole("button", { name: "Hand in" }).waitFor();
    }
    assert.ok(orders >= 2, `only ${orders} orders could be written`);
    await lookBack(page, `${name}-past`);
    assert.deepEqual(faults, []);
    await close();
  });
}

for (const [name, scenario] of [
  ["dawn", "The Dawn of History, three players"],
  ["siculum", "The Sicilian war"],
]) {
  test(`orders of ${scenario} are carried out as soon as they are given`, { timeout: 240_000 }, async () => {
    const { page, faults, close } = await visit(browser, server.url);
    const random = dice(name.length * 1000 + 11);
    await sitDown(page, scenario);
    await page.locator(".map-layer > svg").waitFor();
    const carryOut = page.getByRole("button", { name: "Carry out" });
    await carryOut.waitFor({ timeout: 90_000 });
    await picture(page, `${name}-table`);
    await playTurn(page, random);
    await picture(page, `${name}-orders`);
    await carryOut.click();
    await page.getByRole("heading", { name: "What happened" }).waitFor();
    await page.getByText("No orders yet.").waitFor({ state: "attached" });
    await picture(page, `${name}-news`);
    assert.deepEqual(faults, []);
    await close();
  });
}

test("a click on the map answers the question of the order", { timeout: 60_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await sitDown(page, "Italia 1450");
  await page.locator(".map-layer > svg").waitFor();
  await page.getByRole("button", { name: "New order" }).click();
  await page.getByRole("button", { name: /^Recruit units/ }).click();
  await page.getByRole("heading", { name: "Where?" }).waitFor();
  assert.ok((await page.locator(".map-mark").count()) > 3, "the places that are offered are outlined");
  const town = page.locator("[data-place=Milan]:not(path)").first();
  const box = await town.boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator(".so-far", { hasText: "Milan" }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

for (const [name, scenario, place, known] of [
  ["italia", "Italia 1450", "Venice", /Venice/],
  ["straits", "The straits, spring 313 BC", "Sardis", /capital of Polemaios/],
  ["romagna", "The vicars of Romagna, 1493", "Ferrara", /people/],
  ["dawn", "The Dawn of History, three players", "Pyrenees", /empty/],
  ["siculum", "The Sicilian war", "Roma", /city|capital/],
]) {
  test(`the map of ${scenario} can be read as a table`, { timeout: 60_000 }, async () => {
    const { page, faults, close } = await visit(browser, server.url);
    await sitDown(page, /** @type {string} */ (scenario));
    await page.locator(".map-layer > svg").waitFor();
    await page.getByRole("button", { name: "Places as a table" }).press("Enter");
    const table = page.getByRole("region", { name: "Places as a table" });
    await table.getByRole("searchbox").fill(/** @type {string} */ (place));
    const row = table.getByRole("row").filter({ has: page.getByRole("button", { name: /** @type {string} */ (place), exact: true }) });
    assert.match(await row.getByRole("cell").innerText(), /** @type {RegExp} */ (known));
    await picture(page, `${name}-places`);
    await page.keyboard.press("Escape");
    await table.waitFor({ state: "hidden" });
    assert.deepEqual(faults, []);
    await close();
  });
}

test("orders of a draft are drawn on the map", { timeout: 60_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await sitDown(page, "The straits, spring 313 BC");
  await page.locator(".map-layer > svg").waitFor();
  await page.getByRole("button", { name: "Type orders" }).click();
  await page.getByRole("textbox", { name: "Type orders" }).fill('march "Army I" 2725 2724 2824');
  await page.getByRole("button", { name: "Use these lines" }).click();
  await page.locator(".orders li").first().waitFor();
  await page.locator(".map-orders > *").first().waitFor({ state: "attached" });
  await picture(page, "straits-draft");
  // Every mark lies on the picture.
  const outside = await page.evaluate(() => {
    const svg = /** @type {SVGSVGElement} */ (document.querySelector(".map-layer > svg"));
    const [, , w, h] = (svg.querySelector("[data-hexes]") ?? svg).getAttribute("viewBox")?.split(/\s+/).map(Number) ?? [];
    const frame = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll(".map-orders > *")].map((one) => one.getBoundingClientRect());
    return { w, h, outside: boxes.filter((box) => box.right < frame.left || box.left > frame.right || box.bottom < frame.top || box.top > frame.bottom).length };
  });
  assert.equal(outside.outside, 0);
  assert.equal(await page.locator(".map-orders > *").count(), 2, "a line and its head");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".map-orders > *").first().waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
  await close();
});

test("what cannot be ordered now says why", { timeout: 60_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await sitDown(page, "The straits, spring 313 BC");
  await page.getByRole("button", { name: "New order" }).click();
  const composer = page.locator("order-composer");
  await composer.locator(".choices h4").first().waitFor();
  assert.ok((await composer.locator(".choices h4").count()) > 2, "kinds of order stand under their phases");
  await picture(page, "straits-kinds");
  await composer.locator(".closed summary").click();
  const reason = composer.locator(".closed li p", { hasText: /Rule ST-/ }).first();
  await reason.waitFor();
  await picture(page, "straits-closed");
  assert.deepEqual(faults, []);
  await close();
});

test("orders outlive a reload; undo takes them back", { timeout: 60_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await sitDown(page, "Italia 1450");
  await page.getByRole("button", { name: "Type orders" }).click();
  await page.getByRole("textbox", { name: "Type orders" }).fill("improve Milan 1\nimprove Pavia 1");
  await page.getByRole("button", { name: "Use these lines" }).click();
  await page.locator("order-list [role=status]", { hasText: "Saved" }).waitFor();
  await page.reload();
  await page.locator(".orders li").nth(1).waitFor();
  await page.getByRole("button", { name: /^Remove/ }).first().click();
  assert.equal(await page.locator(".orders li").count(), 1);
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await page.locator(".orders li").count(), 2);
  await page.locator("order-list [role=status]", { hasText: "Saved" }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("a guest keeps the account, signs out and comes back", { timeout: 60_000 }, async () => {
  const { page, close } = await visit(browser, server.url);
  await sitDown(page, "Italia 1450");
  await page.getByRole("link", { name: "Keep this account" }).click();
  await page.getByLabel("Name").fill("Isabella");
  await page.getByLabel("Password").fill("marchesana di mantova");
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("heading", { name: "Your games" }).waitFor();
  await picture(page, "home");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await page.getByLabel("Name").first().fill("isabella");
  await page.getByLabel("Password").first().fill("marchesana di mantova");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.getByRole("tab", { name: "Orders" }).waitFor();
  await close();
});

test("two people share a table, and what one writes is text to the other", { timeout: 120_000 }, async () => {
  const [ada, ben] = await Promise.all([visit(browser, server.url), visit(browser, server.url)]);
  await ada.page.getByRole("button", { name: "Play now" }).click();
  await ada.page.getByRole("radio", { name: "The straits, spring 313 BC" }).click();
  await ada.page.getByRole("radio", { name: /With other people/ }).check();
  await ada.page.getByRole("button", { name: "Start", exact: true }).click();
  await ada.page.getByText("This game has not started.").waitFor();
  await ben.page.getByRole("button", { name: "Play now" }).click();
  await ben.page.getByRole("link", { name: "Games" }).click();
  await ben.page.getByRole("button", { name: /^Join as/ }).first().click();
  await ben.page.getByRole("tab", { name: "Letters" }).waitFor();
  await ada.page.reload();
  await ada.page.getByRole("button", { name: "Start the game" }).click();
  await ada.page.getByRole("button", { name: "Hand in" }).waitFor();
  await ada.page.getByRole("tab", { name: "Letters" }).click();
  const text = "<img src=x onerror=alert(1)> ]]> & <script>alert(2)</script>";
  await ada.page.getByRole("checkbox").first().check();
  await ada.page.getByRole("textbox", { name: "Letter" }).fill(text);
  await ada.page.getByRole("button", { name: "Send" }).click();
  await ada.page.locator(".letter-text").waitFor();
  await ben.page.getByRole("tab", { name: "Letters" }).click();
  await ben.page.locator(".letter-text").waitFor();
  assert.equal(await ben.page.locator(".letter-text").innerText(), text);
  assert.equal(await ben.page.locator(".letter-text *").count(), 0);
  // One hands in and waits; the turn goes on when the other has, and both read what happened.
  await ada.page.getByRole("tab", { name: "Orders" }).click();
  await ada.page.getByRole("button", { name: "Hand in" }).click();
  await ada.page.getByRole("button", { name: "Take back" }).waitFor();
  await ben.page.getByRole("button", { name: "Hand in" }).click();
  for (const { page } of [ada, ben]) await page.locator("article.report").waitFor({ timeout: 60_000 });
  // The list of games follows what happens, without a reload.
  await ben.page.getByRole("link", { name: "Games" }).click();
  await ben.page.getByRole("heading", { name: "Waits for you" }).waitFor();
  await ada.page.getByRole("tab", { name: "Letters" }).click();
  await ada.page.getByRole("checkbox").first().check();
  await ada.page.getByRole("textbox", { name: "Letter" }).fill("Are you there?");
  await ada.page.getByRole("button", { name: "Send" }).click();
  await ben.page.getByText("1 new letter").waitFor();
  for (const { faults, close } of [ada, ben]) {
    assert.deepEqual(faults, []);
    await close();
  }
});

test("who runs a game without a seat finds it, and starts it when others have come", { timeout: 60_000 }, async () => {
  const [ada, ben] = await Promise.all([visit(browser, server.url), visit(browser, server.url)]);
  for (const { page } of [ada, ben]) {
    await page.getByRole("button", { name: "Play now" }).click();
    await page.getByRole("radio").first().waitFor();
  }
  // The form always takes a seat, so the game is made as another client would make it.
  const token = await new Promise((resolve) => {
    ada.page.on("request", (request) => request.headers().authorization && resolve(request.headers().authorization));
    ada.page.getByRole("link", { name: "Games", exact: true }).click();
  });
  const form = { ruleset: "strategos", scenario: "hellespontos-313bc", name: "Ada's straits", visibility: "public", others: { kind: "open" } };
  const headers = { authorization: String(token), "content-type": "application/json" };
  const made = await fetch(`${server.url}/v1/games`, { method: "POST", headers, body: JSON.stringify(form) });
  assert.equal(made.status, 201);
  await ada.page.reload();
  await ada.page.getByRole("heading", { name: "You run, without a seat" }).waitFor();
  await ada.page.locator("article", { hasText: "Ada's straits" }).getByRole("link", { name: "Look" }).first().click();
  await ada.page.getByText("Nobody yet").filter({ visible: true }).first().waitFor();
  await ben.page.getByRole("link", { name: "Games", exact: true }).click();
  await ben.page.locator("article", { hasText: "Ada's straits" }).getByRole("button", { name: /^Join as/ }).first().click();
  await ben.page.getByText("This game has not started.").waitFor();
  await ada.page.reload();
  await ada.page.getByRole("button", { name: "Start the game" }).click();
  await ben.page.getByRole("button", { name: "Hand in" }).waitFor();
  await picture(ada.page, "game");
  for (const { faults, close } of [ada, ben]) {
    assert.deepEqual(faults, []);
    await close();
  }
});

test("who runs a game pauses it, invites into it, ends it, and has its record checked", { timeout: 90_000 }, async () => {
  const [ada, ben] = await Promise.all([visit(browser, server.url), visit(browser, server.url)]);
  const { page } = ada;
  await page.getByRole("button", { name: "Play now" }).click();
  await page.getByRole("radio", { name: "The straits, spring 313 BC" }).click();
  await page.getByRole("radio", { name: /With other people/ }).check();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("link", { name: "About this game" }).click();
  await page.getByText("Invitations", { exact: true }).click();
  await page.getByRole("button", { name: "Make a code" }).click();
  const code = await page.locator(".organiser code").innerText();
  await ben.page.getByRole("button", { name: "Play now" }).click();
  await ben.page.getByRole("link", { name: "Games" }).click();
  await ben.page.getByText("I have a code").click();
  await ben.page.getByRole("textbox", { name: "I have a code" }).fill(code);
  await ben.page.getByRole("button", { name: "Take the seat" }).click();
  await ben.page.getByRole("tab", { name: "Letters" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("The game is paused.").waitFor();
  await ben.page.getByText("The game is paused.").waitFor();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.getByText("Who sits where").click();
  await page.getByRole("button", { name: "Replace by a computer" }).last().click();
  await page.getByRole("button", { name: "No", exact: true }).filter({ visible: true }).click();
  await picture(page, "organiser");
  await page.getByRole("button", { name: "End the game" }).click();
  await page.getByRole("button", { name: "Yes", exact: true }).filter({ visible: true }).click();
  await page.getByRole("button", { name: "Check the dice" }).click();
  await page.getByRole("status").filter({ hasText: "agree" }).waitFor();
  await picture(page, "record");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the archive" }).click();
  assert.match((await saved).suggestedFilename(), /^cursus-.*\.json$/);
  for (const { faults, close } of [ada, ben]) {
    assert.deepEqual(faults, []);
    await close();
  }
});

test("a phone shows map and orders, with nothing wider than the screen", { timeout: 60_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url, { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: "dark" });
  await sitDown(page, "Italia 1450");
  await page.locator(".map-layer > svg").waitFor();
  await picture(page, "phone");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `${wide} pixels wide`);
  assert.deepEqual(faults, []);
  await close();
});

/**
 * Goes on with the tab key until something has the focus.
 * @param {import("playwright-core").Page} page
 * @param {import("playwright-core").Locator} target
 */
async function tabTo(page, target) {
  await target.first().waitFor();
  for (let presses = 0; presses < 200; presses++) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the tab key does not reach ${target}`);
}

/** @param {import("playwright-core").Page} page @param {import("playwright-core").Locator} target */
async function pressed(page, target) {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

test("a session that runs out in the middle of a draft loses nothing", { timeout: 60_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await sitDown(page, "Italia 1450");
  // As the server answers when the quarter of an hour is over.
  const expired = { type: "/problems/token-expired", code: "token-expired", title: "The token has expired", status: 401, detail: "Get a fresh one.", request_id: "test" };
  let refused = 0;
  await page.route("**/orders?*", async (route) => {
    if (route.request().method() !== "PUT" || refused) return route.continue();
    refused += 1;
    await route.fulfill({ status: 401, contentType: "application/problem+json", body: JSON.stringify(expired) });
  });
  const renewed = page.waitForResponse((response) => response.url().endsWith("/v1/sessions/refresh"));
  await page.getByRole("button", { name: "Type orders" }).click();
  await page.getByRole("textbox", { name: "Type orders" }).fill("improve Milan 1\nimprove Pavia 1");
  await page.getByRole("button", { name: "Use these lines" }).click();
  assert.equal((await renewed).status(), 200);
  await page.locator("order-list [role=status]", { hasText: "Saved" }).waitFor();
  assert.equal(refused, 1);
  await page.reload();
  await page.locator(".orders li").nth(1).waitFor();
  // The browser itself notes the 401; nothing else went wrong.
  assert.deepEqual(faults.filter((fault) => !fault.includes("401")), []);
  await close();
});

test("who loses the connection while a turn is carried out reads what happened when it is back", { timeout: 120_000 }, async () => {
  const { page, close } = await visit(browser, server.url);
  let down = true;
  await page.route("**/events?*", (route) => (down ? route.abort("connectionreset") : route.continue()));
  await sitDown(page, "The straits, spring 313 BC");
  await page.getByText("Connection lost").waitFor();
  // The orders arrive; the answer to them is lost on its way, and nothing tells of the turn.
  await page.route("**/orders?*ready=true*", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Hand in" }).click();
  await page.getByRole("alert").or(page.locator("order-list .refused")).first().waitFor();
  assert.equal(await page.locator("article.report").count(), 0);
  down = false;
  await page.locator("article.report").waitFor({ timeout: 60_000 });
  await page.getByText("Connection lost").waitFor({ state: "hidden" });
  await close();
});

test("a deadline that passes while the page is open brings the next turn", { timeout: 150_000 }, async () => {
  const who = { name: `lucia-${Date.now() % 1e6}`, password: "correct horse battery" };
  const post = async (/** @type {string} */ path, /** @type {any} */ body, token = "") => {
    const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
    return answer.json();
  };
  await post("/v1/accounts", who);
  const { access_token: token } = await post("/v1/sessions", who);
  // A minute is the shortest time to think.
  const anchor = new Date(Date.now() + 62_000).toISOString();
  const timing = { clock: { type: "interval", every: { days: 1 }, anchor }, least_thinking: { minutes: 1 } };
  const game = await post(
    "/v1/games",
    { ruleset: "umpire", scenario: "italia-1450", seats: [{ kind: "me", seat: "MIL" }], others: { kind: "ai", level: "random" }, start: true, timing },
    token,
  );
  const { page, faults, close } = await visit(browser, server.url);
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await page.getByLabel("Name").first().fill(who.name);
  await page.getByLabel("Password").first().fill(who.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.getByRole("tab", { name: "Orders" }).waitFor();
  assert.ok(page.url().includes(game.id));
  // A draft that nobody hands in counts at the deadline.
  await page.getByRole("button", { name: "Type orders" }).click();
  await page.getByRole("textbox", { name: "Type orders" }).fill("improve Milan 1");
  await page.getByRole("button", { name: "Use these lines" }).click();
  await page.locator("order-list [role=status]", { hasText: "Saved" }).waitFor();
  await page.locator("article.report").waitFor({ timeout: 100_000 });
  await page.getByText("Your orders").click();
  await page.locator("article.report").getByText(/Milan/).first().waitFor();
  await page.getByRole("tab", { name: "Orders" }).click();
  await page.getByRole("button", { name: "Hand in" }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("the page of the table keeps to its budget of bytes and requests", { timeout: 60_000 }, async (context) => {
  const { page, faults, close } = await visit(browser, server.url);
  await sitDown(page, "The straits, spring 313 BC");
  await page.locator(".map-layer > svg").waitFor();
  /** @type {{ own: number[], asked: number }} */
  const seen = { own: [], asked: 0 };
  /** @type {Promise<void>[]} */
  const read = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/v1/")) seen.asked += 1;
    else read.push(response.body().then((body) => void seen.own.push(body.length)));
  });
  await page.reload();
  await page.locator(".map-layer > svg").waitFor();
  const first = await page.evaluate(() => performance.now());
  await page.getByRole("button", { name: "New order" }).waitFor();
  await page.waitForLoadState("load");
  await Promise.all(read);
  const bytes = seen.own.reduce((sum, size) => sum + size, 0);
  context.diagnostic(`${bytes} bytes in ${seen.own.length} files, ${seen.asked} requests to the API, the map after ${Math.round(first)} ms`);
  assert.ok(bytes > 20_000 && bytes < 350_000, `${bytes} bytes of our own text`);
  assert.ok(seen.own.length <= 40, `${seen.own.length} files`);
  assert.ok(seen.asked <= 20, `${seen.asked} requests to the API`);
  assert.deepEqual(faults, []);
  await close();
});

test("a turn by the keyboard alone", { timeout: 120_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  const button = (/** @type {string | RegExp} */ name) => page.getByRole("button", { name, exact: typeof name === "string" });
  await pressed(page, button("Play now"));
  await tabTo(page, page.getByRole("radio").first());
  const wanted = page.getByRole("radio", { name: "Italia 1450" });
  await page.keyboard.press("Space");
  for (let presses = 0; presses < 40 && !(await wanted.isChecked()); presses++) await page.keyboard.press("ArrowDown");
  assert.ok(await wanted.isChecked(), "arrow keys reach every card");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  assert.ok(await wanted.isChecked(), "arrow keys stay on the cards");
  await pressed(page, button("Start"));
  await page.locator(".map-layer > svg").waitFor();
  const surface = page.locator(".map-surface");
  await tabTo(page, surface);
  const at = () => page.locator(".map-layer").evaluate((layer) => /** @type {HTMLElement} */ (layer).style.transform);
  const before = await at();
  await page.keyboard.press("+");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((old) => /** @type {HTMLElement} */ (document.querySelector(".map-layer")).style.transform !== old, before);
  await pressed(page, button("New order"));
  await pressed(page, button(/^Recruit units/));
  await page.getByRole("heading", { name: "Where?" }).waitFor();
  await pressed(page, page.locator("order-composer .choices button"));
  for (let field = 0; field < 10; field++) {
    await page.waitForFunction(() => !document.querySelector("order-composer.busy"));
    const add = button("Add the order");
    if (await add.isVisible()) break;
    const number = page.locator("order-composer input[type=number]");
    if (await number.count()) {
      await tabTo(page, number.first());
      await page.keyboard.type("1");
      await pressed(page, button("Next"));
    } else if (await page.locator("order-composer").getByRole("checkbox").count()) {
      await tabTo(page, page.locator("order-composer").getByRole("checkbox"));
      await page.keyboard.press("Space");
      await pressed(page, button("Next"));
    } else if (await page.locator("order-composer [data-key=skip]").isVisible()) await pressed(page, page.locator("order-composer [data-key=skip]"));
    else await pressed(page, page.locator("order-composer .choices button"));
    await page.waitForTimeout(300);
  }
  await pressed(page, button("Add the order"));
  await page.locator(".orders li").waitFor();
  await page.locator("order-list [role=status]", { hasText: "Saved" }).waitFor();
  await pressed(page, button("Hand in"));
  await page.locator("article.report").waitFor({ timeout: 60_000 });
  assert.deepEqual(faults, []);
  await close();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`no page has a serious fault for people who see or hear little (${colorScheme})`, { timeout: 120_000 }, async () => {
    const { page, close } = await visit(browser, server.url, { colorScheme });
    const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    /** @type {string[]} */
    const found = [];
    const look = async (/** @type {string} */ where) => {
      await page.evaluate(axe);
      // The picture of the map is for the eye; what it shows is in the table of places.
      const faults = await page.evaluate(async () => {
        const { violations } = await /** @type {any} */ (window).axe.run({ exclude: [".map-layer"] });
        const serious = violations.filter((/** @type {any} */ it) => ["serious", "critical"].includes(it.impact));
        return serious.map((/** @type {any} */ it) => `${it.id}: ${it.nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 120)).join(" | ")}`);
      });
      found.push(...faults.map((/** @type {string} */ fault) => `${where}: ${fault}`));
    };
    await look("the front door");
    await page.getByRole("link", { name: "Sign in" }).first().click();
    await page.getByLabel("Password").first().waitFor();
    await look("signing in");
    await page.goto(server.url);
    await sitDown(page, "The straits, spring 313 BC");
    await page.locator(".map-layer > svg").waitFor();
    await look("the table");
    await page.getByRole("button", { name: "Places as a table" }).click();
    await look("the table of places");
    await page.getByRole("button", { name: "Places as a table" }).click();
    await page.getByRole("button", { name: "New order" }).click();
    await page.locator("order-composer .choices button").first().waitFor();
    await look("an order");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Hand in" }).click();
    await page.locator("article.report").waitFor();
    await page.getByText("What changed").click();
    await page.locator(".changes").waitFor();
    await look("the news");
    await page.getByRole("tab", { name: "Letters" }).click();
    await look("letters");
    await page.getByRole("link", { name: "New game" }).click();
    await page.getByRole("radio").first().waitFor();
    await look("a new game");
    await picture(page, `new-game-${colorScheme}`);
    await page.getByRole("link", { name: "Games", exact: true }).click();
    await page.getByRole("heading", { name: "Your games" }).waitFor();
    await look("home");
    await page.getByRole("link", { name: "Play", exact: true }).first().click();
    await page.getByRole("link", { name: "About this game" }).click();
    await page.getByText("Who sits where").click();
    await page.getByText("Invitations", { exact: true }).click();
    await look("running a game");
    await page.getByRole("link", { name: "Keep this account" }).click();
    await page.getByLabel("Password").first().waitFor();
    await look("the account");
    assert.deepEqual(found, []);
    await close();
  });
}
