/** Sessions: who works here, and what a person does when one was stopped or has too much. */
import { type Problem, problem } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { allSessions, liveSessions, type SessionState, sessionData, sessionDetail } from "@intentgate/sidecar";
import { refuse, refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, tell, type Verb } from "../command/verb.ts";
import { columns, factLines } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { sessionRow } from "../terminal/session-row.ts";
import { governedForPeople, governedHere, personName } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "session",
  usage: ["[list] [--all]", "show [ID]", "reset ID", "revoke ID"],
  subverbs: ["list", "show", "reset", "revoke"],
  options: { all: flag("list: ended ones too, and those not heard of for a day") },
  examples: {
    "intentgate session list": "who works here, and under which intent",
    "intentgate session show s1": "what the gate remembers of one, or of all: intent, open calls, files it saw",
    "intentgate session reset s1": "let a session change things again after too many refusals",
    "intentgate session revoke s1": "end what you approved for the rest of the session",
  },
  notes: [
    "A session is stopped after several refusals of the same change (`limits.denials_in_a_row` in the policy, 8 by default).",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [what = "list", id, ...more] = args.words;
  if (!verb.subverbs?.includes(what)) return refuseUsage(io, "session", `"session ${oneLine(what, 30)}" is not known`);
  if (what === "list")
    return id === undefined ? list(args, io) : refuseUsage(io, "session", "session list takes no id");
  if (what === "show" && id === undefined) return showAll(io);
  if (args.flag("all")) return refuseUsage(io, "session", `"session ${what}" has no --all`);
  const workspace = what === "show" ? governedHere(io) : governedForPeople(io, `session ${what}`);
  if (typeof workspace === "number") return workspace;
  if (id === undefined || more.length > 0) return refuseUsage(io, "session", `"session ${what}" takes one id`);
  const session = allSessions(workspace).find((one) => one.id === id);
  if (!session) return refuse(io, [noSession(id, workspace)]);
  if (what === "show") return show(session, workspace, io);
  return what === "reset" ? reset(session, workspace, io) : revoke(session, workspace, io);
}

export function noSession(id: string, workspace: Workspace): Problem {
  const live = liveSessions(workspace)
    .slice(0, 10)
    .map((one) => oneLine(one.id, 60));
  const remedy =
    live.length > 0
      ? `Sessions at work: ${live.join(", ")}.`
      : "No session was heard of within a day: `intentgate session list --all`.";
  return problem("NOT_FOUND", `there is no session ${JSON.stringify(oneLine(id, 60))}`, remedy);
}

function list(args: Args, io: Io): number {
  const workspace = governedHere(io);
  const all = allSessions(workspace);
  const shown = args.flag("all") ? all : liveSessions(workspace);
  if (io.json) {
    io.printJson({ sessions: shown.map((one) => sessionData(one, workspace)) });
    return exitCodes.done;
  }
  for (const line of sessionLines(shown, workspace, io)) io.print(line);
  const hidden = all.length - shown.length;
  if (shown.length === 0)
    io.print(`No session is at work here.${hidden > 0 ? ` ${count(hidden, "older one")} with --all.` : ""}`);
  else if (hidden > 0) io.print(io.color.dim(`${hidden} more with --all`));
  return exitCodes.done;
}

function sessionLines(sessions: readonly SessionState[], workspace: Workspace, io: Io): string[] {
  const { color } = io;
  const rows = sessions.map((one) => sessionRow(one, workspace, personName(io)));
  return columns(rows, [{ paint: color.bold }, { paint: color.cyan }, { paint: color.dim }, { paint: color.yellow }]);
}

/** Oldest first: the newest is what a person sees last. */
function showAll(io: Io): number {
  const workspace = governedHere(io);
  const all = allSessions(workspace).reverse();
  if (io.json) io.printJson({ sessions: all.map((one) => sessionDetail(one, workspace)) });
  else for (const one of all) show(one, workspace, io);
  return exitCodes.done;
}

function show(session: SessionState, workspace: Workspace, io: Io): number {
  const detail = sessionDetail(session, workspace);
  if (io.json) {
    io.printJson(detail);
    return exitCodes.done;
  }
  for (const line of sessionLines([session], workspace, io)) io.print(line);
  const open = detail.open_calls.map((call) => `${call.invocation_id.slice(0, 8)}  ${oneLine(call.tool, 40)}`);
  const commands = detail.commands.map(({ command = "" }) => oneLine(command, 100));
  const files = Object.entries(detail.seen_files).map(
    ([path, hash]) => `${oneLine(path, 100)}${hash ? "" : "  absent"}`,
  );
  const history = Object.values(detail.history).flatMap((lines) => lines.map((line) => oneLine(line, 100)));
  for (const [name, values] of [
    ["open calls", open],
    ["approved", commands],
    ["has seen", files],
    ["did", history],
  ] as const)
    for (const line of factLines(name, values, io.color)) io.print(line);
  return exitCodes.done;
}

function reset(session: SessionState, workspace: Workspace, io: Io): number {
  const at = workspace.now().toISOString();
  workspace.home.store.sessions.append(session.id, [{ kind: "reset", at, by: personName(io) }]);
  return tell(
    io,
    { session: session.id, reset_at: at, denials_before: session.denialsInARow },
    `${io.color.green("✔")} ${oneLine(session.id, 60)} may change things again (${count(session.denialsInARow, "refusal")} in a row before).`,
  );
}

function revoke(session: SessionState, workspace: Workspace, io: Io): number {
  const at = workspace.now().toISOString();
  const ended = { standing: [...session.standing.keys()], commands: session.approvedCommands.size };
  workspace.home.store.sessions.append(session.id, [{ kind: "standing_revoked", at }]);
  if (io.json)
    io.printJson({
      session: session.id,
      revoked_at: at,
      standing_approvals: ended.standing,
      approved_commands: ended.commands,
    });
  else if (ended.standing.length + ended.commands === 0)
    io.print(`${oneLine(session.id, 60)} had no lasting approval; nothing was ended.`);
  else {
    const what = [
      ...ended.standing.map((one) => `writes under ${oneLine(one, 40)}`),
      ...(ended.commands > 0 ? [count(ended.commands, "command")] : []),
    ];
    io.print(
      `${io.color.green("✔")} Ended for ${oneLine(session.id, 60)}: ${what.join(", ")}. It will be asked about again.`,
    );
  }
  return exitCodes.done;
}
