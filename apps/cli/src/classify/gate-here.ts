/** What the gate would decide about a command line where it governs. Asked only: nothing begins, and nobody is asked. */
import { randomUUID } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { type Checked, type Problem, problem } from "@intentgate/documents";
import { findIntent } from "@intentgate/gate";
import { isOpen } from "@intentgate/policy";
import { type GovernedRoot, lineageOf } from "@intentgate/sidecar";
import { onSystemError } from "@intentgate/world";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { type Foretold, foretold } from "../workspace/foretold.ts";
import { workspaceHere } from "../workspace/workspace-here.ts";

/** For whom it is asked; neither: for a session under the one open intent. */
export interface AskedFor {
  intent: string | undefined;
  session: string | undefined;
}

/** `open_intents`: how many could be meant. `notices`: what the gate would say besides, as in observe mode. */
export type GateSays = Foretold & { intent: string | null; open_intents: number; notices: string[] };

export interface GateHere {
  /** Null where nothing is governed. */
  decide(command: string, folder: string): Promise<GateSays | null>;
}

export function gateHere(io: Io, asked: AskedFor): Checked<GateHere> {
  const opened = new Map<string, ReturnType<typeof openAt>>();
  const at = (folder: string) => {
    if (!opened.has(folder)) opened.set(folder, openAt(io, folder, asked));
    return opened.get(folder) ?? null;
  };
  if (asked.intent !== undefined || asked.session !== undefined) {
    const problems = doubts(at(io.cwd)?.home, asked);
    if (problems.length > 0) return { ok: false, problems };
  }
  return { ok: true, value: { decide: async (command, folder) => (await at(folder)?.decide(command)) ?? null } };
}

function openAt(io: Io, folder: string, asked: AskedFor) {
  if (folder.includes("\0") || !onSystemError("any", false, () => statSync(folder).isDirectory())) return null;
  const sessions = new Map<string, string | null>();
  const notices: string[] = [];
  const { home, decide } = workspaceHere(io, folder, {
    supposed: { sessions, rulesOnly: false },
    sessionHost: null,
    onNotice: ({ message }) => notices.push(message),
  });
  if (!home.registered && !existsSync(home.sidecar)) return null;
  const id = asked.session ?? randomUUID();
  const open = openIntents(home);
  const supposed = asked.intent ?? (open.length === 1 ? (open[0] ?? null) : null);
  if (asked.session === undefined) sessions.set(id, supposed);
  const intent = asked.session === undefined ? supposed : (lineageOf(home, { id }).intent?.id ?? null);
  return {
    home,
    async decide(command: string): Promise<GateSays> {
      const call = { tool: "execute_command", input: { command }, session: { id }, cwd: folder, runsHere: true };
      const said = foretold(await decide(call));
      return { ...said, intent, open_intents: open.length, notices: notices.splice(0) };
    },
  };
}

function openIntents(home: GovernedRoot): string[] {
  const rules = home.rules();
  return rules.ok ? [...rules.value.intents.values()].filter(isOpen).map(({ id }) => id) : [];
}

/** A name that means nothing is no session without an intent. */
function doubts(home: GovernedRoot | undefined, { intent, session }: AskedFor): Problem[] {
  if (home === undefined)
    return [problem("NOT_GOVERNED", "nothing is governed in this folder", "Leave --intent and --session out.")];
  if (intent !== undefined) {
    const found = findIntent(home, intent);
    return found.ok ? [] : found.problems;
  }
  if (session !== undefined && home.store.sessions.read(session).startedAt !== null) return [];
  const named = JSON.stringify(oneLine(session ?? "", 60));
  return [problem("NOT_FOUND", `no session has the id ${named}`, "`intentgate session list` shows them.")];
}
