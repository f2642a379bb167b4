/** A foreign file that a person names: read whole, or a problem with its place; `-` is standard input. */
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Checked, type Problem, problem } from "@intentgate/documents";
import { type AgentTraceRecord, readAgentTrace } from "@intentgate/trace";
import { readAll, utf8Text } from "../terminal/input-bytes.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";

const LARGEST_BYTES = 200_000_000;

export async function readForeign(given: string, io: Io): Promise<Checked<AgentTraceRecord[]>> {
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
  const text = utf8Text(bytes);
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
