/** What `init` wrote for hosts, and what stood there before: kept in the state folder, where no tool call reaches. */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { jsonFields, ProblemError, problem } from "@intentgate/documents";
import { readText, replaceFile } from "@intentgate/world";

export interface ReceiptFile {
  /** Relative to the root. */
  path: string;
  /** The whole text before; null where there was no file. */
  before: string | null;
  /** Digest of what was written. */
  wrote: string;
  /** Named in git's list of what stays out. */
  keptOut: boolean;
  /** Folders that were made for it, outermost first. */
  folders: readonly string[];
}

export interface Receipt {
  list(): readonly ReceiptFile[];
  /** Replaces all that was kept; with nothing to keep the receipt goes. */
  keep(files: readonly ReceiptFile[]): void;
}

const VERSION = 1;

export function openReceipt(rootState: string): Receipt {
  const file = join(rootState, "host-settings.json");
  return {
    list() {
      const text = readText(file);
      return text === null ? [] : readReceipt(text, file);
    },
    keep(files) {
      mkdirSync(rootState, { recursive: true, mode: 0o700 });
      if (files.length === 0) rmSync(file, { force: true });
      else replaceFile(file, `${JSON.stringify({ version: VERSION, files }, null, 2)}\n`, { mode: 0o600 });
    },
  };
}

export function digestOf(text: string): string {
  return `sha256:${createHash("sha256").update(text, "utf8").digest("hex")}`;
}

function readReceipt(text: string, file: string): readonly ReceiptFile[] {
  const { version, files } = jsonFields(text);
  if (version === VERSION && Array.isArray(files) && files.every(isFile)) return files;
  const remedy = `Delete ${file}; what Intentgate wrote is then found by its own marks.`;
  throw new ProblemError([problem("CANNOT_READ", "the list of what init wrote is damaged", remedy, { file })]);
}

function isFile(value: unknown): value is ReceiptFile {
  const { path, before, wrote, keptOut, folders } = (value ?? {}) as Record<string, unknown>;
  const isText = (one: unknown) => typeof one === "string";
  if (typeof keptOut !== "boolean") return false;
  return (
    isText(path) &&
    (before === null || isText(before)) &&
    isText(wrote) &&
    Array.isArray(folders) &&
    folders.every(isText)
  );
}
