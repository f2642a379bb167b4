/**
 * What a file that people author means, kept in the user's state folder under the file's identity and the build that
 * read it: while neither changes, the file need not be read again. Nobody's tool calls reach that folder. What is
 * damaged (all of it stands there twice), or was kept for another file or build, is as good as absent.
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { ProblemError } from "@intentgate/documents";
import { codeOf, onSystemError, readRegular, replaceFile } from "@intentgate/world";

export interface KeptByIdentity<T> {
  find(identity: string): T | null;
  /** Costs nothing but time where it cannot be kept. */
  keep(identity: string, value: T): void;
}

/** For small files; `revive` gives back what JSON cannot hold. */
export function keptByIdentity<T>(file: string, build: string | null, revive: (value: T) => T): KeptByIdentity<T> {
  const headOf = (identity: string) => JSON.stringify([build, identity]);
  return {
    find(identity) {
      const bytes = build === null ? null : readKept(file);
      if (bytes === null) return null;
      const [head, value = "", again] = bytes.toString("utf8").split("\n");
      return head === headOf(identity) && value === again ? revive(JSON.parse(value) as T) : null;
    },
    keep(identity, value) {
      const text = JSON.stringify(value);
      if (build !== null) writeKept(file, [headOf(identity), text, text].join("\n"));
    },
  };
}

/** Null where there is nothing to be read. */
export function readKept(file: string): Buffer | null {
  return onSystemError("any", null, () => readRegular(file));
}

export function writeKept(file: string, content: string | Uint8Array): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    replaceFile(file, content, { mode: 0o600 });
  } catch (error) {
    if (!(error instanceof ProblemError) && codeOf(error) === null) throw error;
  }
}

/** Which build of the program this is; null where it runs from its sources, and nothing that it made is kept. */
declare const INTENTGATE_BUILD: string | undefined;

export const buildId: string | null = typeof INTENTGATE_BUILD === "string" ? INTENTGATE_BUILD : null;
