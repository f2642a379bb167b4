/** Branches, tags, remotes and settings: lists them, or changes the metadata. */
import { onlyReads, type UseEffect, type Word } from "../../uses/program.ts";
import { useOf, written } from "../../uses/use-of.ts";
import {
  type GitCommand,
  gitCommand,
  importing,
  isLooseCommit,
  losing,
  metadata,
  moving,
  settings,
} from "./git-command.ts";
import { settingRuns } from "./running-settings.ts";

const listing = `contains? no-contains? merged? no-merged? points-at: sort: format: color? no-color column? no-column i|ignore-case
  abbrev? no-abbrev omit-empty`;
const listingNames = ["l", "contains", "no-contains", "merged", "no-merged", "points-at", "show-current"];

const branch = gitCommand(
  "branch",
  `-avrqf l|list show-current d|delete D m|move M c|copy C t|track? no-track u|set-upstream-to: unset-upstream edit-description
  all remotes|remote verbose quiet force create-reflog recurse-submodules ${listing}`,
  (split) => {
    if (split.has("edit-description")) return undefined;
    const forced = split.mayHideOption || split.has("D") || (split.has("d") && split.has("f", "force"));
    if (forced) return useOf([metadata, losing("a branch is deleted even where it was not merged")]);
    if (split.has("d", "m", "M", "C", "f", "force")) return useOf([metadata, moving]);
    if (split.has("c", "u", "unset-upstream")) return useOf([metadata]);
    if (split.has("t", "no-track")) return useOf([metadata, ...brought(split.operands)]);
    const lists = split.operands.length === 0 || split.has(...listingNames) || split.has("a", "r", "all", "remotes");
    return lists ? onlyReads([]) : useOf([metadata, ...brought(split.operands)]);
  },
  true,
);

/** The second word is what the new name stands for. */
function brought([, from]: readonly Word[]): UseEffect[] {
  return from && isLooseCommit(from) ? [importing] : [];
}

const tag = gitCommand(
  "tag",
  `-asfv n? l|list d|delete m|message: F|file: u|local-user: e|edit annotate sign no-sign force verify cleanup= create-reflog
  trailer= ${listing}`,
  (split, hasEditor) => {
    if (split.has("d") || split.mayHideOption) return useOf([metadata, losing("a tag is deleted")]);
    const edits = split.has("e") || (split.has("a", "s", "annotate", "sign") && !split.has("m", "F"));
    if (edits && !hasEditor) return undefined;
    const lists = split.operands.length === 0 || split.has("n", "v", "verify", ...listingNames);
    const forced = split.has("f", "force") ? [moving] : [];
    return lists ? onlyReads([]) : useOf([metadata, ...forced, ...brought(split.operands)]);
  },
  true,
);

const remote = gitCommand(
  "remote",
  "-vnpft v|verbose n p|prune all push add delete m: t: tags no-tags mirror? a|auto d|dry-run",
  (split) => {
    const [verb, ...rest] = split.operands.map(({ text }) => text);
    if (verb === undefined || (verb === "show" && (rest.length === 0 || split.has("n"))) || verb === "get-url")
      return onlyReads([]);
    if (rest.some((text) => text?.includes("::"))) return undefined;
    if (verb === "show") return useOf([{ does: "network", target: rest[0] ?? "a remote" }]);
    if (["add", "set-url", "rename", "remove", "rm", "set-branches", "set-head"].includes(verb ?? ""))
      return useOf([settings("config"), metadata]);
    return verb === "prune" || verb === "update" ? useOf([metadata]) : undefined;
  },
);

const readingVerbs = new Set(["get", "list", "get-all", "get-regexp", "get-urlmatch"]);
const writingVerbs = ["unset", "unset-all", "add", "replace-all", "rename-section", "remove-section"];

const config = gitCommand(
  "config",
  `-z l|list get get-all get-regexp get-urlmatch get-color: get-colorbool: add replace-all unset unset-all rename-section remove-section
  e|edit global system local worktree f|file: blob: type= bool int bool-or-int path expiry-date null name-only show-origin show-scope includes
  no-includes default: all fixed-value comment: value: regexp`,
  (split) => {
    if (split.has("e")) return undefined;
    const [first, ...rest] = split.operands.map(({ text }) => text ?? "");
    const asksByOption = split.has("l", "get", "get-all", "get-regexp", "get-urlmatch", "get-color", "get-colorbool");
    const writesByOption = split.has(...writingVerbs);
    const isVerb = first !== undefined && !first.includes(".");
    const asks = asksByOption || (isVerb ? readingVerbs.has(first) : rest.length === 0);
    if (!writesByOption && asks) return onlyReads([]);
    if (isVerb && !writesByOption && !["set", "unset", "rename-section", "remove-section"].includes(first))
      return undefined;
    const [name = "", value = ""] = isVerb ? rest : [first, ...rest];
    const isHarmless = settingRuns(`${name}=${value}`)?.length === 0;
    const steers = (effect: UseEffect): UseEffect =>
      effect.does === "write" && !isHarmless ? { steersGit: true, ...effect } : effect;
    const file = split.value("f")?.text;
    if (file != null) return useOf(written(file, "derived").map(steers));
    if (split.has("blob")) return undefined;
    if (split.has("global", "system"))
      return useOf(written(split.has("global") ? "~/.gitconfig" : "/etc/gitconfig", "derived").map(steers));
    // Which of the two it is depends on the repository's settings.
    return useOf([settings("config"), ...(split.has("worktree") ? [settings("config.worktree")] : [])].map(steers));
  },
);

/** What was kept of former states. */
const reflog = gitCommand(
  "reflog",
  "-gnqv0123456789 n|max-count: all oneline date= format= pretty? expire= expire-unreachable= updateref rewrite stale-fix dry-run since: until: no-abbrev abbrev? stat? patch p output:",
  (split) => {
    if (split.has("output")) return useOf(split.values("output").flatMap((file) => written(file, "create_or_replace")));
    const verb = split.operands[0]?.text;
    if (split.has("dry-run")) return onlyReads([]);
    if (verb === "expire" || verb === "delete") return useOf([metadata, losing("entries of the reflog are deleted")]);
    return onlyReads([]);
  },
);

export const branchCommands: readonly GitCommand[] = [branch, tag, remote, config, reflog];
