// The picture of an Explorer: the message, the image, and the numbers it shows.

const MESSAGE_CLASS = "posenc-message";
const READOUT_CLASS = "posenc-readout";

function render({ model, el }) {
  el.classList.add("posenc-picture");
  const message = addText(el, MESSAGE_CLASS, "alert");
  let image = el.appendChild(new Image());
  const readout = addText(el, READOUT_CLASS, "status");
  let newest = 0;

  async function showPicture() {
    // Load the next picture aside and swap it in whole, so that nothing flickers.
    const turn = ++newest;
    const next = new Image(model.get("width"), model.get("height"));
    next.alt = model.get("alt");
    next.src = URL.createObjectURL(new Blob([model.get("png")], { type: "image/png" }));
    try {
      await next.decode();
    } catch {
      // An image that is not on screen yet may refuse to decode; it loads in place.
    }
    const stale = turn < newest ? next : image;
    if (stale === image) {
      image.replaceWith(next);
      image = next;
    }
    URL.revokeObjectURL(stale.src);
  }

  function showText() {
    message.textContent = model.get("message");
    readout.textContent = model.get("readout");
    image.alt = model.get("alt");
  }

  model.on("change:png", showPicture);
  model.on("change:readout change:message change:alt", showText);
  showPicture();
  showText();

  const controls = new MutationObserver(() => nameControls(el));
  const waiting = setInterval(() => {
    const root = el.closest(".posenc-explorer");
    if (!root) return;
    clearInterval(waiting);
    nameControls(el);
    controls.observe(root, { childList: true, subtree: true });
  }, 50);

  return () => {
    clearInterval(waiting);
    controls.disconnect();
    newest += 1;
    URL.revokeObjectURL(image.src);
  };
}

function addText(el, name, role) {
  const element = el.appendChild(document.createElement("div"));
  element.className = name;
  element.setAttribute("role", role);
  return element;
}

// Give the handle of each slider the name and the text that the page shows beside it.
function nameControls(el) {
  const root = el.closest(".posenc-explorer");
  for (const handle of root?.querySelectorAll(".noUi-handle") ?? []) {
    const control = handle.closest(".widget-inline-hbox");
    const label = control?.querySelector(".widget-label")?.textContent;
    const number = control?.querySelector(".widget-readout");
    if (!label || !number) continue;
    setAttribute(handle, "aria-label", label);
    setAttribute(handle, "aria-valuetext", number.textContent);
    setAttribute(number, "aria-label", `${label}, as a number`);
    if (number.isContentEditable) setAttribute(number, "role", "textbox");
  }
}

function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export default { render };
