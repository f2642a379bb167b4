/** What an `apply_patch` text asks for, one entry a file section. */

export type PatchOperation =
  | { kind: "add"; path: string; content: string }
  | { kind: "delete"; path: string }
  | { kind: "update"; path: string; moveTo: string | null; hunks: PatchHunk[] };

export interface PatchHunk {
  /** Text after `@@`, names where to look; empty for none. */
  anchors: string[];
  lines: { sign: " " | "+" | "-"; text: string }[];
  atEndOfFile: boolean;
}
