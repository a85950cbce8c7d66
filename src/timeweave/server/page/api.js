// Requests to the server that gave the page, and what it says when it cannot serve them.

import { askToken } from "./token.js";
import { read } from "./address.js";

const KEPT = "timeweave token";

/** What went wrong, and what to do about it. */
export class Problem extends Error {
  constructor({ title = "That did not work", detail = "", remedy = "", status = 0 } = {}) {
    super(title);
    Object.assign(this, { title, detail, remedy, status });
  }
}

const headers = (more) => {
  const token = sessionStorage.getItem(KEPT);
  return { Accept: "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}), ...more };
};

async function problemOf(response) {
  const said = await response.json().catch(() => ({}));
  return new Problem({ title: `The server answered ${response.status}`, ...said, status: response.status });
}

/** One request; asks for a token and tries again when the server wants one. */
async function send(path, { method = "GET", body, type, accept, signal } = {}) {
  const more = { ...(type ? { "Content-Type": type } : {}), ...(accept ? { Accept: accept } : {}) };
  let response;
  try {
    response = await fetch(path, { method, body, signal, headers: headers(more), credentials: "omit" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ title: "The server cannot be reached", remedy: "See whether `timeweave serve` still runs, then try again." });
  }
  if (response.status === 401) {
    const token = await askToken(sessionStorage.getItem(KEPT) !== null);
    sessionStorage.setItem(KEPT, token);
    return send(path, { method, body, type, accept, signal });
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

const query = (params) => {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(params ?? {})) if (value !== undefined && value !== null && value !== "") said.set(name, value);
  const text = said.toString();
  return text ? `?${text}` : "";
};

const base = () => `/v1/kb/${encodeURIComponent(read().kb ?? "default")}`;
const json = (response) => (response.status === 204 ? null : response.json());

/** All stores that this server offers. */
export const stores = () => send("/v1/kb").then(json);

/** Read something of the store, as of the day in the address. */
export const get = (path, params = {}, { signal } = {}) =>
  send(`${base()}/${path}${query({ as_of: read().as_of, ...params })}`, { signal }).then(json);

/** A document in full. */
export const document_ = (id) => get(`documents/${encodeURIComponent(id)}`);

/** Upload files; answers with the ingest that reads them. */
export function upload(files) {
  const form = new FormData();
  for (const file of files) form.append("files", file, file.webkitRelativePath || file.name);
  return send(`${base()}/documents`, { method: "POST", body: form }).then(json);
}

export const ingest = (id) => send(`${base()}/ingests/${encodeURIComponent(id)}`).then(json);
export const cancel = (id) => send(`${base()}/ingests/${encodeURIComponent(id)}`, { method: "DELETE" }).then(json);
export const remove = (id) => send(`${base()}/documents/${encodeURIComponent(id)}`, { method: "DELETE" }).then(json);

/** Ask a question; `progress` hears what the server is at, `words` what a model writes; `anew`: those before are withdrawn. */
export async function ask(body, { signal, progress, words }) {
  const response = await send(`${base()}/ask`, {
    method: "POST", signal, type: "application/json", accept: "text/event-stream, application/json;q=0.9",
    body: JSON.stringify({ as_of: read().as_of, ...body }),
  });
  if (!(response.headers.get("Content-Type") ?? "").includes("event-stream")) return response.json();
  for await (const { event, data } of events(response.body)) {
    if (event === "progress") progress(data.stage);
    else if (event === "words") words(data.text, data.anew);
    else if (event === "answer") return data;
    else if (event === "error") throw new Problem(data);
  }
  throw new Problem({ title: "The answer broke off", remedy: "Ask again." });
}

/** The events of a stream, as they come. */
async function* events(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { value, done } = await reader.read();
    held = (held + (value ?? "")).replace(/\r\n?/g, "\n");
    const blocks = held.split("\n\n");
    held = done ? "" : blocks.pop();
    for (const block of blocks) {
      const one = eventOf(block);
      if (one) yield one;
    }
    if (done) return;
  }
}

function eventOf(block) {
  const lines = block.split("\n").filter((line) => line && !line.startsWith(":"));
  const of = (name) => lines.filter((l) => l.startsWith(`${name}:`)).map((l) => l.slice(name.length + 1).replace(/^ /, ""));
  const data = of("data").join("\n");
  return data ? { event: of("event")[0] ?? "message", data: JSON.parse(data) } : null;
}
