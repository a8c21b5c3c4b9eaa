// An Explorer in a page: controls, picture and readout. A source brings the frames.

import { add, addControl, keepKeys, stepOf, valueAt, wordsFor } from "./controls.js";
import { showText } from "./mathematics.js";
import { Pointer } from "./pointer.js";

/** After so many milliseconds without the picture of now, the old one is dimmed. */
const DIM = 120;

/** After so many, a sign says what is waited for. */
const LATE = 400;

/** Milliseconds between two steps of playing: the eye follows, an image is decoded. */
const PACE = 110;

/** Playing waits so long at most for the picture of a step. */
const PATIENCE = 3000;

/** So many times its own size a picture can become, in steps that keep pixels whole. */
const SIZES = [1.5, 1.25];

/**
 * Show an Explorer in an element.
 * @param {HTMLElement} element emptied first
 * @param {any} described what Explorer.described says in explorer.py
 * @param {import("./frames.js").Source} source where frames come from
 * @param {{values?: Record<string, any>, first?: any}} [options] values in place of the
 *   starting ones, and what is shown until the frame of the start is there
 */
export function mount(element, described, source, options = {}) {
  const view = new View(element, described, source);
  if (options.first) view.showFirst(options.first);
  if (options.values) view.set(options.values);
  view.open();
  return view;
}

export class View {
  /** @param {HTMLElement} element @param {any} described @param {any} source */
  constructor(element, described, source) {
    this.element = element;
    this.described = described;
    this.source = source;
    /** @type {import("./controls.js").Control[]} */
    this.controls = described.controls;
    this.steps = this.controls.map(({ start }) => start);
    this.touched = 0;
    this.isDragged = this.isShown = false;
    /** @type {any} */
    this.shown = null;
    /** @type {HTMLImageElement | null} */
    this.image = null;
    this.turn = 0;
    this.ending = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.dimming = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.lateness = undefined;
    /** @type {any[]} */
    this.parts = [];
    /** @type {(() => void)[]} */
    this.players = [];
    this.build(described);
    this.watch();
  }

  build(/** @type {any} */ { width, height, play }) {
    this.element.replaceChildren();
    this.element.classList.add("drawahead-explorer");
    const root = add(this.element, "div", "drawahead");
    this.root = root;
    this.bar = add(root, "div", "drawahead-bar");
    this.note = add(root, "p", "drawahead-note");
    this.figure = add(root, "div", "drawahead-figure");
    this.message = add(this.figure, "div", "drawahead-message");
    this.message.setAttribute("role", "alert");
    this.scroll = add(this.figure, "div", "drawahead-scroll");
    this.stage = add(this.scroll, "div", "drawahead-stage");
    this.root.style.setProperty("--width", `${width}px`);
    this.root.style.setProperty("--ratio", String(width / height));
    this.sign = add(this.figure, "div", "drawahead-sign");
    this.sign.setAttribute("aria-hidden", "true");
    this.readout = add(root, "div", "drawahead-readout");
    this.readout.setAttribute("role", "status");
    this.parts = this.controls.map((control, n) => {
      const part = addControl(this.bar, control,
        (step, isDragged) => this.change(n, step, isDragged));
      part.write(control.start);
      return part;
    });
    this.players = play.map((/** @type {number} */ n) => this.addPlayer(n));
    const reset = add(this.bar, "button", "drawahead-reset");
    reset.type = "button";
    reset.textContent = "reset";
    keepKeys(reset);
    reset.addEventListener("click", () => this.reset());
    this.pointer = new Pointer(this.stage, () => this.steps,
      (n, step) => this.change(n, step, true), (point) => this.source.hover(point));
  }

  /** Hear of a hand that comes near, of sight, of room, and of Escape. */
  watch() {
    const { signal } = this.ending;
    this.parts.forEach(({ field, input }, n) => {
      const approach = () => this.source.approach(n);
      field.addEventListener("pointerenter", approach, { signal });
      input?.addEventListener("focus", approach, { signal });
    });
    this.root.addEventListener("pointerenter", () => this.source.approach(this.touched), { signal });
    const withdraw = () => setTimeout(() => {
      if (!this.root.matches(":hover, :focus-within")) this.source.withdraw();
    });
    this.root.addEventListener("pointerleave", withdraw, { signal });
    this.root.addEventListener("focusout", withdraw, { signal });
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || !this.stop()) return;
      event.preventDefault();
      event.stopPropagation();
    }, { signal, capture: true });
    this.sight = new IntersectionObserver((entries) => {
      this.inSight = entries[entries.length - 1].isIntersecting;
      this.look();
    });
    this.sight.observe(this.root);
    document.addEventListener("visibilitychange", () => this.look(), { signal });
    this.room = new ResizeObserver(() => this.fit());
    this.room.observe(this.figure);
  }

  /** Say whether somebody can see it. */
  look() {
    const now = Boolean(this.inSight) && !document.hidden && !this.ending.signal.aborted;
    if (now === this.isShown) return;
    this.isShown = now;
    this.source.look(now ? 1 : -1);
  }

  open() {
    this.source.views.add(this);
    this.fit();
    this.follow();
    this.refresh();
  }

  close() {
    this.stop();
    this.source.views.delete(this);
    this.ending.abort();
    this.look();
    this.sight?.disconnect();
    this.room?.disconnect();
    clearTimeout(this.dimming);
    clearTimeout(this.lateness);
    this.turn += 1;
    this.root.remove();
  }

  /** Give the picture the room there is, and the pixels for it. */
  fit() {
    const { width, height, grow } = this.described;
    const most = Math.min(this.figure.clientWidth / width, grow ?? 1,
      0.8 * window.innerHeight / height);
    const factor = SIZES.find((one) => one <= most) ?? 1;
    this.root.style.setProperty("--width", `${factor * width}px`);
    this.source.scale(factor * (window.devicePixelRatio > 1.25 ? 2 : 1));
    // What is wider than the page is reached by the keyboard, too.
    const isHidden = this.scroll.scrollWidth > this.scroll.clientWidth;
    this.scroll.tabIndex = isHidden ? 0 : -1;
    this.scroll.setAttribute("role", isHidden ? "group" : "none");
    if (isHidden) this.scroll.setAttribute("aria-label", "picture");
    else this.scroll.removeAttribute("aria-label");
  }

  /** The value of each control, by its name. */
  get values() {
    return Object.fromEntries(this.controls.map((control, n) =>
      [control.name, valueAt(control, this.steps[n])]));
  }

  /**
   * Set some values, as a program does.
   * @param {Record<string, any>} values
   */
  set(values) {
    this.goTo(this.controls.map((control, n) =>
      (control.name in values ? stepOf(control, values[control.name]) : this.steps[n])));
  }

  reset() {
    this.stop();
    this.isDragged = false;
    this.steps = this.controls.map(({ start }) => start);
    this.tellChange(null);
  }

  /** Someone has moved a control. */
  change(/** @type {number} */ n, /** @type {any} */ step, isDragged = false) {
    if (this.playing && !this.isAdvancing) this.stop();
    this.touched = n;
    this.isDragged = isDragged;
    this.steps = this.steps.map((one, k) => (k === n ? step : one));
    this.tellChange(this.controls[n].name);
  }

  tellChange(/** @type {string | null} */ name) {
    this.steps = this.source.adjust(this.steps, this.touched);
    this.parts.forEach(({ write }, n) => write(this.steps[n]));
    this.follow();
    this.source.move(this.steps, this.touched, this.isSettled);
    this.note.textContent = this.source.note ?? "";
    this.tell("drawahead-change", { values: this.values, steps: this.steps, name });
  }

  /**
   * A program has moved controls.
   * @param {any[]} steps
   */
  goTo(steps) {
    if (JSON.stringify(steps) === JSON.stringify(this.steps)) return;
    this.isDragged = false;
    this.steps = steps;
    this.parts.forEach(({ write }, n) => write(steps[n]));
    this.follow();
  }

  /** Whether what is shown is what the controls say. */
  get isSettled() {
    return this.shown?.isExact
      && JSON.stringify(this.shown.frame.steps) === JSON.stringify(this.steps);
  }

  /** Show the frame of now; if it is not there, the nearest one to a hand that drags. */
  follow() {
    const frame = this.source.frames.get(this.steps);
    if (frame) {
      this.paint(frame, true);
      return;
    }
    this.shown &&= { ...this.shown, isExact: false };
    const near = this.isDragged && this.source.frames.nearest(this.steps, this.touched);
    if (near) this.paint(near, false);
    this.dimming ??= setTimeout(() => this.root.classList.add("drawahead-late"), DIM);
    this.lateness ??= setTimeout(() => {
      this.root.setAttribute("aria-busy", "true");
      this.isLate = true;
      this.source.checkLive();
      this.refresh();
    }, LATE);
  }

  /** A frame has come. */
  came(/** @type {any} */ frame) {
    this.count();
    const isWanted = JSON.stringify(frame.steps) === JSON.stringify(this.steps);
    if (isWanted || (this.isDragged && !this.isSettled)) this.follow();
  }

  /** Note how many frames are here: tests and benchmarks read it. */
  count() {
    this.element.dataset.ahead = String(this.source.frames.size);
  }

  /** @param {any} first a picture's address and texts, for the values of the start */
  showFirst({ url, ...texts }) {
    const { frames } = this.source;
    const frame = { steps: this.steps, message: "", places: {}, over: false, ...texts };
    frame.image = frames.makeImage(frame, url, "");
    this.paint(frame, true);
  }

  paint(/** @type {any} */ frame, /** @type {boolean} */ isExact) {
    this.turn += 1;
    if (isExact) this.endWaiting();
    this.shown = { frame, isExact };
    this.nearness = isExact ? "" : `at ${wordsFor(this.controls[this.touched], frame.steps[this.touched])}`;
    this.root.classList.toggle("drawahead-near", !isExact);
    if (frame.image) {
      this.showImage(frame, this.turn);
      showText(this.readout, frame.readout);
      this.pointer?.place(frame.places);
    }
    this.refresh();
    this.tell("drawahead-paint", { steps: frame.steps, exact: isExact });
  }

  endWaiting() {
    clearTimeout(this.dimming);
    clearTimeout(this.lateness);
    this.dimming = this.lateness = undefined;
    this.isLate = false;
    this.root.classList.remove("drawahead-late");
    this.root.removeAttribute("aria-busy");
  }

  /** Say what is shown, what is waited for, and what went wrong. */
  refresh() {
    const { status, problem, words } = this.source;
    const late = this.isLate ? status || words.late : status;
    this.sign.textContent = this.nearness || late;
    const message = problem || this.shown?.frame.message || "";
    showText(this.message, message);
    const isOld = problem || !this.shown?.frame.image;
    this.message.dataset.over = message && isOld ? "picture" : "";
  }

  /** Load a picture aside and swap it in whole, so that nothing flickers. */
  async showImage(/** @type {any} */ frame, /** @type {number} */ turn) {
    let { image } = frame;
    if (image === this.image) return;
    if (image.isConnected) {
      // It belongs to another view of the same Explorer.
      image = image.cloneNode();
    }
    if (!image.complete || !image.naturalWidth) {
      try {
        await image.decode();
      } catch {
        // An image that is not on screen yet may refuse to decode; it loads in place.
      }
      if (turn !== this.turn && this.image) return;
    }
    if (this.image) this.image.replaceWith(image);
    else this.stage.prepend(image);
    this.image = image;
  }

  /** Add a button that lets a control run through its values. */
  addPlayer(/** @type {number} */ n) {
    const button = add(this.parts[n].field, "button", "drawahead-play");
    button.type = "button";
    keepKeys(button);
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    const label = () => {
      // With less motion wanted, each press is one step.
      const isPlaying = this.playing?.control === n;
      button.textContent = calm.matches ? "▸" : isPlaying ? "■" : "▶";
      const words = calm.matches ? "next" : isPlaying ? "stop" : "play";
      button.setAttribute("aria-label", `${words} ${this.controls[n].label}`);
      button.title = button.getAttribute("aria-label");
    };
    button.addEventListener("click", () => {
      if (calm.matches) this.advance(n);
      else if (this.playing?.control === n) this.stop();
      else this.play(n);
    });
    calm.addEventListener("change", () => { this.stop(); label(); }, { signal: this.ending.signal });
    label();
    return label;
  }

  advance(/** @type {number} */ n) {
    this.isAdvancing = true;
    this.change(n, (this.steps[n] + 1) % Number(this.controls[n].count));
    this.isAdvancing = false;
  }

  play(/** @type {number} */ n) {
    this.stop();
    this.playing = { control: n, timer: /** @type {any} */ (0) };
    let waited = 0;
    const turn = () => {
      if (document.hidden) {
        this.stop();
        return;
      }
      if (this.isSettled || waited > PATIENCE) {
        waited = 0;
        this.advance(n);
      } else {
        waited += PACE;
      }
      if (this.playing) this.playing.timer = setTimeout(turn, PACE);
    };
    turn();
    this.players.forEach((/** @type {() => void} */ label) => label());
  }

  /** Stop playing; return whether something was. */
  stop() {
    if (!this.playing) return false;
    clearTimeout(this.playing.timer);
    this.playing = null;
    this.players.forEach((/** @type {() => void} */ label) => label());
    return true;
  }

  tell(/** @type {string} */ name, /** @type {any} */ detail) {
    this.element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}
