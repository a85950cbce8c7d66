// Facts as words.

const PLAIN = { modality: "actual", basis: "gaap", kind: "value" }; // what goes without saying
const FINE = new Set(["approx"]);

/** What a fact says, with what tells it apart from others of its relation. On the page of an `entity` its own name is
 * left out. */
export function label(fact, entity) {
  const said = Object.entries(fact.qualifiers ?? {}).filter(([name, value]) => PLAIN[name] !== value && !FINE.has(name) && !(name === "kind" && fact.qualifiers.change));
  const value = fact.object_name ?? fact.object;
  return [entity && fact.subject !== entity.id ? `${fact.subject_name ?? fact.subject} → ${value}` : value, ...said.map(([, value]) => value)].join(" · ");
}

/** A number of things, as words. */
export const count = (number, one, many = `${one}s`) => `${Number(number).toLocaleString("en-GB")} ${number === 1 ? one : many}`;
