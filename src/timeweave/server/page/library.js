// What is known of documents without their texts: titles, and the days on which they could be read.

import { document_, get } from "./api.js";
import { read } from "./address.js";

const PAGE = 200;
const MOST = 5; // pages that are read ahead

let first = new Map(); // store → promise of the entries read ahead
const single = new Map();

/** Forget all: documents came or went. */
export function forget() {
  first = new Map();
  single.clear();
}

/** The entries of a store's documents as it is now, `complete` where there are few enough to be all. */
export function entries() {
  const store = read().kb ?? "default";
  if (!first.has(store)) {
    const found = all();
    found.catch(() => first.delete(store));
    first.set(store, found);
  }
  return first.get(store);
}

async function all() {
  const items = [];
  let cursor;
  for (let page = 0; page < MOST; page += 1) {
    const found = await get("documents", { as_of: undefined, limit: PAGE, cursor });
    items.push(...found.items);
    cursor = found.next;
    if (!cursor) break;
  }
  return { items, byId: new Map(items.map((item) => [item.id, item])), complete: !cursor };
}

let scope = "admin"; // until the server says what the token may

/** Hear what the token may do. */
export const allow = (said) => { scope = said ?? scope; };

/** Whether documents may be added and deleted. */
export const mayWrite = () => scope !== "read";

/** What is known of one document. */
export async function entryOf(id) {
  const { byId, complete } = await entries();
  return byId.get(id) ?? (complete ? null : whole(id));
}

/** A document with its text, as of the day in the address; all who ask share one request, which therefore none can break off. */
export function whole(id) {
  const { kb, as_of: day } = read();
  const key = JSON.stringify([kb, day, id]);
  if (!single.has(key)) {
    if (single.size > 40) single.clear();
    const found = document_(id);
    found.catch(() => single.delete(key));
    single.set(key, found);
  }
  return single.get(key);
}
