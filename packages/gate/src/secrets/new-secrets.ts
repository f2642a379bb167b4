/** What looks like a key or a password in what a contained command wrote, and stood in none of the files that it changed. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "@intentgate/box";
import { type FoundSecret, maskedSecret, secretsIn } from "@intentgate/documents";
import { onSystemError } from "@intentgate/world";
import { isMadeUp } from "./added-secrets.ts";

export interface WrittenFiles {
  root: string;
  /** Where what the command wrote lies. */
  layer: string;
  changes: readonly Change[];
  /** What stands there nobody reviews: a key in it is not known for that. */
  ignored: ReadonlySet<string> | null;
  /** The words of the call, where they name this path: what stands in them was looked at before it ran. */
  asked(path: string): string;
}

/** As it is told, masked: "what looks like an AWS access key (AKIA…)". */
export type NewSecrets = (path: string) => readonly string[];

export function createNewSecrets({ root, layer, changes, ignored, asked }: WrittenFiles): NewSecrets {
  const known = new Map<string, readonly string[]>();
  let stood: readonly string[] | null = null;
  const valuesAt = (path: string) => (secretsAt(join(root, path)) ?? []).map(({ value }) => value);

  function isNew({ value, isGuess }: FoundSecret, path: string): boolean {
    if ((isGuess && isMadeUp(path)) || asked(path).includes(value)) return false;
    stood ??= changes.flatMap((one) => (ignored?.has(one.path) ? [] : valuesAt(one.path)));
    return ![...stood, ...valuesAt(path)].some((old) => old.startsWith(value) || value.startsWith(old));
  }

  function holds(path: string): readonly string[] {
    const found = secretsAt(join(layer, path));
    if (found === null) return ["what nobody can read"];
    return found.filter((one) => isNew(one, path)).map((one) => `what looks like ${maskedSecret(one)}`);
  }

  return (path) => {
    const words = known.get(path) ?? holds(path);
    known.set(path, words);
    return words;
  };
}

const PIECE = 1 << 20;
/** More than the longest secret; one that the end of a piece cuts off begins like the whole one. */
const OVERLAP = 1 << 14;

/** Whatever the size of the file; null where it cannot be read. */
function secretsAt(absolute: string): FoundSecret[] | null {
  const fd = onSystemError("any", null, () =>
    openSync(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK),
  );
  if (fd === null) return null;
  try {
    if (!fstatSync(fd).isFile()) return [];
    const found = new Map<string, FoundSecret>();
    const bytes = Buffer.allocUnsafe(PIECE);
    for (let at = 0, length = PIECE; length === PIECE; at += PIECE - OVERLAP) {
      length = readSync(fd, bytes, 0, PIECE, at);
      for (const one of secretsIn(bytes.toString("utf8", 0, length))) found.set(one.value, found.get(one.value) ?? one);
    }
    return [...found.values()];
  } finally {
    closeSync(fd);
  }
}
