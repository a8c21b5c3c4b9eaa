// Start reveal.js, and make slides smaller that are too full.

/** A slide may fill so many of its 720 pixels; below are its number and the arrows. */
const BOTTOM = 672;

/** No slide gets smaller than this share of its size. */
const LEAST = 0.86;

/** The keys of a remote control, which move on even from a slider. */
const KEYS = new Map([["PageDown", "next"], ["PageUp", "prev"]]);

const { Reveal, RevealNotes } = /** @type {any} */ (window);

/** @param {Element} section */
function fit(section) {
  const slide = /** @type {HTMLElement | null} */ (section.querySelector(".livenb-slide"));
  const body = slide?.querySelector(".livenb-body");
  if (!slide || !body) return;
  slide.style.setProperty("zoom", "1");
  const scale = Math.min(BOTTOM / slide.scrollHeight, body.clientWidth / body.scrollWidth, 1);
  slide.style.setProperty("zoom", String(Math.max(LEAST, scale)));
}

await Reveal.initialize({
  width: 1280, height: 720, margin: 0, center: false, hash: true, slideNumber: "c/t",
  transition: "none", plugins: [RevealNotes], pdfSeparateFragments: false,
  pdfMaxPagesPerSlide: 1,
});
const grows = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const section = target.closest("section");
    if (section?.classList.contains("present")) fit(section);
  }
});
for (const slide of document.querySelectorAll(".livenb-slide")) grows.observe(slide);
Reveal.on("slidechanged", (/** @type {any} */ event) => fit(event.currentSlide));
fit(Reveal.getCurrentSlide());

document.addEventListener("keydown", (event) => {
  const way = KEYS.get(event.key);
  if (!way || !(event.target instanceof HTMLElement)) return;
  if (!event.target.closest("[data-explorer]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  event.target.blur();
  Reveal[way]();
}, { capture: true });
