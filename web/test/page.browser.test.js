/** The pages as such: narrow screens, the keyboard, bytes and requests, people who see or hear little. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { visit } from "./server.js";
import { browser, picture, server, sitDown, stage } from "./steps.js";

stage();

test("a phone shows map and orders, with nothing wider than the screen", { timeout: 60_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    colorScheme: "dark",
  });
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
  context.diagnostic(
    `${bytes} bytes in ${seen.own.length} files, ${seen.asked} requests to the API, the map after ${Math.round(first)} ms`,
  );
  assert.ok(bytes > 20_000 && bytes < 350_000, `${bytes} bytes of our own text`);
  assert.ok(seen.own.length <= 40, `${seen.own.length} files`);
  assert.ok(seen.asked <= 20, `${seen.asked} requests to the API`);
  assert.deepEqual(faults, []);
  await close();
});

test("a turn by the keyboard alone", { timeout: 120_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  const button = (/** @type {string | RegExp} */ name) =>
    page.getByRole("button", { name, exact: typeof name === "string" });
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
  // The page before it shows a map, too.
  await page.getByRole("tab", { name: "Orders" }).waitFor();
  await page.locator(".map-layer > svg").waitFor();
  const surface = page.locator(".map-surface");
  await tabTo(page, surface);
  // What is drawn when the map has come to rest: while it moves only a transform changes, which is gone afterwards. A key may
  // arrive a moment after it was pressed.
  const drawn = async () =>
    ((await page.locator(".map-layer > svg").getAttribute("viewBox")) ?? "").split(" ").map(Number);
  const [, , wide] = await drawn();
  await page.keyboard.press("+");
  await page.waitForFunction(
    (old) => Number(document.querySelector(".map-layer > svg")?.getAttribute("viewBox")?.split(" ")[2]) < old,
    wide ?? NaN,
  );
  const [west] = await drawn();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(
    (old) => Number(document.querySelector(".map-layer > svg")?.getAttribute("viewBox")?.split(" ")[0]) > old,
    west ?? NaN,
  );
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
    } else if (await page.locator("order-composer [data-key=skip]").isVisible())
      await pressed(page, page.locator("order-composer [data-key=skip]"));
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
  test(
    `no page has a serious fault for people who see or hear little (${colorScheme})`,
    { timeout: 120_000 },
    async () => {
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
          return serious.map(
            (/** @type {any} */ it) =>
              `${it.id}: ${it.nodes
                .slice(0, 3)
                .map((/** @type {any} */ node) => node.html.slice(0, 120))
                .join(" | ")}`,
          );
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
      await page.getByText("What changed", { exact: true }).click();
      await page.locator(".changes").waitFor();
      await page.getByText("Figures over time").click();
      await page.locator(".figures").getByRole("img").first().waitFor();
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
    },
  );
}
