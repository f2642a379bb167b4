/**
 * When a person accepted which version of an intent's constraints and criteria for the code that was there. An acceptance
 * is a moment: what was written later under another version is suspect, whatever was accepted before.
 */

import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import type { Intent } from "@intentgate/policy";
import { demandsDigest } from "@intentgate/sidecar";
import { readText, replaceFile } from "@intentgate/world";

const FILE = "accepted_demands.json";
const VERSION = 2;
/** Versions of one intent that are remembered; who goes back further accepts again. */
const MOST_VERSIONS = 50;

/** By intent, and by the digest of what it demanded: the newest acceptance, in milliseconds. */
export type AcceptedDemands = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Which demands a record was written under, and when. An empty digest: the record does not say. */
export interface WrittenUnder {
  digest: string;
  at: number;
}

export function acceptedDemands(sidecar: string): AcceptedDemands {
  const text = readText(join(sidecar, FILE));
  if (text === null) return new Map();
  const { version, accepted } = jsonFields(text);
  if (version !== VERSION) return new Map(); // nothing is accepted: everything doubtful stays suspect
  return new Map(entriesOf(accepted).map(([id, moments]) => [id, new Map(entriesOf(moments).flatMap(readMoment))]));
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function readMoment([digest, at]: [string, unknown]): [string, number][] {
  const time = typeof at === "string" ? Date.parse(at) : Number.NaN;
  return Number.isNaN(time) ? [] : [[digest, time]];
}

export function acceptDemands(sidecar: string, intent: Intent, at: Date): void {
  const known = acceptedDemands(sidecar);
  const moments = new Map(known.get(intent.id));
  moments.set(demandsDigest(intent), at.getTime());
  const newest = [...moments].sort((a, b) => b[1] - a[1]).slice(0, MOST_VERSIONS);
  const all = new Map([...known, [intent.id, new Map(newest)]]);
  const accepted = Object.fromEntries(
    [...all].map(([id, one]) => [
      id,
      Object.fromEntries([...one].map(([digest, time]) => [digest, new Date(time).toISOString()])),
    ]),
  );
  replaceFile(join(sidecar, FILE), `${JSON.stringify({ version: VERSION, accepted })}\n`);
}

export function isSuspect(written: WrittenUnder, intent: Intent | undefined, accepted: AcceptedDemands): boolean {
  if (written.digest === "" || intent === undefined) return false;
  const now = demandsDigest(intent);
  if (written.digest === now) return false;
  const at = accepted.get(intent.id)?.get(now);
  return at === undefined || at < written.at;
}
