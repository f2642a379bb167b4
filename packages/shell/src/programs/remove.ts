/** Programs that delete. */
import { optionTable, splitArguments } from "../uses/options.ts";
import type { Program } from "../uses/program.ts";
import { deleted, folderName, useOf, written } from "../uses/use-of.ts";

const rmOptions = optionTable(
  `-fiIrRdvPWx force interactive? one-file-system no-preserve-root preserve-root? recursive dir verbose ...`,
);

const rm: Program = {
  names: ["rm"],
  use(args) {
    const split = splitArguments(rmOptions, args);
    // PowerShell takes what comes through the pipe.
    return split && split.operands.length > 0 ? useOf(split.operands.flatMap(deleted)) : undefined;
  },
};

const rmdirOptions = optionTable("-pv parents verbose ignore-fail-on-non-empty ...");

const rmdir: Program = {
  names: ["rmdir"],
  use(args) {
    const split = splitArguments(rmdirOptions, args);
    if (!split || split.operands.length === 0) return undefined;
    if (!split.has("p", "parents")) return useOf(split.operands.flatMap(deleted));
    return useOf(
      split.operands.flatMap((operand) =>
        operand.text === null ? deleted(operand) : upwards(operand.text).flatMap(deleted),
      ),
    );
  },
};

/** `a/b/c`, `a/b`, `a`. */
function upwards(path: string): string[] {
  const all = [path];
  for (let each = folderName(path); each !== "." && each !== "/" && all.length < 100; each = folderName(each)) {
    all.push(each);
  }
  return all;
}

const unlink: Program = {
  names: ["unlink"],
  use(args) {
    const split = splitArguments(optionTable(), args);
    return split?.operands.length === 1 ? useOf(split.operands.flatMap(deleted)) : undefined;
  },
};

const shredOptions = optionTable("-fuvxz n|iterations: s|size: random-source: remove? force verbose exact zero ...");

const shred: Program = {
  names: ["shred"],
  use(args) {
    const split = splitArguments(shredOptions, args);
    if (!split) return undefined;
    return useOf(
      split.operands.flatMap((target) =>
        target.text === "-"
          ? []
          : // What a link leads to is overwritten before the link goes.
            [...written(target, "create_or_replace"), ...(split.has("u", "remove") ? deleted(target) : [])],
      ),
    );
  },
};

export const remove: readonly Program[] = [rm, rmdir, unlink, shred];
