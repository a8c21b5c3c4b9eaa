// The picture of an Explorer: the message, the image, and the numbers it shows.

import { makeHand, makePlayers } from "./hand.js";
import { showText } from "./mathematics.js";
import { makeImage, Shelf } from "./shelf.js";

/** After so many milliseconds without the picture of now, a sign says it is drawn. */
const LATE = 400;

/** @type {Map<string, Shelf>} */
const shelves = new Map();

/** @param {{model: import("./shelf.js").Model}} widget */
function initialize({ model }) {
  const name = model.get("name");
  const shelf = new Shelf(model);
  shelves.set(name, shelf);
  return () => {
    shelves.delete(name);
    shelf.close();
  };
}

/** @param {{model: import("./shelf.js").Model, el: HTMLElement}} view */
function render({ model, el }) {
  const shelf = shelves.get(model.get("name"));
  if (!shelf) throw new Error("the picture's model is closed");
  el.classList.add("drawahead-picture");
  const bar = add(el, "div", "drawahead-bar");
  const message = add(el, "div", "drawahead-message");
  message.setAttribute("role", "alert");
  const scroll = add(el, "div", "drawahead-scroll");
  const stage = add(scroll, "div", "drawahead-stage");
  const sign = add(el, "div", "drawahead-sign");
  sign.setAttribute("aria-hidden", "true");
  const readout = add(el, "div", "drawahead-readout");
  readout.setAttribute("role", "status");
  stage.style.setProperty("--width", `${model.get("width")}px`);
  const hand = makeHand(shelf, stage);
  const width = new ResizeObserver(() => {
    // What is wider than the page is reached by the keyboard, too.
    const hidden = scroll.scrollWidth > scroll.clientWidth;
    scroll.tabIndex = hidden ? 0 : -1;
    setAttribute(scroll, "role", hidden ? "group" : "none");
    setAttribute(scroll, "aria-label", hidden ? "picture" : "");
  });
  width.observe(scroll);
  /** @type {HTMLImageElement | null} */
  let image = null;
  let newest = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let lateness;
  let held = false; // by a mouse, a finger or a pen

  const view = {
    /** @param {import("./shelf.js").Frame} frame */
    paint(frame) {
      newest += 1;
      onTime();
      showText(message, frame.message);
      hand.place();
      const near = shelf.settled ? undefined : shelf.nearest();
      if (!near || !held) show(frame);
      if (!shelf.settled) view.late(near);
    },
    /** @param {number} frames how many are here ahead: tests and benchmarks read it */
    count(frames) {
      el.dataset.ahead = String(frames);
    },
    /** @param {import("./shelf.js").Near} [near] */
    late(near) {
      lateness ??= setTimeout(() => {
        if (!stage.dataset.at) sign.textContent = model.get("waiting") ?? "drawing …";
        el.setAttribute("aria-busy", "true");
      }, LATE);
      if (!near || !held) return;
      // A hand gets the nearest picture at once. Keys wait for their own.
      newest += 1;
      stage.dataset.at = near.value;
      sign.textContent = `at ${near.value}`;
      show(near.frame);
    },
  };

  /** @param {import("./shelf.js").Frame} frame */
  function show(frame) {
    if (image?.src !== frame.url && frame.url) showImage(frame, newest);
    if (image && image.alt !== frame.alt) image.alt = frame.alt;
    showText(readout, frame.readout);
  }

  function onTime() {
    clearTimeout(lateness);
    lateness = undefined;
    delete stage.dataset.at;
    if (sign.textContent) {
      sign.textContent = "";
      el.removeAttribute("aria-busy");
    }
  }

  /** @param {import("./shelf.js").Frame} frame @param {number} turn */
  async function showImage(frame, turn) {
    // A picture that came ahead is decoded already, and belongs to one view at a time.
    const ready = frame.image;
    if (ready?.complete && (!ready.isConnected || ready === image)) {
      swap(ready);
      return;
    }
    // Load the next picture aside and swap it in whole, so that nothing flickers.
    const next = makeImage(frame, model);
    try {
      await next.decode();
    } catch {
      // An image that is not on screen yet may refuse to decode; it loads in place.
    }
    if (turn === newest || !image) swap(next);
  }

  /** @param {HTMLImageElement} next */
  function swap(next) {
    if (image) image.replaceWith(next);
    else stage.prepend(next);
    image = next;
  }

  const onMessage = (/** @type {any} */ content) => {
    if ("hover" in content) hand.tell(content);
  };
  model.on("msg:custom", onMessage);

  shelf.views.add(view);
  view.paint(shelf.shown);
  let endPlaying = () => {};
  let open = true;
  shelf.reached.then(() => {
    if (!open) return;
    endPlaying = makePlayers(shelf, bar);
    hand.place(true);
  });

  const ending = new AbortController();
  let looking = false;
  let inSight = false;
  function look() {
    const now = open && inSight && !document.hidden;
    if (now === looking) return;
    looking = now;
    shelf?.look(now ? 1 : -1);
  }
  const sight = new IntersectionObserver((entries) => {
    inSight = entries.at(-1)?.isIntersecting ?? false;
    look();
  });
  sight.observe(el);
  const { signal } = ending;
  document.addEventListener("visibilitychange", look, { signal });

  const letGo = () => { held = false; };
  document.addEventListener("pointerup", letGo, { signal });
  document.addEventListener("pointercancel", letGo, { signal });
  const approach = () => shelf.say({ near: true });
  const names = new MutationObserver(() => nameControls(el));
  const waiting = setInterval(() => {
    const root = el.closest(".drawahead-explorer");
    if (!root) return;
    clearInterval(waiting);
    root.addEventListener("pointerdown", () => { held = true; }, { capture: true, signal });
    root.addEventListener("pointerenter", approach, { signal });
    root.addEventListener("focusin", approach, { signal });
    nameControls(el);
    names.observe(root, { childList: true, subtree: true });
  }, 50);

  return () => {
    open = false;
    clearInterval(waiting);
    clearTimeout(lateness);
    names.disconnect();
    sight.disconnect();
    width.disconnect();
    ending.abort();
    model.off("msg:custom", onMessage);
    endPlaying();
    shelf.views.delete(view);
    look();
    newest += 1;
  };
}

/**
 * @param {HTMLElement} parent
 * @param {string} tag
 * @param {string} name
 */
function add(parent, tag, name) {
  const element = parent.appendChild(document.createElement(tag));
  element.className = name;
  return element;
}

// Give the handle of each slider the name and the text that the page shows beside it.
/** @param {HTMLElement} el */
function nameControls(el) {
  const root = el.closest(".drawahead-explorer");
  for (const handle of root?.querySelectorAll(".noUi-handle") ?? []) {
    const control = handle.closest(".widget-inline-hbox");
    const label = control?.querySelector(".widget-label")?.textContent;
    const number = /** @type {HTMLElement | null | undefined} */ (
      control?.querySelector(".widget-readout"));
    if (!label || !number) continue;
    setAttribute(handle, "aria-label", label);
    setAttribute(handle, "aria-valuetext", number.textContent ?? "");
    setAttribute(number, "aria-label", `${label}, as a number`);
    if (number.isContentEditable) setAttribute(number, "role", "textbox");
  }
}

/** @param {Element} element @param {string} name @param {string} value */
function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export default { initialize, render };
