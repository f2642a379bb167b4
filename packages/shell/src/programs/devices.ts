/** Programs that write to whole devices or to what the file system keeps about files. */
import { optionTable, splitArguments } from "../uses/options.ts";
import { onlyReads, type Program } from "../uses/program.ts";
import { readsOf, useOf, written } from "../uses/use-of.ts";

const mkfsOptions = optionTable(
  "-cDfFjnqQSvVK b: C: E: g: G: i: I: J: l: L|label: m: M: N: N: o: O: r: s: t|type: T: U: d: n: R: force quiet",
);

/** The first operand is the device or the file; a size may follow. */
const mkfs: Program = {
  names: [
    "mkfs",
    "mke2fs",
    "mkswap",
    ...["ext2", "ext3", "ext4", "xfs", "btrfs", "vfat", "fat", "ntfs", "f2fs"].map((kind) => `mkfs.${kind}`),
  ],
  use(args) {
    const split = splitArguments(mkfsOptions, args);
    const [device] = split?.operands ?? [];
    if (!split || !device || split.has("n") || split.operands.length > 2) return undefined;
    return useOf(written(device, "create_or_replace"));
  },
};

const wipefsOptions = optionTable("-afnpqiJO t|types: o|offset: all force no-act parsable quiet noheadings");

const wipefs: Program = {
  names: ["wipefs"],
  use(args) {
    const split = splitArguments(wipefsOptions, args);
    if (!split || split.mayHideOption) return undefined;
    const erases = split.has("a", "all", "o") && !split.has("n", "no-act");
    return useOf(erases ? split.operands.flatMap((device) => written(device, "derived")) : readsOf(split.operands));
  },
};

const fallocateOptions = optionTable(
  "-cdinvxz l|length: o|offset: collapse-range dig-holes insert-range keep-size punch-hole zero-range posix p verbose",
);

const fallocate: Program = {
  names: ["fallocate"],
  use(args) {
    const split = splitArguments(fallocateOptions, args);
    return split?.operands.length === 1 ? useOf(split.operands.flatMap((file) => written(file, "derived"))) : undefined;
  },
};

const setfaclOptions = optionTable(
  "-bdknRLPv m|modify: x|remove: M: X: set: remove-all remove-default default recursive",
);

const setfacl: Program = {
  names: ["setfacl"],
  use(args) {
    const split = splitArguments(setfaclOptions, args);
    return split && useOf(split.operands.flatMap((file) => written(file, "derived")));
  },
};

/** `+i`, `-a`, `=`: what is not an option of its own is a change of attributes. */
const chattr: Program = {
  names: ["chattr"],
  use(args) {
    const files = args.filter(({ text }) => text === null || !/^[-+=][A-Za-z]*$/.test(text));
    return files.length === 0 || files.length === args.length
      ? undefined
      : useOf(files.flatMap((file) => written(file, "derived")));
  },
};

const sponge: Program = {
  names: ["sponge"],
  use(args) {
    const split = splitArguments(optionTable("-a"), args);
    if (!split || split.operands.length > 1) return undefined;
    if (split.operands.length === 0) return onlyReads([]);
    return useOf(split.operands.flatMap((file) => written(file, split.has("a") ? "derived" : "create_or_replace")));
  },
};

export const devices: readonly Program[] = [mkfs, wipefs, fallocate, setfacl, chattr, sponge];
