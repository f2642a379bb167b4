/** Scopes against the files that are there: globs that reach nothing, and files that two open intents own; and intents without a scope. */
import { scopeWarnings } from "@intentgate/gate";
import { createScope, type Intent, isOpen } from "@intentgate/policy";
import { snapshotTree } from "@intentgate/world";
import { count, oneLine } from "../terminal/one-line.ts";
import { type Check, type Finding, ok, type Patient, warning } from "./finding.ts";

const MOST_FILES = 50_000;
/** Comparing is cheap, but not free: a doctor that takes minutes is not called. */
const MOST_COMPARISONS = 2_000_000;

export const deadGlobs: Check<Patient> = {
  name: "globs",
  look: (patient) =>
    withFiles(patient, (open, files) => globsWithoutFiles(open, files), "every glob of an open intent reaches a file"),
};

export const overlappingScopes: Check<Patient> = {
  name: "overlaps",
  look: (patient) =>
    withFiles(patient, (open, files) => sharedFiles(open, files), "no file is owned by two open intents"),
};

function withFiles(
  { root }: Patient,
  find: (open: Intent[], files: readonly string[]) => Finding[],
  fine: string,
): Finding[] {
  const read = root.store.intents.read();
  if (!read.ok) return [];
  const open = [...read.value.intents.values()].filter(isOpen);
  if (open.length === 0) return [];
  const found = filesOf(root.root);
  if (typeof found === "string")
    return [warning(`not checked: ${found}`, "Look at the scopes yourself: `intentgate intent list`.")];
  if (open.length * found.length > MOST_COMPARISONS) return [ok("not checked: too many intents and files to compare")];
  const findings = find(open, found);
  return findings.length > 0 ? findings : [ok(fine)];
}

/** A text says why there is no list. */
function filesOf(root: string): string[] | string {
  try {
    const { files, whole } = snapshotTree(root, MOST_FILES);
    return whole ? [...files.keys()] : `there are more than ${MOST_FILES} files`;
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return `${path ?? "a folder"} cannot be read (${code})`;
  }
}

export function globsWithoutFiles(open: readonly Intent[], files: readonly string[]): Finding[] {
  return open.flatMap((intent) => {
    const dead = intent.owned_scope.filter(
      (glob) => !glob.startsWith("!") && !files.some(createScope([glob], { ignoreCase: false }).covers),
    );
    if (dead.length === 0) return [];
    const globs = dead
      .slice(0, 5)
      .map((glob) => oneLine(glob, 60))
      .join("  ");
    return [
      warning(
        `${intent.id}: no file is there yet for ${globs}`,
        "That is right for files to come; otherwise look for a slip in the glob.",
      ),
    ];
  });
}

export function sharedFiles(open: readonly Intent[], files: readonly string[]): Finding[] {
  const scopes = open.map((intent) => ({
    id: intent.id,
    covers: createScope(intent.owned_scope, { ignoreCase: false }).covers,
  }));
  const pairs = new Map<string, { count: number; example: string }>();
  for (const file of files) {
    const owners = scopes.filter((scope) => scope.covers(file)).map((scope) => scope.id);
    for (const [at, one] of owners.entries()) {
      for (const other of owners.slice(at + 1)) {
        const key = `${one} and ${other}`;
        const pair = pairs.get(key);
        pairs.set(key, { count: (pair?.count ?? 0) + 1, example: pair?.example ?? file });
      }
    }
  }
  return [...pairs].slice(0, 10).map(([ids, { count, example }]) => {
    const what = count === 1 ? oneLine(example, 80) : `${count} files, for instance ${oneLine(example, 80)}`;
    return warning(
      `${ids} own the same: ${what}`,
      "Sessions under them may stand in each other's way; narrow one scope, or finish one first.",
    );
  });
}

export const intentScopes: Check<Patient> = {
  name: "intents",
  look({ root }) {
    const read = root.store.intents.read();
    if (!read.ok) return []; // said by the check of the authored files
    const open = [...read.value.intents.values()].filter(isOpen);
    if (open.length === 0)
      return [
        warning(
          "no intent is open, so nothing may be changed",
          'Declare one: `intentgate intent new --name "…" --scope "src/**"`.',
        ),
      ];
    const findings = open.flatMap((intent) =>
      scopeWarnings(intent).map((text) => warning(text, `\`intentgate intent show ${intent.id}\` shows it.`)),
    );
    return findings.length > 0 ? findings : [ok(`${count(open.length, "intent")} open`)];
  },
};
