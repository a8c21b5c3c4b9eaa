// The search page: lessons by the words people use, with the sentence found.

const place = /** @type {HTMLElement} */ (document.getElementById("livenb-search"));
const query = new URLSearchParams(location.search).get("q")?.trim() ?? "";
const { same, pages } = await (await fetch("search.json")).json();

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// Each word of the query, or one that means the same, at the beginning of a word.
const words = query.toLowerCase().split(/\s+/).filter(Boolean).map((word) => {
  const forms = [word.replace(/(?<=...)s$/, ""), ...[same[word] ?? []].flat()];
  return new RegExp(`(?<![\\p{L}\\d])(?:${forms.map(escaped).join("|")})\\p{L}*`, "giu");
});

/** @param {string} text @returns {number} how many of the words it has */
const has = (text) => words.filter((word) => text.search(word) >= 0).length;

const found = pages.map((/** @type {any} */ [name, { title, parts }]) => {
  let [best, score] = [{ heading: "", id: "", sentence: "" }, 0];
  let many = 0;
  for (const [heading, id, sentences] of parts) {
    for (const sentence of [...sentences, heading]) {
      const here = 10 * has(sentence) + has(heading);
      if (has(sentence) === words.length) many += 1;
      if (here > score) [best, score] = [{ heading, id, sentence }, here];
    }
  }
  const whole = has([title, ...parts.flat(3)].join(" ")) === words.length;
  return { name, title, ...best, rank: whole ? 100 * has(title) + 5 * score + many : 0 };
}).filter((/** @type {any} */ { rank }) => words.length > 0 && rank > 0)
  .sort((/** @type {any} */ a, /** @type {any} */ b) => b.rank - a.rank);

const any = new RegExp(`(${words.map(({ source }) => source).join("|")})`, "giu");

/** @param {string} part @param {number} n @returns {string | Node} every other one is a match */
const marked = (part, n) => (n % 2 === 0 ? part
  : Object.assign(document.createElement("mark"), { textContent: part }));

const says = document.createElement("p");
says.setAttribute("role", "status");
says.textContent = query === "" ? "Type a word to look for."
  : found.length === 0 ? `No page has “${query}”. Try a shorter word.`
    : `${found.length} page${found.length > 1 ? "s have" : " has"} “${query}”:`;
place.replaceChildren(says, ...found.map((/** @type {any} */ one) => {
  const entry = document.createElement("div");
  entry.innerHTML = `<a href="${one.name}.html#${one.id}"></a><p></p>`;
  const [link, sentence] = entry.children;
  link.textContent = one.title;
  sentence.append(...one.sentence.split(any).map(marked));
  return entry;
}));
for (const input of document.querySelectorAll("input[name=q]")) {
  /** @type {HTMLInputElement} */ (input).value = query;
}
