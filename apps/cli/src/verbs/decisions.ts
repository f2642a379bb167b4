/** What was decided, call by call, and all phases of one of them. */
import { visibleText } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import {
  type DecisionRow,
  grouped,
  type Invocation,
  isSound,
  newestInvocations,
  reasonOf,
  type Store,
} from "@intentgate/sidecar";
import { refuseId, refuseWith } from "../command/refuse.ts";
import { type Args, exitCodes, tell, text, type Verb } from "../command/verb.ts";
import { isCanary } from "../live/canary.ts";
import { clip, columns } from "../terminal/columns.ts";
import { badCount, MOST_SHOWN, readCount } from "../terminal/count.ts";
import { localTime } from "../terminal/elapsed.ts";
import { pickById, shortId } from "../terminal/ids.ts";
import type { Io } from "../terminal/io.ts";
import { governedHere } from "../workspace/workspace-here.ts";

/** How far back the beginning of an id is looked for; a whole id is found however old it is. */
const ROWS_BACK = 20_000;
const SHOWN_INPUT = 2_000;

export const verb: Verb = {
  name: "decisions",
  usage: ["[list] [-n COUNT] [--session ID] [--code CODE]", "show ID"],
  subverbs: ["list", "show"],
  options: {
    number: text("COUNT", "how many calls, newest last (20)", { short: "n" }),
    session: text("ID", "only calls of this session"),
    code: text("CODE", "only calls refused with this code, e.g. SCOPE_VIOLATION"),
  },
  examples: {
    "intentgate decisions --code SCOPE_VIOLATION": "which calls left their intent's scope",
    "intentgate decisions show 3f2a91c0": "every phase of one call, with hooks and times",
  },
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [what = "list", id, ...more] = args.words;
  if (!verb.subverbs?.includes(what))
    return refuseWith(io, "BAD_INPUT", `"decisions ${what}" is not known`, "Use list or show ID.");
  if (what === "show" ? id === undefined || more.length > 0 : id !== undefined) {
    return refuseWith(
      io,
      "BAD_INPUT",
      `"decisions ${args.words.join(" ")}" cannot be understood`,
      "Only `decisions show ID` takes an id, and just one.",
    );
  }
  const workspace = governedHere(io);
  return what === "show" ? show(workspace, io, id ?? "") : list(workspace, io, args);
}

function list(workspace: Workspace, io: Io, args: Args): number {
  const count = readCount(args.text("number"), 20);
  if (count === null)
    return refuseWith(io, "BAD_INPUT", badCount(args.text("number")), `Give a whole number from 1 to ${MOST_SHOWN}.`);
  const filter = { session: args.text("session") ?? null, code: args.text("code")?.toUpperCase() ?? null };
  const calls = newestInvocations(workspace.home.store.decisions, filter, count);
  if (io.json) io.printJson({ decisions: calls });
  else if (calls.length === 0)
    io.print((filter.session ?? filter.code) ? "No decision fits." : "Nothing was decided here yet.");
  else {
    const canaries = canariesAmong(workspace, calls);
    for (const line of table(calls, canaries, io)) io.print(line);
    if (calls.some((call) => canaries.has(call.invocation_id)))
      io.print(io.color.dim("\ncanary: a call that `intentgate doctor --live` let an agent make, to see it refused"));
  }
  return exitCodes.done;
}

/** Calls that nobody asked for but `doctor --live`. */
function canariesAmong({ home }: Workspace, calls: readonly Invocation[]): Set<string> {
  const rows = calls.some(({ outcome }) => outcome === "denied") ? home.store.decisions.newest(calls.length * 40) : [];
  return new Set(rows.filter(({ payload }) => isCanary(payload)).map(({ invocation_id }) => invocation_id));
}

function table(calls: readonly Invocation[], canaries: ReadonlySet<string>, io: Io): string[] {
  const { bold, cyan, dim } = io.color;
  const rows = calls.map((call) => [
    sign(call),
    shortId(call.invocation_id),
    localTime(call.timestamp),
    call.intent_id ?? "–",
    canaries.has(call.invocation_id) ? `${visibleText(call.tool)} (canary)` : visibleText(call.tool),
    call.code
      ? call.would_deny.length > 0 && call.outcome !== "denied"
        ? `would: ${call.code}`
        : call.code
      : call.outcome,
    `${Math.round(call.ms)} ms`,
    visibleText(call.session),
  ]);
  const layout = [
    { paint: (text: string) => painted(text, io) },
    { paint: bold },
    { paint: dim },
    { paint: cyan, most: 20 },
    { most: 28 },
    {},
    { align: "right" as const },
    { paint: dim, most: 20 },
  ];
  return columns(rows, layout, {
    cells: ["", "call", "when", "intent", "tool", "decision", "took", "session"],
    paint: dim,
  });
}

function sign({ outcome, would_deny }: Invocation): string {
  if (outcome === "denied") return "✖";
  if (would_deny.length > 0) return "!";
  return outcome === "allowed" ? "✔" : outcome === "open" ? "…" : outcome === "failed" ? "✖" : "–";
}

function painted(text: string, { color }: Io): string {
  if (text === "✔") return color.green(text);
  return text === "✖" ? color.red(text) : color.yellow(text);
}

function show(workspace: Workspace, io: Io, given: string): number {
  const { decisions } = workspace.home.store;
  const found = findCall(decisions, given);
  const remedy = "`intentgate decisions` lists the newest; give the whole id for an old one.";
  if (found.kind !== "one") return refuseId(io, found, given, "decision", remedy);
  const rows = decisions.of(found.value).filter(isSound);
  return tell(io, { invocation_id: found.value, phases: rows }, renderPhases(rows, io));
}

function findCall(decisions: Store["decisions"], given: string) {
  if (decisions.of(given).some(isSound)) return { kind: "one" as const, value: given };
  return pickById([...grouped(decisions.newest(ROWS_BACK).filter(isSound)).keys()], given, (id) => [id]);
}

/** `approved once by alice`, where a person was asked. */
function decidedBy({ phase, decision = "", how, by }: DecisionRow): string {
  if (phase !== "ask") return decision;
  const person = typeof by === "string" ? ` by ${visibleText(by)}` : "";
  return `${decision}${typeof how === "string" ? ` ${visibleText(how)}` : ""}${person}`;
}

function renderPhases(rows: readonly DecisionRow[], io: Io): string {
  const { bold, cyan, dim } = io.color;
  const first = rows[0] as DecisionRow;
  const fact = (name: string, value: string) => `  ${dim(name.padEnd(10))} ${value}`;
  const lines = [
    bold(`${visibleText(first.tool)}  ${first.invocation_id}`),
    fact("when", localTime(first.timestamp)),
    fact("session", visibleText(first.session)),
    fact("intent", cyan(rows.findLast((row) => row.intent_id !== null)?.intent_id ?? "none")),
  ];
  const payload = rows.find((row) => row.phase === "received")?.payload;
  if (isCanary(payload)) lines.push(fact("canary", "made by `intentgate doctor --live`, to see it refused"));
  if (payload !== undefined) lines.push(fact("input", clip(visibleText(JSON.stringify(payload)), SHOWN_INPUT)));
  const table = rows.map((row) => [
    row.phase,
    row.hook ?? "",
    decidedBy(row),
    row.code ?? "",
    `${row.ms.toFixed(1)} ms`,
  ]);
  lines.push(
    "",
    ...columns(table, [{ paint: cyan }, {}, { paint: bold }, {}, { align: "right", paint: dim }]).map(
      (line) => `  ${line}`,
    ),
  );
  const why = rows.map(reasonOf).filter((reason) => reason !== null);
  for (const reason of new Set(why)) lines.push("", `  ${visibleText(reason)}`);
  return lines.join("\n");
}
