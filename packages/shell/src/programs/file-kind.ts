/** `file`: `-C` writes a compiled magic file, `-z` runs programs that unpack. */
import type { Program } from "../uses/program.ts";
import { reading } from "../uses/reading-program.ts";

export const fileKind: Program = reading({
  names: "file",
  options:
    "-0bdEhiIkLNnprsS F|separator: f|files-from: m|magic-file: P: e|exclude: brief mime mime-type mime-encoding dereference no-dereference keep-going print0 raw extension",
  operands: "files",
  reads: ["f"],
  couldDoMore: true,
});
