/** Agents have modes in which they ask before they act, and modes in which they do not: only the first are let be. */

/** By their ids, as Claude Code, Gemini CLI, Codex and others name them; what is not here may be anything. */
const asking = new Set(["default", "plan", "ask", "manual", "normal", "suggest", "read-only", "readonly", "read_only"]);

export function isAsking(mode: unknown): boolean {
  return typeof mode === "string" && asking.has(mode.toLowerCase());
}

type Entry = Record<string, unknown>;

export interface ModesOfSession {
  /** What the editor is to see: without the modes that do not ask. */
  result: Entry;
  /** What the agent must be told, so that it asks. */
  setMode: string | null;
  /** The same for an agent whose modes are an option among others. */
  setOption: { configId: string; value: string } | null;
  /** False: it has no modes, or none of them is known to ask. */
  canAsk: boolean;
}

export function modesOf(result: Entry): ModesOfSession {
  const modes = isMap(result.modes) ? result.modes : null;
  const available = listOf(modes?.availableModes);
  const good = available.filter(({ id }) => isAsking(id));
  const options = listOf(result.configOptions);
  const shown: Entry = { ...result };
  if (options.length > 0) shown.configOptions = options.map(withoutOthers);
  if (modes === null) {
    const [option] = options.filter(({ category }) => category === "mode");
    const value = listOf(option?.options).find((one) => isAsking(one.value))?.value;
    const isFine = isAsking(option?.currentValue);
    const setOption =
      option && !isFine && value !== undefined ? { configId: String(option.id), value: String(value) } : null;
    return { result: shown, setMode: null, setOption, canAsk: isFine || setOption !== null };
  }
  if (good.length === 0) return { result, setMode: null, setOption: null, canAsk: false };
  const isFine = isAsking(modes.currentModeId);
  const first = good.find(({ id }) => id === "default") ?? good[0];
  const currentModeId = isFine ? modes.currentModeId : first?.id;
  shown.modes = { ...modes, availableModes: good, currentModeId };
  return { result: shown, setMode: isFine ? null : String(first?.id), setOption: null, canAsk: true };
}

/** Ids of the options that say in which mode the agent is. */
export function modeOptionIds(configOptions: unknown): string[] {
  return listOf(configOptions).flatMap((one) =>
    one.category === "mode" && typeof one.id === "string" ? [one.id] : [],
  );
}

function withoutOthers(option: Entry): Entry {
  if (option.category !== "mode") return option;
  const good = listOf(option.options).filter(({ value }) => isAsking(value));
  if (good.length === 0) return option;
  const currentValue = isAsking(option.currentValue) ? option.currentValue : good[0]?.value;
  return { ...option, options: good, currentValue };
}

function listOf(value: unknown): Entry[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}

function isMap(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
