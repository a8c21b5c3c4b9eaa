// Paper is white: what is printed is set as on a light page.

const page = document.documentElement;

addEventListener("beforeprint", () => {
  const { theme } = page.dataset;
  page.dataset.theme = "light";
  addEventListener("afterprint", () => { page.dataset.theme = theme; }, { once: true });
});
