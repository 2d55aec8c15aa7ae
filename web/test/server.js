/** A server of our own for the browser tests, on a free port with an empty database, and a browser that reports every fault. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const program = process.env.CURSUS_PROGRAM ?? fileURLToPath(new URL("../../target/debug/cursus", import.meta.url));

/** @returns {Promise<{ url: string, mail: string, stop: () => Promise<void> }>} */
export async function serve() {
  const folder = await mkdtemp(join(tmpdir(), "cursus-web-"));
  const mail = join(folder, "mail");
  const settings = [
    ...["--rate-limits", "false", "--webhooks-to-loopback", "true"],
    ...["--mail-from", "cursus@example.org", "--mail-folder", mail],
  ];
  const child = spawn(program, ["--data-dir", folder, "--listen", "127.0.0.1:0", ...settings], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (piece) => {
      said += piece;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const stop = async () => {
    child.removeAllListeners("exit");
    const over = new Promise((resolve) => child.on("exit", resolve));
    child.kill();
    await over;
    await rm(folder, { recursive: true });
  };
  return { url, mail, stop };
}

export function browse() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
  });
}

/**
 * A page that notes every fault: errors on the console, requests to other hosts, breaches of the policy.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function visit(browser, url, options) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  /** @type {string[]} */
  const faults = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("blob:")) faults.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  return { page, faults, close: () => context.close() };
}
