// The pointer in the picture: dragging, and a tip that says what is there.

import { add } from "./controls.js";

/** Milliseconds that a tip stays after a finger or a pen is lifted. */
const TO_READ = 4000;

/** Places within this many pixels of the nearest one count as equally near. */
const SAME = 3;

/** Pixels that a finger has to move sideways before it drags. */
const SLACK = 4;

/**
 * Areas over a picture in which a pointer drags, or shows a tip.
 *
 * The stage holds the picture, getSteps() says where the controls are, move(control, step)
 * moves one, and hover(point) returns a promise of what the tip says.
 */
export class Pointer {
  constructor(stage, getSteps, move, hover) {
    this.stage = stage;
    this.getSteps = getSteps;
    this.move = move;
    /** @type {Record<number, HTMLElement>} by the number of the axes */
    this.areas = {};
    /** @type {Record<number, HTMLElement>} by the number of the control */
    this.handles = {};
    this.tip = makeTip(stage, hover);
    /** @type {any} those of the frame that is shown */
    this.places = {};
  }

  place(places) {
    this.places = places;
    (places.axes ?? []).forEach((axes, n) => {
      const grips = this.gripsIn(n);
      if (grips.length === 0 && !places.hover?.includes(n)) return;
      const area = this.areas[n] ??= this.addArea(n);
      const [left, top, width, height] = axes.box.map((v) => `${100 * v}%`);
      Object.assign(area.style, { left, top, width, height });
      const along = new Set(grips.map((grip) => grip.along || "both"));
      area.dataset.along = along.size === 0 ? "none" : along.size > 1 ? "both" : [...along][0];
    });
    for (const grip of places.grips ?? []) if (grip.along !== "x") this.placeHandle(grip);
  }

  gripsIn(n) {
    return (this.places.grips ?? []).filter((grip) => grip.axes === n);
  }

  gripOf(control) {
    return this.places.grips?.find((grip) => grip.control === control);
  }

  /** A finger drags up and down only at a handle; elsewhere it scrolls the page. */
  placeHandle({ control, points, stride }) {
    const handle = this.handles[control] ??= this.addPart("handle", () => this.gripOf(control));
    const point = points[Math.round(this.getSteps()[control] / stride)];
    if (point) Object.assign(handle.style, { left: `${100 * point[0]}%`, top: `${100 * point[1]}%` });
  }

  addArea(n) {
    const area = this.addPart("area", (event) => this.nearestGrip(n, event));
    const ask = (event) => {
      const { hover, axes } = this.places;
      if (hover?.includes(n)) this.tip.ask(event, axes[n]);
    };
    area.addEventListener("pointerdown", ask);
    area.addEventListener("pointermove", ask);
    area.addEventListener("pointerleave", this.tip.leave);
    return area;
  }

  /** Add an area or a handle. The control of find(event) follows a pointer pressed there. */
  addPart(name, find) {
    const element = add(this.stage, "div", `drawahead-${name}`);
    element.setAttribute("aria-hidden", "true");
    const isHandle = name === "handle";
    /** @type {any} */
    let held = null;
    element.addEventListener("pointerdown", (event) => {
      const grip = find(event);
      const begun = isHandle || event.pointerType === "mouse";
      if (event.button !== 0 || !grip || !(begun || grip.along === "x")) return;
      held = { control: grip.control, x: event.clientX, y: event.clientY, begun };
      element.setPointerCapture(event.pointerId);
      if (!begun) return;
      event.preventDefault();
      if (!isHandle) this.drag(event, held.control);
    });
    element.addEventListener("pointermove", (event) => {
      if (!held) return;
      const [across, down] = [event.clientX - held.x, event.clientY - held.y].map(Math.abs);
      held.begun ||= across > SLACK && across > down;
      if (held.begun) this.drag(event, held.control);
    });
    element.addEventListener("lostpointercapture", () => { held = null; });
    return element;
  }

  nearestGrip(n, event) {
    const grips = this.gripsIn(n).map((grip) => {
      const step = this.getSteps()[grip.control];
      return { grip, away: this.distances(grip, event)[Math.round(step / grip.stride)] };
    });
    return grips.sort((a, b) => a.away - b.away)[0]?.grip;
  }

  distances({ points, along }, event) {
    const box = this.stage.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    return points.map(([px, py]) => {
      const [dx, dy] = [px * box.width - x, py * box.height - y];
      return Math.hypot(along === "y" ? 0 : dx, along === "x" ? 0 : dy);
    });
  }

  drag(event, control) {
    const grip = this.gripOf(control);
    if (!grip) return;
    const now = Number(this.getSteps()[control]);
    const away = this.distances(grip, event);
    const least = Math.min(...away) + (grip.along ? 0 : SAME);
    let [to, best] = [now, Infinity];
    away.forEach((distance, k) => {
      // On a clock, several values share a place; the one nearest to now wins.
      const cost = Math.abs(k * grip.stride - now) + distance / SAME;
      if (distance <= least && cost < best) [best, to] = [cost, k * grip.stride];
    });
    if (to !== now) this.move(control, to);
  }
}

/** A tip at the pointer. It asks about one place at a time. */
function makeTip(stage, hover) {
  const tip = add(stage, "div", "drawahead-tip");
  tip.setAttribute("aria-hidden", "true");
  let isAsking = false;
  /** @type {any} where the pointer is, if it is there */
  let point = null;
  /** @type {any} */
  let hiding;

  async function ask(event, axes) {
    clearTimeout(hiding);
    const box = stage.getBoundingClientRect();
    const { box: [left, top, width, height], x, y } = axes;
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    point = {
      x: coordinate((px / box.width - left) / width, x),
      y: coordinate(1 - (py / box.height - top) / height, y),
    };
    const translate = px > box.width / 2 ? "calc(-100% - 14px) -120%" : "14px -120%";
    Object.assign(tip.style, { left: `${px}px`, top: `${py}px`, translate });
    if (isAsking) return;
    isAsking = true;
    let asked = null;
    while (point !== asked) {
      asked = point;
      const text = point ? await hover(point) : "";
      tip.textContent = point ? text : "";
    }
    isAsking = false;
  }

  /** A finger or a pen leaves when it is lifted; the tip then stays to be read. */
  function leave(event) {
    clearTimeout(hiding);
    hiding = setTimeout(() => {
      point = null;
      tip.textContent = "";
    }, event.pointerType === "mouse" ? 0 : TO_READ);
  }

  return { ask, leave };
}

/** Return the coordinate at a share of an axis: its low end, high end and scale. */
function coordinate(share, [low, high, scale]) {
  if (scale === "log") return low * (high / low) ** share;
  return low + share * (high - low);
}
