/** Scores the reading of shell commands against labelled rows: `npm run score:shell -- FILE…`. */
import { readFileSync } from "node:fs";
import { classifyShell } from "@intentgate/shell";

interface Row {
  command: string;
  label: "safe" | "mutating" | "unknown";
  writes: string[];
}

interface Scored extends Row {
  risk: string;
  found: string[];
  why: string[];
}

const files = process.argv.slice(2);
if (files.length === 0) {
  process.stderr.write("usage: npm run score:shell -- FILE…\n");
  process.exit(2);
}

const rows = files.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Row),
);

const scored: Scored[] = rows.map((row) => {
  const { risk, writes, why } = classifyShell(row.command, { cwd: "/work" });
  return { ...row, risk, found: writes, why };
});

const say = (line = ""): void => void process.stdout.write(`${line}\n`);
const shown = (one: Scored): string =>
  JSON.stringify(one.command.length > 160 ? `${one.command.slice(0, 159)}…` : one.command);

function printMatrix(): void {
  const risks = ["SAFE", "DESTRUCTIVE", "UNKNOWN"];
  say(`${"label".padEnd(10)}${risks.map((risk) => risk.padStart(13)).join("")}`);
  for (const label of ["safe", "mutating", "unknown"]) {
    const counts = risks.map((risk) => scored.filter((one) => one.label === label && one.risk === risk).length);
    say(`${label.padEnd(10)}${counts.map((count) => String(count).padStart(13)).join("")}`);
  }
}

function printList(title: string, list: readonly Scored[], detail: (one: Scored) => string): void {
  if (list.length === 0) return;
  say(`\n${title}`);
  for (const one of list) say(`  ${shown(one)}\n      ${detail(one)}`);
}

const changing = scored.filter(({ label }) => label === "mutating");
const safe = scored.filter(({ label }) => label === "safe");
const missed = scored.filter(({ label, risk }) => label !== "safe" && risk === "SAFE");
const alarms = safe.filter(({ risk }) => risk !== "SAFE");
const placed = changing.filter(({ risk }) => risk !== "UNKNOWN");
const isStatic = ({ writes }: Row): boolean => !writes.includes("?");
const unclear = changing.filter((one) => one.risk === "UNKNOWN" && isStatic(one));

const right = placed.reduce((sum, { writes, found }) => sum + writes.filter((path) => found.includes(path)).length, 0);
const wanted = placed.reduce((sum, { writes }) => sum + writes.length, 0);
const claimed = placed.reduce((sum, { found }) => sum + found.length, 0);
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

printMatrix();
printList("called SAFE, and it is not:", missed, ({ label, writes }) => `${label} ${JSON.stringify(writes)}`);
printList(
  "safe, and not called SAFE:",
  alarms,
  ({ risk, found, why }) => `${risk} ${JSON.stringify(found)} ${why.join("; ")}`,
);
printList("static targets, and called UNKNOWN:", unclear, ({ why }) => why.join("; "));
printList(
  "other paths than labelled:",
  placed.filter(({ writes, found }) => writes.length !== found.length || writes.some((path) => !found.includes(path))),
  ({ writes, found }) => `labelled ${JSON.stringify(writes)}, found ${JSON.stringify(found)}`,
);

const limits = [
  { name: "mutating or unknown called SAFE", value: missed.length, limit: 0, isMet: missed.length === 0 },
  { name: "safe not called SAFE", ...atMost(share(alarms.length, safe.length), 0.03) },
  { name: "recall of paths", ...atLeast(wanted === 0 ? 1 : right / wanted, 0.98) },
  { name: "precision of paths", ...atLeast(claimed === 0 ? 1 : right / claimed, 0.95) },
  { name: "static targets called UNKNOWN", ...atMost(share(unclear.length, changing.filter(isStatic).length), 0.1) },
];

function atMost(value: number, limit: number): { value: number; limit: number; isMet: boolean } {
  return { value, limit, isMet: value <= limit };
}

function atLeast(value: number, limit: number): { value: number; limit: number; isMet: boolean } {
  return { value, limit, isMet: value >= limit };
}

say();
for (const { name, value, limit, isMet } of limits) {
  say(`${isMet ? "met    " : "NOT MET"}  ${name.padEnd(34)} ${value.toFixed(4)}  (limit ${limit})`);
}
process.exitCode = limits.every(({ isMet }) => isMet) ? 0 : 1;
