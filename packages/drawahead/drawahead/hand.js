// Taking hold of a picture: dragging in it, what lies under the pointer, and playing.

import { showText } from "./mathematics.js";
import { count, moveTo, step, Shelf } from "./shelf.js";

/** Milliseconds between two steps of playing: the eye follows, an image is decoded. */
const PACE = 110;

/** Playing waits so long at most for the picture of a step. */
const PATIENCE = 3000;

/** So many milliseconds stays what a finger or a pen has asked for. */
const TO_READ = 4000;

/** Places so near to the nearest one, in pixels, count as being there, too. */
const SAME = 3;

/**
 * Lay areas over a picture in which it can be dragged or asked.
 * @param {Shelf} shelf
 * @param {HTMLElement} stage what holds the picture and nothing else
 * @returns {{place: (again?: boolean) => void, tell: (answer: any) => void}}
 */
export function makeHand(shelf, stage) {
  /** @type {Map<number, HTMLElement>} */
  const areas = new Map();
  const tip = document.createElement("div");
  tip.className = "drawahead-tip";
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true");
  stage.append(tip);
  /** @type {object | null} */
  let placed = null;
  let asked = 0;
  let waiting = false;
  let pointed = false;
  let pointer = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let hiding;
  /** @type {{x: number, y: number, axes: number} | null} */
  let next = null;

  function place(again = false) {
    const { places } = shelf.shown;
    if (places === placed && !again) return;
    placed = places;
    (places.axes ?? []).forEach((axes, n) => {
      const grips = grip(n);
      const hovers = places.hover?.includes(n);
      if (!hovers && !(grips && shelf.controls)) return;
      const area = areas.get(n) ?? addArea(n);
      const [left, top, width, height] = axes.box.map((v) => `${100 * v}%`);
      Object.assign(area.style, { left, top, width, height });
      const along = grips ? (grips.along || "both") : "none";
      if (area.dataset.along !== along) area.dataset.along = along;
    });
  }

  /**
   * The places to take hold of in an axes.
   * @param {number} n
   */
  function grip(n) {
    return shelf.shown.places.grips?.find((one) => one.axes === n);
  }

  /** @param {number} n */
  function addArea(n) {
    const area = document.createElement("div");
    area.className = "drawahead-area";
    area.setAttribute("aria-hidden", "true");
    stage.append(area);
    areas.set(n, area);
    let held = false;
    area.addEventListener("pointerdown", (event) => {
      ask(event, n);
      if (event.button !== 0 || !grip(n) || !shelf.controls) return;
      held = true;
      area.setPointerCapture(event.pointerId);
      event.preventDefault();
      drag(event, n);
    });
    area.addEventListener("pointermove", (event) => {
      if (held) drag(event, n);
      ask(event, n);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      area.addEventListener(end, () => { held = false; });
    }
    area.addEventListener("pointerleave", (event) => {
      if (event.pointerId !== pointer) return;
      // A finger or a pen leaves when it lifts; what it has asked for stays to be read.
      if (event.pointerType !== "mouse") hideLater();
      else hide();
    });
    return area;
  }

  function hide() {
    clearTimeout(hiding);
    tip.hidden = true;
    next = null;
    pointed = false;
    waiting = false;
  }

  function hideLater() {
    clearTimeout(hiding);
    hiding = setTimeout(hide, TO_READ);
  }

  /** @param {PointerEvent} event @param {number} n */
  function drag(event, n) {
    const found = grip(n);
    const control = found && shelf.controls?.[found.control];
    if (!control) return;
    const box = stage.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const now = Number(step(control));
    const away = found.points.map(([px, py]) => {
      const [dx, dy] = [px * box.width - x, py * box.height - y];
      return Math.hypot(found.along === "y" ? 0 : dx, found.along === "x" ? 0 : dy);
    });
    const least = Math.min(...away);
    let to = now;
    let best = Infinity;
    const same = found.along ? 0 : SAME;
    away.forEach((distance, k) => {
      // Of several turns of a clock, the nearest one to where it is.
      const steps = Math.abs(k * found.stride - now);
      if (distance <= least + same && steps + distance / SAME < best) {
        best = steps + distance / SAME;
        to = k * found.stride;
      }
    });
    if (to !== now) moveTo(control, to);
  }

  /** @param {PointerEvent} event @param {number} n */
  function ask(event, n) {
    const { hover, axes } = shelf.shown.places;
    if (!axes || !hover?.includes(n)) return;
    clearTimeout(hiding);
    pointed = true;
    pointer = event.pointerId;
    const box = stage.getBoundingClientRect();
    const [px, py] = [
      (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height,
    ];
    const { box: [left, top, width, height], x, y } = axes[n];
    next = {
      axes: n,
      x: coordinate((px - left) / width, x),
      y: coordinate(1 - (py - top) / height, y),
    };
    tip.style.left = `${event.clientX - box.left}px`;
    tip.style.top = `${event.clientY - box.top}px`;
    const seen = /** @type {HTMLElement} */ (stage.parentElement).getBoundingClientRect();
    const right = event.clientX > seen.left + seen.width / 2;
    tip.classList.toggle("drawahead-tip-left", right);
    askNext();
  }

  /** Ask for one place at a time: a kernel that is busy answers when it can. */
  function askNext() {
    if (waiting || !next) return;
    waiting = true;
    asked += 1;
    shelf.say({ hover: { number: asked, ...next } });
    next = null;
  }

  /** @param {any} answer */
  function tell(answer) {
    if (answer.hover !== asked) return;
    waiting = false;
    showText(tip, answer.text);
    tip.hidden = !answer.text || !pointed;
    askNext();
  }

  return { place, tell };
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

/**
 * Add a button for each control that can run through its values.
 * @param {Shelf} shelf
 * @param {HTMLElement} bar
 * @returns {() => void} what ends all playing
 */
export function makePlayers(shelf, bar) {
  const stops = shelf.model.get("play").map((/** @type {number} */ n) => {
    const control = shelf.controls?.[n];
    return control ? makePlayer(shelf, control, bar) : () => {};
  });
  return () => { for (const stop of stops) stop(); };
}

/**
 * @param {Shelf} shelf
 * @param {import("./shelf.js").Control} control
 * @param {HTMLElement} bar
 */
function makePlayer(shelf, control, bar) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "drawahead-play";
  bar.append(button);
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const name = control.model.get("description") || control.name;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let waited = 0;

  function label() {
    // With less motion wanted, each press is one step.
    const words = calm.matches ? "▸ next" : timer ? "■ stop" : "▶ play";
    button.textContent = `${words} ${name}`;
  }

  function advance() {
    const now = step(control);
    moveTo(control, (typeof now === "number" ? now + 1 : 0) % count(control));
  }

  function turn() {
    if (document.hidden) {
      stop();
      return;
    }
    if (shelf.settled || waited > PATIENCE) {
      waited = 0;
      advance();
    } else {
      waited += PACE;
    }
    timer = setTimeout(turn, PACE);
  }

  function stop() {
    clearTimeout(timer);
    timer = undefined;
    label();
  }

  button.addEventListener("click", () => {
    if (calm.matches) {
      advance();
    } else if (timer) {
      stop();
    } else {
      turn();
      label();
    }
  });
  calm.addEventListener("change", stop);
  label();
  return () => {
    stop();
    calm.removeEventListener("change", stop);
    button.remove();
  };
}
