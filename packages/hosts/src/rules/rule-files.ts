/** The files that may hold a host's rules, in every layer. */
import { isAbsolute, join, resolve } from "node:path";
import type { Around, WatchedFile } from "../host/around.ts";
import type { Json, JsonMap } from "../settings/json-tree.ts";
import { isMap, readSettingsText } from "../settings/read-settings.ts";
import { placesOf, shownPlace, upwards } from "../silence/places.ts";
import { type Finding, unclear } from "./verdict.ts";

export type RulePlace = Pick<WatchedFile, "at" | "path">;

export interface RuleText {
  place: string;
  /** As a person would write it. */
  where: string;
  text: string;
}

export interface RuleTexts {
  texts: readonly RuleText[];
  /** Those that are there, and that nobody could look into. */
  closed: readonly Finding[];
}

export const above = (path: string): RulePlace => ({ at: "above", path });
export const own = (path: string): RulePlace => ({ at: "own", path });
export const top = (path: string): RulePlace => ({ at: "top", path });

/** `also`: other folders in which the host may have been started, such as a variable names. */
export function ruleTexts(
  around: Around,
  places: readonly RulePlace[],
  also: readonly (string | undefined)[] = [],
): RuleTexts {
  const starts = [around.startedIn, ...also, ...mainFolder(around)].filter(
    (one) => one !== undefined && isAbsolute(one),
  );
  return textsAt(
    around,
    starts.flatMap((startedIn) =>
      places.flatMap((place) => placesOf(place, { ...around, startedIn: startedIn ?? "" })),
    ),
  );
}

export function textsAt(around: Around, places: readonly string[]): RuleTexts {
  const looks = [...new Set(places)].map((place) => ({
    ...{ place, where: shownPlace(place, around), look: around.look(place) },
  }));
  return {
    texts: looks.flatMap(({ place, where, look }) => (look.kind === "text" ? [{ place, where, text: look.text }] : [])),
    closed: looks.flatMap(({ where, look }) =>
      look.kind === "closed" ? [unclear(where, "it is there and cannot be looked into")] : [],
    ),
  };
}

/** In a linked worktree some hosts read the settings of the main one too. */
function mainFolder(around: Around): string[] {
  for (const folder of upwards(around.startedIn)) {
    const look = around.look(join(folder, ".git"));
    if (look.kind !== "text") continue;
    const place = resolve(folder, look.text.replace(/^gitdir:/, "").trim());
    const end = place.lastIndexOf("/.git/worktrees/");
    return end > 0 ? [place.slice(0, end)] : [];
  }
  return [];
}

/** What a settings file says, or that nobody can tell. */
export function readRules(
  { where, text }: Pick<RuleText, "where" | "text">,
  kind: "json" | "toml",
  findings: (settings: JsonMap, where: string) => readonly Finding[],
): readonly Finding[] {
  const read = readSettingsText(text, kind);
  if (!read.ok) return [unclear(where, `it cannot be read (${read.why})`)];
  return isMap(read.value) ? findings(read.value, where) : [unclear(where, "it holds no settings")];
}

/** The entries of a list of rules; a lone text is a list of one. */
export function entriesOf(value: Json | undefined, name: string, where: string): { entries: string[]; odd: Finding[] } {
  if (value === undefined || value === null) return { entries: [], odd: [] };
  const list = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const entries = list.filter((one) => typeof one === "string");
  const isOdd = entries.length < list.length;
  return { entries, odd: isOdd ? [unclear(where, `${name} holds something that is no rule`)] : [] };
}
