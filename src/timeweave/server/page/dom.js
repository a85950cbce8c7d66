// Elements made without markup: whatever a document says becomes text and nothing else.

const SVG = "http://www.w3.org/2000/svg";
const UNSEEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu;

/** Text as it may be shown: controls and marks that would turn the reading direction become a visible sign, one for
 * one, so that offsets stay what they were. */
export function plain(text) {
  return String(text ?? "").replace(UNSEEN, "\uFFFD");
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") for (const [event, act] of Object.entries(value)) node.addEventListener(event, act);
    else if (name === "class") node.setAttribute("class", value);
    else if (name === "value") node.value = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else node.setAttribute(name, value === true ? "" : plain(value));
  }
  append(node, children);
  return node;
}

/** Put children into a node: nodes as they are, all else as text. */
export function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(plain(child)));
  }
}

/** An HTML element. */
export const el = (tag, props, ...children) => fill(document.createElement(tag), props, children);

/** An SVG element. */
export const svg = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

/** A node with other children than it had. */
export function refill(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

const ICONS = {
  close: "M6 6l12 12M18 6L6 18",
  back: "M15 5l-7 7 7 7",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  up: "M12 19V6M6 11l6-6 6 6",
  bin: "M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12",
  alert: "M12 4l9 16H3zM12 10v4M12 17v.5",
};

/** A small line drawing; decoration only. */
export const icon = (name) =>
  svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

/** A button that reads as its label, with a name for those who do not see it where the label is an icon. */
export function button(label, act, props = {}) {
  return el("button", { type: "button", class: "button", ...props, on: { click: act } }, label);
}

/** Say something to those who listen to the page rather than look at it. */
export function announce(words) {
  document.getElementById("status").textContent = plain(words);
}

/** A gentle sign that something is on its way. */
export const waiting = (words) =>
  el("div", { class: "waiting", role: "status" }, el("span", { class: "pulse", "aria-hidden": "true" }), el("span", {}, words));
