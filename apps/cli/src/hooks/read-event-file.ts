/** Where the context of an event comes from: a file, or standard input. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Checked, problem } from "@intentgate/documents";
import { readAll } from "../terminal/input-bytes.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";

const LIMIT = 1_000_000;

/** `-` is standard input. */
export async function readEventFile(given: string, io: Io): Promise<Checked<Uint8Array>> {
  if (given === "-") {
    const bytes = await readAll(io.input, LIMIT);
    return bytes === null ? tooLarge("the input") : { ok: true, value: bytes };
  }
  const path = resolve(io.cwd, given);
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return wrong(`${oneLine(given)} is no file`);
    return stat.size > LIMIT ? tooLarge(oneLine(given)) : { ok: true, value: readFileSync(path) };
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return wrong(`${oneLine(given)} cannot be read (${error.code})`);
  }
}

function tooLarge(what: string) {
  return wrong(`${what} is larger than ${LIMIT} bytes: an event holds summaries, not payloads`);
}

function wrong(message: string): { ok: false; problems: ReturnType<typeof problem>[] } {
  return { ok: false, problems: [problem("BAD_INPUT", message, "Name a file that holds one event, or - for input.")] };
}
