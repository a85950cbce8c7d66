// Questions that the store's own facts answer, so that whoever comes first has somewhere to begin.

import { get } from "./api.js";
import { asked, interval } from "./periods.js";

const LOOKED_AT = 3; // entities
const MOST = 6;
const WEIGHT = { restated: 0, disputed: 1, closed: 2, holds: 3 };

/** Questions, and the entities that most is known of. */
export async function examples(signal) {
  const { entities } = await get("entities", { limit: 12 }, { signal });
  const lines = await Promise.all(entities.slice(0, LOOKED_AT).map((one) => get("timeline", { entity: one.name }, { signal }).catch(() => null)));
  const found = lines.filter(Boolean).flatMap((line) => line.facts.map((fact) => ({ fact, words: question(line.entity, fact) })));
  const ranked = found.filter((one) => one.words).sort((a, b) => WEIGHT[a.fact.status] - WEIGHT[b.fact.status]);
  return { questions: varied(ranked), entities };
}

/** One question for each relation of an entity. */
function varied(ranked) {
  const chosen = new Map();
  for (const { fact, words } of ranked) {
    const key = JSON.stringify([fact.subject, fact.relation]);
    if (!chosen.has(key)) chosen.set(key, words);
    if (chosen.size === MOST) break;
  }
  return [...chosen.values()];
}

function question(entity, fact) {
  const said = fact.qualifiers ?? {};
  if (fact.subject !== entity.id || !fact.valid || (said.modality ?? "actual") !== "actual" || (said.kind ?? "value") !== "value") return null;
  const held = interval(fact.valid);
  if (fact.unit) {
    if (fact.valid.includes("/") || !held) return null;
    return fact.unit === "count" ? `How many ${fact.relation} did ${entity.name} have ${asked(fact.valid)}?`
      : `What was ${entity.name}${entity.name.endsWith("s") ? "'" : "'s"} ${fact.relation} ${asked(fact.valid)}?`;
  }
  const isOffice = fact.object_is_entity && fact.status === "closed" && held?.end;
  return isOffice ? `${offices(fact.relation)} of ${entity.name} ${asked(lastUnit(fact.valid))}?` : null;
}

const offices = (relation) => (relation.includes(" in") ? `What was the ${relation}` : `Who was ${relation}`);
const lastUnit = (label) => label.split("/").at(-1);
