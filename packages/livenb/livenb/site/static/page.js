// Explorers on a page: mounted when they come near, in the width that fits, at the values
// of the address, such as #position=63.

import { mount, Packs } from "./drawahead.js";

/** So near to the window, in pixels, an Explorer gets ready. */
const NEAR = 600;
/** A place with less room gets the narrow pictures. */
const WIDE = 600;

const places = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-explorer]")]);
const isReload = performance.getEntriesByType("navigation").some(
  (entry) => /** @type {PerformanceNavigationTiming} */ (entry).type !== "navigate");

/** @param {string} text @returns {Record<string, string>} */
function read(text) {
  return Object.fromEntries(new URLSearchParams(text.replace(/^#/, "")));
}

/** @param {string} name @param {string} [value] */
function remembered(name, value) {
  try {
    if (value !== undefined) sessionStorage.setItem(`livenb:${name}`, value);
    return sessionStorage.getItem(`livenb:${name}`) ?? "";
  } catch {
    return "";  // a browser that keeps nothing
  }
}

/** @param {any} control @param {string} text @returns {any} the value, if it is one */
function valueOf(control, text) {
  const isText = ["select", "text"].includes(control.kind);
  const value = control.kind === "checkbox" ? text === "true" : isText ? text : Number(text);
  return Number.isNaN(value) ? undefined : value;
}

/** @param {any} described @param {Record<string, string>} given */
function valuesOf(described, given) {
  const pairs = described.controls.filter((/** @type {any} */ { name }) => name in given)
    .map((/** @type {any} */ control) => [control.name, valueOf(control, given[control.name])]);
  return Object.fromEntries(pairs.filter((/** @type {any} */ [, value]) => value !== undefined));
}

/** Where the other controls go when one moves to values that are not kept together. */
class Kept extends Packs {
  /** @param {any} index @param {any} part @param {string} folder */
  constructor(index, part, folder) {
    super(part.packs, folder, index.described);
    this.index = index;
    this.note = "";
  }

  /** @param {number[]} steps @param {number} touched */
  adjust(steps, touched) {
    const { chosen, described } = this.index;
    const moved = /** @type {string[]} */ ([]);
    const kept = steps.map((step, n) => {
      const { count, label } = described.controls[n];
      if (n === touched || !count || chosen[n].includes(step)) return step;
      moved.push(label);
      return chosen[n].reduce((/** @type {number} */ best, /** @type {number} */ one) =>
        (Math.abs(one - step) < Math.abs(best - step) ? one : best));
    });
    this.note = moved.length === 0 ? "" : `This page has no picture for these values `
      + `together, so ${moved.join(" and ")} moved to the nearest mark.`;
    return kept;
  }
}

/** @param {HTMLElement} place */
async function begin(place) {
  const address = /** @type {string} */ (place.dataset.explorer);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  const index = await answer.json();
  const folder = address.slice(0, address.lastIndexOf("/") + 1);
  const first = /** @type {HTMLImageElement} */ (place.querySelector("img"));
  const pictures = { wide: first.src,
    narrow: new URL(place.querySelector("source")?.srcset ?? first.src, location.href).href };
  const saved = read(remembered(address));
  let values = valuesOf(index.described, place === linked() ? read(location.hash) : saved);
  /** @type {any} */
  let handle;
  let width = "";
  const show = () => {
    const fits = place.clientWidth >= WIDE ? "wide" : "narrow";
    if (fits === width) return;
    width = fits;
    if (handle) ({ values } = handle);
    handle?.close();
    const part = index[fits];
    const described = { ...index.described, width: part.width, height: part.height };
    const source = new Kept(index, part, folder);
    const first = { ...part.first, url: pictures[fits] };
    const isMoved = Object.keys(values).length > 0;
    handle = mount(place, described, source, isMoved ? { values, first } : { first });
    if (isMoved) {
      // The last control that has left its start stays, the others make way for it.
      const { controls } = described;
      handle.touched = Math.max(0, controls.findLastIndex(
        (/** @type {any} */ { start }, /** @type {number} */ n) => handle.steps[n] !== start));
      handle.tellChange(null);
    }
    source.ready();
    place.dataset.ready = fits;
  };
  show();
  new ResizeObserver(show).observe(place);
  place.addEventListener("drawahead-change", () => {
    const text = new URLSearchParams(handle.values).toString();
    remembered(address, text);
    history.replaceState(history.state, "", `#${text}`);
  });
}

/** The Explorer of which the address gives values: the first that has all their names. */
function linked() {
  const names = Object.keys(read(location.hash));
  const known = (/** @type {HTMLElement} */ one) => (one.dataset.controls ?? "").split(" ");
  return names.length === 0 ? undefined
    : places.find((one) => names.every((name) => known(one).includes(name)));
}

const nearby = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    nearby.unobserve(target);
    begin(/** @type {HTMLElement} */ (target)).catch((error) => {
      // The stored picture stays, without controls that would do nothing.
      console.warn(error);
    });
  }
}, { rootMargin: `${NEAR}px` });

for (const place of places) nearby.observe(place);
const target = linked();
if (target) {
  nearby.unobserve(target);
  await begin(target).catch((error) => console.warn(error));
  if (!isReload) target.scrollIntoView({ behavior: /** @type {any} */ ("instant") });
}

// Keys reach what scrolls, and captions of the contents have a level.
for (const one of document.querySelectorAll(".table-wrapper, article pre")) {
  if (one.scrollWidth > one.clientWidth) one.setAttribute("tabindex", "0");
}
for (const caption of document.querySelectorAll("[role=heading]:not([aria-level])")) {
  caption.setAttribute("aria-level", "2");
}
