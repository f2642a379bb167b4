/** People name files from where they stand; the ledger names them from the root. */
import { isAbsolute, relative, resolve, sep } from "node:path";
import { type Checked, problem } from "@intentgate/documents";
import { oneLine } from "../one-line.ts";

export function fileHere(root: string, cwd: string, given: string): Checked<string> {
  const path = relative(root, resolve(cwd, given)).split(sep).join("/");
  if (path === ".." || path.startsWith("../") || isAbsolute(path)) {
    const message = `${oneLine(given)} lies outside ${root}`;
    return {
      ok: false,
      problems: [problem("BAD_INPUT", message, "Name a file inside the repository.", { file: oneLine(given) })],
    };
  }
  return { ok: true, value: path };
}
