// Slides: reveal.js, and a slide that is too full made smaller.

/** What is shown ends here, of 720: below are the slide's number and the arrows. */
const BOTTOM = 676;

/** What is shown is never smaller than this share of its size. */
const LEAST = 0.8;

/** Printed text and code are never smaller than this. */
const LETTERS = 20;

/** Keys that lead on even from a slider: those of a presenter in the hand. */
const KEYS = new Map([["PageDown", "next"], ["PageUp", "prev"]]);

const { Reveal, RevealNotes } = /** @type {any} */ (window);

/** @param {Element} section */
function fit(section) {
  const slide = /** @type {HTMLElement | null} */ (section.querySelector(".livenb-slide"));
  const body = slide?.querySelector(".livenb-body");
  if (!slide || !body) return;
  slide.style.setProperty("zoom", "1");
  for (const formula of /** @type {NodeListOf<HTMLElement>} */ (
    slide.querySelectorAll(".livenb-is-formula"))) {
    formula.style.setProperty("--narrow", "1");
    const share = formula.clientWidth / formula.scrollWidth;
    formula.style.setProperty("--narrow", String(share));
  }
  const texts = [...slide.querySelectorAll("pre")];
  for (const text of texts) text.style.fontSize = "";
  const high = texts.reduce((sum, text) => sum + text.offsetHeight, 0);
  const share = Math.min(1, 1 - (slide.scrollHeight - BOTTOM) / high);
  for (const text of texts) {
    const size = Math.floor(parseFloat(getComputedStyle(text).fontSize) * share);
    text.style.fontSize = `${Math.max(LETTERS, size)}px`;
  }
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
