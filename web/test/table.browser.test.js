/** The table: the map, the draft, and what cannot be ordered. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./server.js";
import { browser, picture, server, sitDown, stage } from "./steps.js";

stage();

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

test("a click on the map begins an order with what can begin there", { timeout: 60_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await sitDown(page, "Italia 1450");
  await page.locator(".map-layer > svg").waitFor();
  const click = async (/** @type {string} */ place) => {
    const box = await page.locator(`[data-place=${place}]:not(path)`).first().boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  await click("Milan");
  const composer = page.locator("order-composer");
  await composer.getByRole("heading", { name: "What to order at Milan?" }).waitFor();
  assert.equal(await composer.getByRole("button", { name: /^Set tax rate/ }).count(), 0, "that has no place");
  assert.match(await page.locator(".known").innerText(), /Milan: Milan, a city/, "what a mouse would be told");
  await picture(page, "italia-click");
  await composer.getByRole("button", { name: /^Improve city/ }).click();
  // Where is answered already.
  await page.locator(".so-far", { hasText: "Milan" }).waitFor();
  await composer.locator("input[type=number]").waitFor();
  await composer.getByRole("button", { name: "Cancel" }).click();
  // In the other's capital nothing of ours begins but spies and the like.
  await click("Naples");
  await page.getByText(/What to order at Naples\?|Nothing of yours can begin at Naples now\./).waitFor();
  assert.equal(await composer.getByRole("button", { name: /^Improve city/ }).count(), 0);
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
    const row = table
      .getByRole("row")
      .filter({ has: page.getByRole("button", { name: /** @type {string} */ (place), exact: true }) });
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
    const [, , w, h] =
      (svg.querySelector("[data-hexes]") ?? svg).getAttribute("viewBox")?.split(/\s+/).map(Number) ?? [];
    const frame = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll(".map-orders > *")].map((one) => one.getBoundingClientRect());
    return {
      w,
      h,
      outside: boxes.filter(
        (box) => box.right < frame.left || box.left > frame.right || box.bottom < frame.top || box.top > frame.bottom,
      ).length,
    };
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
  await page
    .getByRole("button", { name: /^Remove/ })
    .first()
    .click();
  assert.equal(await page.locator(".orders li").count(), 1);
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await page.locator(".orders li").count(), 2);
  await page.locator("order-list [role=status]", { hasText: "Saved" }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("an interception is put as a question, with what silence means", { timeout: 120_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.getByRole("radio", { name: "The Sicilian war" }).click();
  await page.getByRole("radio", { name: /^Pompeius/ }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("tab", { name: "Orders" }).waitFor();
  // Ends phases by what the page itself uses, until somebody sails past.
  await page.evaluate(async () => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector("script[type=module]"));
    /** @type {typeof import("../net/ops.js")} */
    const ops = await import(new URL("net/ops.js", script.src).href);
    const [, , game, seat] = location.pathname.split("/");
    for (let tries = 0; tries < 2000; tries++) {
      const now = await ops.awaiting(game);
      const mine = now.awaiting.find((one) => one.seat === seat);
      if (mine?.kind === "decision") return;
      if (!mine || mine.ready) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      const kinds = (await ops.orderKinds(game, seat)).groups.flatMap((group) => group.orders);
      const order = kinds.find((kind) => kind.open && kind.type === "end_phase") ?? kinds.find((kind) => kind.open);
      await ops.putOrders(game, seat, { orders: [order?.example], step: now.step });
    }
    throw new Error("nobody sails past");
  });
  await page.getByRole("heading", { name: /^Intercept the / }).waitFor();
  await page.getByText("If you do not answer in time: no interception").waitFor();
  // The answers are there without being asked for.
  await page.locator("order-composer").getByRole("button", { name: "Intercept fleet" }).waitFor();
  // Whole answers stand beside the question: for this time, and once for all.
  await page.getByRole("group", { name: "This time" }).getByRole("button", { name: "Let them pass" }).waitFor();
  await picture(page, "siculum-decision");
  const later = page.getByRole("group", { name: "And do not ask me again" });
  await later.getByRole("button", { name: "From now on, let all pass" }).click();
  await page.locator("order-list li", { hasText: "policy POM intercept never" }).waitFor();
  await page.locator("order-list [role=status]", { hasText: "Saved" }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});
