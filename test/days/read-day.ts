/** Reads a day's file. A mistake in it has its place and says what helps; nothing is guessed. */
import { type Checked, checkShape, listOf, mapOf, oneOf, type Problem, readYaml, text } from "@intentgate/documents";
import * as v from "valibot";
import { type Day, type Doing, labels } from "./day.ts";
import { seats } from "./seats.ts";

const hostNames = seats.map(({ driver }) => driver.name);

/** May have several lines, and be empty where a file is. */
const anything = v.string("must be text");
const files = v.record(v.string(), anything, "must be a map of keys");
const on = v.boolean("must be true or false");

/** What can be done, and which other keys belong to it: those it needs, and those it may have. */
const doings = {
  shell: { needs: [], may: ["background", "writes", "outside_sandbox"] },
  read: { needs: [], may: [] },
  search: { needs: [], may: ["in"] },
  list: { needs: [], may: [] },
  write: { needs: ["text"], may: [] },
  edit: { needs: ["from", "to"], may: [] },
  delete: { needs: [], may: [] },
  move: { needs: ["to"], may: [] },
  todo: { needs: [], may: [] },
  subagent: { needs: [], may: [] },
} as const;
type Kind = keyof typeof doings;
const kinds = Object.keys(doings) as Kind[];
const details = ["text", "from", "to", "in", "background", "writes", "outside_sandbox"] as const;

const row = mapOf({
  does: text,
  label: oneOf(labels),
  hosts: v.nullish(listOf(oneOf(hostNames)), []),
  happened: v.nullish(anything, null),
  ...(Object.fromEntries(kinds.map((kind) => [kind, v.nullish(anything)])) as Record<
    Kind,
    v.NullishSchema<typeof anything, undefined>
  >),
  text: v.nullish(anything),
  from: v.nullish(anything),
  to: v.nullish(anything),
  in: v.nullish(anything),
  background: v.nullish(on),
  writes: v.nullish(on),
  outside_sandbox: v.nullish(on),
});
type WrittenRow = v.InferOutput<typeof row>;

const schema = mapOf({
  day: text,
  project: v.pipe(text, v.regex(/^(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+$/, "must be NAME@VERSION, as in minimist@1.2.8")),
  packages: v.nullish(listOf(text), []),
  intent: mapOf({ id: text, name: text, scope: v.pipe(listOf(text), v.minLength(1, "must name a path")) }),
  files: v.nullish(files, {}),
  home: v.nullish(files, {}),
  rows: v.pipe(listOf(row), v.minLength(1, "must hold a call")),
});

export function readDay(source: string, file: string): Checked<Day> {
  const read = readYaml(source, file, "BAD_DOCUMENT");
  if (!read.ok) return read;
  const doc = read.value;
  const checked = checkShape(doc, schema);
  if (!checked.ok) return checked;
  const { day: name, rows, ...rest } = checked.value;
  const problems = rows.flatMap((one, at): Problem[] => {
    const found = mistakeIn(one);
    return found === null ? [] : [doc.problemAt(["rows", at, ...found.at], `rows[${at}] ${found.what}`, found.remedy)];
  });
  if (problems.length > 0) return { ok: false, problems };
  const read_ = rows.map(({ does, label, hosts, happened, ...doing }, at) => ({
    ...{ does, label, hosts: hosts ?? [], happened: happened ?? null },
    doing: doingOf(doing),
    line: doc.lineOf(["rows", at]),
  }));
  return { ok: true, value: { name, ...rest, rows: read_ } };
}

function mistakeIn(one: WrittenRow): { at: string[]; what: string; remedy: string } | null {
  const done = kinds.filter((kind) => typeof one[kind] === "string");
  const [kind, second] = done;
  if (kind === undefined)
    return { at: ["does"], what: "says nothing that is done", remedy: `Give it one of ${kinds.join(", ")}.` };
  if (second !== undefined)
    return { at: [second], what: `does two things, ${kind} and ${second}`, remedy: "Make two rows of it." };
  const { needs, may } = doings[kind];
  const missing = needs.find((key) => typeof one[key] !== "string");
  if (missing !== undefined)
    return { at: [kind], what: `lacks ${missing}, which ${kind} needs`, remedy: `Add \`${missing}: …\`.` };
  const known: readonly string[] = [...needs, ...may];
  const odd = details.find((key) => one[key] !== undefined && one[key] !== null && !known.includes(key));
  if (odd !== undefined) return { at: [odd], what: `has ${odd}, which ${kind} does not know`, remedy: "Leave it out." };
  if (one.label === "passes" && one.happened)
    return {
      at: ["happened"],
      what: "passes, and has a proof that it happened",
      remedy: "Only what must stop has one.",
    };
  return null;
}

function doingOf(one: Omit<WrittenRow, "does" | "label" | "hosts" | "happened">): Doing {
  const said = (key: Kind | "text" | "from" | "to" | "in") => one[key] ?? "";
  const kind = kinds.find((each) => typeof one[each] === "string") ?? "shell";
  switch (kind) {
    case "shell":
      return {
        ...{ kind, command: said(kind), background: one.background === true, writes: one.writes === true },
        outside: one.outside_sandbox === true,
      };
    case "search":
      return { kind, pattern: said(kind), path: said("in") };
    case "list":
      return { kind, pattern: said(kind) };
    case "write":
      return { kind, path: said(kind), text: said("text") };
    case "edit":
      return { kind, path: said(kind), from: said("from"), to: said("to") };
    case "move":
      return { kind, path: said(kind), to: said("to") };
    case "todo":
      return { kind, text: said(kind) };
    case "subagent":
      return { kind, command: said(kind) };
    default:
      return { kind, path: said(kind) };
  }
}
