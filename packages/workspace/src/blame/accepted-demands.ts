/**
 * Which version of an intent's constraints and criteria a person last accepted for the code that is there. What was
 * written under another version is suspect until then.
 */
import { join } from "node:path";
import type { Intent } from "@intentgate/policy";
import { replaceFile } from "../files/atomic-write.ts";
import { readText } from "../files/read-text.ts";
import { demandsDigest } from "./intent-text-digest.ts";

const FILE = "accepted_demands.json";

export function acceptedDemands(sidecar: string): ReadonlyMap<string, string> {
  const text = readText(join(sidecar, FILE));
  if (text === null) return new Map();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return new Map(); // nothing is accepted: everything doubtful stays suspect
    throw error;
  }
  const { version, accepted } = (value ?? {}) as { version?: unknown; accepted?: unknown };
  if (version !== 1 || typeof accepted !== "object" || accepted === null) return new Map();
  return new Map(Object.entries(accepted).filter((pair): pair is [string, string] => typeof pair[1] === "string"));
}

export function acceptDemands(sidecar: string, intent: Intent): void {
  const accepted = { ...Object.fromEntries(acceptedDemands(sidecar)), [intent.id]: demandsDigest(intent) };
  replaceFile(join(sidecar, FILE), `${JSON.stringify({ version: 1, accepted })}\n`);
}

/** `written` is the digest a record carries; one that carries none says nothing about it. */
export function isSuspect(written: string, intent: Intent | undefined, accepted: ReadonlyMap<string, string>): boolean {
  if (written === "" || intent === undefined) return false;
  const now = demandsDigest(intent);
  return written !== now && accepted.get(intent.id) !== now;
}
