/** Takes out of what was played whatever is another each time, so that the same thing keeps the same name. */
import { readJson } from "@intentgate/documents";

export interface Places {
  /** Path on this machine → its name; longer paths go first. */
  [path: string]: string;
}

export interface Masker {
  /** `where` names the part that is masked: an id is called after the part in which it was first seen. */
  text(text: string, where: string): string;
  json(value: unknown, where: string): unknown;
}

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const instant = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})/g;
const clock = /\b\d{2}:\d{2}:\d{2}\b/g;
const since = /\b(just now|\d+ (second|minute)s? ago|in \d+ (ms|s)\b)/g;
const commit = /\b[0-9a-f]{40}\b/g;
/** Of secrets, with a key that each root makes for itself. */
const keyed = /\bhmac-sha256:[0-9a-f]{64}\b/g;
const processNumber = /\bprocess \d+\b/g;
const task = /\btask-[0-9a-f]{10}\b/g;
/** Named after the root's path. */
const rootState = /<state>\/roots\/[0-9a-f]{24}/g;
/** Made of a lesson's text, which may name a path. */
const lesson = /\bL-[0-9a-f]{12}\b/g;
const nothing = /^sha256:0+$/;

const durations = new Set(["ms", "duration_ms", "elapsed_ms", "wait_ms", "took_ms"]);
const processes = new Set(["pid", "ppid", "pgid"]);
/** Of a record that holds ids and times. */
const seals = new Set(["hash", "prev", "head", "seal_hash", "record_hash"]);

export function createMasker(places: Places): Masker {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const paths = Object.entries(places).sort(([a], [b]) => b.length - a.length);

  function named(kind: string, value: string, where: string): string {
    const known = names.get(value);
    if (known !== undefined) return known;
    const count = (counts.get(`${kind} ${where}`) ?? 0) + 1;
    counts.set(`${kind} ${where}`, count);
    const name = `<${kind} ${where}.${count}>`;
    names.set(value, name);
    return name;
  }

  /** The first characters of an id are what a person types. */
  function shortIds(text: string): string {
    let masked = text;
    for (const [value, name] of names)
      if (value.length === 36) masked = masked.replaceAll(new RegExp(`\\b${value.slice(0, 8)}\\b`, "g"), `${name}…`);
    return masked;
  }

  function text(given: string, where: string): string {
    let masked = given;
    for (const [path, name] of paths) masked = masked.replaceAll(path, name);
    masked = masked
      .replace(rootState, "<state>/roots/<root>")
      .replace(commit, (id) => named("commit", id, where))
      .replace(uuid, (id) => named("id", id, where))
      .replace(task, (key) => named("task", key, where))
      .replace(keyed, (hash) => named("keyed hash", hash, where))
      .replace(instant, "<time>")
      .replace(clock, "<clock>")
      .replace(processNumber, "process <pid>")
      .replace(lesson, "<lesson>");
    return shortIds(masked).replace(since, "<since>");
  }

  function json(value: unknown, where: string, key = "", parent = ""): unknown {
    if (typeof value === "number") {
      if (durations.has(key)) return "<ms>";
      return processes.has(key) ? "<pid>" : value;
    }
    if (typeof value === "string") {
      if (parent === "integrity" && seals.has(key) && !nothing.test(value)) return named("seal", value, where);
      const inner = innerJson(value);
      return inner === undefined ? text(value, where) : { "(JSON)": json(inner, where) };
    }
    if (Array.isArray(value)) return value.map((one) => json(one, where, key, parent));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [text(name, where), json(one, where, name, key)]),
    );
  }

  return { text, json: (value, where) => json(value, where) };
}

/** What stands as JSON inside a text is shown as what it says: a line for each field can be compared. */
function innerJson(given: string): unknown {
  if (!given.startsWith("{") || !given.endsWith("}")) return undefined;
  const read = readJson(given);
  return read.ok ? read.value : undefined;
}
