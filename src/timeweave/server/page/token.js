// The token is typed once and kept until the tab is closed.

import { el } from "./dom.js";

let pending = null;

/** A token from the person before the page. `again` where one was given that the server does not take. */
export function askToken(again) {
  pending ??= shown(again).finally(() => { pending = null; });
  return pending;
}

function shown(again) {
  return new Promise((resolve) => {
    const field = el("input", {
      id: "token", type: "password", required: true, pattern: "\\s*[!-~]+\\s*", autocomplete: "off", spellcheck: "false", "aria-describedby": "token-help",
    });
    const form = el("form", { method: "dialog", on: { submit: () => { dialog.remove(); resolve(field.value.trim()); } } },
      el("h2", {}, again ? "This token is not accepted" : "A token, please"),
      el("p", { id: "token-help" }, again
        ? "It may have been revoked, or lack this store. Enter another."
        : "This server serves those who hold a token. Make one with ",
        again ? null : el("code", {}, "timeweave token create --name NAME --scope read"), again ? null : "."),
      el("label", { for: "token" }, "Token"), field,
      el("p", { class: "note" }, "It is kept in this tab and forgotten when the tab is closed."),
      el("div", { class: "row end" }, el("button", { class: "button primary" }, "Continue")));
    const dialog = el("dialog", { class: "dialog", on: { cancel: (event) => event.preventDefault() } }, form);
    document.body.append(dialog);
    dialog.showModal();
  });
}
