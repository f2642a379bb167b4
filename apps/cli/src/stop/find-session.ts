/** Which session a person means: by its id, the first characters of it, or the host where it has just one. */
import { nearMiss, type Problem, pastedWord, problem } from "@intentgate/documents";
import type { SessionState } from "@intentgate/sidecar";
import { pickById } from "../terminal/ids.ts";
import { oneLine } from "../terminal/one-line.ts";

export interface Among {
  /** All that are known, newest first. */
  all: readonly SessionState[];
  /** Those at work. */
  live: readonly SessionState[];
  /** What hosts put before their own ids. */
  hosts: readonly string[];
}

export type FoundSession = { ok: true; id: string } | { ok: false; problem: Problem };

const LONGEST_ID = 512;
const LISTED = 10;

export function findSession(given: string, among: Among): FoundSession {
  if (given.trim() === "" || given.length > LONGEST_ID)
    return no("BAD_INPUT", "this is not a session's id", listed(among));
  const picked = pickById(among.all, given, idsOf);
  if (picked.kind === "one") return { ok: true, id: picked.value.id };
  // An agent's name is the beginning of the ids of all that it ever had.
  const atWork = ofHost(given, among);
  const fits = ({ id }: SessionState) => picked.kind === "many" && picked.ids.includes(id);
  const fitting = atWork.length > 0 ? atWork : among.all.filter(fits);
  const [first, ...others] = outermost(fitting);
  if (first !== undefined && others.length === 0) return { ok: true, id: first.id };
  if (first !== undefined) {
    const more = [first, ...others].slice(0, LISTED).map(({ id }) => oneLine(id, 60));
    return no(
      "BAD_INPUT",
      `${shown(given)} fits ${others.length + 1} sessions`,
      `Give more of the id: ${more.join(", ")}.`,
    );
  }
  // Also a slip in the first characters of one: else an agent would go on while its person believes that it stands still.
  const spellings = (one: SessionState) => idsOf(one).flatMap((id) => [id, id.slice(0, given.length)]);
  const near = nearMiss(given, among.all.flatMap(spellings));
  if (near !== null) {
    const meant = among.all.find((one) => spellings(one).includes(near))?.id ?? near;
    return no("NOT_FOUND", `there is no session ${shown(given)}: did you mean ${pastedWord(meant)}?`, listed(among));
  }
  // A whole id, of one that was not heard of yet.
  if (among.hosts.some((host) => given.startsWith(`${host}:`) && given.length > host.length + 1))
    return { ok: true, id: given };
  return no("NOT_FOUND", `there is no session ${shown(given)}`, listed(among));
}

/** Also without the host before it, as hosts show it themselves. */
function idsOf({ id, host }: SessionState): string[] {
  const before = `${host}:`;
  return host !== null && id.startsWith(before) ? [id, id.slice(before.length)] : [id];
}

function ofHost(given: string, { live }: Among): SessionState[] {
  return live.filter(({ host }) => host === given);
}

/** Whoever names a session means its subagents too. */
function outermost(sessions: readonly SessionState[]): SessionState[] {
  return sessions.filter(({ parent }) => parent === null || !sessions.some(({ id }) => id === parent));
}

function listed({ live }: Among): string {
  const ids = live.slice(0, LISTED).map(({ id }) => pastedWord(id));
  return ids.length > 0
    ? `Sessions at work: ${ids.join(", ")}.`
    : "No session was heard of within a day: `intentgate session list --all`.";
}

function shown(given: string): string {
  return JSON.stringify(oneLine(given, 60));
}

function no(code: "BAD_INPUT" | "NOT_FOUND", message: string, remedy: string): FoundSession {
  return { ok: false, problem: problem(code, message, remedy) };
}
