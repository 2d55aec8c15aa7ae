/** What is chosen before a game and on its map: the seat, the pace, what the map shows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./server.js";
import { browser, compose, picture, server, sitDown, stage } from "./steps.js";

stage();

test("a seat is chosen on the map, and deadlines by the calendar", { timeout: 60_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.getByRole("radio", { name: "Italia 1450" }).click();
  const map = page.locator(".opening-map");
  await map.locator("svg [data-power=FLO]").first().waitFor();
  assert.ok(!(await page.getByRole("radio", { name: /Florence/ }).isChecked()));
  await map.scrollIntoViewIfNeeded();
  const box = await map.locator("[data-place=Volterra][data-power=FLO]").first().boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  assert.ok(await page.getByRole("radio", { name: /Florence/ }).isChecked(), "the seat that holds Volterra");
  await map.getByText("The map as Florence sees it at the beginning").waitFor();
  await picture(page, "new-game-map");

  await page.getByRole("radio", { name: "On set days, at a set time" }).check();
  for (const day of ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"])
    await page.getByRole("checkbox", { name: day }).uncheck();
  await page.getByLabel("Time", { exact: true }).fill("18:30");
  await page.getByLabel("Time zone").selectOption("Europe/Rome");
  await page.getByText("More settings").click();
  await page.getByLabel("Reminder before a deadline").selectOption("A day before");
  await page.getByLabel("Who hands in nothing by the deadline").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /Florence/ }).waitFor();

  await page.getByRole("link", { name: "About this game" }).click();
  const deadlines = page.locator(".timetable");
  await deadlines.getByText(/^Orders are due .*18:30|^Orders are due .*\d:30/).waitFor();
  await deadlines.getByText("is played by a computer for that turn").waitFor();
  await deadlines.getByText("After that").click();
  assert.equal(await deadlines.getByRole("listitem").count(), 9, "as many as the server tells");
  const download = page.waitForEvent("download");
  await deadlines.getByRole("button", { name: "Save for a calendar" }).click();
  assert.match((await download).suggestedFilename(), /\.ics$/);
  await picture(page, "timetable");
  assert.deepEqual(faults, []);
  await close();
});

test("the options of the rules go with a new game", { timeout: 60_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.getByRole("radio", { name: "The Dawn of History, three players" }).click();
  await page.getByText("More settings").click();
  await page.getByLabel("Combat mode").selectOption("Dice");
  const asked = page.waitForRequest((one) => one.method() === "POST" && one.url().endsWith("/v1/games"));
  await page.getByRole("button", { name: "Start", exact: true }).click();
  assert.deepEqual((await asked).postDataJSON().options, { combat_mode: "dice" }, "what is usual is left unsaid");
  await page.getByRole("tab", { name: "Orders" }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("the map shows what one wants to see of it", { timeout: 120_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await sitDown(page, "Italia 1450");
  await page.locator(".map-layer > svg").waitFor();
  for (let order = 0; order < 3; order++) await compose(page, () => 0.3);
  await page.getByRole("button", { name: /^Hand in/ }).click();
  await page.locator("article.report").waitFor({ timeout: 60_000 });
  // What is read leads to its place on the map.
  await page.getByText("Events", { exact: true }).click();
  const place = page.locator("article.report button.place").filter({ visible: true }).first();
  const name = await place.innerText();
  await place.click();
  await page.locator(".map-mark").waitFor({ state: "attached" });
  await page.getByTitle(`${name} on the map`).first().waitFor();
  await page.getByRole("button", { name: "What the map shows" }).press("Enter");
  const choice = page.getByRole("region", { name: "What the map shows" });
  await choice.getByRole("checkbox", { name: "Forces" }).uncheck();
  assert.equal(await page.locator(".map-layer [data-layer=forces]").isVisible(), false);
  assert.equal(await page.locator(".map-layer [data-layer=names]").isVisible(), true);
  await picture(page, "layers");
  await choice.getByRole("checkbox", { name: "Forces" }).press("Escape");
  assert.equal(await choice.isVisible(), false);
  // The choice outlives a reload.
  await page.reload();
  await page.locator(".map-layer [data-layer=forces]").waitFor({ state: "attached" });
  assert.equal(await page.locator(".map-layer [data-layer=forces]").isVisible(), false);
  assert.deepEqual(faults, []);
  await close();
});

test("hexes bear their numbers where there is room", { timeout: 60_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await sitDown(page, "The straits, spring 313 BC");
  await page.locator(".map-layer > svg").waitFor();
  assert.equal(await page.locator(".map-numbers").count(), 0);
  for (let step = 0; step < 4; step++) await page.getByRole("button", { name: "Closer" }).click();
  await page.locator(".map-numbers text").first().waitFor({ state: "attached" });
  assert.match((await page.locator(".map-numbers text").first().textContent()) ?? "", /^\d{4}$/);
  await picture(page, "hex-numbers");
  await page.getByRole("button", { name: "Whole map" }).click();
  await page.waitForFunction(() => !document.querySelector(".map-numbers"));
  assert.deepEqual(faults, []);
  await close();
});
