// Slides: reveal.js, and a slide that is too full made smaller.

/** A slide's size before reveal.js fits it to the screen. */
const [WIDTH, HEIGHT] = [1280, 720];

/** What is shown ends here: below are the slide's number and the arrows. */
const BOTTOM = 676;

/** What is shown is never smaller than this share of its size. */
const LEAST = 0.8;

/** Printed text and code are never smaller than this. */
const LETTERS = 20;

/** Keys that lead on even from a slider: those of a presenter in the hand. */
const KEYS = new Map([["PageDown", "next"], ["PageUp", "prev"]]);

const Reveal = /** @type {any} */ (window).Reveal;
const RevealNotes = /** @type {any} */ (window).RevealNotes;

/** @param {Element} section */
function fit(section) {
  const slide = /** @type {HTMLElement | null} */ (section.querySelector(".livenb-slide"));
  if (!slide) return;
  const body = /** @type {HTMLElement} */ (slide.querySelector(".livenb-body"));
  slide.style.setProperty("zoom", "1");
  for (const formula of slide.querySelectorAll(".livenb-is-formula")) {
    narrow(/** @type {HTMLElement} */ (formula));
  }
  const texts = /** @type {HTMLElement[]} */ ([...slide.querySelectorAll("pre")]);
  write(texts, 1);
  const over = slide.scrollHeight - BOTTOM;
  const high = texts.reduce((sum, text) => sum + text.offsetHeight, 0);
  if (over > 0 && high > 0) write(texts, Math.max(0, 1 - over / high));
  const scale = Math.min(BOTTOM / slide.scrollHeight, body.clientWidth / body.scrollWidth, 1);
  slide.style.setProperty("zoom", String(Math.max(LEAST, scale)));
}

/**
 * Let a formula end where the slide does.
 * @param {HTMLElement} formula
 */
function narrow(formula) {
  formula.style.setProperty("--narrow", "1");
  const share = formula.clientWidth / formula.scrollWidth;
  formula.style.setProperty("--narrow", String(Math.min(1, share)));
}

/**
 * Set the size of printed texts to a share of the largest that the width lets them have.
 * @param {HTMLElement[]} texts
 * @param {number} share
 */
function write(texts, share) {
  for (const text of texts) {
    const size = Math.max(LETTERS, Math.floor(Number(text.dataset.size) * share));
    text.style.fontSize = `${size}px`;
  }
}

await Reveal.initialize({
  width: WIDTH, height: HEIGHT, margin: 0, center: false, hash: true, slideNumber: "c/t",
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
