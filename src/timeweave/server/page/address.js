// The address of the page: what is looked at, in the part after `#`, so that a link shows the same to someone else.

export const VIEWS = ["ask", "timeline", "reports", "changes", "documents"];
const PARTS = ["kb", "q", "mode", "as_of", "entity", "relation", "shape", "from", "to", "period", "since", "until",
  "find", "fact", "doc", "start", "end"];
const BESIDE = ["fact", "doc", "start", "end"]; // what the panel shows
const QUIET = [...BESIDE, "from", "to"]; // what changes without the view being made anew
const KEPT = ["kb", "as_of"]; // what goes along from view to view

/** The state that an address names. */
export function read(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const said = new URLSearchParams(query);
  const state = { view: VIEWS.includes(path) ? path : "ask" };
  for (const name of PARTS) if (said.get(name)) state[name] = said.get(name);
  return state;
}

/** The address of a state. */
export function write(state) {
  const said = new URLSearchParams();
  for (const name of PARTS) if (state[name] !== undefined && state[name] !== null && state[name] !== "") said.set(name, state[name]);
  const query = said.toString();
  return `#/${state.view}${query ? `?${query}` : ""}`;
}

/** The address of another view of the same store on the same day. */
export function link(view, parts = {}) {
  const now = read();
  const kept = Object.fromEntries(KEPT.map((name) => [name, now[name]]));
  return write({ ...kept, ...parts, view });
}

/** The timeline of one entity, whatever others are called. */
export const timelineOf = (id, parts = {}) => link("timeline", { ...parts, entity: `id:${id}` });

/** What decides how the view looks; a change elsewhere leaves it standing. */
export const standing = (state) => write({ ...state, ...Object.fromEntries(QUIET.map((name) => [name, undefined])) });

/** Go where some parts differ. `replace` leaves no step in the history. */
export function go(changes, { replace = false } = {}) {
  const address = write({ ...read(), ...changes });
  if (address === location.hash) return;
  history[replace ? "replaceState" : "pushState"](null, "", address);
  dispatchEvent(new Event("addressed"));
}

/** Open a document beside the view, at a span. */
export const open = (cited) =>
  go({ doc: cited.document_id, start: cited.start ?? undefined, end: cited.end ?? undefined });

/** Whether the panel has something to show. */
export const hasBeside = (state) => Boolean(state.doc || state.fact);
export const NOTHING_BESIDE = Object.fromEntries(BESIDE.map((name) => [name, undefined]));
