// An Explorer on a page without a kernel: native controls, and frames from files.
//
// The picture, its dragging, playing and readouts are the notebook's own scripts. What
// they talk to there, models of ipywidgets and a kernel, is played here: `Values` are
// the models, `Packs` brings the frames that a kernel would draw.

import picture from "./notebook/picture.js";

/**
 * @typedef {object} Control as Explorer.described says in explorer.py
 * @property {string} name
 * @property {string} kind
 * @property {string} label
 * @property {any} value
 * @property {number} [min]
 * @property {number} [max]
 * @property {number} [step]
 * @property {string[]} [options]
 * @property {boolean} [menu]
 */

/**
 * @typedef {object} Index what packs.py writes for an Explorer
 * @property {number} width
 * @property {number} height
 * @property {number[]} play
 * @property {Control[]} controls
 * @property {(number | string)[]} start
 * @property {number[]} counts
 * @property {number[][]} chosen
 * @property {boolean} whole
 * @property {boolean} silent whether it tells less under a pointer than a kernel does
 * @property {{file: string, keys: string[]}[]} packs
 * @property {{readout: string, alt: string, places: object}} first
 */

/** So near to the window, in pixels, an Explorer gets ready. */
const NEAR = 400;

/** So many files are fetched at a time. */
const LANES = 2;

/** Values that change, and tell it: what scripts of widgets take for a model. */
class Values {
  /** @param {Record<string, any>} values */
  constructor(values) {
    this.values = values;
    /** @type {Map<string, Set<(...values: any[]) => void>>} */
    this.listeners = new Map();
    /** @type {((content: any) => void) | undefined} */
    this.send = undefined;
    /** @type {{get_model: (id: string) => Promise<any>} | undefined} */
    this.widget_manager = undefined;
  }

  /** @param {string} name */
  get(name) {
    return this.values[name];
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    this.tell(`change:${name}`);
  }

  save_changes() {}

  /** @param {string} name @param {(...values: any[]) => void} listener */
  on(name, listener) {
    if (!this.listeners.has(name)) this.listeners.set(name, new Set());
    this.listeners.get(name)?.add(listener);
  }

  /** @param {string} name @param {(...values: any[]) => void} listener */
  off(name, listener) {
    this.listeners.get(name)?.delete(listener);
  }

  /** @param {string} name @param {any[]} values */
  tell(name, ...values) {
    for (const listener of this.listeners.get(name) ?? []) listener(...values);
  }
}

/** The files with an Explorer's frames, fetched in the order in which they are wanted. */
class Packs {
  /**
   * @param {Index} index
   * @param {string} folder
   * @param {(frame: any, picture: DataView) => void} keep
   */
  constructor(index, folder, keep) {
    this.index = index;
    this.folder = folder;
    this.keep = keep;
    this.under = "";
    /** @type {Map<string, {told: Record<number, [number, string][]>, axes: any[]}>} */
    this.texts = new Map();
    this.lanes = 0;
    this.awake = false;
    /** @type {(number | string)[]} */
    this.now = index.start;
    this.moved = 0;
    /** @type {Map<number, Promise<void>>} */
    this.asked = new Map();
    /** @type {(number | string)[][][]} */
    this.steps = index.packs.map(({ keys }) => keys.map((key) => JSON.parse(key)));
  }

  /**
   * What is told of a point, if what is told depends on x alone.
   * @param {{axes: number, x: number}} point
   */
  told({ axes, x }) {
    const here = this.texts.get(JSON.stringify(this.now));
    const runs = here?.told[axes];
    if (!here || !runs) return "";
    const [low, high, scale] = here.axes[axes].x;
    const share = scale === "log"
      ? Math.log(x / low) / Math.log(high / low) : (x - low) / (high - low);
    let left = share * runs.reduce((sum, [length]) => sum + length, 0);
    const run = runs.find(([length]) => { left -= length; return left < 0; });
    return (run ?? runs[runs.length - 1])[1];
  }

  /**
   * Fetch what is near to where the controls are, the touched one's neighbours first.
   * @param {(number | string)[]} now
   * @param {number} moved
   */
  want(now, moved) {
    this.now = now;
    this.moved = moved;
    while (this.lanes < LANES) {
      const next = this.nearest();
      if (next < 0) return;
      this.lanes += 1;
      this.fetch(next).finally(() => {
        this.lanes -= 1;
        if (this.awake) this.want(this.now, this.moved);
      });
    }
  }

  /** The file, of those not asked for, with the frame that is nearest. */
  nearest() {
    let best = -1;
    let least = Infinity;
    this.steps.forEach((frames, n) => {
      if (this.asked.has(n)) return;
      const away = Math.min(...frames.map((steps) => this.away(steps)));
      if (away < least) [best, least] = [n, away];
    });
    return best;
  }

  /** @param {(number | string)[]} steps */
  away(steps) {
    return steps.reduce((/** @type {number} */ sum, step, n) => {
      const apart = Math.abs(Number(step) - Number(this.now[n])) || 0;
      return sum + (n === this.moved ? apart : 1000 * Math.min(apart, 1) + apart);
    }, 0);
  }

  /** @param {number} n @returns {Promise<void>} */
  fetch(n) {
    const asked = this.asked.get(n) ?? this.bring(n).catch((error) => {
      this.asked.delete(n);
      this.awake = false;
      throw error;
    });
    this.asked.set(n, asked);
    return asked;
  }

  /** @param {number} n */
  async bring(n) {
    if (n > 0) await this.fetch(0);
    const answer = await fetch(this.folder + this.index.packs[n].file);
    if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`);
    const data = await answer.arrayBuffer();
    const length = new DataView(data).getUint32(0, true);
    const { frames, places } = await unpacked(new Uint8Array(data, 4, length));
    for (const frame of frames) {
      const [at, size] = frame.picture;
      const bytes = new DataView(data, 4 + length + at, size);
      const { under } = this;
      this.texts.set(frame.key, { told: frame.told, axes: places[frame.places].axes });
      this.under ||= URL.createObjectURL(new Blob([bytes], { type: "image/webp" }));
      this.keep({ ...frame, places: places[frame.places], under }, bytes);
    }
  }
}

/** @param {BlobPart} bytes a JSON text, packed by zlib @returns {Promise<any>} */
function unpacked(bytes) {
  const { DecompressionStream } = /** @type {any} */ (window);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

/** @param {HTMLElement} place an element that names its index, with the first picture */
async function makeExplorer(place) {
  const address = /** @type {string} */ (place.dataset.explorer);
  const folder = address.slice(0, address.lastIndexOf("/") + 1);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  /** @type {Index} */
  const index = await answer.json();
  const image = /** @type {HTMLImageElement} */ (place.querySelector("img"));
  const startKey = JSON.stringify(index.start);
  const models = index.controls.map((control, n) => new Values({
    value: control.value, index: index.start[n], min: control.min, max: control.max,
    step: control.step, _options_labels: control.options, description: control.label,
  }));
  const model = new Values({
    name: address,
    frame: {
      key: startKey, good: startKey, url: image.src, message: "", print: 1, ...index.first,
    },
    width: index.width, height: index.height, play: index.play, waiting: "loading …",
    controls: index.controls.map(({ name, kind }, n) => ({ name, kind, model: String(n) })),
  });
  const packs = new Packs(index, folder, (frame, bytes) => {
    model.tell("msg:custom", { ahead: { ...frame, type: "image/webp" }, generation: 1 },
      [bytes]);
  });
  model.widget_manager = { get_model: async (id) => models[Number(id)] };
  model.send = ({ hover }) => {
    if (hover) model.tell("msg:custom", { hover: hover.number, text: packs.told(hover) });
  };

  const controls = document.createElement("div");
  controls.className = "livenb-controls";
  const note = document.createElement("p");
  note.className = "livenb-note";
  note.setAttribute("role", "status");
  const limits = [
    index.whole ? "" : "While one control moves, the others stay at marked values.",
    index.controls.some(({ kind }) => kind === "text") ? "Words are typed in JupyterLab." : "",
    index.silent ? "What lies under the pointer is told in JupyterLab." : "",
  ].filter(Boolean).join(" ");
  note.textContent = limits;
  const inputs = index.controls.map((control, n) => makeControl(control, models[n]));
  const whereTo = () => models.map((one, n) => stepOf(index.controls[n], one));

  inputs.forEach(({ row, update, mark }, n) => {
    controls.append(row);
    if (!index.whole) mark?.(index.chosen[n]);
    models[n].on(index.controls[n].kind === "choice" ? "change:index" : "change:value", () => {
      update();
      note.textContent = (index.whole ? "" : snap(n)) || limits;
      packs.awake = true;
      packs.want(whereTo(), n);
    });
  });

  /**
   * Move the other controls to values at which this one's frames are kept.
   * @param {number} moved
   */
  function snap(moved) {
    const told = [];
    for (const [n, control] of index.controls.entries()) {
      const step = Number(whereTo()[n]);
      if (n === moved || index.counts[n] === 1 || index.chosen[n].includes(step)) continue;
      const to = index.chosen[n].reduce((best, one) =>
        (Math.abs(one - step) < Math.abs(best - step) ? one : best));
      const name = control.kind === "choice" ? "index" : "value";
      models[n].values[name] = valueAt(control, to);
      inputs[n].update();
      told.push(`${control.label} went to ${inputs[n].says()}`);
    }
    if (told.length === 0) return "";
    return `${told.join(", ")}: this page keeps no other picture here. `
      + "In JupyterLab, all can be combined.";
  }

  const reset = document.createElement("button");
  reset.type = "button";
  reset.textContent = "reset";
  reset.className = "livenb-reset";
  reset.addEventListener("click", () => {
    index.controls.forEach((control, n) => {
      const name = control.kind === "choice" ? "index" : "value";
      models[n].values[name] = control.kind === "choice" ? index.start[n] : control.value;
      inputs[n].update();
    });
    note.textContent = limits;
    const first = index.controls.findIndex((_, n) => index.counts[n] > 1);
    const name = index.controls[first].kind === "choice" ? "index" : "value";
    models[first].tell(`change:${name}`);
  });
  controls.append(reset);

  const stage = document.createElement("div");
  place.style.setProperty("--ratio", String(index.width / index.height));
  picture.initialize({ model });
  picture.render({ model, el: stage });
  place.classList.add("drawahead-explorer");
  place.replaceChildren(controls, note, stage);
  place.dataset.ready = "";
  await packs.fetch(0);
}

/**
 * Make a native control.
 * @param {Control} control
 * @param {Values} model
 */
function makeControl(control, model) {
  const row = document.createElement("label");
  row.className = "livenb-control";
  const name = document.createElement("span");
  name.textContent = control.label;
  if (control.kind === "text") {
    // Any text at all: there is no picture for it here.
    const text = document.createElement("span");
    text.textContent = String(control.value);
    row.append(name, text);
    return { row, update: () => {}, says: () => String(control.value) };
  }
  if (control.menu) {
    const menu = document.createElement("select");
    menu.setAttribute("aria-label", control.label);
    menu.append(...(control.options ?? []).map((text) => new Option(text)));
    const update = () => { menu.selectedIndex = model.get("index"); };
    menu.addEventListener("change", () => model.set("index", menu.selectedIndex));
    row.append(name, menu);
    update();
    return { row, update, says: () => menu.value };
  }
  const input = document.createElement("input");
  if (control.kind === "tick") {
    input.type = "checkbox";
    const update = () => { input.checked = model.get("value"); };
    input.addEventListener("change", () => model.set("value", input.checked));
    row.append(input, name);
    update();
    return { row, update, says: () => (input.checked ? "on" : "off") };
  }
  input.type = "range";
  const choice = control.kind === "choice";
  const options = control.options ?? [];
  const [low, high, width] = choice
    ? [0, options.length - 1, 1]
    : [0, Math.round((Number(control.max) - Number(control.min)) / Number(control.step)), 1];
  Object.assign(input, { min: String(low), max: String(high), step: String(width) });
  const number = document.createElement("output");
  number.setAttribute("aria-hidden", "true");
  input.setAttribute("aria-label", control.label);
  const track = document.createElement("span");
  track.className = "livenb-track";
  track.append(input);
  /** @param {number[]} steps at which it may stand while another one moves */
  const mark = (steps) => track.append(...steps.map((step) => {
    const at = document.createElement("i");
    at.style.setProperty("--share", String((step - low) / (high - low)));
    return at;
  }));
  const says = () => (choice ? options[model.get("index")] : shown(model.get("value"), control));
  const update = () => {
    input.value = String(stepOf(control, model));
    number.textContent = says();
    input.setAttribute("aria-valuetext", says());
  };
  input.addEventListener("input", () => {
    if (choice) model.set("index", Number(input.value));
    else model.set("value", valueAt(control, Number(input.value)));
  });
  row.append(name, track, number);
  update();
  return { row, update, says, mark };
}

/**
 * @param {Control} control
 * @param {Values} model
 * @returns {number | string}
 */
function stepOf(control, model) {
  if (control.kind === "choice") return model.get("index");
  if (control.kind === "tick") return Number(model.get("value"));
  if (control.kind === "text") return model.get("value");
  return Math.round((model.get("value") - Number(control.min)) / Number(control.step));
}

/**
 * @param {Control} control
 * @param {number} step
 */
function valueAt(control, step) {
  if (control.kind === "choice") return step;
  if (control.kind === "tick") return Boolean(step);
  return Number((Number(control.min) + step * Number(control.step)).toPrecision(12));
}

/**
 * A number with as many digits as its steps have.
 * @param {number} value
 * @param {Control} control
 */
function shown(value, control) {
  const digits = (String(control.step).split(".")[1] ?? "").length;
  return value.toFixed(digits);
}

const nearby = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    nearby.unobserve(target);
    makeExplorer(/** @type {HTMLElement} */ (target)).catch((error) => {
      // The stored picture stays, without controls that would do nothing.
      console.warn(error);
    });
  }
}, { rootMargin: `${NEAR}px` });

for (const place of document.querySelectorAll("[data-explorer]")) nearby.observe(place);
