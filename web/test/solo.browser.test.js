/** A newcomer plays in every rule system by clicking alone; everything is found by its role and name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./server.js";
import { browser, dice, picture, playTurn, server, sitDown, stage } from "./steps.js";

stage();

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
  await page.getByText("What changed", { exact: true }).click();
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

/**
 * Opens the charts, and the numbers behind one.
 * @param {import("playwright-core").Page} page
 * @param {string} name of the picture
 */
async function lookAtFigures(page, name) {
  await page.getByRole("tab", { name: "News" }).click();
  await page.getByText("Figures over time").click();
  const charts = page.locator(".figures").getByRole("img");
  await charts.first().waitFor();
  assert.ok((await page.locator(".figures polyline.own").count()) > 1, "one's own figures are drawn");
  await picture(page, name);
  await page.getByText("The numbers").first().click();
  // Three turns and the beginning.
  assert.equal(await page.locator(".figures table").first().locator("tbody tr").count(), 4);
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
      await page.waitForFunction(
        (count) =>
          Number(document.querySelector("#panel-news input[type=range]")?.getAttribute("max") ?? 0) === count - 1,
        turn,
        { timeout: 90_000 },
      );
      if (turn === 1) await picture(page, `${name}-news`);
      await page.getByRole("tab", { name: "Orders" }).click();
      await page.getByRole("button", { name: "Hand in" }).waitFor();
    }
    assert.ok(orders >= 2, `only ${orders} orders could be written`);
    await lookBack(page, `${name}-past`);
    await lookAtFigures(page, `${name}-figures`);
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
    await page.getByRole("heading", { name: "What happened", exact: true }).waitFor();
    await page.getByText("No orders yet.").waitFor({ state: "attached" });
    await picture(page, `${name}-news`);
    assert.deepEqual(faults, []);
    await close();
  });
}

test("who plays alone takes a turn back, and plays it again", { timeout: 120_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await sitDown(page, "The straits, spring 313 BC");
  const label = page.locator("output.turn");
  const now = page.getByRole("button", { name: "Hand in" });
  await now.waitFor();
  const status = page.locator(".table-head, header").first();
  const before = await status.innerText();
  await now.click();
  await page.locator("article.report").waitFor({ timeout: 90_000 });
  await label.waitFor();
  await page.getByRole("link", { name: "About this game" }).click();
  await page.getByText("Take steps back").click();
  await page.getByRole("combobox", { name: "Back to before" }).waitFor();
  await page.getByRole("button", { name: "Take back", exact: true }).click();
  await picture(page, "take-back");
  await page.getByRole("button", { name: "Yes", exact: true }).filter({ visible: true }).click();
  await page.waitForFunction(() => document.querySelectorAll("details[open] option").length === 2);
  await page.goBack();
  await now.waitFor();
  assert.equal(await status.innerText(), before, "it is that week again");
  await picture(page, "taken-back");
  await now.click();
  await page.locator("article.report").waitFor({ timeout: 90_000 });
  assert.deepEqual(faults, []);
  await close();
});
