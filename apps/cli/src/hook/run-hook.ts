/** One event of a host, from standard input to its reply. Every doubt on the way is a no. */
import { formatProblem, ProblemError } from "@intentgate/documents";
import { type HeardEvent, type Host, hostNamed, hostNames, type Reply } from "@intentgate/hosts";
import type { Args } from "../verb.ts";
import { createLastWord } from "./last-word.ts";
import { readInput } from "./read-input.ts";

export interface HookArgs {
  words: readonly string[];
  /** The root that the settings of a project name; null where the event's folder says it. */
  root: string | null;
  /** From the settings of a user: folders that nobody governs are none of our business. */
  user: boolean;
  /** What is wrong with the command line itself; null: nothing. */
  wrong: string | null;
}

export function hookArgs(args: Args): HookArgs {
  const [root, user] = [args.text("root") ?? null, args.flag("user")];
  const both = root !== null && user ? "--root and --user exclude each other" : null;
  const wrong = args.words.length > 2 ? "`intentgate hook` takes a host and an event" : both;
  return { words: args.words, root, user, wrong };
}

const MOST_BYTES = 32_000_000;
/** Hosts write at once; whoever keeps the end back may keep it for ever. */
const LONGEST_INPUT_MS = 30_000;
/** The answer must be there before the host stops waiting for it. */
const SPARE_MS = 5_000;

export async function runHook(args: HookArgs): Promise<never> {
  const [name = "", event = null] = args.words;
  const host = hostNamed(name);
  const { give } = createLastWord(
    (reason) => refusal(host, event, reason),
    (host?.can.waitsMs ?? SPARE_MS * 2) - SPARE_MS,
  );
  if (args.wrong !== null) return give(refusal(host, event, args.wrong));
  if (host === undefined) return give(refusal(host, event, unknownHost(name)));
  try {
    return give(await answer(host, event, args));
  } catch (error) {
    return give(refusal(host, event, reasonOf(error)));
  }
}

async function answer(host: Host, event: string | null, args: HookArgs): Promise<Reply> {
  const bytes = await readInput(process.stdin, MOST_BYTES, LONGEST_INPUT_MS);
  if (bytes === null) return refusal(host, event, `the payload is larger than ${MOST_BYTES} bytes`);
  const decoded = host.decode(bytes, event);
  if (!decoded.ok) return refusal(host, event, decoded.problems.map(formatProblem).join("\n"));
  const { value } = decoded;
  if (value.kind === "ignored" || hasNoEffect(value)) return host.tell({ model: null, person: null }, value);
  const { answerHere } = await import("./answer-here.ts");
  return answerHere(host, value, args);
}

/** A todo list, a question to the person: the gate itself need not even be loaded for it. */
function hasNoEffect(event: HeardEvent): boolean {
  return (event.kind === "before_tool" || event.kind === "after_tool") && event.call.tool === "no_effect";
}

function refusal(host: Host | undefined, event: string | null, reason: string): Reply {
  const text = `the gate could not decide, so the answer is no: ${reason}`;
  return host === undefined ? { stdout: "", stderr: `Intentgate: ${text}\n`, exitCode: 2 } : host.refuse(text, event);
}

function unknownHost(name: string): string {
  const known = hostNames.filter((one) => hostNamed(one) !== undefined).join(", ");
  return `${JSON.stringify(name.slice(0, 40))} is no host it knows (${known})`;
}

function reasonOf(error: unknown): string {
  if (error instanceof ProblemError) return error.problems.map(formatProblem).join("\n");
  return error instanceof Error ? error.message : String(error);
}
