/**
 * Measures what players feel: frames a second while the largest map is moved and enlarged, and milliseconds from a click on the
 * map to what can be ordered there. Says it in a table; nothing here is a test.
 * `CURSUS_PROGRAM=… node test/pace.js`; `ONLY=…` is the scenario where one is enough.
 */
import { browse, serve, visit } from "./server.js";
import { sitDown } from "./steps.js";

const SCENARIOS = process.env.ONLY
  ? [process.env.ONLY]
  : [
      "The Diadochoi, spring 310 BC",
      "Octavius and Antonius",
      "Italia 1450",
      "Italy and the western Mediterranean, 1493",
      "The Dawn of History, three players",
    ];
const CLICKS = 25;

/** @param {number[]} all @param {number} part */
const quantile = (all, part) => all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))];

/** @param {number[]} times */
const said = (times) =>
  times.length ? `${quantile(times, 0.5)}, ${quantile(times, 0.95)} (${times.length} clicks)` : "nothing to order";

/**
 * Counts frames while something is done.
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<void>} what
 */
async function frames(page, what) {
  await page.evaluate(() => {
    const times = /** @type {number[]} */ ([]);
    const note = (/** @type {number} */ at) => {
      times.push(at);
      if (/** @type {any} */ (window).frames_ === times) requestAnimationFrame(note);
    };
    /** @type {any} */ (window).frames_ = times;
    requestAnimationFrame(note);
  });
  await what();
  return page.evaluate(() => {
    const times = /** @type {any} */ (window).frames_;
    /** @type {any} */ (window).frames_ = null;
    return (1000 * (times.length - 1)) / (times.at(-1) - times[0]);
  });
}

const [server, browser] = await Promise.all([serve(), browse()]);
try {
  const { page: empty, close: done } = await visit(browser, server.url);
  const bare = await frames(empty, () => empty.waitForTimeout(2000));
  await done();
  console.log(`frames a second of a page at rest: ${bare.toFixed(0)}`);
  console.log("scenario | elements | pan | zoom | click to options, median and p95 in ms");
  for (const scenario of SCENARIOS) {
    const { page, close } = await visit(browser, server.url);
    await sitDown(page, scenario);
    await page.locator(".map-layer > svg").waitFor();
    await page.getByRole("button", { name: "New order" }).waitFor();
    const elements = await page.locator(".map-layer > svg *").count();
    await page.waitForTimeout(1500);
    const box = await page.locator(".map-surface").boundingBox();
    if (!box) throw new Error("no map");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    const zoom = await frames(page, async () => {
      for (let step = 0; step < 40; step++) {
        await page.mouse.wheel(0, step < 20 ? -40 : 40);
        await page.waitForTimeout(25);
      }
    });
    await page.waitForTimeout(2500);
    await page.mouse.down();
    const pan = await frames(page, async () => {
      for (let step = 0; step < 60; step++) {
        await page.mouse.move(x + 160 * Math.sin(step / 6), y + 90 * Math.cos(step / 6));
        await page.waitForTimeout(16);
      }
    });
    await page.mouse.up();
    await page.waitForTimeout(2500);
    await page.getByRole("button", { name: "Whole map" }).click();
    await page.waitForTimeout(2500);
    // Before anybody has moved a map may have no pieces yet, only the lands themselves.
    const pieces = page.locator(".map-layer [data-place]:not(path)");
    const places = (await pieces.count()) ? pieces : page.locator(".map-layer [data-place]");
    const count = await places.count();
    /** @type {number[]} */
    const times = [];
    for (let click = 0; click < CLICKS; click++) {
      const at = await places.nth(Math.floor((click * count) / CLICKS)).boundingBox();
      if (!at) continue;
      // Where nothing can be ordered nothing is asked.
      const asked = page.waitForRequest((one) => one.url().endsWith("/orders/options"), { timeout: 1000 });
      const since = Date.now();
      await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
      if (!(await asked.catch(() => null))) continue;
      await page.waitForFunction(() => !document.querySelector("order-composer.busy"));
      times.push(Date.now() - since);
      const cancel = page.locator("order-composer").getByRole("button", { name: "Cancel" });
      if (await cancel.isVisible()) await cancel.click();
    }
    console.log(`${scenario} | ${elements} | ${pan.toFixed(0)} | ${zoom.toFixed(0)} | ${said(times)}`);
    await close();
  }
} finally {
  await browser.close();
  await server.stop();
}
