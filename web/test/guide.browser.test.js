/** A first game: a guide leads through the first turn, in a room of sealed orders and in one of small steps. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./server.js";
import { browser, compose, dice, picture, server, sitDown, stage } from "./steps.js";

stage();

for (const [name, scenario, handIn] of [
  ["straits", "The straits, spring 313 BC", "Hand in"],
  ["siculum", "The Sicilian war", "Carry out"],
]) {
  test(`a guide leads through the first turn of ${scenario}`, { timeout: 240_000 }, async () => {
    const { page, faults, close } = await visit(browser, server.url);
    await sitDown(page, scenario);
    const guide = page.getByRole("region", { name: "A guide through the first turns" });
    const hint = (/** @type {string} */ title) =>
      guide.getByRole("heading", { name: title }).waitFor({ timeout: 90_000 });
    const next = guide.getByRole("button", { name: "Next hint" });
    await hint("Who you are");
    await picture(page, `guide-${name}-who`);
    await next.click();
    await hint("Look around");
    await next.click();
    await hint("Give an order");
    await page.getByRole("button", { name: handIn }).waitFor({ timeout: 90_000 });
    // The hints are of this very position: what they name can be ordered.
    const tries = guide.getByRole("button", { name: /^Try: / });
    await tries.first().waitFor();
    await picture(page, `guide-${name}-order`);
    await tries.first().click();
    await page.locator("order-composer h3").waitFor();
    await page.locator("order-composer").getByRole("button", { name: "Cancel" }).click();
    const random = dice(name.length * 1000 + 13);
    for (let tries = 0; tries < 6 && !(await page.locator(".orders li").count()); tries++) await compose(page, random);
    await hint("Ask for advice");
    await guide.getByRole("button", { name: "Ask an adviser" }).click();
    await hint("Hand in");
    await page.getByRole("button", { name: "Take over" }).click();
    await page.locator("order-list [role=status]", { hasText: "Saved" }).waitFor();
    await picture(page, `guide-${name}-hand`);
    await page.getByRole("button", { name: handIn }).click();
    await hint("Read what happened");
    await next.click();
    await guide.getByText("Guide, turn 2 of 3").waitFor();
    // It is there after a reload, until it is sent away; then it comes only when it is called.
    await page.reload();
    await guide.getByText("Guide, turn 2 of 3").waitFor();
    await guide.getByRole("button", { name: "No more hints" }).click();
    assert.equal(await guide.isVisible(), false);
    await page.reload();
    await page.getByRole("button", { name: "Guide", exact: true }).click();
    await hint("Who you are");
    assert.deepEqual(faults, []);
    await close();
  });
}

test(
  "who chooses a scenario sees its map, and the next game of the same rules begins without a guide",
  { timeout: 60_000 },
  async () => {
    const { page, faults, close } = await visit(browser, server.url);
    await page.getByRole("button", { name: "Play now" }).click();
    await page.getByRole("radio", { name: "Italia 1450" }).click();
    await page.getByText(/^The map as Milan sees it/).waitFor();
    await page.getByRole("radio", { name: /^Venice/ }).click();
    await page.getByText(/^The map as Venice sees it/).waitFor();
    await page.locator(".opening-map .map-layer > svg").waitFor();
    await picture(page, "new-game-seat");
    assert.equal(await page.getByRole("checkbox", { name: /^With a guide/ }).isChecked(), true);
    await page.getByLabel("Their character").selectOption("bold");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("tab", { name: "Orders" }).waitFor();
    await page.getByRole("link", { name: "New game" }).click();
    await page.getByRole("radio", { name: "Italia 1450" }).click();
    assert.equal(await page.getByRole("checkbox", { name: /^With a guide/ }).isChecked(), false);
    await page.getByRole("radio", { name: "The Sicilian war" }).click();
    await page.getByText(/^The map as Octavius sees it/).waitFor();
    assert.equal(await page.getByRole("checkbox", { name: /^With a guide/ }).isChecked(), true);
    assert.deepEqual(faults, []);
    await close();
  },
);
