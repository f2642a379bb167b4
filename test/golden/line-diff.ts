/** The difference of two texts as git shows it, in the form that `differences.md` takes. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function lineDiff(file: string, before: string, after: string): string {
  if (before === after) return "";
  const folder = mkdtempSync(join(tmpdir(), "intentgate-diff-"));
  try {
    writeFileSync(join(folder, "before"), before);
    writeFileSync(join(folder, "after"), after);
    const words = ["diff", "--no-index", "--no-color", "--no-ext-diff", "-U1", "before", "after"];
    const { stdout } = spawnSync("git", words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
    const lines = stdout.split("\n");
    const hunks = lines.slice(lines.findIndex((line) => line.startsWith("@@ ")));
    const plain = hunks.map((line) => line.replace(/^(@@ [^@]* @@).*/, "$1"));
    return [`--- ${file}`, ...plain.filter((line) => line !== "")].join("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}
