// Exercises that the page checks by itself, and predictions that the reader notes.
//
// A table holds what the package's check says of each answer that it knows, under a
// checksum of the answer: see questions.py, which writes it.

/** @param {string} text @returns {string} eight letters (FNV-1a, with 32 bits) */
export function checksum(text) {
  let found = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    found = Math.imul(found ^ byte, 0x01000193) >>> 0;
  }
  return found.toString(16).padStart(8, "0");
}

/** @param {string} hidden @param {string} word */
export function reveal(hidden, word) {
  const data = hidden.match(/../g) ?? [];
  const stream = Array.from({ length: Math.ceil(data.length / 4) }, (_, n) =>
    checksum(`${word}:${n}`)).join("").match(/../g) ?? [];
  const bytes = data.map((byte, n) => parseInt(byte, 16) ^ parseInt(stream[n], 16));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** @param {number} value whole, or with five digits: written_number in questions.py */
export function written(value) {
  if (Number.isInteger(value)) return String(value === 0 ? 0 : value);
  return value.toExponential(4).replace("e+", "e");
}

/**
 * What is said of an answer.
 * @param {any} table
 * @param {string} exercise
 * @param {string} answer as the table writes it
 * @param {string} given as the reader wrote it
 */
export function verdict(table, exercise, answer, given) {
  const hidden = table.entries[checksum(`${exercise}:${answer}`)];
  if (!hidden) return table.otherwise.replace("{}", given);
  const [n, word] = reveal(hidden, `${answer}:${exercise}`).split(":");
  return reveal(table.texts[Number(n)], word).replace("{}", given);
}

/** @param {HTMLFormElement} form */
function makeQuestion(form) {
  const address = /** @type {string} */ (form.dataset.question);
  const exercise = address.replace(/^.*\/|\.json$/g, "");
  const answer = document.createElement("p");
  answer.className = "livenb-verdict";
  answer.setAttribute("role", "status");
  const button = document.createElement("button");
  button.textContent = "check";
  const names = (form.dataset.names ?? "").split(" ").filter(Boolean);
  const number = document.createElement("input");
  if (form.dataset.kind === "number") {
    number.inputMode = "decimal";
    number.autocomplete = "off";
    const label = document.createElement("label");
    label.append(`Your answer to ${exercise} `, number);
    form.replaceChildren(label, button, answer);
  } else {
    const rows = names.map((name) => {
      const row = document.createElement("fieldset");
      const legend = document.createElement("legend");
      legend.textContent = name;
      row.append(legend, ...["True", "False"].map((truth) => {
        const label = document.createElement("label");
        const radio = Object.assign(document.createElement("input"), {
          type: "radio", name, value: truth === "True" ? "1" : "0",
        });
        label.append(radio, ` ${truth}`);
        return label;
      }));
      return row;
    });
    form.replaceChildren(...rows, button, answer);
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    let text = "";
    let given = "";
    if (form.dataset.kind === "number") {
      given = number.value.trim().replace(",", ".");
      if (given === "" || !Number.isFinite(Number(given))) {
        answer.textContent = "The answer is a number, such as 12.5.";
        return;
      }
      text = written(Number(given));
    } else {
      const data = new FormData(form);
      const open = names.filter((name) => !data.has(name));
      if (open.length > 0) {
        answer.textContent = `Not finished yet: ${open.join(" and ")} still open.`;
        return;
      }
      text = names.map((name) => data.get(name)).join("");
    }
    try {
      const table = await (await fetch(address)).json();
      answer.textContent = `${exercise}: ${verdict(table, exercise, text, given)}`;
    } catch {
      answer.textContent = "The page could not load what it checks with: try again.";
    }
  });
}

/** @param {string} name */
function remembered(name) {
  try {
    return localStorage.getItem(`livenb:${name}`) ?? "";
  } catch {
    return "";
  }
}

/** @param {HTMLElement} place */
function makeNote(place) {
  const name = /** @type {string} */ (place.dataset.note);
  const field = /** @type {HTMLTextAreaElement} */ (place.querySelector("textarea"));
  const reminder = /** @type {HTMLElement | null} */ (
    document.querySelector(`[data-noted="${name}"]`));
  function remind() {
    if (!reminder) return;
    reminder.hidden = field.value.trim() === "";
    reminder.textContent = `You predicted: ${field.value.trim()}`;
  }
  field.value = remembered(name);
  field.addEventListener("input", () => {
    remind();
    try {
      localStorage.setItem(`livenb:${name}`, field.value);
    } catch {
      // A browser that keeps nothing: the note lasts as long as the page.
    }
  });
  remind();
}

for (const form of document.querySelectorAll("form[data-question]")) {
  makeQuestion(/** @type {HTMLFormElement} */ (form));
}
for (const place of document.querySelectorAll("[data-note]")) {
  makeNote(/** @type {HTMLElement} */ (place));
}
