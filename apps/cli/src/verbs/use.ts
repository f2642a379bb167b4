/** A person binds a session to an intent, instead of the agent taking it. */
import { type Problem, pastedWord, problem } from "@intentgate/documents";
import { findIntent, type Workspace } from "@intentgate/gate";
import { isOpen } from "@intentgate/policy";
import { allSessions, liveSessions, type SessionState, takeIntent } from "@intentgate/sidecar";
import { refuse, refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, text, type Verb } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { sessionRow } from "../terminal/session-row.ts";
import { governedForPeople, personName } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "use",
  usage: ["INTENT [--session ID]"],
  options: {
    session: text("ID", "which session; may be left out when just one waits for an intent"),
  },
  examples: {
    "intentgate use INT-001": "the one session without an intent works under INT-001 from now on",
    "intentgate use INT-002 --session s1": "the same for a session by its id, also when it works under another",
  },
  notes: [
    "A PENDING intent becomes IN_PROGRESS. Binding is a person's: the agent itself would be asked before it takes a second intent.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "use");
  if (typeof workspace === "number") return workspace;
  const { home } = workspace;
  const [id, ...more] = args.words;
  if (id === undefined || more.length > 0) return refuseUsage(io, "use", "use takes one intent's id");
  const found = findIntent(home, id);
  if (!found.ok) return refuse(io, found.problems);
  const intent = found.value;
  if (!isOpen(intent)) {
    const state = intent.archived ? "archived" : intent.status;
    const how = intent.status === "BLOCKED" ? "start" : "reopen";
    const remedy = intent.archived
      ? "Choose another, or declare a new one."
      : `Type \`intentgate intent ${how} ${id}\` first.`;
    return refuse(io, [problem("NOT_ALLOWED", `${id} is ${state} and cannot be worked on`, remedy)]);
  }
  const chosen = chooseSession(workspace, io, args.text("session"), id);
  if ("problem" in chosen) {
    if (!io.json) for (const line of chosen.lines) io.print(line);
    return refuse(io, [chosen.problem]);
  }
  // What counts, not what stands in the file: a widening that waits for a yes is not handed out here either.
  const rules = home.rules();
  if (!rules.ok) return refuse(io, rules.problems);
  const counting = rules.value.intents.get(id);
  if (!counting || !isOpen(counting)) {
    return refuse(io, [
      problem(
        "NOT_ALLOWED",
        `${id} does not count yet: active_intents.yaml was changed and waits for your yes`,
        "Type `intentgate trust` first.",
      ),
    ]);
  }
  const taken = await takeIntent(home, chosen.session.id, counting, "person", workspace.now().toISOString());
  const before = chosen.session.intent?.id ?? null;
  if (io.json) io.printJson({ session: chosen.session.id, intent_id: id, status: taken.status, before });
  else {
    const { bold, dim, green } = io.color;
    const instead = before !== null && before !== id ? dim(` instead of ${before}`) : "";
    io.print(
      `${green("✔")} ${bold(oneLine(chosen.session.id, 60))} works under ${bold(id)} (${oneLine(taken.name, 60)})${instead}.`,
    );
    if (chosen.session.lastAt === null)
      io.print(dim("  This session was not seen yet; the binding waits for its first call."));
  }
  return exitCodes.done;
}

type Chosen = { session: SessionState } | { problem: Problem; lines: string[] };

function chooseSession(workspace: Workspace, io: Io, named: string | undefined, intentId: string): Chosen {
  if (named !== undefined) {
    if (named === "" || named.length > 512)
      return {
        problem: problem("BAD_INPUT", "this is not a session's id", "`intentgate session list` shows them."),
        lines: [],
      };
    const session = allSessions(workspace).find((one) => one.id === named) ?? workspace.home.store.sessions.read(named);
    if (session.parent === null) return { session };
    const remedy = `Bind the session it belongs to: \`intentgate use ${intentId} --session ${pastedWord(session.parent)}\`.`;
    return {
      problem: problem(
        "NOT_ALLOWED",
        `${oneLine(named, 60)} is a subagent and works under its parent's intent`,
        remedy,
      ),
      lines: [],
    };
  }
  const live = liveSessions(workspace).filter((one) => one.parent === null);
  const waiting = live.filter((one) => one.intent === null);
  const [only] = waiting;
  if (only && waiting.length === 1) return { session: only };
  const message =
    waiting.length > 1
      ? `${waiting.length} sessions have no intent`
      : live.length > 0
        ? "every session has an intent already"
        : "no session was heard of within a day";
  const remedy = `Name one: \`intentgate use ${intentId} --session ${pastedWord((waiting[0] ?? live[0])?.id ?? "ID")}\`.`;
  return {
    problem: problem("BAD_INPUT", message, remedy),
    lines: columns(live.map((one) => sessionRow(one, workspace, personName(io)))).map((line) => `  ${line}`),
  };
}
