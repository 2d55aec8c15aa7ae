/**
 * The map: drag, wheel, pinch and keys move it; a click tells which places are near.
 *
 * While it moves, only a transform of the layer changes, because drawing a large map again takes too long for a frame. When it
 * rests, the view box takes over and it is sharp again.
 * @module
 */
import { h, fill } from "../base/h.js";
import { svgElement } from "../base/svg.js";
import { picture } from "../base/svg-in.js";
import { t } from "../base/text.js";
import { drawNumbers, Layers } from "./layers.js";
import { placesOf, placeTable } from "./places.js";
import { drawTrails, tellsOf } from "./trails.js";

/** Pixels a pointer may move and still click. */
const CLICK = { mouse: 3, touch: 8, pen: 5 };
/** Pixels around a tap in which places count as meant. */
const NEAR = 22;
/** Milliseconds without movement after which the map is drawn sharp. */
const REST = 140;
const DEEPEST = 12;
/** How much closer one comes to a place that is looked for. */
const CLOSE = 2.2;
/** Things told of at a click. */
const MOST_TOLD = 6;
/** Places outlined at once; more would hide the map. */
const MOST_MARKS = 300;

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

export class GameMap extends HTMLElement {
  constructor() {
    super();
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Box} */
    this.whole = { x: 0, y: 0, w: 1, h: 1 };
    /** What is shown, in the map's own units. @type {Box} */
    this.view = { ...this.whole };
    /** What the view box was drawn for. @type {Box} */
    this.drawn = { ...this.whole };
    /** @type {Map<number, { x: number, y: number }>} */
    this.pointers = new Map();
    this.dragged = false;
    this.resting = 0;
    this.frame = 0;
    /** Places that the orders go by. @type {string[][]} */
    this.orders = [];
    this.layers = new Layers();
  }

  connectedCallback() {
    if (this.layer) return;
    /** @type {HTMLElement} */
    this.layer = h("div", { class: "map-layer" });
    const button = (/** @type {any} */ key, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      h("button", { type: "button", title: t(key), "aria-label": t(key), onclick: act }, sign);
    this.surface = h(
      "div",
      {
        class: "map-surface",
        tabindex: 0,
        role: "application",
        "aria-label": t("table.map"),
        "aria-describedby": "map-help",
      },
      this.layer,
    );
    this.append(
      this.surface,
      h(
        "div",
        { class: "map-buttons" },
        button("map.zoom-in", "+", () => this.zoom(1.5)),
        button("map.zoom-out", "−", () => this.zoom(1 / 1.5)),
        button("map.whole", "⤢", () => this.showWhole()),
        (this.listButton = button("map.list", "☰", () => this.toggleList())),
        (this.layersButton = button("map.layers", "◫", () => this.toggleLayers())),
      ),
      (this.list = h("section", { class: "map-list", "aria-label": t("map.list") })),
      (this.choice = h("section", { class: "map-layers", "aria-label": t("map.layers") })),
      (this.words = h("p", { class: "map-caption", role: "status" })),
      h("p", { id: "map-help", class: "unseen" }, t("map.help")),
    );
    this.list.hidden = this.choice.hidden = true;
    this.listButton.setAttribute("aria-pressed", "false");
    this.layersButton.setAttribute("aria-pressed", "false");
    const closes = (
      /** @type {HTMLElement} */ panel,
      /** @type {HTMLElement} */ opener,
      /** @type {() => void} */ close,
    ) =>
      panel.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Escape") return;
        close();
        opener.focus();
      });
    closes(this.list, this.listButton, () => this.toggleList());
    closes(this.choice, this.layersButton, () => this.toggleLayers());
    this.listen(this.surface);
    new ResizeObserver(() => this.fit()).observe(this.surface);
  }

  /**
   * Shows a picture. What is looked at stays the same when the map is of the same size.
   * @param {string} text SVG
   */
  show(text) {
    try {
      const svg = picture(text, "map-");
      const [x, y, w, height] = (svg.getAttribute("viewBox") ?? "0 0 1000 700").split(/[\s,]+/).map(Number);
      const whole = { x, y, w, h: height };
      const same = this.svg && JSON.stringify(whole) === JSON.stringify(this.whole);
      svg.removeAttribute("width");
      svg.removeAttribute("height");
      svg.setAttribute("aria-hidden", "true");
      this.svg = svg;
      this.whole = whole;
      fill(/** @type {Element} */ (this.layer), svg);
      if (same) this.commit();
      else this.showWhole();
      this.drawTrails();
      this.drawList();
      this.drawLayers();
    } catch {
      fill(/** @type {Element} */ (this.layer), h("p", { class: "note" }, t("map.broken")));
    }
  }

  /**
   * Draws orders: an arrow over the places that each goes by, a ring where there is one alone.
   * @param {string[][]} trails names of places and forces or numbers of hexes, an order each; what is not on this map is passed
   *   over
   */
  trails(trails) {
    this.orders = trails;
    this.drawTrails();
  }

  drawTrails() {
    if (this.svg) drawTrails(this.svg, this.orders, (place) => this.markOf(place), this.whole.w / 130);
  }

  /**
   * What stands for a place or a force, and the middle of it in its own units.
   * @param {string} place
   * @returns {{ element: SVGGraphicsElement, x: number, y: number } | null}
   */
  markOf(place) {
    const placed = this.placed();
    const named = placed.findLast((one) => one.dataset.place === place || one.dataset.hex === place);
    // A force is where the picture tells of it.
    const element = named ?? (/\D/.test(place) ? placed.find((one) => tellsOf(one, place)) : undefined);
    if (element) {
      const box = element.getBBox();
      return { element, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }
    const grid = this.grid();
    if (!grid || !/^\d{4}$/.test(place)) return null;
    const [x, y] = centre(grid.width, Number(place.slice(0, 2)), Number(place.slice(2)));
    return { element: grid.element, x, y };
  }

  /**
   * What the map knows by name, for texts that speak of it.
   * @returns {import("./places-in-text.js").Atlas}
   */
  atlas() {
    const names = this.placed().map((one) => one.dataset.place ?? "");
    return {
      names: [...new Set(names)].filter(Boolean),
      hexes: this.grid() !== null,
      look: (place) => this.look(place),
    };
  }

  /** Brings a place into the middle and outlines it. @param {string} place its name, or the number of a hex */
  look(place) {
    const mark = this.markOf(place);
    const matrix = mark?.element.getScreenCTM();
    const back = this.svg?.getScreenCTM()?.inverse();
    if (!mark || !matrix || !back) return;
    const at = new DOMPoint(mark.x, mark.y).matrixTransform(back.multiply(matrix));
    // From far away one comes closer.
    const w = Math.min(this.view.w, this.whole.w / CLOSE);
    const high = (w * this.view.h) / this.view.w;
    this.view = { x: at.x - w / 2, y: at.y - high / 2, w, h: high };
    this.moved();
    this.commit();
    this.mark([place]);
  }

  /** Shows the places as a table over the picture, or the picture alone again. */
  toggleList() {
    if (!this.list) return;
    this.list.hidden = !this.list.hidden;
    this.listButton?.setAttribute("aria-pressed", String(!this.list.hidden));
    this.drawList();
    if (!this.list.hidden) this.list.querySelector("input")?.focus();
  }

  /** Shows the choice of layers, or hides it again. */
  toggleLayers() {
    if (!this.choice) return;
    this.choice.hidden = !this.choice.hidden;
    this.layersButton?.setAttribute("aria-pressed", String(!this.choice.hidden));
    this.drawLayers();
    if (!this.choice.hidden) this.choice.querySelector("input")?.focus();
  }

  drawLayers() {
    if (!this.svg || !this.choice) return;
    this.layers.apply(this.svg);
    if (this.choice.hidden) return;
    const svg = this.svg;
    this.layers.draw(this.choice, svg, () => this.layers.apply(svg));
  }

  drawList() {
    if (!this.list || this.list.hidden || !this.svg) return;
    const pick = (/** @type {import("./places.js").Place} */ place) => {
      const exact = [place.name, place.hex].filter(Boolean);
      this.mark(exact);
      this.dispatchEvent(new CustomEvent("pick", { detail: { exact, places: [] } }));
    };
    fill(this.list, placeTable(placesOf(this.svg), pick));
  }

  /** Says what is shown, where it is not the present. @param {string} text none when empty */
  caption(text) {
    if (!this.words) return;
    this.words.textContent = text;
    this.words.hidden = !text;
  }

  /** Outlines places. @param {string[]} places names or numbers of hexes */
  mark(places) {
    this.svg?.querySelectorAll(".map-mark").forEach((mark) => mark.remove());
    if (!this.svg || !places.length || places.length > MOST_MARKS) return;
    /** @type {Map<string, SVGGraphicsElement>} the last element of a place lies on top, and is the smallest */
    const found = new Map();
    for (const element of this.placed()) {
      const name = [element.dataset.place, element.dataset.hex].find((one) => one && places.includes(one));
      if (name) found.set(name, element);
    }
    for (const element of found.values()) {
      const box = element.getBBox();
      ring(
        element.parentNode,
        box.x + box.width / 2,
        box.y + box.height / 2,
        Math.max(9, Math.min(box.width, box.height, 40) * 0.75),
      );
    }
    const grid = this.grid();
    if (!grid) return;
    for (const place of places.filter((one) => /^\d{4}$/.test(one) && !found.has(one))) {
      const [x, y] = centre(grid.width, Number(place.slice(0, 2)), Number(place.slice(2)));
      ring(grid.element, x, y, grid.width * 0.4);
    }
  }

  /** @returns {SVGGraphicsElement[]} what stands for a place */
  placed() {
    return [...(this.svg?.querySelectorAll("[data-place], [data-hex]") ?? [])].map(
      (one) => /** @type {SVGGraphicsElement} */ (one),
    );
  }

  /** The grid of a hex map, if it is one. */
  grid() {
    const element = /** @type {SVGGraphicsElement | null} */ (this.svg?.querySelector("[data-hexes]") ?? null);
    return element && { element, width: Number(element.dataset.hexes) };
  }

  showWhole() {
    this.view = { ...this.whole };
    this.fit();
  }

  /** Gives the view the shape of the surface. */
  fit() {
    const { clientWidth: width, clientHeight: height } = /** @type {HTMLElement} */ (this.surface);
    if (!width || !height) return;
    const middle = { x: this.view.x + this.view.w / 2, y: this.view.y + this.view.h / 2 };
    const scale = Math.max(this.view.w / width, this.view.h / height);
    this.view = {
      w: width * scale,
      h: height * scale,
      x: middle.x - (width * scale) / 2,
      y: middle.y - (height * scale) / 2,
    };
    this.commit();
  }

  /**
   * @param {number} factor above 1 comes closer
   * @param {{ x: number, y: number }} [at] a point of the surface that stays where it is, in pixels
   */
  zoom(factor, at) {
    const surface = /** @type {HTMLElement} */ (this.surface);
    const point = at ?? { x: surface.clientWidth / 2, y: surface.clientHeight / 2 };
    const { x, y, w } = this.view;
    const scale = w / surface.clientWidth;
    const least = this.whole.w / DEEPEST / surface.clientWidth;
    const most = Math.max(this.whole.w / surface.clientWidth, this.whole.h / surface.clientHeight) * 1.1;
    const next = Math.min(Math.max(scale / factor, least), most);
    this.view = {
      w: surface.clientWidth * next,
      h: surface.clientHeight * next,
      x: x + point.x * (scale - next),
      y: y + point.y * (scale - next),
    };
    this.moved();
  }

  /** @param {number} dx @param {number} dy in pixels */
  pan(dx, dy) {
    const scale = this.view.w / /** @type {HTMLElement} */ (this.surface).clientWidth;
    this.view = { ...this.view, x: this.view.x - dx * scale, y: this.view.y - dy * scale };
    this.moved();
  }

  /** Keeps the map in sight, moves the layer in the next frame, and draws it sharp when it rests. */
  moved() {
    const keep = (
      /** @type {number} */ at,
      /** @type {number} */ size,
      /** @type {number} */ from,
      /** @type {number} */ all,
    ) => Math.min(Math.max(at, from - size * 0.6), from + all - size * 0.4);
    this.view.x = keep(this.view.x, this.view.w, this.whole.x, this.whole.w);
    this.view.y = keep(this.view.y, this.view.h, this.whole.y, this.whole.h);
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      const surface = /** @type {HTMLElement} */ (this.surface);
      const scale = this.drawn.w / this.view.w;
      const unit = surface.clientWidth / this.view.w;
      const x = (this.drawn.x - this.view.x) * unit;
      const y = (this.drawn.y - this.view.y) * unit;
      /** @type {HTMLElement} */ (this.layer).style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    });
    this.surface?.classList.add("moving");
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.commit(), REST);
  }

  /** Draws what is looked at. */
  commit() {
    clearTimeout(this.resting);
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { x, y, w, h: height } = this.view;
    this.drawn = { ...this.view };
    this.svg?.setAttribute("viewBox", `${x} ${y} ${w} ${height}`);
    const layer = /** @type {HTMLElement} */ (this.layer);
    layer.style.transform = "";
    this.surface?.classList.remove("moving");
    this.drawNumbers();
    this.dataset.zoom = String(Math.min(4, 1 + Math.floor(Math.log2(Math.max(1, this.whole.w / w)))));
  }

  /** Writes the numbers of hexes where they can be read. */
  drawNumbers() {
    const grid = this.grid();
    if (!this.svg || !grid || !this.surface) return;
    const seen = this.surface.getBoundingClientRect();
    drawNumbers(this.svg, grid, seen, (column, row) => centre(grid.width, column, row));
    this.layers.apply(this.svg);
  }

  /** @param {HTMLElement} surface */
  listen(surface) {
    const spot = (/** @type {PointerEvent | WheelEvent} */ event) => {
      const box = surface.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    surface.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(2 ** (-event.deltaY / 300), spot(event));
      },
      { passive: false },
    );
    surface.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.pointers.set(event.pointerId, spot(event));
      if (this.pointers.size === 1) {
        this.dragged = false;
        this.began = spot(event);
      } else this.dragged = true;
    });
    surface.addEventListener("pointermove", (event) => {
      const before = this.pointers.get(event.pointerId);
      if (!before) return;
      const now = spot(event);
      const began = this.began ?? now;
      const slack = /** @type {any} */ (CLICK)[event.pointerType] ?? CLICK.mouse;
      if (!this.dragged && Math.hypot(now.x - began.x, now.y - began.y) <= slack) return;
      if (!this.dragged) {
        this.dragged = true;
        surface.setPointerCapture(event.pointerId);
      }
      const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      this.pointers.set(event.pointerId, now);
      if (!others.length) return this.pan(now.x - before.x, now.y - before.y);
      const other = others[0];
      const apart = (/** @type {any} */ point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      this.zoom(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    });
    const up = (/** @type {PointerEvent} */ event) => {
      if (!this.pointers.delete(event.pointerId)) return;
      if (event.type === "pointerup" && !this.dragged) this.clicked(event);
    };
    surface.addEventListener("pointerup", up);
    surface.addEventListener("pointercancel", up);
    surface.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * The number of the hex under a point of the screen.
   * @param {{ clientX: number, clientY: number }} event
   */
  hexAt(event) {
    const grid = this.grid();
    const matrix = grid?.element.getScreenCTM();
    if (!grid || !matrix) return null;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const guess = Math.round((at.y * Math.sqrt(3)) / grid.width / 1.5 - 2 / 3);
    let best = { far: Infinity, name: "" };
    for (const row of [guess - 1, guess, guess + 1].filter((one) => one >= 0)) {
      const column = Math.max(0, Math.round(at.x / grid.width - (row % 2 === 1 ? 1 : 0.5)));
      const [x, y] = centre(grid.width, column, row);
      const far = Math.hypot(x - at.x, y - at.y);
      if (far < best.far) best = { far, name: `${column}`.padStart(2, "0") + `${row}`.padStart(2, "0") };
    }
    return best.far <= grid.width ? best.name : null;
  }

  /**
   * Tells which places are meant by a click: what lies under it, what is near it, and the hex; and whose that is.
   * @param {PointerEvent} event
   */
  clicked(event) {
    const under =
      event.target instanceof Element ? event.target.closest("[data-place], [data-hex], [data-power]") : null;
    const near = this.placed()
      .map((element) => ({ element, away: distance(element.getBoundingClientRect(), event) }))
      .filter(({ element, away }) => away <= NEAR && element !== under && !(element instanceof SVGPathElement))
      .sort((a, b) => a.away - b.away);
    const within = near.filter(({ away }) => away === 0).map(({ element }) => element);
    // What is drawn small is meant rather than the land under it.
    const area = under instanceof SVGPathElement;
    const exact = namesOf(
      [...(under && !area ? [under] : []), ...within, ...(under && area ? [under] : [])],
      this.hexAt(event),
    );
    const places = namesOf(
      near.map(({ element }) => element),
      null,
    );
    const powers = [under, ...near.map(({ element }) => element)].map((one) => one?.closest("[data-power]"));
    const power = /** @type {SVGElement | undefined} */ (powers.find(Boolean))?.dataset.power ?? null;
    if (exact.length || places.length || power)
      this.dispatchEvent(new CustomEvent("pick", { detail: { exact, places, power, told: toldAt(event) } }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
    const move = /** @type {any} */ (moves)[event.key];
    if (move) this.pan(move[0], move[1]);
    else if (event.key === "+" || event.key === "=") this.zoom(1.5);
    else if (event.key === "-") this.zoom(1 / 1.5);
    else if (event.key === "0") this.showWhole();
    else return;
    event.preventDefault();
  }
}

/**
 * The middle of a hex: rows of hexes with a point at the top, the odd ones half a hex to the right.
 * @param {number} width of a hex
 * @param {number} column
 * @param {number} row
 * @returns {[number, number]}
 */
function centre(width, column, row) {
  return [(column + (row % 2 === 1 ? 1 : 0.5)) * width, ((1 + 1.5 * row) / Math.sqrt(3)) * width];
}

/**
 * Names and numbers of what was hit, each once.
 * @param {Element[]} elements
 * @param {string | null} hex
 * @returns {string[]}
 */
function namesOf(elements, hex) {
  const names = elements.flatMap((one) => [
    /** @type {SVGElement} */ (one).dataset.place,
    /** @type {SVGElement} */ (one).dataset.hex,
  ]);
  return [...new Set([...names, hex])].filter((name) => typeof name === "string");
}

/**
 * What the picture says of all that lies at a point: what a mouse that rests there would be told.
 * @param {{ clientX: number, clientY: number }} point
 */
function toldAt({ clientX, clientY }) {
  const marks = document.elementsFromPoint(clientX, clientY).map((one) => one.closest("g, path, circle, text, rect"));
  const titles = marks.map(
    (one) => [...(one?.children ?? [])].find((child) => child.localName === "title")?.textContent,
  );
  return [...new Set(titles)].filter((title) => title).slice(0, MOST_TOLD);
}

/** @param {Node | null} into @param {number} cx @param {number} cy @param {number} r */
function ring(into, cx, cy, r) {
  into?.appendChild(svgElement("circle", { class: "map-mark", cx, cy, r }));
}

/** Pixels from a point to a box. @param {DOMRect} box @param {{ clientX: number, clientY: number }} point */
function distance(box, { clientX, clientY }) {
  const x = Math.max(box.left - clientX, 0, clientX - box.right);
  const y = Math.max(box.top - clientY, 0, clientY - box.bottom);
  return Math.hypot(x, y);
}

customElements.define("game-map", GameMap);
