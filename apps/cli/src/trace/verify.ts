/** `intentgate trace verify`: whether the ledger is what was written, and what that answer rests on. */
import { visibleText } from "@intentgate/documents";
import { checkLedger, type WholeCheck } from "@intentgate/sidecar";
import { type Anchor, type Finding, isAlarm } from "@intentgate/trace";
import type { createColors } from "picocolors";
import { noWords, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes, tell } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { count } from "../terminal/one-line.ts";
import { governedHere } from "../workspace/workspace-here.ts";

const MOST_FINDINGS = 200;
const LIVE = "agent_trace.jsonl";

export const verify: Subverb = { options: [], words: noWords, run: verifyLedger };

async function verifyLedger(_args: Args, io: Io): Promise<number> {
  const check = await checkLedger(governedHere(io).home);
  tell(io, check, renderCheck(check, io.color));
  return check.findings.some(isAlarm) ? exitCodes.failed : exitCodes.done;
}

/** What the answer rests on, and who could still deceive it. */
function anchorText(anchor: Anchor): string {
  const had = new Set(anchor.split("_and_"));
  const names = [
    ...(had.has("heads") ? ["the heads in .orchestration"] : []),
    ...(had.has("list") ? ["the list in the state folder"] : []),
    ...(had.has("git") ? ["the git ref refs/intentgate/heads"] : []),
  ];
  if (names.length === 0) return "anchor: none. Nothing tells whether last records or whole sessions were removed";
  if (names.length > 1)
    return `anchor: ${names.slice(0, -1).join(", ")} and ${names.at(-1)}. A removed end or session shows${had.has("list") ? ", and an added one" : ""}, unless whoever did it could write to ${names.length === 2 ? "both" : "all of them"}`;
  if (had.has("heads"))
    return `anchor: ${names[0]} alone; the state folder has no list of them yet. A session removed together with its head does not show, nor one that was added with it`;
  return `anchor: ${names[0]} alone; the heads in .orchestration are gone`;
}

export function renderCheck(check: WholeCheck, color: ReturnType<typeof createColors>): string {
  const { bold, dim, green, red, yellow } = color;
  const counts = `${count(check.records, "record")} in ${count(check.sessions, "session")}`;
  const paint = check.anchor.startsWith("heads_and_") || check.records === 0 ? dim : yellow;
  const { segments, records } = check.shared;
  const shared = `shared: ${count(records, "record")} in ${count(segments, "segment")}; that none of another's was removed, git tells`;
  const rest = [paint(anchorText(check.anchor)), ...(segments > 0 ? [dim(shared)] : [])].map((line) => `  ${line}`);
  const alarms = check.findings.filter(isAlarm);
  // What makes it unsound comes first.
  const shown = [...alarms, ...check.findings.filter((one) => !isAlarm(one))].slice(0, MOST_FINDINGS);
  const lines = [
    alarms.length === 0
      ? `${green("✔")} ${bold("The ledger is sound:")} ${counts}.`
      : `${red("✖")} ${bold(`${count(alarms.length, "finding")} in the ledger`)} (${counts}).`,
    ...columns(shown.map(findingRow), [{ paint: alarms.length === 0 ? yellow : red }, {}, { most: 40 }, {}]).map(
      (line) => `  ${line}`,
    ),
  ];
  if (check.findings.length > MOST_FINDINGS)
    lines.push(dim(`  … ${check.findings.length - MOST_FINDINGS} more; --json shows all`));
  return [...lines, ...rest].join("\n");
}

function findingRow({ kind, file, line, session, seq, message }: Finding): string[] {
  const who = session === null ? "" : `session ${visibleText(session)}${seq === null ? "" : ` number ${seq}`}`;
  // Most ledgers lie in one file, which needs no name.
  const place = [file === null || file === LIVE ? "" : visibleText(file), line === null ? "" : `line ${line}`];
  return [kind, place.join(" ").trim(), who, visibleText(message)];
}
