// Exercises that the page itself checks, and predictions that readers write down.

/**
 * What is said about an answer.
 * @param {{otherwise: string, replies: [string, number[][]][]}} table see questions.py
 * @param {number} answer
 */
export function verdict(table, answer) {
  const found = table.replies.find(([, ranges]) =>
    ranges.some(([low, high]) => low <= answer && answer <= high));
  return (found?.[0] ?? table.otherwise).replaceAll("{}", String(answer));
}

/** @param {HTMLFormElement} form */
function makeQuestion(form) {
  const { question = "" } = form.dataset;
  const exercise = question.replace(/^.*\/|\.txt$/g, "");
  form.innerHTML = `<label>Your answer to ${exercise}
    <input name="number" inputmode="decimal" autocomplete="off"></label>
    <button>check</button><p class="livenb-verdict" role="status"></p>`;
  const says = /** @type {HTMLElement} */ (form.querySelector(".livenb-verdict"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const given = String(data.get("number") ?? "").trim().replace(",", ".");
    if (given === "" || !Number.isFinite(Number(given))) {
      says.textContent = "The answer is a number, such as 12.5.";
      return;
    }
    try {
      const text = await (await fetch(question)).text();
      const table = await (await fetch(`data:application/json;base64,${text}`)).json();
      says.textContent = `${exercise}: ${verdict(table, Number(given))}`;
    } catch {
      says.textContent = "The page could not load what it needs for this check. Try again.";
    }
  });
}

/** @returns {Storage | undefined} none in a browser that keeps nothing */
function storage() {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** @param {HTMLElement} place */
function makeNote(place) {
  const key = `livenb:${place.dataset.note}`;
  const field = /** @type {HTMLTextAreaElement} */ (place.querySelector("textarea"));
  const reminder = document.querySelector(`[data-noted="${place.dataset.note}"]`);
  const remind = () => {
    const text = field.value.trim();
    if (!(reminder instanceof HTMLElement)) return;
    reminder.hidden = text === "";
    reminder.textContent = `You predicted: ${text}`;
  };
  field.addEventListener("input", () => {
    remind();
    storage()?.setItem(key, field.value);
  });
  field.value = storage()?.getItem(key) ?? "";
  remind();
}

for (const form of document.querySelectorAll("form[data-question]")) {
  makeQuestion(/** @type {HTMLFormElement} */ (form));
}
for (const place of document.querySelectorAll("[data-note]")) {
  makeNote(/** @type {HTMLElement} */ (place));
}
