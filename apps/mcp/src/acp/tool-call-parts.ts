/** The parts of what an agent says about a tool call, as far as they can be read. */

/** As far as it is known by now: later messages add to what earlier ones said. */
export interface AgentToolCall {
  toolCallId: string;
  name?: unknown;
  title?: unknown;
  kind?: unknown;
  status?: unknown;
  rawInput?: unknown;
  content?: unknown;
  locations?: unknown;
}

export interface Diff {
  path: string;
  oldText: string | null;
  newText: string;
}

type Input = Record<string, unknown>;

/** Null where nothing is said; undefined where what is said is no list of fields. */
export function inputOf({ rawInput }: AgentToolCall): Input | null | undefined {
  if (rawInput === undefined || rawInput === null) return null;
  if (!isMap(rawInput)) return undefined;
  return Object.keys(rawInput).length > 0 ? rawInput : null;
}

/** Null where an entry is no diff that can be read. */
export function diffsOf(content: unknown): Diff[] | null {
  const list = (Array.isArray(content) ? content : []).filter((one) => isMap(one) && one.type === "diff");
  const diffs = list.map(({ path, oldText = null, newText }): Diff | null =>
    typeof path === "string" && typeof newText === "string" && (oldText === null || typeof oldText === "string")
      ? { path, oldText, newText }
      : null,
  );
  return diffs.includes(null) ? null : (diffs as Diff[]);
}

export function textsOf(content: unknown): string[] {
  return (Array.isArray(content) ? content : []).flatMap((one) => {
    const inner = isMap(one) && isMap(one.content) ? one.content.text : undefined;
    return typeof inner === "string" ? [inner] : [];
  });
}

export function pathsOf(locations: unknown): string[] {
  return (Array.isArray(locations) ? locations : []).flatMap((one) =>
    isMap(one) && typeof one.path === "string" ? [one.path] : [],
  );
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
