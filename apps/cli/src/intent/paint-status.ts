/** How an intent looks in a table. */

import { clip } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";

export function scopeText(scope: readonly string[], most: number): string {
  return scope.length === 0 ? "(owns nothing)" : clip(scope.map((glob) => oneLine(glob, 80)).join("  "), most);
}

export function paintStatus(status: string, color: Io["color"]): string {
  switch (status) {
    case "PENDING":
      return color.cyan(status);
    case "IN_PROGRESS":
      return color.green(status);
    case "BLOCKED":
      return color.red(status);
    default:
      return color.dim(status);
  }
}
