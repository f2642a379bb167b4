/** `rsync` between local folders, or from a remote one. */
import { optionTable, splitArguments } from "../uses/options.ts";
import { hasNoName } from "../uses/place-copies.ts";
import type { Program, UseEffect, Word } from "../uses/program.ts";
import {
  baseName,
  below,
  deleted,
  inside,
  isFolderSpelling,
  readsOf,
  replaced,
  useOf,
  withoutEndSlash,
  written,
} from "../uses/use-of.ts";

// `--rsync-path`, `--daemon`, `--files-from`, `--log-file` … and what else runs or writes is not declared.
const table = optionTable(
  `-vqcarRbudlLkKHpEAXogDtOJSnWxzCFPhi046 e|rsh: f|filter: B|block-size: T|temp-dir: exclude: include: exclude-from: include-from:
  max-size: min-size: chmod: chown: suffix: backup-dir: bwlimit: timeout: contimeout: info: debug: out-format: compare-dest: copy-dest:
  link-dest: port: modify-window: compress-level: max-delete: partial-dir: archive verbose quiet checksum recursive
  relative no-relative backup update inplace append append-verify dirs links copy-links copy-unsafe-links safe-links
  copy-dirlinks keep-dirlinks hard-links perms executability acls xattrs owner group devices specials times
  omit-dir-times super sparse preallocate dry-run whole-file one-file-system existing ignore-existing
  remove-source-files delete delete-before delete-during delete-delay delete-after delete-excluded ignore-errors
  force numeric-ids ignore-times size-only compress cvs-exclude stats human-readable progress partial
  itemize-changes list-only no-perms no-owner no-group no-times no-whole-file no-links mkpath del delay-updates prune-empty-dirs`,
);

const deletingOptions = ["delete-before", "delete-during", "delete-delay", "delete-after", "delete-excluded"];

export const rsync: Program = {
  names: ["rsync"],
  use(args) {
    const split = splitArguments(table, args);
    const shell = split?.value("e");
    if (!split || split.mayHideOption || (shell && shell.text !== "ssh")) return undefined;
    if (split.has("b", "backup", "backup-dir", "suffix")) return undefined;
    const sources = split.operands.slice(0, -1);
    const last = split.operands.at(-1);
    if (last?.text == null) return undefined;
    // Behind `--` it is a host, and an option to the program that goes there.
    if (split.operands.some(({ text }) => text?.startsWith("-"))) return undefined;
    const remotes = split.operands.filter(({ text }) => text !== null && isRemote(text));
    const network = remotes.map(({ text }): UseEffect => ({ does: "network", target: text ?? "" }));
    if (sources.length === 0 || split.has("n", "dry-run", "list-only"))
      return useOf([...readsOf(split.operands), ...network]);
    if (isRemote(last.text)) return undefined;
    const local = sources.filter((source) => !remotes.includes(source));
    const isFolder = isFolderSpelling(last.text);
    const isInside = isFolder || sources.length > 1;
    // With `-R` it comes with the folders in front of it.
    const deletes = split.has("del", "delete", ...deletingOptions);
    const takesAway = (effect: UseEffect): UseEffect =>
      deletes && effect.does === "write_below" ? { ...effect, deletes } : effect;
    if (split.has("R", "relative")) return useOf([...network, ...readsOf(local), ...below(last).map(takesAway)]);
    const isDeep = split.has("a", "archive", "r", "recursive", "d", "dirs");
    return useOf([
      ...network,
      ...readsOf(local),
      ...sources.flatMap((source) => arrives(source, last.text ?? "", isInside, isDeep)).map(takesAway),
      ...(split.has("remove-source-files")
        ? local.flatMap((source) => (source.text?.endsWith("/") ? below(source) : deleted(source)))
        : []),
    ]);
  },
};

/** A folder comes with its name and all that is in it, unless a slash ends it. */
function arrives({ text, glob }: Word, folder: string, isInside: boolean, isDeep: boolean): UseEffect[] {
  const name = text === null || text.endsWith("/") ? "" : baseName(text.slice(text.lastIndexOf(":") + 1));
  if (glob || hasNoName(name)) return [...(isInside ? [] : written(folder, "create_or_replace")), ...below(folder)];
  const inFolder = inside(withoutEndSlash(folder), name);
  const place = isInside ? inFolder : folder;
  const file = replaced(place, "create_or_replace");
  return [
    ...file.map((effect) => (effect.does === "write" && !isInside ? { inFolder, ...effect } : effect)),
    ...(isDeep ? below(place) : []),
  ];
}

/** `host:path`, `host::module`, `rsync://…`. */
function isRemote(path: string): boolean {
  const colon = path.indexOf(":");
  return colon >= 0 && !path.slice(0, colon).includes("/");
}
