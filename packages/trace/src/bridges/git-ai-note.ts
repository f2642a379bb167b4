/**
 * Authorship logs as git-ai keeps them in `refs/notes/ai` (authorship/3.0.0): for the work done on top of a revision,
 * which lines agents wrote. Meant for the commit that follows that revision.
 */
import { createHash } from "node:crypto";
import type { KnownFile, KnownRecord } from "../records/known-record.ts";
import { createLineOwners, type Owners } from "./line-owners.ts";

export interface GitAiNote {
  /** The revision the work began from. */
  base: string;
  text: string;
  files: number;
  lines: number;
  /** Files that the form cannot name. */
  left: { path: string; why: string }[];
}

interface Author {
  key: string;
  session: string;
  model: string;
  additions: number;
  deletions: number;
  accepted: number;
  overridden: number;
}

const TOOL = "intentgate";
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i;

/** One note for each revision that work began from, in the order of the first record of each. */
export function gitAiNotes(records: Iterable<KnownRecord>): GitAiNote[] {
  const byBase = new Map<string, ReturnType<typeof createNote>>();
  for (const record of records) {
    const base = record.vcs.revision_id;
    if (!COMMIT.test(base)) continue;
    const note = byBase.get(base) ?? createNote(base);
    byBase.set(base, note);
    note.add(record);
  }
  return [...byBase.values()].map((note) => note.finish());
}

function createNote(base: string) {
  const authors: Author[] = [];
  const owners = createLineOwners((owner, by) => {
    const isHuman = by.files.some((file) => file.conversations.some((one) => one.contributor.entity_type === "HUMAN"));
    const author = authors[owner - 1];
    if (isHuman && author) author.overridden++;
  });

  /** A session that changes its model is two authors: the form has one model for each. */
  function authorNumber(session: string, model: string): number {
    const known = authors.findIndex((one) => one.session === session && one.model === model);
    if (known >= 0) return known + 1;
    const id = authors.some((one) => one.session === session) ? `${session}#${model}` : session;
    const key = createHash("sha256").update(`${TOOL}:${id}`).digest("hex").slice(0, 16);
    return authors.push({ key, session, model, additions: 0, deletions: 0, accepted: 0, overridden: 0 });
  }

  function ownerOf(file: KnownFile, line: number): number {
    const named = file.conversations.find(
      ({ ranges }) => ranges !== "unknown" && ranges.some((one) => one.start_line <= line && line <= one.end_line),
    );
    const { contributor, url } = named ?? file.conversations[0] ?? {};
    return contributor?.entity_type === "AI" ? authorNumber(url ?? "unknown", contributor.model_identifier) : 0;
  }

  return {
    add(record: KnownRecord): void {
      for (const file of record.files) count(file, ownerOf, authors);
      owners.apply(record, ownerOf);
    },
    finish(): GitAiNote {
      const left: GitAiNote["left"] = [];
      const attested: string[] = [];
      let [files, lines] = [0, 0];
      for (const [path, owned] of [...owners.files()].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const entries = entriesOf(owned, authors);
        if (entries.length === 0) continue;
        const name = quoted(path);
        if (name === null) {
          left.push({ path, why: "its name has a quote or a control character, or is the divider of the form" });
          continue;
        }
        attested.push(name, ...entries);
        files++;
        for (const author of owned.flatMap((owner) => authors[owner - 1] ?? [])) {
          author.accepted++;
          lines++;
        }
      }
      return { base, text: noteText(attested, base, authors), files, lines, left };
    },
  };
}

function count(file: KnownFile, ownerOf: (file: KnownFile, line: number) => number, authors: Author[]): void {
  for (const [, oldCount, newStart, newCount] of file.hunks ?? []) {
    const author = authors[ownerOf(file, newStart) - 1];
    if (!author) continue;
    author.additions += newCount;
    author.deletions += oldCount;
  }
}

/** `  key 1-4,9`, one line an author, by key. */
function entriesOf(owned: Owners, authors: readonly Author[]): string[] {
  const ranges = new Map<number, [number, number][]>();
  for (const [at, owner] of owned.entries()) {
    if (owner === 0) continue;
    const list = ranges.get(owner) ?? [];
    ranges.set(owner, list);
    const last = list.at(-1);
    if (last && last[1] === at) last[1] = at + 1;
    else list.push([at + 1, at + 1]);
  }
  return [...ranges]
    .map(([owner, list]) => {
      const spelled = list.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
      return `  ${authors[owner - 1]?.key} ${spelled}`;
    })
    .sort();
}

/** Null for a path that cannot be written in a line of the form. */
function quoted(path: string): string | null {
  if (path === "---" || /["\u0000-\u0008\u000a-\u001f\u007f-\u009f]/.test(path)) return null;
  return /\s/.test(path) ? `"${path}"` : path;
}

function noteText(attested: readonly string[], base: string, authors: readonly Author[]): string {
  const prompts = Object.fromEntries(
    [...authors].sort((a, b) => (a.key < b.key ? -1 : 1)).map((author) => [author.key, promptOf(author, authors)]),
  );
  const metadata = { schema_version: "authorship/3.0.0", base_commit_sha: base, prompts };
  return `${[...attested, "---", JSON.stringify(metadata, null, 2)].join("\n")}\n`;
}

/** No prompt is kept anywhere, so there are no messages. The last count is spelled both ways: readers differ. */
function promptOf(author: Author, authors: readonly Author[]): Record<string, unknown> {
  const first = authors.find((one) => one.session === author.session);
  return {
    agent_id: {
      tool: TOOL,
      id: first === author ? author.session : `${author.session}#${author.model}`,
      model: author.model,
    },
    messages: [],
    total_additions: author.additions,
    total_deletions: author.deletions,
    accepted_lines: author.accepted,
    overridden_lines: author.overridden,
    overriden_lines: author.overridden,
  };
}
