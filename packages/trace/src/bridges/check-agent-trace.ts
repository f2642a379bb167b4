/**
 * What is wrong with a value as an Agent Trace record: its schema, what its text says besides (a git revision, a
 * relative path), and keys that are nearly known ones, which every reader would pass over in silence.
 */
import { type Fields, isFields } from "../records/known-record.ts";
import { contributorTypes, type Fault, vcsTypes } from "./agent-trace.ts";
import { isDateTime, isUri, isUuid } from "./formats.ts";

const MOST_MODEL_CHARACTERS = 250;
const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i;

type Path = Fault["path"];
type Find = (path: Path, message: string, remedy: string) => void;
type Check = (value: unknown, path: Path, find: Find) => void;

export function checkAgentTrace(value: unknown): Fault[] {
  const faults: Fault[] = [];
  record(value, [], (path, message, remedy) => faults.push({ path, message, remedy }));
  return faults;
}

const text: Check = (value, path, find) => {
  if (typeof value !== "string") find(path, `must be text, not ${nameOf(value)}`, "Write it in quotes.");
};

const textThat =
  (fits: (text: string) => boolean, message: string, remedy: string): Check =>
  (value, path, find) => {
    if (typeof value !== "string") text(value, path, find);
    else if (!fits(value)) find(path, message, remedy);
  };

const oneOf =
  (words: readonly string[]): Check =>
  (value, path, find) => {
    if (!words.includes(value as string))
      find(path, `must be one of ${words.join(", ")}, not ${shown(value)}`, `Write one of: ${words.join(", ")}.`);
  };

const listOf =
  (item: Check): Check =>
  (value, path, find) => {
    if (!Array.isArray(value)) find(path, `must be a list, not ${nameOf(value)}`, "Write it in [ ].");
    else for (const [at, one] of value.entries()) item(one, [...path, at], find);
  };

function objectOf(
  keys: Record<string, Check>,
  required: readonly string[],
  more?: (it: Fields, path: Path, find: Find) => void,
): Check {
  return (value, path, find) => {
    if (!isFields(value)) {
      find(path, `must be an object, not ${nameOf(value)}`, "Write it in { }.");
      return;
    }
    for (const key of required) if (!Object.hasOwn(value, key)) find(path, `${key} is missing`, `Add "${key}".`);
    for (const [key, inner] of Object.entries(value)) {
      const check = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (check) check(inner, [...path, key], find);
      else unknownKey(key, value, Object.keys(keys), path, find);
    }
    more?.(value, path, find);
  };
}

/** The schema lets unknown keys pass; one that was meant to be a known one loses what it says. */
function unknownKey(key: string, value: Fields, known: readonly string[], path: Path, find: Find): void {
  const meant = known.find((one) => !Object.hasOwn(value, one) && isNear(key, one));
  if (meant !== undefined)
    find(
      [...path, key],
      `unknown key ${shown(key)}: did you mean "${meant}"?`,
      `Rename it to "${meant}", or put it under "metadata".`,
    );
}

const uri = textThat(
  isUri,
  "is no absolute URI",
  "Write one with its scheme, as in https://… or urn:…, spaces as %20.",
);

const contributor = objectOf(
  {
    type: oneOf(contributorTypes),
    model_id: textThat(
      (model) => [...model].length <= MOST_MODEL_CHARACTERS,
      `has more than ${MOST_MODEL_CHARACTERS} characters`,
      "Name the model as models.dev does: provider/model-name.",
    ),
  },
  ["type"],
);

const line: Check = (value, path, find) => {
  if (!Number.isSafeInteger(value) || (value as number) < 1)
    find(path, `must be a line number from 1 on, not ${shown(value)}`, "Lines are counted from 1.");
};

const range = objectOf(
  { start_line: line, end_line: line, content_hash: text, contributor },
  ["start_line", "end_line"],
  (it, path, find) => {
    const { start_line, end_line } = it;
    if (
      typeof start_line === "number" &&
      typeof end_line === "number" &&
      start_line >= 1 &&
      end_line >= 1 &&
      end_line < start_line
    )
      find(
        [...path, "end_line"],
        `${end_line} is before start_line ${start_line}`,
        "A range includes both its lines; leave deletions to the metadata.",
      );
  },
);

const related = objectOf({ type: text, url: uri }, ["type", "url"]);

const conversation = objectOf({ url: uri, contributor, ranges: listOf(range), related: listOf(related) }, ["ranges"]);

const file = objectOf(
  {
    path: textThat(
      isRelativePath,
      "is no relative path from the root of the repository",
      "Write it like src/app.ts: no leading /, no .., no backslash.",
    ),
    conversations: listOf(conversation),
  },
  ["path", "conversations"],
);

const vcs = objectOf(
  { type: oneOf(vcsTypes), revision: text },
  ["type", "revision"],
  ({ type, revision }, path, find) => {
    if (type === "git" && typeof revision === "string" && !SHA.test(revision))
      find(
        [...path, "revision"],
        `${shown(revision)} is no git commit`,
        "Give all 40 (or 64) hex digits of the commit, or leave vcs out.",
      );
    else if (revision === "") find([...path, "revision"], "must not be empty", "Name the revision, or leave vcs out.");
  },
);

const metadata: Check = (value, path, find) => {
  if (!isFields(value)) find(path, `must be an object, not ${nameOf(value)}`, "Write it in { }.");
};

const version: Check = (value, path, find) => {
  if (typeof value !== "string" || !/^[0-9]+\.[0-9]+\.[0-9]+$/.test(value))
    find(path, `must be a version like "0.1.0", not ${shown(value)}`, 'Write "0.1.0".');
  else if (!/^0\.1\.[0-9]+$/.test(value))
    find(path, `Agent Trace ${value} is not known here`, "Only 0.1 is read; use a newer intentgate, or write 0.1.0.");
};

const record = objectOf(
  {
    version,
    id: textThat(isUuid, "is no UUID", "Write 8-4-4-4-12 hex digits."),
    timestamp: textThat(isDateTime, "is no RFC 3339 time", "Write it like 2026-01-25T10:00:00Z, with its zone."),
    vcs,
    tool: objectOf({ name: text, version: text }, []),
    files: listOf(file),
    metadata,
  },
  ["version", "id", "timestamp", "files"],
);

function isRelativePath(path: string): boolean {
  if (path === "" || /^[\\/]|^[A-Za-z]:|[\\\u0000-\u001f\u007f]/.test(path)) return false;
  return !path.split("/").includes("..");
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : typeof value === "string" ? "text" : `${value}`;
}

function shown(value: unknown): string {
  const spelled = JSON.stringify(value) ?? "nothing";
  return spelled.length > 60 ? `${spelled.slice(0, 59)}…` : spelled;
}

/** True for what somebody may have written who meant the other word: another case, other separators, one slip. */
function isNear(written: string, meant: string): boolean {
  const [a, b] = [plain(written), plain(meant)];
  return written.length <= 40 && b.length >= 3 && (a === b || isOneSlip(a, b));
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** One character too many, too few, another one, or two in each other's place. */
function isOneSlip(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return (inA.length <= 1 && inB.length <= 1) || (inA.length === 2 && inA === [...inB].reverse().join(""));
}
