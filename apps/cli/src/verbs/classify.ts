/** What a shell command would read and change, as far as it can be understood without running it. */
import { jsonFields, printable, visibleText } from "@intentgate/documents";
import { classifyShell, type Explained, type ShellResult } from "@intentgate/shell";
import { refuseWith } from "../command/refuse.ts";
import { type Args, exitCodes, flag, type Verb } from "../command/verb.ts";
import { readLines } from "../terminal/input-bytes.ts";
import type { Io } from "../terminal/io.ts";

const LINE_LIMIT = 10_000_000;

export const verb: Verb = {
  name: "classify",
  usage: ["COMMAND", "--explain COMMAND", "--jsonl < commands.jsonl"],
  options: {
    explain: flag("show the command part by part"),
    jsonl: flag("read one { command, cwd? } a line, answer one line each"),
  },
  examples: {
    "intentgate classify 'sed -i s/a/b/ src/x.ts && git add -A'": "list what it writes",
    "intentgate classify --explain 'find . -name \"*.tmp\" -delete'": "show what each part does",
  },
  notes: [
    "SAFE: it changes nothing. DESTRUCTIVE: it changes what is listed. UNKNOWN: something was not understood, and why.",
    "Writes: `dir/**` is anything below dir, `.git/**` the repository's own data, `?` a target that cannot be known.",
    "The gate decides by the same reading, and besides looks at the files: where links lead, whether a folder is there, what a pattern stands for.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.flag("jsonl")) return classifyLines(io);
  const [command, ...rest] = args.words;
  if (command === undefined || rest.length > 0) {
    const remedy = "Put the whole command in quotes: intentgate classify 'rm -rf build'";
    return refuseWith(io, "BAD_INPUT", "classify takes one command", remedy);
  }
  const result = classifyShell(command, { cwd: io.cwd });
  if (io.json) io.printJson({ ...answer(command, result), ...(args.flag("explain") ? { tree: result.tree } : {}) });
  else print(result, args.flag("explain"), io);
  return exitCodes.done;
}

async function classifyLines(io: Io): Promise<number> {
  let code: number = exitCodes.done;
  for await (const line of readLines(io.input, LINE_LIMIT)) {
    const text = line?.toString("utf8") ?? "";
    if (line !== null && text.trim() === "") continue;
    const row = line === null ? null : readRow(text);
    if (row === null) code = exitCodes.badInput;
    const reply = row
      ? answer(row.command, classifyShell(row.command, { cwd: row.cwd ?? io.cwd }))
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

function answer(command: string, { risk, writes, reads, why }: ShellResult) {
  return { command, risk, writes, reads, why };
}

function print(result: ShellResult, explain: boolean, io: Io): void {
  const { bold, green, red, yellow, dim } = io.color;
  const paint = { SAFE: green, DESTRUCTIVE: red, UNKNOWN: yellow }[result.risk];
  io.print(bold(paint(result.risk)));
  for (const path of result.writes) io.print(`  writes  ${printable(path)}`);
  for (const path of result.reads) io.print(`  reads   ${printable(path)}`);
  for (const why of result.why) io.print(`  why     ${printable(why)}`);
  for (const folder of result.assumes) io.print(dim(`  if ${printable(folder)} exists`));
  if (explain) for (const line of treeLines(result.tree, 0)) io.print(line);
}

function treeLines(node: Explained, depth: number): string[] {
  const indent = "  ".repeat(depth + 1);
  const own = `${indent}${printable(node.part)}`;
  const does = node.does.map((effect) => `${indent}    ${printable(effect)}`);
  return [own, ...does, ...node.children.flatMap((child) => treeLines(child, depth + 1))];
}
