/**
 * `intentgate trace verify`: the whole ledger against its own chains, its heads, the list of heads outside the workspace
 * and the git ref; then the segments that people shared.
 */
import {
  type Anchor,
  createSegmentCheck,
  type Finding,
  type LedgerCheck,
  verifyLedger,
  visibleText,
} from "@intentgate/trace";
import {
  findRepository,
  type GovernedRoot,
  readAnchor,
  SHARED_NAME,
  sharedLines,
  sharedSegments,
} from "@intentgate/workspace";
import type { createColors } from "picocolors";
import { columns } from "../columns.ts";
import { governedHere } from "../governed-here.ts";
import type { Io } from "../io.ts";
import { type Args, exitCodes } from "../verb.ts";
import type { TraceSubverb } from "./subverb.ts";

const MOST_FINDINGS = 200;
const LIVE = "agent_trace.jsonl";

export const verify: TraceSubverb = { options: [], words: 0, run };

async function run(_args: Args, io: Io): Promise<number> {
  const check = await checkLedger(governedHere(io).home);
  if (io.json) io.printJson(check);
  else io.print(renderCheck(check, io.color));
  return check.findings.length === 0 ? exitCodes.done : exitCodes.failed;
}

export interface WholeCheck extends LedgerCheck {
  shared: { segments: number; records: number };
}

type Checkable = Pick<GovernedRoot, "sidecar" | "store" | "authoredAt">;

export async function checkLedger(root: Checkable): Promise<WholeCheck> {
  const check = await checkOnce(root);
  // Heads are read first: a record that another process adds meanwhile is newer than the heads, never missing.
  const late = check.findings.some(({ kind }) => kind === "beyond_head" || kind === "no_head");
  return late ? checkOnce(root) : check;
}

async function checkOnce({ sidecar, store, authoredAt }: Checkable): Promise<WholeCheck> {
  const segments = createSegmentCheck();
  const { segments: files, others } = sharedSegments(sidecar);
  for (const { name } of files) segments.add(name, sharedLines(sidecar, name));
  const repository = findRepository(authoredAt);
  const own = await verifyLedger(
    segments.follow(store.ledger.placedLines()),
    store.ledger.heads(),
    store.ledger.listedHeads(),
    repository === null ? [] : readAnchor(repository),
  );
  const { findings, ...shared } = segments.end();
  return { ...own, findings: [...own.findings, ...findings.map(inShared), ...others.map(noSegment)], shared };
}

function inShared(finding: Finding): Finding {
  return { ...finding, file: `${SHARED_NAME}/${finding.file}` };
}

function noSegment(name: string): Finding {
  const message = "it is no segment that was shared, and nothing of it is read";
  return { kind: "bad_segment", file: `${SHARED_NAME}/${name}`, line: null, session: null, seq: null, message };
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
    return `anchor: ${names.slice(0, -1).join(", ")} and ${names.at(-1)}. A removed end or session shows, unless whoever removed it could write to ${names.length === 2 ? "both" : "all of them"}`;
  if (had.has("heads"))
    return `anchor: ${names[0]} alone; the state folder has no list of them yet. A session removed together with its head does not show`;
  return `anchor: ${names[0]} alone; the heads in .orchestration are gone`;
}

export function renderCheck(check: WholeCheck, color: ReturnType<typeof createColors>): string {
  const { bold, dim, green, red, yellow } = color;
  const counts = `${plural(check.records, "record")} in ${plural(check.sessions, "session")}`;
  const paint = check.anchor.startsWith("heads_and_") || check.records === 0 ? dim : yellow;
  const { segments, records } = check.shared;
  const shared = `shared: ${plural(records, "record")} in ${plural(segments, "segment")}; that none of another's was removed, git tells`;
  const rest = [paint(anchorText(check.anchor)), ...(segments > 0 ? [dim(shared)] : [])].map((line) => `  ${line}`);
  if (check.findings.length === 0)
    return [`${green("✔")} ${bold("The ledger is sound:")} ${counts}.`, ...rest].join("\n");
  const rows = check.findings.slice(0, MOST_FINDINGS).map(findingRow);
  const lines = [
    `${red("✖")} ${bold(`${plural(check.findings.length, "finding")} in the ledger`)} (${counts}).`,
    ...columns(rows, [{ paint: red }, {}, { most: 40 }, {}]).map((line) => `  ${line}`),
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

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
