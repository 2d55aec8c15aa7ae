/**
 * The map: drag, wheel, pinch and keys move it; a click tells which places are near.
 *
 * While it moves, only a transform of the layer changes, because drawing a large map again takes too long for a frame. When it
 * rests, the view box takes over and it is sharp again.
 * @module
 */
import { h, fill } from "../base/h.js";
import { picture } from "../base/svg-in.js";
import { t } from "../base/text.js";

/** Pixels a pointer may move and still click. */
const CLICK = { mouse: 3, touch: 8, pen: 5 };
/** Pixels around a tap in which places count as meant. */
const NEAR = 22;
/** Milliseconds without movement after which the map is drawn sharp. */
const REST = 140;
const DEEPEST = 12;

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */
/** @typedef {{ id: string, name: string, kind: string, x: number, y: number }} Anchor */

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
  }

  connectedCallback() {
    if (this.layer) return;
    /** @type {HTMLElement} */
    this.layer = h("div", { class: "map-layer" });
    const button = (/** @type {any} */ key, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      h("button", { type: "button", title: t(key), "aria-label": t(key), onclick: act }, sign);
    this.surface = h(
      "div",
      { class: "map-surface", tabindex: 0, role: "application", "aria-label": t("table.map"), "aria-describedby": "map-help" },
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
      ),
      h("p", { id: "map-help", class: "unseen" }, t("map.help")),
    );
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
      this.anchors = [...svg.querySelectorAll("[data-place][data-at]")].map(anchor);
      fill(/** @type {Element} */ (this.layer), svg);
      if (same) this.commit();
      else this.showWhole();
    } catch {
      fill(/** @type {Element} */ (this.layer), h("p", { class: "note" }, t("map.broken")));
    }
  }

  /** Outlines places. @param {string[]} places */
  mark(places) {
    this.svg?.querySelector(".map-marks")?.remove();
    if (!this.svg || !places.length) return;
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", "map-marks");
    const radius = this.whole.w / 90;
    for (const { x, y } of (this.anchors ?? []).filter((one) => places.includes(one.id) || places.includes(one.name))) {
      const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      for (const [name, value] of Object.entries({ cx: x, cy: y, r: radius })) ring.setAttribute(name, String(value));
      group.append(ring);
    }
    this.svg.append(group);
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
    this.view = { w: width * scale, h: height * scale, x: middle.x - (width * scale) / 2, y: middle.y - (height * scale) / 2 };
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
    const keep = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ from, /** @type {number} */ all) =>
      Math.min(Math.max(at, from - size * 0.6), from + all - size * 0.4);
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
    this.dataset.zoom = String(Math.min(4, 1 + Math.floor(Math.log2(Math.max(1, this.whole.w / w)))));
  }

  /** @param {HTMLElement} surface */
  listen(surface) {
    const spot = (/** @type {PointerEvent | WheelEvent} */ event) => {
      const box = surface.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    surface.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(2 ** (-event.deltaY / 300), spot(event));
    }, { passive: false });
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
      if (event.type === "pointerup" && !this.dragged) this.clicked(event, spot(event));
    };
    surface.addEventListener("pointerup", up);
    surface.addEventListener("pointercancel", up);
    surface.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Tells which places are meant by a click: what lies under it, and the anchors near it, the nearest first.
   * @param {PointerEvent} event
   * @param {{ x: number, y: number }} point in pixels
   */
  clicked(event, point) {
    const unit = this.view.w / /** @type {HTMLElement} */ (this.surface).clientWidth;
    const at = { x: this.view.x + point.x * unit, y: this.view.y + point.y * unit };
    const away = (/** @type {Anchor} */ one) => Math.hypot(one.x - at.x, one.y - at.y);
    const near = (this.anchors ?? []).filter((one) => away(one) <= NEAR * unit).sort((a, b) => away(a) - away(b));
    const under = event.target instanceof Element ? event.target.closest("[data-place]")?.getAttribute("data-place") : null;
    const places = [...new Set([...near.flatMap((one) => [one.id, one.name]), ...(under ? [under] : [])])].filter(Boolean);
    if (places.length) this.dispatchEvent(new CustomEvent("pick", { detail: { places, near } }));
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

/** @param {Element} element @returns {Anchor} */
function anchor(element) {
  const [x, y] = (element.getAttribute("data-at") ?? "").split(",").map(Number);
  const data = (/** @type {string} */ name) => element.getAttribute(`data-${name}`) ?? "";
  return { id: data("place"), name: data("name"), kind: data("kind"), x, y };
}

customElements.define("game-map", GameMap);
