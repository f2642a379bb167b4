/** `intentgate trace import | validate FILE`: Agent Trace records that other tools wrote. */
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Checked, decodeUtf8, type Problem, problem } from "@intentgate/documents";
import { SHARED_NAME, type Store, writeShared } from "@intentgate/sidecar";
import {
  type AgentTraceRecord,
  importAgentTrace,
  importedId,
  readAgentTrace,
  readRecord,
  segmentName,
  segmentText,
} from "@intentgate/trace";
import { refuse } from "../command/refuse.ts";
import { oneWord, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import { readAll } from "../terminal/input-bytes.ts";
import { type Io, tell } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { governedForPeople } from "../workspace/workspace-here.ts";

/** As a shared segment of their own. */
export const importTrace: Subverb = { options: [], words: oneWord("a file"), run: importFile };

async function importFile(args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "trace import");
  if (typeof workspace === "number") return workspace;
  const { sidecar, store } = workspace.home;
  const read = await readForeign(args.words[1] ?? "", io);
  if (!read.ok) return refuse(io, read.problems);
  const fresh = await notKnown(store.ledger, read.value);
  const files = importAgentTrace(fresh).flatMap(({ segment, lines }) => {
    const name = segmentName(segment);
    return writeShared(sidecar, name, segmentText(segment, lines)) ? [`${SHARED_NAME}/${name}`] : [];
  });
  const known = read.value.length - fresh.length;
  if (io.json) io.printJson({ imported: fresh.length, already_known: known, files });
  else if (fresh.length === 0)
    io.print(`Nothing new: ${count(known, "record")} of it ${known === 1 ? "is" : "are"} known already.`);
  else {
    const besides = known === 0 ? "" : `; ${known} known already`;
    io.print(
      `${io.color.green("✔")} ${count(fresh.length, "record")} imported${besides}. They are credited to whom they name, never to a session here.`,
    );
    for (const file of files) io.print(`  .orchestration/${file}`);
  }
  return exitCodes.done;
}

/** What the ledger has under the same id, its own or imported before, is not taken a second time. */
async function notKnown(ledger: Store["ledger"], records: readonly AgentTraceRecord[]): Promise<AgentTraceRecord[]> {
  const wanted = new Map(records.map((record) => [record.id.toLowerCase(), record]));
  for await (const { line } of ledger.allLines()) {
    const record = readRecord(line);
    wanted.delete(importedId(line) ?? ("problem" in record ? "" : record.id.toLowerCase()));
  }
  return [...wanted.values()];
}

const LARGEST_BYTES = 200_000_000;

/** A foreign file that a person names: read whole, or a problem with its place; `-` is standard input. */
async function readForeign(given: string, io: Io): Promise<Checked<AgentTraceRecord[]>> {
  const file = given === "-" ? "standard input" : oneLine(given, 200);
  const bytes = given === "-" ? await readAll(io.input, LARGEST_BYTES) : readNamed(resolve(io.cwd, given));
  if (typeof bytes === "string")
    return wrong("CANNOT_READ", `it cannot be read (${bytes})`, "Name a file of Agent Trace records.", file);
  if (bytes === null)
    return wrong(
      "BAD_INPUT",
      `it has more than ${LARGEST_BYTES / 1_000_000} MB`,
      "Split it: one record a line can be cut anywhere.",
      file,
    );
  const text = decodeUtf8(bytes);
  if (text === null) return wrong("BAD_INPUT", "it is not UTF-8 text", "Agent Trace is JSON, and JSON is UTF-8.", file);
  const read = readAgentTrace(text);
  if (read.ok) return { ok: true, value: read.records };
  const problems = read.faults.map(({ line, column, at, message, remedy }): Problem => {
    return problem("BAD_INPUT", at === "" ? message : `${at}: ${message}`, remedy, { file, line, column });
  });
  return { ok: false, problems };
}

/** Null where it is too large; the system's word where it cannot be had. A pipe would be waited for: only files. */
function readNamed(path: string): Buffer | null | string {
  try {
    const facts = statSync(path);
    if (!facts.isFile()) return "no regular file";
    if (facts.size > LARGEST_BYTES) return null;
    const file = openSync(path, "r");
    try {
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    return code === "ENOENT" ? "there is no such file" : code;
  }
}

function wrong(
  code: Problem["code"],
  message: string,
  remedy: string,
  file: string,
): { ok: false; problems: Problem[] } {
  return { ok: false, problems: [problem(code, message, remedy, { file })] };
}

/** `intentgate trace validate FILE`: whether a file holds Agent Trace records, and what is wrong with it where not. */
export const validate: Subverb = { options: [], words: oneWord("a file"), run: validateFile };

async function validateFile(args: Args, io: Io): Promise<number> {
  const given = args.words[1] ?? "";
  const read = await readForeign(given, io);
  if (!read.ok) {
    refuse(io, read.problems);
    return exitCodes.failed;
  }
  tell(
    io,
    { records: read.value.length, problems: [] },
    `${io.color.green("✔")} ${oneLine(given, 200)}: ${count(read.value.length, "record")} of Agent Trace 0.1`,
  );
  return exitCodes.done;
}
