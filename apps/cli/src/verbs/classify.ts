/** What a shell command would read and change, and what the gate would decide about it; without running it. */
import { resolve } from "node:path";
import { jsonFields, printable, visibleText } from "@intentgate/documents";
import { classifyShell, type Explained, type ShellResult } from "@intentgate/shell";
import { type GateHere, type GateSays, gateHere } from "../classify/gate-here.ts";
import { refuse, refuseUsage, refuseWith } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { readLines } from "../terminal/input-bytes.ts";
import type { Io } from "../terminal/io.ts";

const LINE_LIMIT = 10_000_000;

export const verb: Verb = {
  name: "classify",
  usage: ["COMMAND", "--explain COMMAND", "--jsonl < commands.jsonl"],
  options: {
    intent: text("ID", "decide as for a session under this intent; by default the open one, where there is just one"),
    session: text("ID", "decide as for this session as it is now"),
    explain: flag("show the command part by part"),
    jsonl: flag("read one { command, cwd? } a line, answer one line each"),
  },
  examples: {
    "intentgate classify 'sed -i s/a/b/ src/x.ts && git add -A'": "list what it writes",
    "intentgate classify --intent INT-001 'git push'": "also what the gate would decide under INT-001",
    "intentgate classify --explain 'find . -name \"*.tmp\" -delete'": "show what each part does",
  },
  notes: [
    "SAFE: it changes nothing. DESTRUCTIVE: it changes what is listed. UNKNOWN: something was not understood, and why.",
    "Writes: `dir/**` is anything below dir, `.git/**` the repository's own data, `?` a target that cannot be known.",
    "Inside a governed root it also says what the gate would decide: allow, ask with the question, or deny with code and remedy. Nothing is run, asked or written down, and the exit code stays 0. Without --session the session is one that has read every file; commands are judged as those that the gate starts itself, as `intentgate call --dry-run` judges them.",
    "The gate decides by the same reading, and besides looks at the files: where links lead, whether a folder is there, what a pattern stands for.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const asked = { intent: args.text("intent"), session: args.text("session") };
  if (asked.intent !== undefined && asked.session !== undefined)
    return refuseUsage(io, "classify", "--intent and --session exclude each other");
  const gate = gateHere(io, asked);
  if (!gate.ok) return refuse(io, gate.problems);
  if (args.flag("jsonl")) return classifyLines(gate.value, io);
  const [command, ...rest] = args.words;
  if (command === undefined || rest.length > 0) {
    const remedy = "Put the whole command in quotes: intentgate classify 'rm -rf build'";
    return refuseWith(io, "BAD_INPUT", "classify takes one command", remedy);
  }
  const result = classifyShell(command, { cwd: io.cwd });
  const says = await gate.value.decide(command, io.cwd);
  const isExplained = args.flag("explain");
  if (io.json) io.printJson({ ...answer(command, result, says), ...(isExplained ? { tree: result.tree } : {}) });
  else {
    print(result, io);
    if (says) printGate(says, io);
    if (isExplained) for (const line of treeLines(result.tree, 0)) io.print(line);
  }
  return exitCodes.done;
}

async function classifyLines(gate: GateHere, io: Io): Promise<number> {
  let code: number = exitCodes.done;
  for await (const line of readLines(io.input, LINE_LIMIT)) {
    const text = line?.toString("utf8") ?? "";
    if (line !== null && text.trim() === "") continue;
    const row = line === null ? null : readRow(text);
    if (row === null) code = exitCodes.badInput;
    const cwd = row?.cwd ?? io.cwd;
    const reply = row
      ? answer(row.command, classifyShell(row.command, { cwd }), await gate.decide(row.command, resolve(io.cwd, cwd)))
      : {
          command: null,
          risk: "UNKNOWN",
          writes: [],
          reads: [],
          why: ['a line must be { "command": text, "cwd"?: folder }'],
        };
    process.stdout.write(`${visibleText(JSON.stringify(reply))}\n`);
  }
  return code;
}

function readRow(text: string): { command: string; cwd: string | null } | null {
  const { command, cwd = null } = jsonFields(text);
  if (typeof command !== "string" || (cwd !== null && typeof cwd !== "string")) return null;
  return { command, cwd };
}

function answer(command: string, { risk, writes, reads, why }: ShellResult, gate: GateSays | null) {
  return { command, risk, writes, reads, why, ...(gate ? { gate } : {}) };
}

function printGate(says: GateSays, io: Io): void {
  const { green, red, yellow, dim } = io.color;
  const words = { allow: green("allows it"), ask: yellow("asks"), deny: red("refuses it") }[says.decision];
  const lacking = says.open_intents > 1 ? `; ${says.open_intents} are open, --intent names one` : "";
  const under = says.intent === null ? `no intent${lacking}` : printable(says.intent);
  io.print(`  gate    ${words}${says.decision === "deny" ? ` ${says.code}` : ""}  ${dim(`under ${under}`)}`);
  const lines = says.decision === "ask" ? says.questions : says.decision === "deny" ? [says.reason, says.remedy] : [];
  for (const line of [...lines, ...says.notices]) io.print(`          ${printable(line)}`);
}

function print(result: ShellResult, io: Io): void {
  const { bold, green, red, yellow, dim } = io.color;
  const paint = { SAFE: green, DESTRUCTIVE: red, UNKNOWN: yellow }[result.risk];
  io.print(bold(paint(result.risk)));
  for (const path of result.writes) io.print(`  writes  ${printable(path)}`);
  for (const path of result.reads) io.print(`  reads   ${printable(path)}`);
  for (const why of result.why) io.print(`  why     ${printable(why)}`);
  for (const folder of result.assumes) io.print(dim(`  if ${printable(folder)} exists`));
}

function treeLines(node: Explained, depth: number): string[] {
  const indent = "  ".repeat(depth + 1);
  const own = `${indent}${printable(node.part)}`;
  const does = node.does.map((effect) => `${indent}    ${printable(effect)}`);
  return [own, ...does, ...node.children.flatMap((child) => treeLines(child, depth + 1))];
}
