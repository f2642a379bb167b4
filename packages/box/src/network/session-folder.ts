/** What is kept of a session's own network: a folder in the state folder, found again by the session's id. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** `state` is the state folder of all roots: a session may work in several. */
function sessionsFolder(state: string): string {
  return join(state, "network");
}

export function sessionFolder(state: string, session: string): string {
  return join(sessionsFolder(state), createHash("sha256").update(session).digest("hex").slice(0, 24));
}

export function makeSessionFolder(state: string, session: string): string {
  const folder = sessionFolder(state, session);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Of all sessions that have one. */
export function sessionFolders(state: string): string[] {
  const all = sessionsFolder(state);
  return existsSync(all) ? readdirSync(all).map((name) => join(all, name)) : [];
}
