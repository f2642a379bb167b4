/** Records that version 0.1 took in from other tools' Agent Trace files, as they lie in ledgers. */
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("imported", import.meta.url));

/** Two segments; the first record is in both, for its file was imported a second time with another one in it. */
export const importedIds = ["550e8400-e29b-41d4-a716-446655440000", "7D444840-9DC0-11D1-B245-5FFDCE74FAD2"] as const;

export function layImported(sidecar: string): void {
  cpSync(folder, join(sidecar, "ledger"), { recursive: true });
}

/** Without the first lines of the segments. */
export function importedLines(): string[] {
  return readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n").slice(1));
}
