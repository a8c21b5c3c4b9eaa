// Readouts with mathematics: $...$ becomes MathML, which browsers set by themselves.

const NAMESPACE = "http://www.w3.org/1998/Math/MathML";

/** @type {Record<string, string>} */
const LETTERS = {
  alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", theta: "θ",
  lambda: "λ", mu: "μ", pi: "π", sigma: "σ", tau: "τ", phi: "φ", omega: "ω",
  Delta: "Δ", Sigma: "Σ", Omega: "Ω", infty: "∞", ldots: "…",
};

/** @type {Record<string, string>} */
const OPERATORS = {
  cdot: "·", times: "×", approx: "≈", le: "≤", leq: "≤", ge: "≥", geq: "≥", ne: "≠",
  pm: "±", to: "→", sum: "∑", in: "∈", mid: "|", "%": "%", "{": "{", "}": "}",
};

const FUNCTIONS = new Set(["sin", "cos", "tan", "exp", "log", "ln", "max", "min"]);

/** @type {Record<string, string>} */
const SPACES = { ",": "0.17em", ";": "0.28em", " ": "0.28em", quad: "1em" };

const TOKEN = /\\[A-Za-z]+|\\.|\d+(?:[.,]\d+)*|\s+|./gsu;

/**
 * Show a text in which $...$ is mathematics.
 * @param {HTMLElement} element what shows it
 * @param {string} text the text; what cannot be read as mathematics stays as it is
 */
export function showText(element, text) {
  if (element.dataset.text === text) return;
  element.dataset.text = text;
  if (!text.includes("$")) {
    element.textContent = text;
    return;
  }
  const parts = text.split(/\$([^$]+)\$/);
  element.replaceChildren(...parts.map((part, n) => (n % 2 ? formula(part) : part)));
}

/**
 * Return a formula as MathML, or its source if that is beyond us.
 * @param {string} source the part of TeX's language that readouts need
 * @returns {Node}
 */
export function formula(source) {
  try {
    const tokens = (source.match(TOKEN) ?? []).filter((token) => token.trim());
    const math = make("math", sequence(tokens, null));
    math.setAttribute("alttext", source);
    return math;
  } catch {
    return document.createTextNode(`$${source}$`);
  }
}

/**
 * @param {string} name
 * @param {(Node | string)[]} children
 * @returns {Element}
 */
function make(name, children) {
  const element = document.createElementNS(NAMESPACE, name);
  element.append(...children);
  return element;
}

/**
 * Read tokens up to an end, and return what they stand for.
 * @param {string[]} tokens what is left; what is read is removed
 * @param {string | null} end
 * @returns {Element[]}
 */
function sequence(tokens, end) {
  /** @type {Element[]} */
  const found = [];
  while (tokens.length) {
    if (tokens[0] === end) {
      tokens.shift();
      return found;
    }
    const before = found.at(-1);
    const sign = tokens[0] === "-" && (!before || opens(before));
    const next = withScripts(atom(tokens), tokens);
    if (sign) {
      // Not a difference: the minus belongs to what follows.
      next.setAttribute("lspace", "0");
      next.setAttribute("rspace", "0");
    }
    found.push(next);
  }
  if (end !== null) throw new Error(`no ${end}`);
  return found;
}

/**
 * Tell whether a minus after this is a sign.
 * @param {Element} before
 */
function opens(before) {
  return before.localName === "mo" && !")]".includes(before.textContent ?? "");
}

/**
 * @param {Element} base
 * @param {string[]} tokens
 * @returns {Element}
 */
function withScripts(base, tokens) {
  /** @type {{_?: Element, "^"?: Element}} */
  const scripts = {};
  while (tokens[0] === "_" || tokens[0] === "^") {
    const mark = /** @type {"_" | "^"} */ (tokens.shift());
    scripts[mark] = atom(tokens);
  }
  const { _: below, "^": above } = scripts;
  if (below && above) return make("msubsup", [base, below, above]);
  if (below) return make("msub", [base, below]);
  return above ? make("msup", [base, above]) : base;
}

/**
 * @param {string[]} tokens
 * @returns {Element}
 */
function atom(tokens) {
  const token = tokens.shift();
  if (token === undefined) throw new Error("something is missing");
  if (token === "{") return make("mrow", sequence(tokens, "}"));
  if (/^\d/.test(token)) return make("mn", [token]);
  if (/^\p{L}/u.test(token)) return make("mi", [token]);
  if (token === "'") return make("mo", ["′"]);
  if ("()[]|/".includes(token)) {
    // Only \left and \right grow with what they hold.
    const fence = make("mo", [token]);
    fence.setAttribute("stretchy", "false");
    return fence;
  }
  if (!token.startsWith("\\")) return make("mo", [token === "-" ? "−" : token]);
  return command(token.slice(1), tokens);
}

/**
 * @param {string} name
 * @param {string[]} tokens
 * @returns {Element}
 */
function command(name, tokens) {
  if (name in LETTERS) return make("mi", [LETTERS[name]]);
  if (name in OPERATORS) return make("mo", [OPERATORS[name]]);
  if (FUNCTIONS.has(name)) return make("mi", [name]);
  if (name === "frac") return make("mfrac", [atom(tokens), atom(tokens)]);
  if (name === "sqrt") return make("msqrt", [atom(tokens)]);
  if (name === "left" || name === "right") return make("mo", [tokens.shift() ?? ""]);
  if (name === "text" || name === "mathrm") {
    return make("mtext", [atom(tokens).textContent ?? ""]);
  }
  if (name in SPACES) {
    const space = make("mspace", []);
    space.setAttribute("width", SPACES[name]);
    return space;
  }
  throw new Error(`no command ${name}`);
}
