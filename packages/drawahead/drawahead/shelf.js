// What a page knows of an Explorer: its controls, and the frames drawn ahead.
//
// A frame is what Frame.packed says in frames.py, with a picture's address instead of
// its bytes. A shelf belongs to the widget's model, and serves all views of it. Frames
// come either asked for, as the trait `frame`, or ahead, as messages; the kernel says
// which are to be forgotten, so that the page never holds more than the kernel.

/**
 * @typedef {object} Frame
 * @property {string} key the steps of the controls
 * @property {string} good the key of the picture that is shown, if not this frame's
 * @property {string} url where the picture is
 * @property {string} [under] a picture that shows through where this one is transparent
 * @property {string} readout
 * @property {string} alt
 * @property {string} message
 * @property {Places} places
 * @property {number} print a checksum of picture and readout
 * @property {HTMLImageElement} [image] the picture, decoded before it is wanted
 */

/**
 * @typedef {object} Places what Hand.places says in hand.py; without them, nothing
 * @property {Axes[]} [axes]
 * @property {number[]} [hover] the axes that tell what is under the pointer
 * @property {Grip[]} [grips]
 */

/**
 * @typedef {object} Axes
 * @property {[number, number, number, number]} box left, top, width, height
 * @property {[number, number, string]} x low end, high end, scale
 * @property {[number, number, string]} y
 */

/**
 * @typedef {object} Grip
 * @property {number} control
 * @property {number} axes
 * @property {"x" | "y" | ""} along
 * @property {number} stride how many steps lie between two points
 * @property {[number, number][]} points
 */

/**
 * @typedef {object} Model a model of ipywidgets, or what anywidget shows of one
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} set
 * @property {() => void} save_changes
 * @property {(name: string, callback: (...values: any[]) => void) => void} on
 * @property {(name: string, callback: (...values: any[]) => void) => void} off
 * @property {(content: object) => void} [send]
 * @property {{get_model?: (id: string) => Promise<Model>}} [widget_manager]
 */

/** @typedef {{model: Model, kind: string, name: string}} Control */

/** @typedef {{frame: Frame, value: string}} Near a frame of another value, in words */

const NEARLY = 1e-9;

/** So many pictures are freed at once, and so many milliseconds lie between. */
const SWEEP = 10;
const SWEEP_LATER = 100;

/** So many milliseconds later the kernel hears what came into sight, or left it. */
const LOOK_LATER = 250;

export class Shelf {
  /** @param {Model} model the picture's model */
  constructor(model) {
    this.model = model;
    /** @type {Map<string, Frame>} */
    this.ahead = new Map();
    this.generation = 0;
    /** @type {Control[] | null} */
    this.controls = null;
    /** @type {Set<{paint: (frame: Frame) => void, late: (near?: Near) => void, count: (frames: number) => void}>} */
    this.views = new Set();
    // Every state that the controls have been in has a number; the picture shown
    // answers one of them, and no answer to an earlier one may cover it.
    this.wish = 0;
    /** @type {Map<string, number>} */
    this.wishes = new Map();
    this.answered = 0;
    this.looking = 0;
    /** @type {boolean | null} what the kernel has heard of that */
    this.told = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.telling = undefined;
    /** @type {string[]} pictures that nobody needs any more */
    this.waste = [];
    this.onMessage = this.onMessage.bind(this);
    this.onAnswer = this.onAnswer.bind(this);
    this.onMove = this.onMove.bind(this);
    this.forgetAll = this.forgetAll.bind(this);
    this.shown = unpack(model.get("frame"), model.get("frame").picture);
    model.on("msg:custom", this.onMessage);
    model.on("change:frame", this.onAnswer);
    model.on("comm_live_update", this.forgetAll);
    this.reached = this.reachControls();
    this.say({ hello: true });
  }

  /** @param {object} content */
  say(content) {
    try {
      this.model.send?.(content);
    } catch {
      // The kernel is gone; so is what it would have answered.
    }
  }

  /** Find the controls' models; without them, pictures come as the kernel draws. */
  async reachControls() {
    const manager = this.model.widget_manager;
    if (typeof manager?.get_model !== "function") return;
    try {
      const described = this.model.get("controls");
      const models = await Promise.all(
        described.map((/** @type {any} */ one) => manager.get_model?.(one.model)),
      );
      if (models.some((model) => typeof model?.on !== "function")) return;
      this.controls = described.map((/** @type {any} */ one, /** @type {number} */ n) =>
        ({ ...one, model: models[n] }));
    } catch {
      return;
    }
    for (const { model, kind } of this.controls ?? []) {
      model.on(kind === "choice" ? "change:index" : "change:value", this.onMove);
    }
    this.noteWish();
  }

  close() {
    clearTimeout(this.telling);
    this.model.off("msg:custom", this.onMessage);
    this.model.off("change:frame", this.onAnswer);
    this.model.off("comm_live_update", this.forgetAll);
    for (const { model, kind } of this.controls ?? []) {
      model.off(kind === "choice" ? "change:index" : "change:value", this.onMove);
    }
    this.forgetAll();
    this.letGo(this.shown);
  }

  /**
   * The key of the controls as they are in the page, or null if they are unknown.
   * @returns {string | null}
   */
  key() {
    return this.controls && JSON.stringify(this.controls.map(step));
  }

  noteWish() {
    const key = this.key();
    if (key === null) return;
    this.wish += 1;
    this.wishes.delete(key);
    this.wishes.set(key, this.wish);
    // Old wishes are never asked for again.
    for (const old of this.wishes.keys()) {
      if (this.wishes.size <= 1000) break;
      this.wishes.delete(old);
    }
  }

  /** A control has moved: show its frame at once, if it is here. */
  onMove() {
    this.noteWish();
    const frame = this.ahead.get(this.key() ?? "");
    if (frame) this.show(frame);
    else for (const view of this.views) view.late(this.nearest());
  }

  /**
   * The nearest frame at which all controls but one are where they are, and its value.
   * @returns {Near | undefined}
   */
  nearest() {
    /** @type {Control[]} */
    const controls = this.controls ?? [];
    const here = controls.map(step);
    let least = Infinity;
    /** @type {Near | undefined} */
    let best;
    for (const frame of [this.shown, ...this.ahead.values()]) {
      const steps = JSON.parse(frame.key);
      const moved = here.flatMap((at, n) => (at === steps[n] ? [] : [n]));
      const away = Math.abs(steps[moved[0]] - Number(here[moved[0]]));
      if (moved.length === 1 && frame.url && away < least) {
        least = away;
        best = { frame, value: said(controls[moved[0]], steps[moved[0]]) };
      }
    }
    return best;
  }

  /** The kernel answers: show it, unless something newer is shown. */
  onAnswer() {
    const packed = this.model.get("frame");
    const same = packed.good === this.shown.good && packed.print === this.shown.print;
    const { url, image } = this.shown;
    const frame = same ? { ...packed, url, image } : unpack(packed, packed.picture);
    const wish = this.wishes.get(frame.key) ?? this.wish;
    if (this.controls && wish < this.answered) {
      if (!same) this.letGo(frame);
      return;
    }
    this.show(frame);
  }

  /** @param {Frame} frame */
  show(frame) {
    if (frame.message && !frame.print) {
      // A frame without a picture: the last good one stays.
      const { good, url, readout, alt, places, print, image } = this.shown;
      frame = { ...frame, good, url, readout, alt, places, print, image };
    }
    const before = this.shown;
    this.shown = frame;
    this.answered = this.wishes.get(frame.key) ?? this.wish;
    for (const view of this.views) view.paint(frame);
    if (before.url !== frame.url && !this.isKept(before)) this.letGo(before);
  }

  /** Whether what is shown is what the controls say. */
  get settled() {
    return this.controls === null || this.shown.key === this.key();
  }

  /** @param {any} content @param {DataView[]} buffers */
  onMessage(content, buffers) {
    if (content.ahead && content.generation >= this.generation) {
      this.generation = content.generation;
      this.keep(unpack(content.ahead, buffers[0]));
    } else if (content.flush) {
      this.generation = content.flush;
      this.forgetAll();
    } else if (content.forget) {
      this.forget(content.forget);
    } else if (content.confirm) {
      this.check(content.confirm);
    }
  }

  /** @param {Frame} frame */
  keep(frame) {
    this.forget(frame.key);
    this.ahead.set(frame.key, frame);
    if (frame.url) {
      frame.image = makeImage(frame, this.model);
      frame.image.decode().catch(() => {});
    }
    if (frame.key === this.key() && this.shown.key !== frame.key) this.show(frame);
    this.tellCount();
  }

  /** @param {string} key */
  forget(key) {
    const frame = this.ahead.get(key);
    if (!frame) return;
    this.ahead.delete(key);
    if (frame.url !== this.shown.url) this.letGo(frame);
    this.tellCount();
  }

  tellCount() {
    for (const view of this.views) view.count(this.ahead.size);
  }

  forgetAll() {
    for (const frame of this.ahead.values()) {
      if (frame.url !== this.shown.url) this.letGo(frame);
    }
    this.ahead.clear();
    this.tellCount();
  }

  /** @param {Frame} frame */
  isKept(frame) {
    return this.ahead.get(frame.good)?.url === frame.url;
  }

  /** @param {Frame} frame */
  letGo(frame) {
    if (!frame.url) return;
    if (this.waste.length === 0) setTimeout(() => this.sweep(), SWEEP_LATER);
    this.waste.push(frame.url);
  }

  /** Free some pictures, a few at a time: many would keep the page busy. */
  sweep() {
    for (const url of this.waste.splice(0, SWEEP)) URL.revokeObjectURL(url);
    if (this.waste.length > 0) setTimeout(() => this.sweep(), SWEEP_LATER);
  }

  /** The kernel says what should be shown; ask for it if it is not. */
  check(/** @type {any} */ told) {
    const { key, good, print, message } = this.shown;
    const same = told.key === key && told.good === good && told.print === print
      && told.message === message;
    if (!same && (this.controls === null || told.key === this.key())) {
      this.say({ need: true });
    }
  }

  /**
   * A view begins or ceases to be in sight.
   * @param {number} change
   */
  look(change) {
    this.looking += change;
    clearTimeout(this.telling);
    const tell = () => this.reached.then(() => this.tellLook());
    // A key may move the page: it is answered before the kernel hears what else it did.
    const moved = this.told !== null && this.views.size > 0 && !document.hidden;
    if (moved) this.telling = setTimeout(tell, LOOK_LATER);
    else tell();
  }

  tellLook() {
    const look = this.looking > 0;
    if (look === this.told) return;
    this.told = look;
    const scale = window.devicePixelRatio > 1.25 ? 2 : 1;
    if (this.controls) this.say({ look, scale, gone: this.views.size === 0 });
    else if (scale > 1) this.say({ scale });
  }
}

/**
 * Return a frame as it came, with an address for its picture.
 * @param {any} packed
 * @param {DataView | undefined} picture
 * @returns {Frame}
 */
function unpack(packed, picture) {
  const type = packed.type ?? "image/png";
  const url = picture?.byteLength
    ? URL.createObjectURL(new Blob([/** @type {any} */ (picture)], { type }))
    : packed.url ?? "";
  return { ...packed, picture: undefined, url, print: url ? packed.print : 0 };
}

/**
 * Return an image of a frame, at the size of the page.
 * @param {Frame} frame
 * @param {Model} model
 */
export function makeImage(frame, model) {
  const image = new Image(model.get("width"), model.get("height"));
  image.alt = frame.alt;
  image.draggable = false;
  image.src = frame.url;
  if (frame.under) image.style.background = `url("${frame.under}") 0 0 / 100% 100%`;
  return image;
}

/**
 * Return the step of a control, as steps.py writes it.
 * @param {Control} control
 * @returns {number | string | null}
 */
function step({ model, kind }) {
  const value = model.get("value");
  if (kind === "range") {
    const [low, width] = [model.get("min"), model.get("step")];
    const found = Math.round((value - low) / width);
    const there = low + found * width;
    if (Math.abs(there - value) <= NEARLY * Math.max(1, Math.abs(value))) {
      return found;
    }
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setFloat64(0, value);
    return "x" + bytes.getBigUint64(0).toString(16).padStart(16, "0");
  }
  if (kind === "choice") return model.get("index");
  if (kind === "tick") return Number(value);
  return kind === "text" ? value : null;
}

/**
 * Move a control to a step, as if a person had.
 * @param {Control} control
 * @param {number} to
 */
export function moveTo({ model, kind }, to) {
  if (kind === "range") {
    model.set("value", valueAt(model, to));
  } else if (kind === "choice") {
    model.set("index", to);
  } else {
    model.set("value", Boolean(to));
  }
  model.save_changes();
}

/** @param {Model} model of a slider @param {number} to */
function valueAt(model, to) {
  return Number((model.get("min") + to * model.get("step")).toPrecision(12));
}

/**
 * A control's value at a step, in words.
 * @param {Control} control
 * @param {number} to
 */
function said({ model, kind }, to) {
  if (kind === "choice") return model.get("_options_labels")[to];
  return kind === "range" ? String(valueAt(model, to)) : to ? "on" : "off";
}

/**
 * How many steps a control has.
 * @param {Control} control
 */
export function count({ model, kind }) {
  if (kind === "choice") return model.get("_options_labels").length;
  if (kind !== "range") return 2;
  const [low, high, width] = ["min", "max", "step"].map((name) => model.get(name));
  return Math.floor((high - low) / width + NEARLY) + 1;
}

export { step };
