/** The intents file: read cheaply while nothing changes, edited under a lock and replaced at once. */
import { dirname } from "node:path";
import { type Checked, ProblemError, problem } from "@intentgate/documents";
import type { Intent } from "@intentgate/policy";
import { contentHash } from "@intentgate/trace";
import {
  cannotRead,
  codeOf,
  identity,
  isSettled,
  makeFolder,
  readRegular,
  replaceFile,
  withFileLock,
} from "@intentgate/world";
import type { KeptByIdentity } from "../compiled/kept-by-identity.ts";
import type { ReadIntents as KeptIntents } from "../compiled/kept-intents.ts";
import type { IntentsStore } from "./store.ts";

export type ParseIntents = (text: string, file: string) => Checked<{ intents: ReadonlyMap<string, Intent> }>;
type ReadIntents = ReturnType<IntentsStore["read"]>;

export interface IntentsStoreParts {
  file: string;
  /** As a person would type it. */
  displayName: string;
  lockFile: string;
  parse: ParseIntents;
  /** What was read before; null where nothing is kept. */
  kept: KeptByIdentity<KeptIntents> | null;
}

const MAX_RETRIES = 5;

export function createIntentsStore(parts: IntentsStoreParts): IntentsStore {
  let kept: { identity: string; digest: string; result: ReadIntents } | null = null;

  function parsed(text: string): ReadIntents {
    const digest = contentHash(text);
    if (kept?.digest === digest) return kept.result;
    const result = parts.parse(text, parts.displayName);
    return result.ok ? { ok: true, value: { intents: result.value.intents, digest } } : result;
  }

  return {
    read() {
      return asChecked(() => {
        const before = identity(parts.file);
        if (kept && kept.identity === before) return kept.result;
        const known = parts.kept?.find(before);
        if (known) {
          kept = { identity: before, digest: known.digest, result: { ok: true, value: known } };
          return kept.result;
        }
        const text = readUtf8(parts);
        if (!text.ok) return text;
        const result = parsed(text.value);
        const settled = before === identity(parts.file) && isSettled(before);
        kept = { identity: settled ? before : "", digest: contentHash(text.value), result };
        if (settled && result.ok) parts.kept?.keep(before, result.value);
        return result;
      });
    },

    async edit(edit) {
      try {
        makeFolder(dirname(parts.lockFile));
        return await withFileLock(parts.lockFile, () => editOnce(parts, edit));
      } catch (error) {
        if (error instanceof ProblemError) return { ok: false, problems: error.problems };
        throw error;
      }
    },
  };
}

/** People's editors take no lock: if the file changed while we worked, the edit is made again on what they wrote. */
function editOnce(parts: IntentsStoreParts, edit: (text: string) => Checked<string>): Checked<string> {
  for (let attempt = 0; attempt < MAX_RETRIES; attempt++) {
    const before = identity(parts.file);
    const text = readUtf8(parts);
    if (!text.ok) return text;
    const edited = edit(text.value);
    if (!edited.ok) return edited;
    const sound = parts.parse(edited.value, parts.displayName);
    if (!sound.ok) return sound;
    if (identity(parts.file) !== before) continue;
    if (edited.value !== text.value) replaceFile(parts.file, edited.value);
    return edited;
  }
  const message = "the file keeps changing while it is being edited";
  return failed("CANNOT_WRITE", message, "Save it in the editor, then try again.", parts.displayName);
}

function readUtf8(parts: IntentsStoreParts): Checked<string> {
  let bytes: Buffer;
  try {
    bytes = readRegular(parts.file);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw cannotRead(error, parts.displayName);
    return failed("SIDECAR_MISSING", "the intents file is missing", "Run `intentgate init`.", parts.displayName);
  }
  const text = bytes.toString("utf8");
  if (Buffer.from(text, "utf8").equals(bytes)) return { ok: true, value: text };
  return failed("BAD_INTENTS", "the file is not UTF-8 text", "Save it as UTF-8.", parts.displayName);
}

function failed(code: Parameters<typeof problem>[0], message: string, remedy: string, file: string): Checked<never> {
  return { ok: false, problems: [problem(code, message, remedy, { file })] };
}

function asChecked(read: () => ReadIntents): ReadIntents {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProblemError) return { ok: false, problems: error.problems };
    throw error;
  }
}
