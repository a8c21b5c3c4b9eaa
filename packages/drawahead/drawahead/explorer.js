// An Explorer in a page: controls, picture and readout. A source brings the frames.

import { add, addControl, keepKeys, same, stepOf, valueAt, wordsFor } from "./controls.js";
import { Pointer } from "./pointer.js";

/** Milliseconds to wait for a picture before a sign says that it is coming. */
const LATE = 400;

/** Milliseconds between two steps of playing: time to see and to decode a picture. */
const PACE = 110;

/**
 * Show an Explorer in an element.
 * @param {HTMLElement} element emptied first
 * @param {any} described what Explorer.described in explorer.py returns
 * @param {import("./frames.js").Source} source where frames come from
 * @param {{values?: Record<string, any>, first?: any}} [options] values instead of the
 *   starting ones, and the address and texts of what to show until the first frame is here
 */
export function mount(element, described, source, options = {}) {
  const view = new View(element, described, source);
  if (options.first) {
    const first = { steps: view.steps, message: "", places: {}, ...options.first };
    view.paint({ ...first, image: source.makeImage(first) }, true);
  }
  if (options.values) view.set(options.values);
  source.views.add(view);
  view.fit();
  view.follow();
  view.refresh();
  return view;
}

const PARTS = `
  <div class="drawahead-bar"></div>
  <p class="drawahead-note"></p>
  <div class="drawahead-figure">
    <div class="drawahead-message" role="alert"></div>
    <div class="drawahead-sign" aria-hidden="true"></div>
    <div class="drawahead-stage"></div>
  </div>
  <div class="drawahead-readout" role="status"></div>`;

/** Show a text, or the HTML that drawahead has made from it. */
function show(element, text, html = "") {
  if (element.dataset.text === text) return;
  element.dataset.text = text;
  if (html) element.innerHTML = html;
  else element.textContent = text;
}

export class View {
  constructor(element, described, source) {
    this.element = element;
    this.described = described;
    this.source = source;
    this.controls = described.controls;
    this.steps = this.controls.map(({ start }) => start);
    this.touched = this.turn = this.playing = 0;
    this.isDragged = this.isInSight = false;
    /** @type {any} the frame that is shown, and whether it is the current one */
    this.shown = { frame: null, isExact: false };
    /** @type {HTMLImageElement | null} */
    this.image = null;
    this.build();
    this.watch();
  }

  build() {
    const { width, height, play } = this.described;
    this.element.replaceChildren();
    this.element.classList.add("drawahead-explorer");
    this.root = add(this.element, "div", "drawahead");
    this.root.innerHTML = PARTS;
    const part = (name) => this.root.querySelector(`.drawahead-${name}`);
    this.bar = part("bar");
    this.note = part("note");
    this.message = part("message");
    this.sign = part("sign");
    this.stage = part("stage");
    this.readout = part("readout");
    this.root.style.setProperty("--ratio", String(width / height));
    const move = (n, step, isDragged) => {
      this.stop();
      this.change(n, step, isDragged);
    };
    this.parts = this.controls.map((control, n) => {
      const part = addControl(this.bar, control, (step, isDragged) => move(n, step, isDragged));
      part.write(control.start);
      return part;
    });
    if (typeof play === "number") this.addPlayer(play); // Pyodide sends None as undefined
    const reset = add(this.bar, "button", "drawahead-reset");
    reset.textContent = "reset";
    keepKeys(reset);
    reset.addEventListener("click", () => this.reset());
    this.pointer = new Pointer(this.stage, () => this.steps,
      (n, step) => move(n, step, true), (point) => this.source.hover(point));
  }

  /** Notice when the pointer comes near or leaves, when the widget is in sight, its size, and Escape. */
  watch() {
    const approach = (n) => this.source.approach?.(n);
    this.parts.forEach(({ field, input }, n) => {
      field.addEventListener("pointerenter", () => approach(n));
      input?.addEventListener("focus", () => approach(n));
    });
    this.root.addEventListener("pointerenter", () => approach(this.touched));
    this.root.addEventListener("focusout", () => this.source.leave?.());
    this.root.addEventListener("pointerleave", ({ pointerType }) => {
      if (pointerType === "mouse") this.source.leave?.(); // a finger is lifted all the time
    });
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.stop()) return;
      event.preventDefault();
      event.stopPropagation();
    }, { capture: true });
    this.sight = new IntersectionObserver((entries) => {
      this.isInSight = entries[entries.length - 1].isIntersecting;
      this.source.look?.();
    });
    this.sight.observe(this.root);
    this.room = new ResizeObserver(() => this.fit());
    this.room.observe(this.root);
  }

  close() {
    this.stop();
    this.source.views.delete(this);
    this.source.look?.();
    this.sight.disconnect();
    this.room.disconnect();
    clearTimeout(this.lateness);
    this.turn += 1;
    this.root.remove();
  }

  /** Give the picture the available room, and the pixels to fill it. */
  fit() {
    const { width, height, grow = 1 } = this.described;
    const room = Math.min(this.root.clientWidth / width, 0.8 * window.innerHeight / height);
    const factor = grow <= room ? grow : 1;
    this.root.style.setProperty("--width", `${factor * width}px`);
    this.source.scale?.(factor * (window.devicePixelRatio > 1.25 ? 2 : 1));
  }

  /** The value of each control, by its name. */
  get values() {
    return Object.fromEntries(this.controls.map((control, n) =>
      [control.name, valueAt(control, this.steps[n])]));
  }

  /** Set some values by the names of their controls, as a program does. */
  set(values) {
    const steps = this.controls.map((control, n) =>
      (control.name in values ? stepOf(control, values[control.name]) : this.steps[n]));
    if (same(steps, this.steps)) return;
    this.isDragged = false;
    this.write(steps);
  }

  reset() {
    this.stop();
    this.steps = this.controls.map(({ start }) => start);
    this.change(this.touched, this.steps[this.touched]);
  }

  /** Someone has moved a control, or it is played. */
  change(n, step, isDragged = false) {
    this.touched = n;
    this.isDragged = isDragged;
    this.steps = this.steps.map((one, k) => (k === n ? step : one));
    this.tellChange();
  }

  tellChange() {
    this.write(this.source.adjust?.(this.steps, this.touched) ?? this.steps);
    this.source.move(this.steps, this.touched, this.isSettled, this.isDragged);
    this.note.textContent = this.source.note ?? "";
    this.element.dispatchEvent(new Event("drawahead-change", { bubbles: true }));
  }

  write(steps) {
    this.steps = steps;
    this.parts.forEach(({ write }, n) => write(steps[n]));
    this.follow();
  }

  /** Whether the picture shown is that of the controls. */
  get isSettled() {
    return this.shown.isExact && same(this.shown.frame.steps, this.steps);
  }

  /** Show the current frame. If it is not here, show the nearest one during a drag. */
  follow() {
    const frame = this.source.get(this.steps);
    if (frame) {
      this.paint(frame, true);
      return;
    }
    this.shown.isExact = false;
    const near = this.isDragged && this.source.nearest(this.steps, this.touched);
    if (near) this.paint(near, false);
    this.root.setAttribute("aria-busy", "true");
    this.lateness ??= setTimeout(() => {
      this.isLate = true;
      this.source.checkLive?.();
      this.refresh();
    }, LATE);
  }

  /** A frame has arrived. */
  came(frame) {
    const isWanted = same(frame.steps, this.steps);
    if (isWanted || (this.isDragged && !this.isSettled)) this.follow();
  }

  paint(frame, isExact) {
    this.turn += 1;
    this.shown = { frame, isExact };
    if (isExact) {
      clearTimeout(this.lateness);
      this.lateness = undefined;
      this.isLate = false;
      this.root.removeAttribute("aria-busy");
    }
    if (frame.image) {
      this.drawn = frame.steps;
      this.showImage(frame, this.turn);
      this.pointer.place(frame.places);
      show(this.readout, frame.readout, frame.html);
    }
    // A picture for another value says which.
    const control = this.controls[this.touched];
    const name = this.controls.length > 1 ? control.label : "at";
    this.nearness = !this.drawn || same(this.drawn, this.steps) ? ""
      : `${name} ${wordsFor(control, this.drawn[this.touched])}`;
    this.refresh();
  }

  /** Say what is shown, what is on its way, and what went wrong. */
  refresh() {
    const { status, problem, late } = this.source;
    const { frame } = this.shown;
    const message = problem || frame?.message || "";
    const isOld = Boolean(message) && Boolean(problem || !frame?.image);
    this.sign.textContent = this.nearness || status || (this.isLate ? late : "");
    show(this.message, message);
    this.root.classList.toggle("drawahead-old", isOld);
  }

  /** Load a picture in the background, then swap it in, so that nothing flickers. */
  async showImage(frame, turn) {
    let { image } = frame;
    if (image === this.image) return;
    if (!image.complete || !image.naturalWidth) {
      try {
        await image.decode();
      } catch {
        // An image that is not on screen can refuse to decode; it then loads in place.
      }
      if (turn !== this.turn && this.image) return;
    }
    // Another view of the same Explorer may be using it.
    if (image.isConnected) image = this.source.makeImage(frame);
    if (this.image) this.image.replaceWith(image);
    else this.stage.prepend(image);
    this.image = image;
  }

  /** Add a button that plays a control. */
  addPlayer(n) {
    const button = add(this.parts[n].field, "button", "drawahead-play");
    keepKeys(button);
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    const label = () => {
      // With reduced motion, each press is one step.
      const action = calm.matches ? "next" : this.playing ? "stop" : "play";
      button.textContent = { next: "▸", stop: "■", play: "▶" }[action];
      button.title = `${action} ${this.controls[n].label}`;
      button.setAttribute("aria-label", button.title);
    };
    button.addEventListener("click", () => {
      if (calm.matches) this.advance(n);
      else if (!this.stop()) this.play(n);
    });
    label();
    this.labelPlayer = label;
  }

  advance(n) {
    this.change(n, (this.steps[n] + 1) % Number(this.controls[n].count));
  }

  play(n) {
    this.playing = setInterval(() => { if (this.isSettled) this.advance(n); }, PACE);
    this.labelPlayer();
  }

  /** Stop playing; return whether anything was playing. */
  stop() {
    if (!this.playing) return false;
    clearInterval(this.playing);
    this.playing = 0;
    this.labelPlayer();
    return true;
  }
}
