/** *Code*: folders with who wrote them, files line by line, and why a line is there. */
import { explainLine } from "@intentgate/blame";
import { intentsOf } from "@intentgate/gate";
import { createScope, defaultPolicy, isOpen, readPolicy } from "@intentgate/policy";
import type { CodeEntry, FoundPaths, WhyRecord, WhyView } from "../../api/code.ts";
import type { Window } from "../../api/shared.ts";
import { type WantedWindow, windowed } from "../door/asked.ts";
import { refuse, refuseWith } from "../door/failure.ts";
import type { Served } from "../project/served.ts";

export function folderView({ tree, coverage }: Served, folder: string, window: WantedWindow): Window<CodeEntry> {
  const entries = tree.entries(folder);
  if (entries === null) return refuse(404, "NOT_FOUND", "there is no such folder", "Start from the root.");
  const shares = coverage.below(folder);
  return windowed(entries, window, ({ name, path, kind, files }) => {
    const share = shares.get(path);
    const isKnown = share !== undefined && share.pending < files;
    return { name, path, kind, files, coverage: isKnown ? share.coverage : null };
  });
}

/** The letters in this order; together and near the end is better. */
export function findPaths({ tree }: Served, text: string, count: number): FoundPaths {
  const wanted = text.toLowerCase();
  const found = tree.files().flatMap((path) => {
    const score = scoreOf(path.toLowerCase(), wanted);
    return score === null ? [] : [{ path, score }];
  });
  found.sort((a, b) => b.score - a.score || a.path.length - b.path.length);
  return { paths: found.slice(0, count).map((one) => one.path), total: found.length };
}

function scoreOf(path: string, wanted: string): number | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.includes(wanted)) return name.startsWith(wanted) ? 4 : 3;
  if (path.includes(wanted)) return 2;
  let at = 0;
  for (const letter of wanted) {
    at = path.indexOf(letter, at) + 1;
    if (at === 0) return null;
  }
  return 1;
}

/** A listed file of the project; anything else is not there, whatever lies on the disk. */
export function listedFile({ tree }: Served, path: string): string {
  return tree.has(path) ? path : refuse(404, "NOT_FOUND", "the project has no such file", "Choose one from the tree.");
}

/** Where the policy cannot be read, every file might be secret. */
export function isSecret({ workspace }: Served, path: string): boolean {
  const { home } = workspace;
  const rules = home.rules();
  const read = rules.ok ? null : readPolicy(home.authored.current("policy.yaml") ?? "", ".orchestration/policy.yaml");
  const policy = rules.ok ? rules.value.policy : read?.ok ? read.value : null;
  if (policy === null) return true;
  return createScope([...defaultPolicy.secret_paths, ...policy.secret_paths], { ignoreCase: true }).covers(path);
}

export function ownersOf({ workspace }: Served, path: string): string[] {
  const intents = intentsOf(workspace.home);
  if (!intents.ok) return [];
  return [...intents.value.values()]
    .filter((intent) => isOpen(intent) && createScope(intent.owned_scope, { ignoreCase: false }).covers(path))
    .map(({ id }) => id);
}

export function whyView(served: Served, path: string, line: number): WhyView {
  const { workspace } = served;
  const blame = workspace.blame();
  const explained = explainLine(workspace.home, blame, listedFile(served, path), line);
  if (!explained.ok) return refuseWith(explained.problems);
  const { value } = explained;
  const numbers = creditedNumbers(served, path, line);
  const named = ({ candidates: _candidates, ...record }: Explained, at: number): WhyRecord => ({
    ...record,
    number: numbers[at] ?? null,
  });
  const about = { file: value.file, line: value.line, text: isSecret(served, path) ? "" : value.text };
  if (value.credit === "record")
    return { ...about, credit: value.credit, how: value.how, record: named(value.record, 0) };
  if (value.credit === "ambiguous") return { ...about, credit: value.credit, candidates: value.candidates.map(named) };
  if (value.credit === "before_ledger") return { ...about, credit: value.credit, git: value.git };
  return { ...about, credit: value.credit };
}

type Explained = Extract<
  Extract<ReturnType<typeof explainLine>, { ok: true }>["value"],
  { credit: "record" }
>["record"];

function creditedNumbers({ workspace }: Served, path: string, line: number): number[] {
  const blamed = workspace.blame().file(path);
  const credit = blamed.ok ? blamed.value.credits[line - 1] : undefined;
  if (credit?.credit === "record") return [credit.number];
  return credit?.credit === "ambiguous" ? credit.candidates.map((one) => one.number) : [];
}
