/** `tar`: makes an archive, unpacks one, or lists it. */
import { optionTable, type SplitArguments, splitArguments } from "./options.ts";
import type { Nested, Program, UseEffect } from "./program.ts";
import { unbundled } from "./tar-arguments.ts";
import { below, deleted, inside, readsOf, somewhere, useOf, written } from "./use-of.ts";

const table = optionTable(
  `c|create x|extract|get t|list r|append u|update A|catenate|concatenate d|diff|compare delete
  f|file: C|directory: X|exclude-from: b|blocking-factor: H|format: N|newer|after-date: V|label: I|use-compress-program:
  g|listed-incremental: K|starting-file: exclude= strip-components= transform|xform= owner= group= mode= mtime=
  sort= suffix= index-file= checkpoint? checkpoint-action= to-command= one-top-level? totals? warning= level= newer-mtime=
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
    if (!split || split.has("to-command")) return undefined;
    const compressor = split.value("I");
    if (
      compressor &&
      !compressor.text?.split(" ").every((part, at) => (at === 0 ? compressors.has(part) : /^-[0-9T]+$/.test(part)))
    ) {
      return undefined;
    }
    const archive = split.value("f");
    if (archive?.text && isRemote(archive.text) && !split.has("force-local")) return undefined;
    const nested = checkpointActions(split);
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

function sideFiles(split: SplitArguments): UseEffect[] {
  return split.values("index-file", "g").flatMap((file) => written(file, "derived"));
}

function effectsOf(split: SplitArguments): UseEffect[] | undefined {
  const modes = ["c", "x", "t", "r", "u", "A", "d", "delete"].filter((mode) => split.has(mode));
  const [mode] = modes;
  if (modes.length !== 1 || mode === undefined) return undefined;
  const archive = split.value("f");
  const hidden = split.mayHideOption;
  if (mode === "t" || mode === "d") return hidden || split.has("I") ? undefined : readsOf(archive ? [archive] : []);
  if (mode === "x") return unpacked(split);
  // A word that is not known may be an option that runs something.
  if (hidden && archive?.text !== null && split.operands.some(({ text }) => text === null)) return undefined;
  const folder = split.value("C")?.text ?? ".";
  const members = split.operands.map(({ text, glob }) => ({ text: text === null ? null : inside(folder, text), glob }));
  return [
    ...(mode === "delete" ? [] : readsOf(members)),
    ...(archive && archive.text !== "-" ? written(archive, mode === "c" ? "create_or_replace" : "derived") : []),
    ...(split.has("remove-files") ? members.flatMap(deleted) : []),
  ];
}

function unpacked(split: SplitArguments): UseEffect[] | undefined {
  const archive = split.value("f");
  const reads = readsOf(archive ? [archive] : []);
  if (split.has("O")) return split.mayHideOption ? undefined : reads;
  if (split.has("P")) return [...reads, somewhere()];
  if (split.mayHideOption && split.operands.some(({ text }) => text === null)) return undefined;
  const folders = split.values("C");
  const top = split.options.find(({ name }) => name === "one-top-level");
  const base = folders.at(-1) ?? { text: ".", glob: false };
  if (top?.value?.text && base.text !== null)
    return [
      ...reads,
      ...written(inside(base.text, top.value.text), "derived"),
      ...below(inside(base.text, top.value.text)),
    ];
  const renamed = split.has("strip-components", "transform", "wildcards", "one-top-level", "backup");
  if (renamed || split.operands.length === 0 || folders.length > 1) {
    return [...reads, ...(folders.length > 0 ? folders : [base]).flatMap(below)];
  }
  return [
    ...reads,
    ...split.operands.flatMap(({ text }) =>
      text === null || base.text === null ? [somewhere()] : written(inside(base.text, text), "create_or_replace"),
    ),
  ];
}
