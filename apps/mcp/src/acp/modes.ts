/** Agents have modes in which they ask before they act, and modes in which they do not: only the first are let be. */
import { isMap } from "./tool-call-parts.ts";

/** By their ids, as Claude Code, Gemini CLI, Codex and others name them; what is not here may be anything. */
const asking = new Set(["default", "plan", "ask", "manual", "normal", "suggest", "read-only", "readonly", "read_only"]);

/** Options of these categories do not say whether the agent asks, whatever their values are called. */
const other = new Set(["model", "model_config", "thought_level"]);

/** Where an option without a category speaks of this, it does. */
const stems = [
  "permission",
  "approv",
  "yolo",
  "bypass",
  "sandbox",
  "autonom",
  "autopilot",
  "trust",
  "fullaccess",
  "dontask",
  "acceptedits",
  "autoedit",
];

export function isAsking(mode: unknown): boolean {
  return typeof mode === "string" && asking.has(mode.toLowerCase());
}

type Entry = Record<string, unknown>;

/** One thing by which an agent is told whether to ask: its modes, or an option among others. */
export interface Dial {
  /** Null: the modes. */
  configId: string | null;
  current: unknown;
  /** Where it is to stand; null where none of its values is known to ask. */
  wanted: string | null;
}

/** Of what an agent says about a session. */
export function dialsOf({ modes, configOptions }: Entry): Dial[] {
  const ofOptions = listOf(configOptions)
    .filter(isDial)
    .map((option): Dial => {
      const wanted = preferred(valuesOf(option.options).map(({ value }) => value));
      return { configId: String(option.id), current: option.currentValue, wanted };
    });
  if (!isMap(modes)) return ofOptions;
  const wanted = preferred(listOf(modes.availableModes).map(({ id }) => id));
  return [{ configId: null, current: modes.currentModeId, wanted }, ...ofOptions];
}

/** What the editor is to see: without the modes that do not ask, where there are others. */
export function shownOf(result: Entry): Entry {
  const shown: Entry = { ...result };
  if (Array.isArray(result.configOptions)) shown.configOptions = listOf(result.configOptions).map(shownOption);
  if (!isMap(result.modes)) return shown;
  const good = listOf(result.modes.availableModes).filter(({ id }) => isAsking(id));
  if (good.length === 0) return shown;
  const { currentModeId } = result.modes;
  const current = isAsking(currentModeId) ? currentModeId : preferred(good.map(({ id }) => id));
  shown.modes = { ...result.modes, availableModes: good, currentModeId: current };
  return shown;
}

export function optionIdsOf(configOptions: unknown): string[] {
  return listOf(configOptions).flatMap(({ id }) => (typeof id === "string" ? [id] : []));
}

function isDial(option: Entry): boolean {
  const { category, id, name } = option;
  if (category === "mode") return true;
  if (typeof category === "string" && other.has(category)) return false;
  return [id, name, ...valuesOf(option.options).map(({ value }) => value)].some(speaksOfAsking);
}

function speaksOfAsking(name: unknown): boolean {
  if (typeof name !== "string") return false;
  const plain = name.toLowerCase().replace(/[^a-z]/g, "");
  return stems.some((stem) => plain.includes(stem));
}

function preferred(values: readonly unknown[]): string | null {
  const good = values.filter((value): value is string => isAsking(value));
  return good.find((value) => value === "default") ?? good[0] ?? null;
}

function shownOption(option: Entry): Entry {
  const wanted = isDial(option) ? preferred(valuesOf(option.options).map(({ value }) => value)) : null;
  if (wanted === null) return option;
  const options = listOf(option.options).flatMap((one) => {
    if (!Array.isArray(one.options)) return isAsking(one.value) ? [one] : [];
    const good = listOf(one.options).filter(({ value }) => isAsking(value));
    return good.length > 0 ? [{ ...one, options: good }] : [];
  });
  return { ...option, options, currentValue: isAsking(option.currentValue) ? option.currentValue : wanted };
}

/** They may stand in groups. */
function valuesOf(options: unknown): Entry[] {
  return listOf(options).flatMap((one) => (Array.isArray(one.options) ? listOf(one.options) : [one]));
}

function listOf(value: unknown): Entry[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}
