// Native controls: a range, a number field, a menu, a checkbox, or a line of text.

export function valueAt(control, step) {
  if (control.values) return control.values[step];
  if (control.kind !== "range") return step;
  return Number((control.min + step * control.step).toPrecision(12));
}

export function stepOf(control, value) {
  if (control.values) return Math.max(0, control.values.indexOf(value));
  if (control.kind !== "range") return value;
  const step = Math.round((value - control.min) / control.step);
  return Math.min(Math.max(step, 0), Number(control.count) - 1);
}

/** The value at a step, in words. */
export function wordsFor(control, step) {
  if (control.options) return control.options[step];
  if (control.kind !== "range") return String(step);
  const { digits } = control;
  return valueAt(control, step).toLocaleString("en-US", {
    minimumFractionDigits: digits, maximumFractionDigits: digits,
  });
}

/** Whether two lists of steps are the same. */
export function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** @returns {any} a new element in another one */
export function add(parent, tag, name = "") {
  const element = parent.appendChild(document.createElement(tag));
  if (name) element.className = name;
  return element;
}

/** Make JupyterLab leave all keys to an element. On an ancestor this has no effect. */
export function keepKeys(element) {
  element.setAttribute("data-lm-suppress-shortcuts", "true");
}

/** Add a control to a row. It calls changed(step, isDragged); write(step) moves it. */
export function addControl(row, control, changed) {
  const field = add(row, "div", "drawahead-field");
  field.dataset.kind = control.fixed ? "fixed" : control.kind;
  const label = add(field, "label", "drawahead-label");
  const name = add(label, "span", "drawahead-name");
  name.textContent = control.label;
  if (control.fixed) {
    const words = add(label, "span");
    return { field, input: null, write: (step) => { words.textContent = wordsFor(control, step); } };
  }
  const make = { range: addRange, select: addMenu, checkbox: addCheckbox }[control.kind];
  const { input, write } = (make ?? addField)(label, control, changed);
  input.setAttribute("aria-label", control.label);
  input.name = control.name;
  keepKeys(input);
  return { field, input, write };
}

function addRange(label, control, changed) {
  const count = Number(control.count);
  const track = add(label, "span", "drawahead-track");
  track.style.setProperty("--count", String(count));
  const input = add(track, "input");
  Object.assign(input, { type: "range", min: 0, max: count - 1, step: 1 });
  for (const mark of control.marks ?? []) {
    add(track, "i").style.setProperty("--share", String(mark / (count - 1)));
  }
  const output = add(label, "output");
  const ends = control.options ?? [wordsFor(control, 0), wordsFor(control, count - 1)];
  const longest = Math.max(...ends.map((text) => text.length));
  output.style.minWidth = `${longest}ch`;
  output.setAttribute("aria-hidden", "true");
  let byKey = false;
  input.addEventListener("keydown", () => {
    byKey = true;
    setTimeout(() => { byKey = false; });
  });
  input.addEventListener("input", () => changed(Number(input.value), !byKey));
  input.addEventListener("change", () => { if (!byKey) changed(Number(input.value), false); });
  const write = (step) => {
    if (Number(input.value) !== step) input.value = step;
    const words = wordsFor(control, step);
    output.textContent = words;
    input.setAttribute("aria-valuetext", words);
  };
  return { input, write };
}

function addMenu(label, control, changed) {
  const input = add(label, "select");
  for (const text of control.options ?? []) add(input, "option").textContent = text;
  input.addEventListener("change", () => changed(input.selectedIndex, false));
  return { input, write: (step) => { input.selectedIndex = step; } };
}

function addCheckbox(label, _control, changed) {
  const input = add(label, "input");
  input.type = "checkbox";
  label.prepend(input);
  input.addEventListener("change", () => changed(Number(input.checked), false));
  return { input, write: (step) => { input.checked = Boolean(step); } };
}

/** A line of text or a number, which takes effect once it is finished. */
function addField(label, control, changed) {
  const input = add(label, "input");
  const isNumber = control.kind === "number";
  input.type = control.kind;
  if (isNumber) input.step = control.whole ? "1" : "any";
  let written = control.start;
  const write = (step) => {
    written = step;
    input.value = String(step);
  };
  const finish = () => {
    const number = control.whole ? Math.round(input.valueAsNumber) : input.valueAsNumber;
    if (input.value === String(written)) return;
    if (!isNumber) changed(input.value, false);
    else if (Number.isFinite(number)) changed(number, false);
    else write(written);
  };
  input.addEventListener("change", finish);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") finish(); // in JupyterLab, Enter sends no change event
  });
  return { input, write };
}
