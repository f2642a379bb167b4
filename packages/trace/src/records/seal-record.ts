/** Chains a record to the one before it in its session; the line that is written is the line that is hashed. */
import { visibleText } from "@intentgate/documents";
import { contentHash } from "../contents/content-hash.ts";
import type { TraceDraft, TraceRecord } from "./record.ts";

export interface ChainLink {
  seq: number;
  hash: string;
}

/** What the first record of a session names as the one before it. */
export const CHAIN_START = `sha256:${"0".repeat(64)}`;

/** The end of every sealed line; `integrity` is the last key, and `hash` its last. */
const SEAL = /"hash":"(sha256:[0-9a-f]{64})"\}\}$/;
const SEAL_LENGTH = '"hash":"sha256:"}}'.length + 64;
const SEAL_ANYWHERE = /"hash":"sha256:[0-9a-f]{64}"\}\}/;

export function sealRecord(
  draft: TraceDraft,
  previous: ChainLink | null,
  session: string,
): { record: TraceRecord; line: string } {
  const link = { session, seq: (previous?.seq ?? 0) + 1, prev: previous?.hash ?? CHAIN_START };
  const unsealed = { version: 1 as const, ...fieldsOf(draft), integrity: { ...link, hash: "" } };
  const open = asWritten(unsealed);
  const hash = contentHash(open);
  return {
    record: { ...unsealed, integrity: { ...link, hash } },
    line: `${open.slice(0, -'"}}'.length)}${hash}"}}`,
  };
}

/**
 * What cannot be seen is written as escapes, and so is the replacement character: some readers split at the first, a
 * person does not see them, and a decoder that met broken bytes writes the second, so neither stands in a sound line.
 */
function asWritten(record: object): string {
  return visibleText(JSON.stringify(record)).replaceAll("\ufffd", "\\ufffd");
}

/** As lines were written when only a few of such characters were known. */
function asWrittenBefore(record: object): string {
  return JSON.stringify(record).replace(/[\u007f\u0085\u2028\u2029\ufeff\ufffd]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** True when the line is, byte for byte, what its own hash was taken over. */
export function isSealIntact(line: string): boolean {
  const seal = SEAL.exec(line.slice(-SEAL_LENGTH));
  if (!seal) return false;
  return contentHash(`${line.slice(0, -SEAL_LENGTH)}"hash":""}}`) === seal[1];
}

/** True when a record that was read from its line is what its own hash was taken over. */
export function isRecordIntact(record: TraceRecord): boolean {
  return isSealIntact(asWritten(record)) || isSealIntact(asWrittenBefore(record));
}

/** A quote inside a record is written `\\"`, so only the end of a whole record looks like this. */
export function holdsSeal(text: string): boolean {
  return SEAL_ANYWHERE.test(text);
}

/** Named one by one: a draft that carries more, an `integrity` of its own above all, does not bring it in. */
function fieldsOf(draft: TraceDraft): TraceDraft {
  const { id, timestamp, intent_id, mutation_class, description, vcs, files, decision, intent_digest } = draft;
  const { mutation_confidence: sure, mutation_signals: why } = draft;
  const grounds = {
    ...(sure === undefined ? {} : { mutation_confidence: sure }),
    ...(why === undefined ? {} : { mutation_signals: why }),
  };
  const told = { id, timestamp, intent_id, mutation_class, ...grounds, description, vcs, files, decision };
  return intent_digest === undefined ? told : { ...told, intent_digest };
}
