/** What a person narrows records by: `--intent`, `--file` and `--session`. */
import { isAbsolute, relative, resolve, sep } from "node:path";
import { type Checked, problem } from "@intentgate/documents";
import type { Io } from "../io.ts";
import type { Args } from "../verb.ts";
import type { RecordFilter } from "./read-ledger.ts";

export function filterOf(args: Args, io: Io, root: string): Checked<RecordFilter> {
  const given = args.text("file");
  const file = given === undefined ? null : rootRelative(root, io.cwd, given);
  if (file === "outside") {
    const remedy = "Name a file inside the repository.";
    return { ok: false, problems: [problem("BAD_INPUT", `${given} lies outside ${root}`, remedy)] };
  }
  return {
    ok: true,
    value: {
      intent: args.text("intent") ?? null,
      file: file === null ? null : file.path,
      session: args.text("session") ?? null,
    },
  };
}

/** People name files from where they stand; the ledger names them from the root. */
function rootRelative(root: string, cwd: string, given: string): { path: string } | "outside" {
  const path = relative(root, resolve(cwd, given)).split(sep).join("/");
  return path === ".." || path.startsWith("../") || isAbsolute(path) ? "outside" : { path };
}
