/** Drafts and orders that are filled in, without a browser. */
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { answer, answerAt, byPhase, put, valuesAt } from "../model/compose.js";
import * as drafts from "../model/draft.js";
import { blocks } from "../model/paper.js";
import { placesOf, wordsOf } from "../model/trail.js";
import { texts } from "../strings/en.js";

test("an order goes by the places that its fields were filled with", () => {
  const forces = {
    kind: "one_of",
    values: [
      { value: "MIL-1", place: "Milan" },
      { value: "MIL-2", place: "Lodi" },
    ],
  };
  assert.deepEqual(placesOf(forces, "MIL-2", []), ["Lodi"]);
  const several = { kind: "several", values: [{ value: { id: 1 }, place: "1204" }, { value: { id: 2 } }] };
  assert.deepEqual(placesOf(several, [{ id: 2 }, { id: 1 }], []), ["1204"]);
  const path = { kind: "path", from: "1204", links: [] };
  assert.deepEqual(placesOf(path, ["a", "b"], [{ to: "1205" }, { to: "1306" }]), ["1204", "1205", "1306"]);
  assert.deepEqual(placesOf({ kind: "amount" }, 7, []), []);
  assert.deepEqual(wordsOf({ type: "march", army: "MIL-1", route: ["Lodi", { to: "Crema" }], men: 5 }), [
    "MIL-1",
    "Lodi",
    "Crema",
  ]);
});

test("undoing every change gives what there was, redoing all of them what there is", () => {
  let draft = drafts.draft([{ type: "a" }]);
  const start = draft.orders;
  let seed = 7;
  const random = (/** @type {number} */ below) => (seed = (seed * 16807) % 2147483647) % below;
  for (let step = 0; step < 100; step++) {
    const count = draft.orders.length;
    const change = random(3);
    if (change === 0 || count === 0) draft = drafts.add(draft, { type: "b", step }, random(count + 1));
    else if (change === 1) draft = drafts.remove(draft, random(count));
    else draft = drafts.move(draft, random(count), random(count));
  }
  const end = draft.orders;
  while (draft.past.length) draft = drafts.undo(draft);
  assert.deepEqual(draft.orders, start);
  while (draft.future.length) draft = drafts.redo(draft);
  assert.deepEqual(draft.orders, end);
});

test("a change forgets what could be redone, and moving beyond the ends changes nothing", () => {
  let draft = drafts.add(drafts.add(drafts.draft(), 1), 2);
  draft = drafts.undo(draft);
  draft = drafts.add(draft, 3);
  assert.deepEqual(draft.orders, [1, 3]);
  assert.equal(drafts.redo(draft), draft);
  assert.equal(drafts.move(draft, 0, -1), draft);
  assert.equal(drafts.move(draft, 1, 2), draft);
});

test("values go where a pointer says", () => {
  assert.deepEqual(put({}, "/type", "march"), { type: "march" });
  assert.deepEqual(put({ type: "march" }, "/generals/-", "Carne"), { type: "march", generals: ["Carne"] });
  assert.deepEqual(put({ generals: ["Carne"] }, "/generals/-", null), { generals: ["Carne", null] });
  assert.deepEqual(put({ legs: [{}] }, "/legs/0/to", "Padua"), { legs: [{ to: "Padua" }] });
  assert.deepEqual(put({}, "/legs/0/units", { FOO: 2 }), { legs: [{ units: { FOO: 2 } }] });
  assert.deepEqual(put({}, "/a~1b/~0", 1), { "a/b": { "~": 1 } });
});

test("what was chosen stays as it was when the next field is answered", () => {
  const composing = { order: { type: "march" }, reply: { next: { pointer: "/generals/-" } }, back: [{}] };
  const next = answer(composing, "Carne");
  assert.deepEqual(next, { order: { type: "march", generals: ["Carne"] }, back: [{}, { type: "march" }] });
  assert.deepEqual(composing.order, { type: "march" });
});

test("a click answers the field that asks for its place, and what leaves no choice before it", () => {
  const field = (/** @type {any[]} */ values) => ({ optional: false, values: { kind: "one_of", values } });
  const power = field([{ value: "OCT", place: null }]);
  assert.deepEqual(answerAt(power, ["Roma"]), { value: "OCT", found: false });
  const city = field([
    { value: "Roma", place: "Roma" },
    { value: "Tarentum", place: "Tarentum" },
  ]);
  assert.deepEqual(answerAt(city, ["0203", "Roma"]), { value: "Roma", found: true });
  assert.equal(answerAt(city, ["Carthago"]), null);
  assert.equal(answerAt({ optional: false, values: { kind: "amount", least: 1, most: 1 } }, ["Roma"]), null);
});

test("a place on the map finds the values there", () => {
  const values = {
    values: [
      { value: "a", place: "Padua" },
      { value: "0203", place: null },
      { value: "c", place: "Roma" },
    ],
  };
  assert.deepEqual(
    valuesAt(values, ["Padua"]).map((one) => one.value),
    ["a"],
  );
  assert.deepEqual(
    valuesAt(values, ["0203"]).map((one) => one.value),
    ["0203"],
  );
});

test("every text is used and every text that is used is there; no file names a rule system or puts markup together", async () => {
  const root = new URL("..", import.meta.url);
  /** @type {string[]} */
  const sources = [];
  for (const folder of ["", "base/", "model/", "net/", "pages/", "parts/"]) {
    for (const file of await readdir(new URL(folder || ".", root))) {
      if (!file.endsWith(".js")) continue;
      const text = await readFile(new URL(folder + file, root), "utf8");
      sources.push(text);
      for (const word of ["umpire", "hotw", "eternal", "strategos", "renaissance"]) {
        assert.ok(!text.toLowerCase().includes(word), `${folder}${file} names ${word}`);
      }
      for (const word of ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("]) {
        assert.ok(!text.includes(word), `${folder}${file} uses ${word}`);
      }
      const arrows = {
        "": [],
        base: ["pages", "parts", "model", "net"],
        net: ["pages", "parts", "model"],
        model: ["pages", "parts"],
        parts: ["pages", "net"],
        pages: [],
      };
      for (const below of /** @type {Record<string, string[]>} */ (arrows)[folder.replace("/", "")]) {
        assert.ok(!text.includes(`from "../${below}/`), `${folder}${file} imports ${below}`);
      }
    }
  }
  const all = sources.join("\n");
  const unused = Object.keys(texts).filter((key) => !all.includes(`"${key}"`) && !key.startsWith("verdict."));
  assert.deepEqual(unused, []);
  const used = [...all.matchAll(/\bt\(\s*"([a-z.-]+)"/g)].map(([, key]) => key);
  assert.deepEqual(
    used.filter((key) => !(key in texts)),
    [],
  );
});

test("a paper of fixed width is taken apart", () => {
  const text =
    "Dispatch\n========\nAll is well.\nAnd this line is so long that nothing more would have had a\nplace in it.\n\nTreaties\n--------\n* Rome offers\n  peace.\n* Carthage is silent.\n\nPlace     Men\nRome       12\n";
  assert.deepEqual(blocks(text, "Dispatch"), [
    { kind: "prose", text: "All is well.\nAnd this line is so long that nothing more would have had a place in it." },
    { kind: "heading", text: "Treaties" },
    { kind: "list", items: ["Rome offers peace.", "Carthage is silent."] },
    { kind: "table", text: "Place     Men\nRome       12" },
  ]);
  assert.deepEqual(blocks("Another\n=======\n", "Dispatch"), [{ kind: "heading", text: "Another" }]);
});

test("kinds of order stand by phase, the closed ones apart, and none is lost when the phases are not known", () => {
  const offered = [{ value: "build" }, { value: "march" }, { value: "pray" }];
  const reason = { detail: "no fleet is in a port" };
  const groups = [
    {
      title: "Movement",
      orders: [
        { type: "march", closed: null },
        { type: "sail", closed: reason },
      ],
    },
    { title: "Trade", orders: [{ type: "trade", closed: reason }] },
    { title: "Building", orders: [{ type: "build", closed: null }] },
  ];
  const { open, closed } = byPhase(offered, groups);
  assert.deepEqual(
    open.map(({ title, offered }) => [title, offered.map((one) => one.value)]),
    [
      ["Movement", ["march"]],
      ["Building", ["build"]],
      ["", ["pray"]],
    ],
  );
  assert.deepEqual(closed, [
    { type: "sail", reason },
    { type: "trade", reason },
  ]);
  assert.deepEqual(byPhase(offered, []), { open: [{ title: "", offered }], closed: [] });
});
