/** What a question is about, item by item, the same at every door: nobody can confirm what they do not see. */
import { clippedText, oneLinePrintable, visibleText } from "@intentgate/documents";

interface RequestDetail {
  label: string;
  items: string[];
  /** How many further items there are; a glob or a program that will run is never among them. */
  more: number;
}

const MOST = 20;
const LONGEST_ITEM = 300;

type Kind = "globs" | "all" | "some" | "text";

/** Every name that some topic gives its facts, in the order in which a person wants to read them. */
const labels: readonly (readonly [name: string, label: string, kind: Kind])[] = [
  ["name", "name", "all"],
  ["additional_globs", "adds to the scope", "globs"],
  ["owned_scope", "scope", "globs"],
  ["constraints", "constraint", "some"],
  ["criteria", "criterion", "some"],
  ["checks", "runs", "all"],
  ["description", "description", "all"],
  ["from", "leaves", "all"],
  ["to", "takes", "all"],
  ["hosts", "reaches", "all"],
  ["hooks", "asked by", "some"],
  ["arguments", "argument", "text"],
];

export function requestDetails(details: Record<string, unknown>): RequestDetail[] {
  return labels.flatMap(([name, label, kind]) => {
    const items = listOf(details[name]).map((item) => textOf(item));
    if (items.length === 0) return [];
    if (kind === "globs") return [{ label, items: broadestFirst(items).map(visibleText), more: 0 }];
    if (kind === "text")
      return [{ label, items: items.slice(0, MOST).map(oneLinePrintable), more: Math.max(0, items.length - MOST) }];
    const shown = kind === "all" ? items : items.slice(0, MOST);
    return [{ label, items: shown.map((item) => clippedText(item, LONGEST_ITEM)), more: items.length - shown.length }];
  });
}

/** What is no list is shown all the same: a fact of an unforeseen shape must not vanish. */
function listOf(given: unknown): readonly unknown[] {
  if (given === undefined || given === null || given === "") return [];
  return Array.isArray(given) ? given : [given];
}

function textOf(item: unknown): string {
  const run = (item as { run?: unknown } | null)?.run;
  if (Array.isArray(run)) return run.join(" ");
  return typeof item === "string" ? item : (JSON.stringify(item) ?? String(item));
}

/** A person reads the first lines best: the fewer folders a glob names, the earlier it comes; what only narrows is last. */
function broadestFirst(globs: readonly string[]): string[] {
  const ranked = globs.map((glob) => ({ glob, rank: rankOf(glob) }));
  ranked.sort((a, b) => {
    const at = a.rank.findIndex((one, place) => one !== b.rank[place]);
    return at < 0 ? 0 : (a.rank[at] ?? 0) - (b.rank[at] ?? 0);
  });
  return ranked.map(({ glob }) => glob);
}

function rankOf(glob: string): number[] {
  const names = glob
    .replace(/^!/, "")
    .split("/")
    .filter((name) => name !== "" && name !== ".");
  const wild = names.findIndex((name) => /[*?{]/.test(name));
  return [glob.startsWith("!") ? 1 : 0, wild < 0 ? names.length : wild, glob.includes("**") ? 0 : 1, names.length];
}
