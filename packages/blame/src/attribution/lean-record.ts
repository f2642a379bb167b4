/** A line of the ledger as far as its index needs it: nothing is copied that is not looked up later. */

import { jsonObject } from "@intentgate/documents";
import { type Fields, isFields, type LineHunkNumbers, readRecord, textOr } from "@intentgate/trace";

/** The full form is looked at no further than the index needs; any other goes through the reader of all forms. */
export function readLean(text: string): Fields | null {
  const fields = jsonObject(text);
  if (fields?.version === 1 && isWhole(fields)) return fields;
  const read = readRecord(text);
  return "problem" in read ? null : (read as unknown as Fields);
}

/** Stricter than the reader of all forms: whatever is taken here can be read there. */
function isWhole({ id, timestamp, intent_id, files }: Fields): boolean {
  if (!isText(id) || !isText(timestamp) || !isText(intent_id) || !Array.isArray(files)) return false;
  return files.every((file) => {
    if (!isFields(file) || !isText(file.relative_path) || !Array.isArray(file.conversations)) return false;
    return file.conversations.length > 0 && file.conversations.every(hasRanges);
  });
}

function hasRanges(conversation: unknown): boolean {
  const ranges = isFields(conversation) ? conversation.ranges : null;
  return ranges === "unknown" || (Array.isArray(ranges) && ranges.every(isRange));
}

function isRange(range: unknown): boolean {
  if (!isFields(range) || !isText(range.content_hash)) return false;
  const { start_line: start, end_line: end } = range;
  return isCount(start) && isCount(end) && start >= 1 && end >= start - 1;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function conversationsOf(file: Fields | undefined): Fields[] {
  const list = file?.conversations;
  return Array.isArray(list) && isFields(list[0]) ? list : [];
}

/** Who the first part of a record names; `several` where another part, or its chain, names somebody else. */
export function contributorsOf(files: readonly Fields[], integrity: unknown) {
  const first = conversationsOf(files[0])[0];
  const told = { session: sessionOf(first), model: modelOf(first), entity: entityOf(first), several: false };
  if (isFields(integrity) && textOr(integrity.session, told.session) !== told.session) told.several = true;
  for (const file of files)
    for (const one of conversationsOf(file))
      if (sessionOf(one) !== told.session || modelOf(one) !== told.model || entityOf(one) !== told.entity)
        told.several = true;
  return told;
}

function sessionOf(conversation: Fields | undefined): string {
  return textOr(conversation?.url, "unknown");
}

function modelOf(conversation: Fields | undefined): string {
  return textOr((conversation?.contributor as Fields | undefined)?.model_identifier, "unknown");
}

function entityOf(conversation: Fields | undefined): unknown {
  return (conversation?.contributor as Fields | undefined)?.entity_type;
}

/** The beginning of a record's own hash; 0 where it carries none. */
export function sealOf(integrity: unknown): number {
  return shortHash(isFields(integrity) ? integrity.hash : undefined) ?? 0;
}

export function isHunk(hunk: unknown): hunk is LineHunkNumbers {
  return Array.isArray(hunk) && hunk.length === 4 && hunk.every(isCount);
}

/** The first 52 bits of a SHA-256, plain or keyed, exact as a number; null where it is none. */
export function shortHash(hash: unknown): number | null {
  if (typeof hash !== "string") return null;
  const start = ["sha256:", "hmac-sha256:"].find((one) => hash.startsWith(one))?.length;
  if (start === undefined) return null;
  const number = Number.parseInt(hash.slice(start, start + 13), 16);
  return Number.isSafeInteger(number) ? number : null;
}
