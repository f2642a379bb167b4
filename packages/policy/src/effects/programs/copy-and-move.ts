/** `cp`, `mv`, `ln`, `install`: both ends count, and so do the backups they leave. */
import { type OptionTable, optionTable, type SplitArguments, splitArguments } from "./options.ts";
import { type Placed, placeCopies } from "./place-copies.ts";
import type { Program, Use, UseEffect } from "./program.ts";
import { baseName, below, beside, deleted, folderName, inside, readsOf, somewhere, useOf, written } from "./use-of.ts";

const placing = "-v b backup? S|suffix: t|target-directory: T|no-target-directory verbose";

const cpOptions = optionTable(
  `${placing} -adfiHlLnPpRrsuxZ archive attributes-only copy-contents debug force interactive link no-clobber dereference
  no-dereference preserve? no-preserve: parents recursive reflink? remove-destination sparse: strip-trailing-slashes
  symbolic-link update? one-file-system context? keep-directory-symlink ...`,
);
const mvOptions = optionTable(
  `${placing} -finuZ debug exchange force interactive no-clobber no-copy strip-trailing-slashes update? context ...`,
);
const lnOptions = optionTable(
  `${placing} -dFfiLnPrs directory force interactive logical no-dereference physical relative symbolic ...`,
);
const installOptions = optionTable(
  `${placing} -cCdDpsZ m|mode: o|owner: g|group: compare directory preserve-timestamps strip strip-program: context?
  preserve-context debug ...`,
);

/** What the copies, links or moves do; a word in front that is not known could be `-t FOLDER`. */
function placedUse(split: SplitArguments, placed: readonly Placed[], each: (one: Placed) => UseEffect[]): Use {
  const effects = placed.flatMap((one) => [...each(one), ...backupOf(split, one)]);
  const unknownAhead = split.operands.slice(0, -1).some(({ text }) => text === null);
  return useOf(unknownAhead && split.mayHideOption ? [...effects, somewhere()] : effects);
}

function target({ to, below: folder }: Placed): UseEffect[] {
  if (folder !== null) return below(folder);
  return to === null ? [somewhere()] : written(to, "create_or_replace");
}

function backupOf(split: SplitArguments, { to }: Placed): UseEffect[] {
  if (!split.has("b", "backup", "S") || to === null) return [];
  const control = split.value("backup")?.text;
  if (control === "none" || control === "off") return [];
  if (control === "numbered" || control === "t") return written(beside(to, ".~*~"), "derived");
  const suffix = split.value("S");
  if (suffix) return suffix.text === null ? [somewhere()] : written(beside(to, suffix.text), "derived");
  return written(beside(to, "~"), "derived");
}

function withPlaces(names: string[], table: OptionTable, use: (split: SplitArguments) => Use | undefined): Program {
  return {
    names,
    use(args) {
      const split = splitArguments(table, args);
      return split && use(split);
    },
  };
}

const cp = withPlaces(["cp"], cpOptions, (split) => {
  const placed = placeCopies(split, split.has("parents"));
  if (!placed) return undefined;
  const wholeFolders = split.has("r", "R", "a", "recursive", "archive");
  const links = split.has("s", "symbolic-link", "l", "link");
  return placedUse(split, placed, (one) => [
    ...readsOf([{ text: one.from, glob: false }]),
    ...(links ? linkAt(one, one.from) : target(one)),
    ...(wholeFolders && one.to !== null ? below(one.to) : []),
  ]);
});

const mv = withPlaces(["mv"], mvOptions, (split) => {
  const placed = placeCopies(split, false);
  return placed && placedUse(split, placed, moved);
});

function moved(one: Placed): UseEffect[] {
  if (one.from !== null && one.to !== null) return [{ does: "move", from: one.from, to: one.to }];
  const { to, below: folder } = one;
  const end = folder !== null ? below(folder) : to === null ? [somewhere()] : deleted(to);
  return [...(one.from === null ? [somewhere()] : deleted(one.from)), ...end];
}

const ln = withPlaces(["ln"], lnOptions, (split) => {
  const [only, ...more] = split.operands;
  const alone = only && more.length === 0 && !split.has("t");
  const placed: Placed[] | undefined = alone
    ? [{ from: only.text, to: only.text === null ? null : baseName(only.text), below: null }]
    : placeCopies(split, false);
  const fromHere = split.has("r", "relative") || !split.has("s", "symbolic");
  return placed && placedUse(split, placed, (one) => linkAt(one, fromHere ? one.from : seenFromLink(one)));
});

/** The target of a symbolic link counts from the folder of the link. */
function seenFromLink({ from, to }: Placed): string | null {
  return from === null || to === null ? null : inside(folderName(to), from);
}

/** Later writes to the link are writes to what it leads to. */
function linkAt(one: Placed, leadsTo: string | null): UseEffect[] {
  return target(one).map((effect) =>
    effect.does === "write" && leadsTo !== null ? { ...effect, linkTarget: leadsTo } : effect,
  );
}

const install = withPlaces(["install", "ginstall"], installOptions, (split) => {
  if (split.has("strip-program")) return undefined;
  if (split.has("d", "directory")) return useOf(split.operands.flatMap((folder) => written(folder, "derived")));
  const placed = placeCopies(split, false);
  return placed && placedUse(split, placed, (one) => [...readsOf([{ text: one.from, glob: false }]), ...target(one)]);
});

export const copyAndMove: readonly Program[] = [cp, mv, ln, install];
