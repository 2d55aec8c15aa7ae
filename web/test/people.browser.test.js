/** Accounts, games of several people, whoever runs them, and what goes wrong between browser and server. */
import assert from "node:assert/strict";
import { readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { test } from "node:test";
import { visit } from "./server.js";
import { browser, picture, server, sitDown, stage } from "./steps.js";

stage();

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
  await ben.page
    .getByRole("button", { name: /^Join as/ })
    .first()
    .click();
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
  // Who gets a letter that goes too far shows it, and hears no more of its writer.
  await ben.page.goBack();
  await ben.page.getByRole("tab", { name: "Letters" }).click();
  const letter = ben.page.locator(".letter").first();
  await letter.getByText("Report", { exact: true }).first().click();
  await letter.getByRole("textbox", { name: "Why do you report it?" }).fill("I am here, and do not like to be asked.");
  await letter.getByRole("button", { name: "Report" }).click();
  await letter.getByText("It is reported.").waitFor();
  await letter.getByRole("button", { name: "Block the writer" }).click();
  await letter.getByRole("button", { name: "Yes", exact: true }).click();
  await letter.getByText("You hear nothing more from them.").waitFor();
  await picture(ben.page, "letters");
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
  const form = {
    ruleset: "strategos",
    scenario: "hellespontos-313bc",
    name: "Ada's straits",
    visibility: "public",
    others: { kind: "open" },
  };
  const headers = { authorization: String(token), "content-type": "application/json" };
  const made = await fetch(`${server.url}/v1/games`, { method: "POST", headers, body: JSON.stringify(form) });
  assert.equal(made.status, 201);
  await ada.page.reload();
  await ada.page.getByRole("heading", { name: "You run, without a seat" }).waitFor();
  await ada.page.locator("article", { hasText: "Ada's straits" }).getByRole("link", { name: "Look" }).first().click();
  await ada.page.getByText("Nobody yet").filter({ visible: true }).first().waitFor();
  await ada.page.getByText("Settings", { exact: true }).click();
  await ada.page.getByLabel("Name of the game").fill("The straits of Ada");
  await ada.page.getByRole("radio", { name: "At most a week for each turn" }).check();
  await ada.page.getByLabel("Who hands in nothing by the deadline").selectOption({ index: 1 });
  await ada.page.getByRole("button", { name: "Change", exact: true }).click();
  await ada.page.getByRole("heading", { level: 1, name: "The straits of Ada" }).waitFor();
  await ben.page.getByRole("link", { name: "Games", exact: true }).click();
  await ben.page
    .locator("article", { hasText: "The straits of Ada" })
    .getByRole("button", { name: /^Join as/ })
    .first()
    .click();
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

test(
  "who runs a game pauses it, invites into it, ends it, and has its record checked",
  { timeout: 90_000 },
  async () => {
    const [ada, ben] = await Promise.all([visit(browser, server.url), visit(browser, server.url)]);
    const { page } = ada;
    await page.getByRole("button", { name: "Play now" }).click();
    await page.getByRole("radio", { name: "The straits, spring 313 BC" }).click();
    await page.getByRole("radio", { name: /With other people/ }).check();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("link", { name: "About this game" }).click();
    await page.getByText("Invitations", { exact: true }).click();
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    const code = await page.locator(".organiser code").innerText();
    await ben.page.getByRole("button", { name: "Play now" }).click();
    await ben.page.getByRole("link", { name: "Games" }).click();
    await ben.page.getByText("I have a code").click();
    await ben.page.getByRole("textbox", { name: "I have a code" }).fill(code);
    await ben.page.getByRole("button", { name: "Take the seat" }).click();
    await ben.page.getByRole("tab", { name: "Letters" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Ask whether all are there" }).click();
    await page.getByText(/^Not yet: /).waitFor();
    await picture(page, "muster");
    await ben.page.getByRole("link", { name: "About this game" }).click();
    await ben.page.getByRole("button", { name: "I am here" }).click();
    await ben.page.getByRole("button", { name: "I am here" }).waitFor({ state: "hidden" });
    await ben.page.goBack();
    await page.reload();
    await page.getByRole("button", { name: "Start the game" }).click();
    // The players decide together.
    await ben.page.getByRole("link", { name: "About this game" }).click();
    await ben.page.getByText("Ask the others").click();
    await ben.page.getByRole("combobox", { name: "What to ask" }).selectOption({ label: "Shall the game pause?" });
    await ben.page.getByRole("button", { name: "Ask", exact: true }).click();
    await ben.page.getByRole("button", { name: "Yes", exact: true }).filter({ visible: true }).click();
    await ben.page.getByText("1 of 2 have voted; 2 have to agree.").waitFor();
    await picture(ben.page, "vote");
    await page.reload();
    await page.locator(".votes").getByRole("button", { name: "Yes", exact: true }).filter({ visible: true }).click();
    await page.getByText("Yes: 2 for, 0 against.").waitFor();
    await page.getByRole("button", { name: "Go on" }).click();
    await ben.page.goBack();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("The game is paused.").waitFor();
    await ben.page.getByText("The game is paused.").waitFor();
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    // Somebody who is asked by name helps to run it.
    const eve = await visit(browser, server.url);
    await eve.page.getByRole("button", { name: "Play now" }).click();
    await eve.page.getByRole("link", { name: "Games" }).click();
    const name = await eve.page.locator(".account > span").innerText();
    await page.getByText("Invitations", { exact: true }).click();
    await page.getByRole("textbox", { name: "Name of the player" }).fill(name);
    await page.getByRole("combobox", { name: "For which seat" }).selectOption({ label: "to help run the game" });
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await page.locator(".organiser").getByText(name).waitFor();
    await eve.page.reload();
    await eve.page.getByRole("button", { name: "Accept" }).waitFor();
    await picture(eve.page, "invited");
    await eve.page.getByRole("button", { name: "Accept" }).click();
    await eve.page.getByText(/ and .* run it\./).waitFor();
    await eve.page.getByRole("button", { name: "Tell me when a seat is free" }).click();
    await eve.page.getByRole("button", { name: "Do not tell me any more" }).waitFor();
    await eve.page.getByRole("button", { name: "Pause" }).click();
    await eve.page.getByText("The game is paused.").waitFor();
    assert.equal(await eve.page.getByRole("button", { name: "End the game" }).count(), 0, "that is the organiser's");
    await eve.page.getByRole("button", { name: "Go on" }).click();
    await eve.page.getByRole("button", { name: "Pause" }).waitFor();
    assert.deepEqual(eve.faults, []);
    await eve.close();
    await page.reload();
    await page.getByText("Who sits where").click();
    await page.getByRole("button", { name: "Replace by a computer" }).last().click();
    await page.getByRole("button", { name: "No", exact: true }).filter({ visible: true }).click();
    await page.getByText("Reported letters, and who is kept out").click();
    await page.getByText("No letter was reported.").waitFor();
    const kept = page.locator("details", { hasText: "Reported letters" });
    await kept
      .getByRole("textbox", { name: "Name of the player" })
      .fill(await ben.page.locator(".account > span").innerText());
    await kept.getByRole("button", { name: "Ban", exact: true }).click();
    await kept.getByRole("button", { name: "Yes", exact: true }).click();
    await kept.getByText("is banned", { exact: true }).waitFor();
    await picture(page, "organiser");
    await kept.getByRole("button", { name: "Let in again" }).click();
    await kept.getByText("is banned", { exact: true }).waitFor({ state: "hidden" });
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
  },
);

test("a session that runs out in the middle of a draft loses nothing", { timeout: 60_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await sitDown(page, "Italia 1450");
  // As the server answers when the quarter of an hour is over.
  const expired = {
    type: "/problems/token-expired",
    code: "token-expired",
    title: "The token has expired",
    status: 401,
    detail: "Get a fresh one.",
    request_id: "test",
  };
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
  assert.deepEqual(
    faults.filter((fault) => !fault.includes("401")),
    [],
  );
  await close();
});

test(
  "who loses the connection while a turn is carried out reads what happened when it is back",
  { timeout: 120_000 },
  async () => {
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
  },
);

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
    {
      ruleset: "umpire",
      scenario: "italia-1450",
      seats: [{ kind: "me", seat: "MIL" }],
      others: { kind: "ai", level: "random" },
      start: true,
      timing,
    },
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

test("a webhook is made, tried out and turned off, and a game is muted", { timeout: 60_000 }, async (story) => {
  /** @type {any[]} */
  const told = [];
  const hook = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    told.push(JSON.parse(text));
    response.writeHead(204).end();
  });
  // However the story ends: what still listens keeps the whole suite from ending.
  story.after(() => hook.close());
  await new Promise((ready) => hook.listen(0, "127.0.0.1", () => ready(null)));
  const address = /** @type {import("node:net").AddressInfo} */ (hook.address());
  const { page, faults, close } = await visit(browser, server.url);
  await sitDown(page, "Italia 1450");
  await page.getByRole("link", { name: "Keep this account" }).click();
  await page.getByLabel("Name").fill("Lucrezia");
  await page.getByLabel("Password").fill("duchessa di ferrara");
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("link", { name: "Notifications" }).click();
  await page.getByLabel("Address it is posted to").fill("http://example.org/plain");
  await page.getByRole("button", { name: "Make it" }).click();
  await page.getByRole("alert").filter({ hasText: "https://" }).waitFor();
  await page.getByLabel("Address it is posted to").fill(`http://127.0.0.1:${address.port}/hook`);
  await page.getByLabel("What you call it").fill("my bot");
  await page.getByRole("button", { name: "Make it" }).click();
  await page.getByText(/^whsec_/).waitFor();
  // What is typed stays while the answer to something else comes and draws the page anew.
  /** @type {() => void} */
  let goOn = () => {};
  const held = new Promise((go) => (goOn = () => go(null)));
  await page.route("**/v1/me/notifications", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Send a test" }).click();
  for (let waits = 0; waits < 100 && !told.length; waits++) await page.waitForTimeout(100);
  assert.match(told[0].data.text, /my bot/);
  await page.getByLabel("Quiet from").fill("22:00");
  await page.getByLabel("until").fill("07:00");
  const before = page.getByText("Last notifications");
  assert.equal(await before.count(), 0);
  goOn();
  await before.waitFor();
  assert.equal(await page.getByLabel("Quiet from").inputValue(), "22:00");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Last notifications").click();
  await page.getByText("This is a test").waitFor();
  await picture(page, "notifications");
  const box = page.getByRole("checkbox", { name: /^Italia 1450/ });
  await box.uncheck();
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByText("Off. You turned it off.").waitFor();
  assert.equal(await box.isChecked(), false);
  assert.equal(await page.getByLabel("Quiet from").inputValue(), "22:00");
  // The browser itself notes that the server refused the first address.
  assert.equal(faults.length, 1);
  assert.match(faults[0], /422/);
  await close();
});

/** The code in the newest mail to somebody, as soon as it is there. @param {string} to */
async function codeFor(to) {
  for (let waits = 0; waits < 100; waits++) {
    for (const name of await readdir(server.mail)) {
      const text = (await readFile(`${server.mail}/${name}`, "utf8")).replaceAll("=\r\n", "");
      const code = /^[0-9a-f-]{36}\.[\w-]{22}\r?$/m.exec(text);
      if (!code || !text.includes(`To: ${to}`)) continue;
      await rm(`${server.mail}/${name}`);
      return code[0].trim();
    }
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error(`no mail for ${to}`);
}

test("mail is set up, and a forgotten password set anew", { timeout: 60_000 }, async () => {
  const { page, faults, close } = await visit(browser, server.url);
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await page.getByLabel("Name").last().fill("Bona");
  await page.getByLabel("Password").last().fill("duchessa di milano");
  await page.getByRole("button", { name: "Make an account" }).click();
  await page.getByRole("link", { name: "Notifications" }).click();
  await page.getByLabel("Address of mail").fill("bona@example.org");
  await page.getByLabel("Password").fill("duchessa di milano");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByText("A code was sent to bona@example.org.").waitFor();
  // Who follows the link of the mail has the code in the address.
  await page.goto(`${server.url}/notifications#${await codeFor("bona@example.org")}`);
  await page.getByText("Your address is bona@example.org.").waitFor();
  assert.equal(new URL(page.url()).hash, "");
  await page.getByRole("button", { name: "Tell me by mail" }).click();
  await page.getByRole("heading", { name: "Mail", exact: true }).waitFor();
  await picture(page, "mail");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await page.getByRole("link", { name: "I forgot my password" }).click();
  await page.getByLabel("Your name, or your address of mail").fill("bona@example.org");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByText(/a code is on its way/).waitFor();
  await picture(page, "new-password");
  await page.goto(`${server.url}/new-password#${await codeFor("bona@example.org")}`);
  await page.getByLabel("New password").fill("reggente di milano");
  await page.getByRole("button", { name: "Set it" }).click();
  await page.getByLabel("Name").first().fill("bona");
  await page.getByLabel("Password").first().fill("reggente di milano");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("an application is allowed what it asks for, and sent on its way", { timeout: 60_000 }, async (story) => {
  /** @type {string[]} */
  const asked = [];
  const program = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("content-type", "text/plain").end("Back in the program");
  });
  story.after(() => program.close());
  await new Promise((ready) => program.listen(0, "127.0.0.1", () => ready(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (program.address());
  const post = async (/** @type {string} */ path, /** @type {any} */ form, token = "") => {
    const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(form) });
    return answer.json();
  };
  const who = { name: "Margherita", password: "marchesa di mantova" };
  await post("/v1/accounts", who);
  const session = await post("/v1/sessions", who);
  const form = { name: "Map table", redirect_uris: ["http://127.0.0.1/back"] };
  const application = await post("/v1/me/applications", form, session.access_token);
  const query = new URLSearchParams({
    client_id: application.id,
    redirect_uri: `http://127.0.0.1:${port}/back`,
    response_type: "code",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    scope: "game:read orders:write",
    state: "x",
  });
  const { page, faults, close } = await visit(browser, server.url);
  await page.goto(`${server.url}/authorize?${query}`);
  await page.getByRole("heading", { name: "Map table asks to act in your name" }).waitFor();
  await page.getByLabel("Name").fill(who.name);
  await page.getByLabel("Password").fill(who.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("You are signed in as Margherita.").waitFor();
  await picture(page, "authorize");
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.getByText("Back in the program").waitFor();
  assert.match(asked.find((path) => path.startsWith("/back")) ?? "", /^\/back\?code=cursus_code_[\w-]+&state=x/);
  // The client asks no other host; the person went there.
  assert.deepEqual(
    faults.filter((fault) => !fault.includes(`:${port}/`)),
    [],
  );
  await close();
});
