/** What the stories in the browser share: a server and a browser for each file, and steps that many of them take. */
import { mkdir } from "node:fs/promises";
import { after, before } from "node:test";
import { browse, serve } from "./server.js";

/** Where pictures of the pages go, if they are wanted. */
const pictures = process.env.PICTURES;

/** @type {Awaited<ReturnType<typeof serve>>} */
export let server;
/** @type {import("playwright-core").Browser} */
export let browser;

/** Has a server and a browser ready for the stories of a file. */
export function stage() {
  before(async () => {
    if (pictures) await mkdir(pictures, { recursive: true });
    [server, browser] = await Promise.all([serve(), browse()]);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
}

/** @param {import("playwright-core").Page} page @param {string} name */
export async function picture(page, name) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
}

/**
 * From the front door to the table of a solo game.
 * @param {import("playwright-core").Page} page
 * @param {string} scenario
 */
export async function sitDown(page, scenario) {
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
export async function compose(page, random) {
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
    await page
      .waitForFunction(
        (text) => {
          const composer = document.querySelector("order-composer");
          return (
            composer && !composer.classList.contains("busy") && /** @type {HTMLElement} */ (composer).innerText !== text
          );
        },
        before,
        { timeout: 15_000 },
      )
      .catch(() => {});
  }
  const cancel = composer.getByRole("button", { name: "Cancel" });
  if (await cancel.isVisible()) await cancel.click();
  return false;
}

/** @param {number} seed */
export function dice(seed) {
  return () => (seed = (seed * 16807) % 2147483647) / 2147483647;
}

/**
 * Writes some orders, drops those that are refused, and hands in.
 * @param {import("playwright-core").Page} page
 * @param {() => number} random
 */
export async function playTurn(page, random) {
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
