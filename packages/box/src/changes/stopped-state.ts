/**
 * What git leaves where a rebase or a series of picks stopped for a conflict. Whoever says "go on" runs what stands
 * there, so it is kept only where every file of it is known and none names a program.
 */
import { askGit, type GitLayer, read } from "./git-layer.ts";

const states = /^(rebase-merge|sequencer)(?:\/(.+))?$/;
const step =
  /^(?:pick|p|reword|r|edit|e|squash|s|fixup|f|drop|d|revert)(?: -[cC])? ([0-9a-f]{4,64})(?: |$)|^(?:noop|break|b)$/;
const commit = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Lines of each file; `leads` where they name commits that git would go back or on to. */
const files: [name: RegExp, line: RegExp, leads: boolean][] = [
  [/^(?:git-rebase-todo(?:\.backup)?|done|todo)$/, step, true],
  [/^(?:onto|orig-head|head|stopped-sha)$/, commit, true],
  [/^(?:amend|abort-safety|rewritten-list|rewritten-pending)$/, /^[0-9a-f ]+$/, false],
  [/^head-name$/, /^(?:refs\/heads\/[^\s:]+|detached HEAD)$/, false],
  [/^(?:msgnum|end)$/, /^\d+$/, false],
  [/^author-script$/, /^GIT_AUTHOR_(?:NAME|EMAIL|DATE)='(?:[^']|'\\'')*'$/, false],
  [/^(?:message(?:-squash|-fixup)?|patch|current-fixups)$/, /^/, false],
  [
    /^(?:interactive|(?:drop|keep)_redundant_commits|no-reschedule-failed-exec|quiet|verbose|cdate_is_adate|ignore_date)$/,
    /^$/,
    false,
  ],
];

/** Relative to git's folder. */
export function stoppedState(layer: GitLayer): Set<string> {
  const found = new Set<string>();
  const led = new Set<string>();
  for (const [path, change] of layer.changes) {
    const [, , name] = states.exec(path) ?? [];
    if (!states.test(path) || change.does === "delete") continue;
    if (name === undefined && change.made.kind === "folder") found.add(path);
    else if (name !== undefined && change.made.kind === "file" && isHarmless(name, path)) found.add(path);
  }
  return leadsNowhereNew([...led], layer) ? found : new Set();

  function isHarmless(name: string, path: string): boolean {
    const [, form, leads] = files.find(([names]) => names.test(name)) ?? [];
    const bytes = read(layer.after(path));
    if (form === undefined || bytes === null) return false;
    const rows = bytes.toString("utf8").split("\n");
    const lines = form.test("") ? rows : rows.filter((row) => row !== "" && !row.startsWith("#"));
    if (leads) for (const line of lines) led.add(step.exec(line)?.[1] ?? (commit.test(line) ? line : ""));
    return lines.every((line) => form.test(line));
  }
}

/** They were there, and a reference led to them. */
function leadsNowhereNew(names: readonly string[], layer: GitLayer): boolean {
  const input = names
    .filter((name) => name !== "")
    .map((name) => `${name}\n`)
    .join("");
  if (input === "") return true;
  const answer = askGit(layer, ["rev-list", "--stdin", "--not", "--all"], input);
  return answer.ok && answer.output.length === 0;
}
