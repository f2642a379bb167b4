/** The input of an ability as it was typed or piped: one JSON object. */
import { type Checked, problem } from "@intentgate/documents";
import { readAll, utf8Text } from "../terminal/input-bytes.ts";
import type { Io } from "../terminal/io.ts";

const LIMIT = 64 * 1024;

/** `-` stands for what comes in through a pipe. */
export async function readInput(given: string, io: Io): Promise<Checked<unknown>> {
  const bytes = given === "-" ? await readAll(io.input, LIMIT) : Buffer.from(given, "utf8");
  const text = bytes === null ? null : utf8Text(bytes);
  if (text === null) return bad("the input is larger than 64 KiB, or not UTF-8 text");
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return bad("the input is not JSON");
    throw error;
  }
}

function bad(message: string): Checked<unknown> {
  const remedy = 'Write one JSON object: --input \'{"user_id":"u-1"}\', or --input - to read it from a pipe.';
  return { ok: false, problems: [problem("BAD_INPUT", message, remedy)] };
}
