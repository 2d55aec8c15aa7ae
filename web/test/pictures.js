/**
 * Takes the pictures of docs/pictures: ten pages, in light, in dark and as wide as a phone.
 * `CURSUS_PROGRAM=… node test/pictures.js ../docs/pictures`
 */
import { mkdir } from "node:fs/promises";
import { browse, serve, visit } from "./server.js";
import { compose, dice, sitDown } from "./steps.js";

const into = process.argv[2] ?? "../docs/pictures";
const LOOKS = /** @type {const} */ ([
  ["light", { colorScheme: "light", viewport: { width: 1280, height: 800 } }],
  ["dark", { colorScheme: "dark", viewport: { width: 1280, height: 800 } }],
  ["phone", { colorScheme: "light", viewport: { width: 360, height: 740 }, hasTouch: true }],
]);

/**
 * @param {import("playwright-core").Page} page
 * @param {string} scenario
 */
async function table(page, scenario) {
  await page.getByRole("link", { name: "New game" }).click();
  await page.getByRole("radio", { name: scenario }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("tab", { name: "Orders" }).waitFor();
  await page.locator(".map-layer > svg").waitFor();
  await page.getByRole("button", { name: /^(Hand in|Carry out)$/ }).waitFor({ timeout: 120_000 });
}

await mkdir(into, { recursive: true });
const [server, browser] = await Promise.all([serve(), browse()]);
try {
  for (const [look, options] of LOOKS) {
    const { page, close } = await visit(browser, server.url, options);
    const take = async (/** @type {string} */ name) => {
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${into}/${name}-${look}.jpg`, type: "jpeg", quality: 60 });
    };
    const noGuide = () => page.getByRole("button", { name: "No more hints" }).click();
    await take("welcome");
    await sitDown(page, "Italia 1450");
    await page.getByText("Who you are").waitFor();
    await page.locator(".map-layer > svg").waitFor();
    await take("guide");
    await noGuide();
    await compose(page, dice(4242));
    await page.getByRole("button", { name: "Hand in" }).click();
    await page.locator("article.report").waitFor({ timeout: 60_000 });
    await take("report");
    await page.getByText("Figures over time").click();
    await page.locator(".figures").getByRole("img").first().waitFor();
    await take("figures");
    await page.getByRole("link", { name: "About this game" }).click();
    await page.getByText("Who sits where").click();
    await take("organiser");
    await page.getByRole("link", { name: "New game" }).click();
    await page.getByRole("radio", { name: "Hannibal" }).click();
    await page.locator(".opening-map .map-layer > svg").waitFor();
    await take("new-game");
    await table(page, "The straits, spring 313 BC");
    await noGuide();
    await page.getByRole("button", { name: "New order" }).click();
    await page.locator("order-composer .choices button").first().waitFor();
    await take("orders");
    await table(page, "The Sicilian war");
    await noGuide();
    await take("rome");
    await table(page, "The Dawn of History, three players");
    await noGuide();
    await page.getByRole("button", { name: "Places as a table" }).click();
    await take("places");
    await page.getByRole("link", { name: "Games", exact: true }).click();
    await page.getByRole("heading", { name: "Your games" }).waitFor();
    await take("home");
    await close();
  }
} finally {
  await browser.close();
  await server.stop();
}
