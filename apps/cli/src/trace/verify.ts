/** Checks the whole ledger against its own chains, its heads, and the list of heads outside the workspace. */
import { type Anchor, type Finding, type LedgerCheck, verifyLedger, visibleText } from "@intentgate/trace";
import type { Store } from "@intentgate/workspace";
import type { createColors } from "picocolors";
import { columns } from "../columns.ts";

const MOST_FINDINGS = 200;

export async function checkLedger(ledger: Store["ledger"]): Promise<LedgerCheck> {
  // Heads first: a record that another process adds meanwhile is then newer than the heads, never missing.
  const check = await verifyLedger(ledger.lines(), ledger.heads(), ledger.listedHeads());
  const late = check.findings.some(({ kind }) => kind === "beyond_head" || kind === "no_head");
  if (!late) return check;
  return verifyLedger(ledger.lines(), ledger.heads(), ledger.listedHeads());
}

/** What the answer rests on, and who could still deceive it. */
const anchors: Record<Anchor, string> = {
  heads_and_list:
    "anchor: the heads in .orchestration and the list in the state folder. A removed end or session shows, unless whoever removed it could write to both",
  heads:
    "anchor: the heads in .orchestration alone; the state folder has no list of them yet. A session removed together with its head does not show",
  list: "anchor: the list in the state folder alone; the heads in .orchestration are gone",
  none: "anchor: none. Nothing tells whether last records or whole sessions were removed",
};

export function renderCheck(check: LedgerCheck, color: ReturnType<typeof createColors>): string {
  const { bold, dim, green, red, yellow } = color;
  const counts = `${plural(check.records, "record")} in ${plural(check.sessions, "session")}`;
  const paint = check.anchor === "heads_and_list" || check.records === 0 ? dim : yellow;
  const anchor = paint(anchors[check.anchor]);
  if (check.findings.length === 0) return `${green("✔")} ${bold("The ledger is sound:")} ${counts}.\n  ${anchor}`;
  const rows = check.findings.slice(0, MOST_FINDINGS).map(findingRow);
  const lines = [
    `${red("✖")} ${bold(`${plural(check.findings.length, "finding")} in the ledger`)} (${counts}).`,
    ...columns(rows, [{ paint: red }, {}, { most: 40 }, {}]).map((line) => `  ${line}`),
  ];
  if (check.findings.length > MOST_FINDINGS)
    lines.push(dim(`  … ${check.findings.length - MOST_FINDINGS} more; --json shows all`));
  lines.push(`  ${anchor}`);
  return lines.join("\n");
}

function findingRow({ kind, line, session, seq, message }: Finding): string[] {
  const who = session === null ? "" : `session ${visibleText(session)}${seq === null ? "" : ` number ${seq}`}`;
  return [kind, line === null ? "" : `line ${line}`, who, visibleText(message)];
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
