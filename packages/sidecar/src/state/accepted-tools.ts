/**
 * What people accepted of what servers say of their tools, kept for each root in the state folder. The first time a server
 * is met all it says is taken as it is; from then on whatever differs is a question before the tool is called.
 */
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { jsonFields, shown } from "@intentgate/documents";
import { readText, replaceFile, withFileLock } from "@intentgate/world";

export interface OfferedTool {
  /** What a model reads of the tool, put into one name. */
  digest: string;
  description: string;
}

/** Why a call must not be handed on unasked; `accept` once a person said yes to it. */
export interface Doubt {
  why: string;
  accept(): Promise<void>;
}

const PRIVATE = 0o600;

export async function doubtAbout(
  state: string,
  server: string,
  tool: string,
  offered: ReadonlyMap<string, OfferedTool> | null,
): Promise<Doubt | null> {
  const folder = join(state, "servers");
  const file = join(folder, `${createHash("sha256").update(server).digest("hex").slice(0, 32)}.json`);
  const keep = (tools: Record<string, string>) =>
    replaceFile(file, JSON.stringify({ version: 1, server, tools }), { mode: PRIVATE });
  const locked = async <T>(work: () => T): Promise<T> => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return withFileLock(`${file}.lock`, work);
  };
  const accept = (tools: Record<string, string>) => locked(() => keep({ ...accepted(file), ...tools }));

  if (offered === null) {
    const why = `The server ${shown(server)} does not say what its tools are`;
    return { why, accept: async () => undefined };
  }
  const isKnown = await locked(() => {
    if (readText(file) !== null) return true;
    keep(Object.fromEntries([...offered].map(([name, { digest }]) => [name, digest])));
    return false;
  });
  if (!isKnown) return null;
  const now = offered.get(tool);
  const digest = now?.digest ?? "not offered";
  const before = accepted(file)[tool];
  if (before === digest) return null;
  const what =
    before === undefined
      ? "offers a tool that it did not offer when its tools were accepted"
      : "describes this tool otherwise than when it was last accepted";
  const says = now === undefined ? "it is in no list of its tools" : `it says now: ${shown(now.description)}`;
  return { why: `The server ${shown(server)} ${what}; ${says}`, accept: () => accept({ [tool]: digest }) };
}

/** Nothing is accepted where nobody can read what was. */
function accepted(file: string): Record<string, string> {
  const { tools } = jsonFields(readText(file) ?? "") as { tools?: unknown };
  return typeof tools === "object" && tools !== null ? { ...(tools as Record<string, string>) } : {};
}
