/** What suggestions are called to a person: one sentence for each ability that is likely meant. */
import type { Ability, AbilitySuggestion, Registry } from "@intentgate/routing";
import { oneLine } from "../terminal/one-line.ts";

const MOST = 3;
/** How summaries that say what an ability does begin; the others are told after a colon. */
const VERBS = new Set(
  (
    "add analyse analyze apply archive audit back build bump bundle call change check clean clear collect compare " +
    "compile configure convert copy count create debug delete deploy describe download drop edit enable execute export " +
    "fetch find fix format generate get import insert inspect install lint list load look make measure merge migrate " +
    "move notify open plan prepare print profile promote publish query read rebuild record refresh release remove " +
    "rename render replace report reset restart restore review revoke roll rotate run scaffold scan search seed send " +
    "set show start stop summarise summarize sync tag test trace translate turn update upgrade upload validate verify " +
    "warm watch write"
  ).split(" "),
);

export function suggestionMessages(suggestions: readonly AbilitySuggestion[], registry: Registry): string[] {
  return suggestions.slice(0, MOST).flatMap(({ id }) => {
    const ability = registry.abilities.find((one) => one.id === id);
    return ability ? [messageFor(ability)] : [];
  });
}

function messageFor(ability: Ability): string {
  const kind = ability.level === "high" ? `${ability.type} ability` : "ability";
  const use = `You can use the ${oneLine(ability.id, 128)} ${kind}`;
  const summary = oneLine(ability.summary, 300).replace(/\.$/, "");
  if (summary === "") return `${use}.`;
  const [first = ""] = summary.split(" ", 1);
  const isDeed = VERBS.has(first.toLowerCase());
  return isDeed ? `${use} to ${first.toLowerCase()}${summary.slice(first.length)}.` : `${use}: ${summary}.`;
}
