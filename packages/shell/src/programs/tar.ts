/** `tar`: makes an archive, unpacks one, or lists it. */
import { type OptionTable, optionTable, type SplitArguments, splitArguments } from "../uses/options.ts";
import type { Nested, Program, UseEffect, Word } from "../uses/program.ts";
import { deleted, inside, readsOf, somewhere, unpackedBelow, useOf, written, writtenDeep } from "../uses/use-of.ts";

const table = optionTable(
  `c|create x|extract|get t|list r|append u|update A|catenate|concatenate d|diff|compare delete
  f|file: C|directory: X|exclude-from: b|blocking-factor: H|format: N|newer|after-date: V|label: I|use-compress-program:
  g|listed-incremental: K|starting-file: exclude= strip-components= transform|xform= owner= group= mode= mtime=
  sort= suffix= index-file= checkpoint? checkpoint-action: to-command: one-top-level? totals? warning= level= newer-mtime=
  quoting-style= show-defaults backup?
  z|gzip|gunzip|ungzip j|bzip2 J|xz Z|compress zstd lzma lzip a|auto-compress v|verbose w|interactive|confirmation k|keep-old-files
  p|preserve-permissions|same-permissions P|absolute-names O|to-stdout m|touch h|dereference S|sparse
  U|unlink-first W|verify l|check-links o|no-same-owner B i|ignore-zeros R|block-number n|seek
  no-auto-compress overwrite overwrite-dir keep-newer-files skip-old-files recursive-unlink remove-files
  no-overwrite-dir same-owner no-same-permissions numeric-owner wildcards no-wildcards anchored no-anchored
  ignore-case no-ignore-case exclude-vcs exclude-vcs-ignores exclude-backups exclude-caches no-recursion recursion
  one-file-system posix null utc full-time no-xattrs xattrs acls no-acls selinux no-selinux force-local
  ignore-failed-read show-transformed-names hard-dereference delay-directory-restore`,
);

/** What an archive may be packed with: these run nothing else. */
const compressors = new Set(
  "gzip pigz bzip2 pbzip2 lbzip2 xz pixz zstd pzstd lz4 lzip lzma lzop compress gunzip".split(" "),
);
const harmlessActions = new Set("dot bell ttyout echo totals wait".split(" "));

export const tar: Program = {
  names: ["tar", "gtar", "bsdtar"],
  use(args) {
    const words = unbundled(args, table);
    const split = words && splitArguments(table, words);
    if (!split) return undefined;
    const archive = split.value("f");
    if (archive?.text && isRemote(archive.text) && !split.has("force-local")) return undefined;
    const actions = checkpointActions(split);
    const nested = actions && [...actions, ...helpers(split)];
    const effects = nested && effectsOf(split);
    return effects && useOf([...effects, ...sideFiles(split)], nested);
  },
};

/** `host:file` is reached by running another program. */
function isRemote(path: string): boolean {
  const colon = path.indexOf(":");
  return colon > 0 && !path.slice(0, colon).includes("/");
}

function checkpointActions(split: SplitArguments): Nested[] | undefined {
  const nested: Nested[] = [];
  for (const { text } of split.values("checkpoint-action")) {
    if (text?.startsWith("exec=")) nested.push({ runs: "script", text: text.slice(5), folder: null });
    else if (text === null || !harmlessActions.has(text.split("=")[0] ?? "")) return undefined;
  }
  return nested;
}

/** What packs or takes the members is a command; of those it is not known what they do with what they get. */
function helpers(split: SplitArguments): Nested[] {
  const given = split.values("I", "to-command").filter(({ text }) => !isCompressor(text ?? ""));
  return given.map(({ text }) => ({ runs: "script", text, folder: null, doubtful: true }));
}

function isCompressor(command: string): boolean {
  return command.split(" ").every((part, at) => (at === 0 ? compressors.has(part) : /^-[0-9T]+$/.test(part)));
}

function sideFiles(split: SplitArguments): UseEffect[] {
  return split.values("index-file", "g").flatMap((file) => written(file, "derived"));
}

function effectsOf(split: SplitArguments): UseEffect[] | undefined {
  const modes = ["c", "x", "t", "r", "u", "A", "d", "delete"].filter((mode) => split.has(mode));
  const [mode] = modes;
  if (modes.length !== 1 || mode === undefined) return undefined;
  const archive = split.value("f");
  // An archive that is not known may be remote.
  const hidden = split.mayHideOption || archive?.text === null;
  if (mode === "t" || mode === "d") return hidden || split.has("I") ? undefined : readsOf(archive ? [archive] : []);
  if (mode === "x") return unpacked(split);
  // A word that is not known may be an option that runs something.
  if (hidden && archive?.text !== null && split.operands.some(({ text }) => text === null)) return undefined;
  const entered = enteredFolders(split);
  // Where a member lies depends on what stands before it.
  if (entered.length > 1 && split.has("remove-files")) return undefined;
  const folder = entered[0]?.text ?? ".";
  const members = split.operands.map(({ text, glob }) => ({ text: text === null ? null : inside(folder, text), glob }));
  return [
    ...(mode === "delete" ? [] : readsOf(members)),
    ...(archive && archive.text !== "-" ? written(archive, mode === "c" ? "create_or_replace" : "derived") : []),
    ...(split.has("remove-files") ? members.flatMap(deleted) : []),
  ];
}

/** Each counts from the one before. */
function enteredFolders(split: SplitArguments): Word[] {
  const folders: Word[] = [];
  for (const { text } of split.values("C")) {
    const outer = folders.at(-1)?.text;
    folders.push({ text: text === null || outer === null ? null : inside(outer ?? ".", text), glob: false });
  }
  return folders;
}

function unpacked(split: SplitArguments): UseEffect[] | undefined {
  const archive = split.value("f");
  const reads = readsOf(archive ? [archive] : []);
  if (split.has("O", "to-command")) return split.mayHideOption || archive?.text === null ? undefined : reads;
  if (split.has("P")) return [...reads, somewhere()];
  if (split.mayHideOption && split.operands.some(({ text }) => text === null)) return undefined;
  const folders = enteredFolders(split);
  const top = split.options.find(({ name }) => name === "one-top-level");
  const base = folders.at(-1) ?? { text: ".", glob: false };
  if (top?.value?.text && base.text !== null)
    return [
      ...reads,
      ...written(inside(base.text, top.value.text), "derived"),
      ...unpackedBelow(inside(base.text, top.value.text)),
    ];
  const renamed = split.has("strip-components", "transform", "wildcards", "one-top-level", "backup", "suffix");
  if (renamed || split.operands.length === 0 || folders.length > 1) {
    return [...reads, ...(folders.length > 0 ? folders : [base]).flatMap(unpackedBelow)];
  }
  return [
    ...reads,
    ...split.operands.flatMap(({ text }) =>
      text === null || base.text === null ? [somewhere()] : writtenDeep(inside(base.text, text), "create_or_replace"),
    ),
  ];
}

/** Brings the bundled first word (`tar xzf a.tar`) into the usual form; undefined: not understood. */
function unbundled(args: readonly Word[], table: OptionTable): Word[] | undefined {
  const [first, ...rest] = args;
  if (!first) return [];
  if (first.text === null) return undefined;
  if (first.text.startsWith("-") || first.text === "") return [...args];
  const words: Word[] = [];
  for (const letter of first.text) {
    const option = table.options.get(letter);
    if (!option) return undefined;
    words.push({ text: `-${letter}`, glob: false });
    if (option.takes === 0) continue;
    const value = rest.shift();
    if (value?.text == null || value.text === "") return undefined;
    words[words.length - 1] = { text: `-${letter}${value.text}`, glob: false };
  }
  return [...words, ...rest];
}
