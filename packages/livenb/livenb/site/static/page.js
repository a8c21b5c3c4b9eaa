// Explorers on a page: mounted when they come near, in the width that fits, at the values
// of the address, such as #position=63, or at those before a reload.

import { mount, Packs } from "./drawahead.js";

/** How near to the window, in pixels, an Explorer gets ready. */
const NEAR = 600;
/** A place with less room gets the narrow pictures. */
const WIDE = 600;

const places = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-explorer]")]);

/** The frames of a page. Where values have no picture together, controls make way. */
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
    this.note = moved.length === 0 ? "" : `This page has no picture for this combination `
      + `of values, so ${moved.join(" and ")} moved to the nearest mark.`;
    return kept;
  }
}

/**
 * The value of a control as an address has it.
 * @param {any} control
 * @param {any} written
 */
function read({ kind }, written) {
  if (kind === "checkbox") return written === "true";
  return kind === "select" || kind === "text" ? written : Number(written) || 0;
}

/** The Explorer whose values the address gives: the first that has all their names. */
function linked() {
  const names = [...new URLSearchParams(location.hash.slice(1)).keys()];
  return names.length === 0 ? undefined : places.find(({ dataset }) =>
    names.every((name) => (dataset.controls ?? "").split(" ").includes(name)));
}

/** @param {HTMLElement} place */
async function begin(place) {
  const address = place.dataset.explorer ?? "";
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  const index = await answer.json();
  const folder = address.slice(0, address.lastIndexOf("/") + 1);
  const wide = /** @type {HTMLImageElement} */ (place.querySelector("img")).src;
  const narrow = place.querySelector("source")?.srcset ?? wide;
  // The browser keeps what is said about a page in its history, even over a reload.
  const text = place === linked() ? location.hash.slice(1) : history.state?.[address];
  const given = new URLSearchParams(text);
  let values = Object.fromEntries(index.described.controls
    .filter((/** @type {any} */ { name }) => given.has(name))
    .map((/** @type {any} */ control) => [control.name, read(control, given.get(control.name))]));
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
    const first = { ...part.first, url: fits === "wide" ? wide : narrow };
    const isMoved = Object.keys(values).length > 0;
    handle = mount(place, described, source, isMoved ? { values, first } : { first });
    if (isMoved) {
      // The last control that has left its start stays, the others make way for it.
      const { controls } = described;
      handle.touched = Math.max(0, controls.findLastIndex(
        (/** @type {any} */ { start }, /** @type {number} */ n) => handle.steps[n] !== start));
      handle.tellChange();
    }
    source.ready();
    place.dataset.ready = fits;
  };
  show();
  new ResizeObserver(show).observe(place);
  place.addEventListener("drawahead-change", () => {
    const now = new URLSearchParams(handle.values).toString();
    // In slides, the address tells which slide is shown.
    const hash = document.querySelector(".reveal") ? location.hash : `#${now}`;
    history.replaceState({ ...history.state, [address]: now }, "", hash);
  });
}

/** The stored picture stays where loading fails, without controls that would do nothing. */
const mountAt = (/** @type {HTMLElement} */ place) => begin(place).catch(console.warn);

const nearby = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (isIntersecting) {
      nearby.unobserve(target);
      mountAt(/** @type {HTMLElement} */ (target));
    }
  }
}, { rootMargin: `${NEAR}px` });

const target = linked();
for (const place of places) if (place !== target) nearby.observe(place);
if (target) {
  const isNew = history.state === null;
  await mountAt(target);
  if (isNew) target.scrollIntoView({ behavior: /** @type {any} */ ("instant") });
}

// Let keys reach what scrolls, and give the captions of the contents a level.
for (const one of document.querySelectorAll(".table-wrapper, article pre")) {
  if (one.scrollWidth > one.clientWidth) one.setAttribute("tabindex", "0");
}
for (const caption of document.querySelectorAll("[role=heading]:not([aria-level])")) {
  caption.setAttribute("aria-level", "2");
}
