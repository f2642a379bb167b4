/** What stands in lines: a token that occurs nowhere else, or what many files have. */

/** The line that a token is written in. */
export function lineOf(token: number): string {
  return `const t${token}a = make(t${token}b, "t${token} c", t${token}d);`;
}

/** Null for a line that carries none; of several the newest. */
export function tokenOf(line: string): number | null {
  const tokens = [...line.matchAll(/\bt(\d+)/g)].map((match) => Number(match[1]));
  return tokens.length === 0 ? null : Math.max(...tokens);
}

export const licence = [
  "// Copyright 2026 the authors of the shop. All rights reserved.",
  "// Use of this source is governed by the Apache licence.",
  "// See the file LICENSE in the root of the project.",
];

export const imports = [
  'import { readFileSync } from "node:fs";',
  'import { join, resolve } from "node:path";',
  'import { tmpdir } from "node:os";',
];

/** Statements that say enough to be found, and that anybody may write in any file. */
export const statements = ["const logger = createLogger(options);", "setUpEverything(logger, options);"];

/** All that stands in more than one place. */
export const shared = [...licence, ...imports, ...statements, "}", "export {};"];
