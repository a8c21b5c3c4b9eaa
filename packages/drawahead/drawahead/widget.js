// The widget: frames come from a kernel, and values are traits of the model.

import { valueAt } from "./controls.js";
import { mount } from "./explorer.js";
import { Source } from "./frames.js";

/** Milliseconds that visibility must be stable before the kernel is told. */
const LOOK_LATER = 250;

const GONE = "The kernel has stopped or started again: run this cell again.";

/** Frames from a kernel: those that were asked for, and those drawn ahead. */
class Kernel extends Source {
  constructor(model) {
    const described = model.get("_described");
    super(described);
    this.late = "drawing …";
    this.model = model;
    this.described = described;
    this.asked = this.factor = 0;
    this.number = Date.now();
    /** @type {boolean | null} */
    this.told = null;
    /** @type {Map<number, (text: string) => void>} */
    this.hovers = new Map();
    this.heard = {
      "msg:custom": (content, buffers) => this.hear(content, buffers),
      "change:_ground": () => this.setGround(model.get("_ground").picture),
      comm_live_update: () => this.checkLive(),
    };
    for (const { trait } of described.controls) this.heard[`change:${trait}`] = () => this.moved();
    for (const [name, hear] of Object.entries(this.heard)) model.on(name, hear);
    const ground = model.get("_ground");
    this.setGround(ground.picture);
    this.keep({ ...ground, picture: null, is_ground: true }, null);
    this.say({ hello: true });
  }

  say(content) {
    try {
      this.model.send(content);
    } catch {
      this.tell("", GONE);
    }
  }

  get values() {
    return Object.fromEntries(this.described.controls.map(({ name, trait }) =>
      [name, this.model.get(trait)]));
  }

  /** Python, a link or another view has moved a control. */
  moved() {
    for (const view of this.views) view.set(this.values);
  }

  hear(content, buffers) {
    if (content.flush) this.kept.clear();
    if (content.frames) {
      content.frames.forEach((frame, n) => this.keep(frame, buffers[n]));
      for (const { element } of this.views) {
        element.dataset.ahead = String(this.kept.size); // for tests and benchmarks
      }
    } else if ("hover" in content) {
      this.hovers.get(content.hover)?.(content.text);
      this.hovers.delete(content.hover);
    }
  }

  /** Try to send a message, which fails without a kernel. */
  checkLive() {
    this.say({});
  }

  move(steps, _touched, isHere, isDragged) {
    this.number += 1;
    this.model.set("_asked", { number: this.number, needs: !isHere, dragged: isDragged });
    this.described.controls.forEach((control, n) => {
      this.model.set(control.trait, valueAt(control, steps[n]));
    });
    this.model.save_changes();
  }

  approach(touched) {
    this.say({ near: touched });
  }

  leave() {
    this.say({ near: null });
  }

  /** A key can scroll the page, and its picture should not wait for this message. */
  look() {
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      const look = [...this.views].some((view) => view.isInSight);
      if (look !== this.told) this.say({ look });
      this.told = look;
    }, this.told === null ? 0 : LOOK_LATER);
  }

  scale(factor) {
    if (factor !== this.factor) this.say({ scale: factor });
    this.factor = factor;
  }

  /** @returns {Promise<string>} */
  hover({ x, y }) {
    this.asked += 1;
    this.say({ hover: { number: this.asked, x, y } });
    return new Promise((done) => { this.hovers.set(this.asked, done); });
  }

  close() {
    for (const [name, hear] of Object.entries(this.heard)) this.model.off(name, hear);
    clearTimeout(this.telling);
    if (this.told) this.say({ look: false });
    super.close();
  }
}

/** anywidget calls this once for each model, and `render` for each of its views. */
export default () => {
  /** @type {Kernel | null} shared by all views */
  let kernel = null;
  function render({ model, el }) {
    kernel ??= new Kernel(model);
    const view = mount(el, kernel.described, kernel, { values: kernel.values });
    return () => {
      view.close();
      if (!kernel || kernel.views.size > 0) return;
      kernel.close();
      kernel = null;
    };
  }
  return { render };
};
