// The pointer in the picture: dragging in it, and what lies under the pointer.

import { add } from "./controls.js";
import { showText } from "./mathematics.js";

/** So many milliseconds stays what a finger or a pen has asked for. */
const TO_READ = 4000;

/** Places so near to the nearest one, in pixels, count as being there, too. */
const SAME = 3;

/** A finger has to go so many pixels sideways before it drags. */
const SLACK = 4;

/**
 * Lay areas over a picture in which it can be dragged or asked.
 * @param {HTMLElement} stage what holds the picture
 * @param {() => any[]} getSteps
 * @param {(control: number, step: number) => void} move
 * @param {(point: object) => string | Promise<string>} hover
 */
export function makePointer(stage, getSteps, move, hover) {
  /** @type {Map<number, HTMLElement>} */
  const areas = new Map();
  /** @type {Map<any, HTMLElement>} */
  const handles = new Map();
  const tip = makeTip(stage, getSteps, hover);
  /** @type {any} */
  let places = {};

  const gripsIn = (/** @type {number} */ n) =>
    (places.grips ?? []).filter((/** @type {any} */ grip) => grip.axes === n);

  /** @param {any} next the places of the frame that is shown */
  function place(next) {
    places = next;
    (places.axes ?? []).forEach((/** @type {any} */ axes, /** @type {number} */ n) => {
      const grips = gripsIn(n);
      if (grips.length === 0 && !places.hover?.includes(n)) return;
      const area = areas.get(n) ?? addArea(n);
      const [left, top, width, height] = axes.box.map((/** @type {number} */ v) => `${100 * v}%`);
      Object.assign(area.style, { left, top, width, height });
      const along = new Set(grips.map((/** @type {any} */ grip) => grip.along || "both"));
      area.dataset.along = along.size === 0 ? "none" : along.size > 1 ? "both" : [...along][0];
    });
    for (const grip of places.grips ?? []) placeHandle(grip);
  }

  /** A finger drags up and down only at a handle; else it scrolls the page. */
  function placeHandle(/** @type {any} */ grip) {
    if (grip.along === "x") return;
    const point = grip.points[Math.round(getSteps()[grip.control] / grip.stride)];
    const handle = handles.get(grip.control) ?? addHandle(grip.control);
    if (point) Object.assign(handle.style, { left: `${100 * point[0]}%`, top: `${100 * point[1]}%` });
  }

  /** @param {number} control */
  function addHandle(control) {
    const handle = add(stage, "div", "drawahead-handle");
    handle.setAttribute("aria-hidden", "true");
    handles.set(control, handle);
    const find = () => places.grips?.find((/** @type {any} */ one) => one.control === control);
    follow(handle, find, () => true);
    return handle;
  }

  /** @param {number} n */
  function addArea(n) {
    const area = add(stage, "div", "drawahead-area");
    area.setAttribute("aria-hidden", "true");
    areas.set(n, area);
    follow(area, (event) => nearestGrip(n, event), (grip, event) =>
      event.pointerType === "mouse" || grip.along === "x");
    const ask = (/** @type {PointerEvent} */ event) => {
      if (places.hover?.includes(n)) tip.ask(event, n, places.axes[n]);
    };
    area.addEventListener("pointerdown", ask);
    area.addEventListener("pointermove", ask);
    area.addEventListener("pointerleave", tip.leave);
    return area;
  }

  /** Let a control follow what is pressed on an element. */
  function follow(
    /** @type {HTMLElement} */ element,
    /** @type {(event: PointerEvent) => any} */ find,
    /** @type {(grip: any, event: PointerEvent) => boolean} */ may,
  ) {
    /** @type {{control: number, x: number, y: number, begun: boolean} | null} */
    let held = null;
    element.addEventListener("pointerdown", (event) => {
      const grip = find(event);
      if (event.button !== 0 || !grip || !may(grip, event)) return;
      const begun = event.pointerType === "mouse" || element.classList.contains("drawahead-handle");
      held = { control: grip.control, x: event.clientX, y: event.clientY, begun };
      if (!begun) return;
      element.setPointerCapture(event.pointerId);
      event.preventDefault();
      if (event.pointerType === "mouse") drag(event, held.control);
    });
    element.addEventListener("pointermove", (event) => {
      if (!held) return;
      const [across, down] = [event.clientX - held.x, event.clientY - held.y].map(Math.abs);
      held.begun ||= across > SLACK && across > down;
      if (held.begun) drag(event, held.control);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(end, () => { held = null; });
    }
  }

  /** @param {number} n @param {PointerEvent} event */
  function nearestGrip(n, event) {
    const grips = gripsIn(n).map((/** @type {any} */ grip) => {
      const away = distances(grip, event);
      return { grip, away: away[Math.round(getSteps()[grip.control] / grip.stride)] };
    });
    return grips.sort((/** @type {any} */ a, /** @type {any} */ b) => a.away - b.away)[0]?.grip;
  }

  /** @param {any} grip @param {PointerEvent} event @returns {number[]} */
  function distances({ points, along }, event) {
    const box = stage.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    return points.map((/** @type {number[]} */ [px, py]) => {
      const [dx, dy] = [px * box.width - x, py * box.height - y];
      return Math.hypot(along === "y" ? 0 : dx, along === "x" ? 0 : dy);
    });
  }

  /** @param {PointerEvent} event @param {number} control */
  function drag(event, control) {
    const grip = places.grips?.find((/** @type {any} */ one) => one.control === control);
    if (!grip) return;
    const now = Number(getSteps()[control]);
    const away = distances(grip, event);
    const least = Math.min(...away);
    let [to, best] = [now, Infinity];
    away.forEach((distance, k) => {
      // Of several turns of a clock, the nearest one to where it is.
      const steps = Math.abs(k * grip.stride - now);
      const cost = steps + distance / SAME;
      if (distance <= least + (grip.along ? 0 : SAME) && cost < best) {
        [best, to] = [cost, k * grip.stride];
      }
    });
    if (to !== now) move(control, to);
  }

  return { place };
}

/** What says what lies under the pointer; it asks for one place at a time. */
function makeTip(
  /** @type {HTMLElement} */ stage, /** @type {() => any[]} */ getSteps,
  /** @type {(point: object) => string | Promise<string>} */ hover,
) {
  const tip = add(stage, "div", "drawahead-tip");
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true");
  let [waiting, pointed, pointer] = [false, false, 0];
  /** @type {any} */
  let next = null;
  /** @type {any} */
  let hiding;

  function ask(/** @type {PointerEvent} */ event, /** @type {number} */ n, /** @type {any} */ axes) {
    clearTimeout(hiding);
    [pointed, pointer] = [true, event.pointerId];
    const box = stage.getBoundingClientRect();
    const { box: [left, top, width, height], x, y } = axes;
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    next = {
      axes: n,
      x: coordinate((px / box.width - left) / width, x),
      y: coordinate(1 - (py / box.height - top) / height, y),
    };
    Object.assign(tip.style, { left: `${px}px`, top: `${py}px` });
    tip.classList.toggle("drawahead-tip-left", px > box.width / 2);
    askNext();
  }

  async function askNext() {
    if (waiting || !next) return;
    waiting = true;
    const point = { ...next, steps: getSteps() };
    next = null;
    const text = await hover(point);
    waiting = false;
    showText(tip, text);
    tip.hidden = !text || !pointed;
    askNext();
  }

  function hide() {
    tip.hidden = true;
    next = null;
    pointed = false;
  }

  function leave(/** @type {PointerEvent} */ event) {
    if (event.pointerId !== pointer) return;
    clearTimeout(hiding);
    // A finger or a pen leaves when it lifts; what it has asked for stays to be read.
    hiding = setTimeout(hide, event.pointerType === "mouse" ? 0 : TO_READ);
  }

  return { ask, leave };
}

/**
 * Return the coordinate at a share of an axis.
 * @param {number} share
 * @param {[number, number, string]} axis low end, high end, scale
 */
function coordinate(share, [low, high, scale]) {
  if (scale === "log") return low * (high / low) ** share;
  return low + share * (high - low);
}
