/** What a writing tool tells the model about each file it wrote. */
import { createHash } from "node:crypto";
import type { ToolResult } from "../tool.ts";
import type { PlannedFile } from "./planned-file.ts";

export function contentHash(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

export function writtenFiles(planned: readonly PlannedFile[]): ToolResult[] {
  return planned.map((file) => {
    if (file.after === null) return { path: file.shown, deleted: true };
    const written = { path: file.shown, content_hash: contentHash(file.after) };
    if (file.movedFrom !== null) return { ...written, moved_from: file.shownFrom };
    return file.before === null ? { ...written, created: true } : written;
  });
}
