// Slides: reveal.js, and a slide that is too full made smaller as a whole.

/** A slide's size before reveal.js fits it to the screen. */
const [WIDTH, HEIGHT] = [1280, 720];

/** What is shown is never smaller than this share of its size. */
const LEAST = 0.7;

const Reveal = /** @type {any} */ (window).Reveal;
const RevealNotes = /** @type {any} */ (window).RevealNotes;

/** @param {Element} section */
function fit(section) {
  const slide = /** @type {HTMLElement | null} */ (section.querySelector(".posenc-slide"));
  if (!slide) return;
  slide.style.setProperty("zoom", "1");
  const scale = Math.min(HEIGHT / slide.scrollHeight, WIDTH / slide.scrollWidth, 1);
  slide.style.setProperty("zoom", String(Math.max(LEAST, scale)));
}

await Reveal.initialize({
  width: WIDTH, height: HEIGHT, margin: 0.03, center: false, hash: true,
  transition: "none", plugins: [RevealNotes],
});
const grows = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const section = target.closest("section");
    if (section?.classList.contains("present")) fit(section);
  }
});
for (const slide of document.querySelectorAll(".posenc-slide")) grows.observe(slide);
Reveal.on("slidechanged", (/** @type {any} */ event) => fit(event.currentSlide));
fit(Reveal.getCurrentSlide());
