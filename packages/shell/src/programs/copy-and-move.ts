/** `cp`, `mv`, `ln`, `install`: both ends count, and so do the backups they leave. */
import { type OptionTable, optionTable, type SplitArguments, splitArguments } from "../uses/options.ts";
import { hasNoName, type Placed, placeCopies } from "../uses/place-copies.ts";
import type { Program, Use, UseEffect } from "../uses/program.ts";
import {
  baseName,
  below,
  beside,
  deleted,
  folderName,
  inside,
  madeFolder,
  readsOf,
  replaced,
  somewhere,
  useOf,
  written,
} from "../uses/use-of.ts";

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

function target({ to, below: folder, inFolder }: Placed, arrives = replaced): UseEffect[] {
  if (folder !== null) return below(folder);
  if (to === null) return [somewhere()];
  return arrives(to, "create_or_replace").map((effect) =>
    inFolder === undefined || effect.does !== "write" ? effect : { inFolder, ...effect },
  );
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
  // A link that is copied as one leads to a place that is not known.
  const keepsLinks = wholeFolders || split.has("P", "d", "no-dereference");
  const replaces = keepsLinks || split.has("remove-destination");
  return placedUse(split, placed, (one) => [
    ...readsOf([{ text: one.from, glob: false }]),
    ...(links ? linkAt(one, one.from, one.from) : target(one, replaces ? replaced : written)),
    ...(keepsLinks && one.to !== null ? below(one.to) : []),
  ]);
});

function landing({ inFolder }: Placed): { inFolder?: string } {
  return inFolder === undefined ? {} : { inFolder };
}

const mv = withPlaces(["mv"], mvOptions, (split) => {
  const placed = placeCopies(split, false);
  // With `-T` a folder in the way is replaced like a file, and kept as a whole.
  const keptFolders = split.has("T") ? (one: Placed) => backupOf(split, one).flatMap(keptFolder(one)) : () => [];
  return placed && placedUse(split, placed, (one) => [...moved(one), ...keptFolders(one)]);
});

function keptFolder({ to }: Placed): (backup: UseEffect) => UseEffect[] {
  return (backup) => (backup.does === "write" && to !== null ? [...below(to), ...below(backup.path)] : []);
}

function moved(one: Placed): UseEffect[] {
  if (one.from !== null && one.to !== null) return [{ does: "move", from: one.from, to: one.to, ...landing(one) }];
  const { to, below: folder } = one;
  const end = folder !== null ? below(folder) : to === null ? [somewhere()] : deleted(to);
  return [...(one.from === null ? [somewhere()] : deleted(one.from)), ...end];
}

const ln = withPlaces(["ln"], lnOptions, (split) => {
  const [only, ...more] = split.operands;
  const alone = only && more.length === 0 && !split.has("t");
  const placed: Placed[] | undefined = alone
    ? [{ from: only.text, to: only.text === null ? null : baseName(only.text), below: null }].map((one) =>
        one.to !== null && hasNoName(one.to) ? { ...one, to: null, below: "." } : one,
      )
    : placeCopies(split, false);
  const fromHere = split.has("r", "relative") || !split.has("s", "symbolic");
  return (
    placed &&
    placedUse(split, placed, (one) =>
      fromHere
        ? linkAt(one, one.from, one.from)
        : linkAt(one, seenFromLink(one.from, one.to), seenFromLink(one.from, one.inFolder ?? null)),
    )
  );
});

/** The target of a symbolic link counts from the folder of the link. */
function seenFromLink(from: string | null, link: string | null): string | null {
  return from === null || link === null ? null : inside(folderName(link), from);
}

/** Later writes to the link are writes to what it leads to. */
function linkAt(one: Placed, leadsTo: string | null, leadsToInFolder: string | null): UseEffect[] {
  if (leadsTo === null) return [...target(one), { does: "unknown", why: "a link to a place that is not known" }];
  return target(one).map((effect) => {
    if (effect.does !== "write") return effect;
    const made = { linkTarget: leadsTo, ...effect };
    return effect.inFolder === undefined || leadsToInFolder === null
      ? made
      : { linkTargetInFolder: leadsToInFolder, ...made };
  });
}

const install = withPlaces(["install", "ginstall"], installOptions, (split) => {
  if (split.has("strip-program")) return undefined;
  if (split.has("d", "directory")) return useOf(split.operands.flatMap((folder) => madeFolder(folder, "with parents")));
  const placed = placeCopies(split, false);
  return placed && placedUse(split, placed, (one) => [...readsOf([{ text: one.from, glob: false }]), ...target(one)]);
});

export const copyAndMove: readonly Program[] = [cp, mv, ln, install];
