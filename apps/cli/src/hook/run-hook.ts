/** One event of a host, from standard input to its reply. Every doubt on the way is a no. */
import type { Readable } from "node:stream";
import { type Host, hostNamed, hostNames, type Reply } from "@intentgate/hosts";
import { floorHere } from "@intentgate/sidecar";
import type { Args, Verb } from "../command/verb.ts";
import { flag, text } from "../command/verb.ts";
import { type Launched, launchedBy, yesCode } from "../launcher/launched.ts";
import { answerBytes, refusal } from "./answer-bytes.ts";
import type { Asked } from "./answer-here.ts";
import { createLastWord } from "./last-word.ts";

/** All that is needed to read its command line: hosts start it for every event, and none of them reads its help. */
export const hookForm = {
  name: "hook",
  options: {
    root: text("DIR", "the repository whose settings name this command"),
    user: flag("for settings of your own: say nothing in folders that nobody governs"),
    plugin: flag("for a plugin: the same"),
  },
} satisfies Partial<Verb>;

export interface HookArgs extends Asked {
  words: readonly string[];
  /** What is wrong with the command line itself; null: nothing. */
  wrong: string | null;
}

export function hookArgs(args: Args): HookArgs {
  const root = args.text("root") ?? null;
  const said = [root !== null && "personal", args.flag("user") && "user", args.flag("plugin") && "plugin"] as const;
  const [level = "team", ...others] = said.filter((one) => one !== false);
  const several = others.length > 0 ? "--root, --user and --plugin exclude each other" : null;
  const wrong = args.words.length > 2 ? "`intentgate hook` takes a host and an event" : several;
  return { words: args.words, root, level, wrong };
}

export const MOST_BYTES = 32_000_000;
/** Hosts write at once; whoever keeps the end back may keep it for ever. */
const LONGEST_INPUT_MS = 30_000;
/** The answer must be there before the host stops waiting for it. */
export const ANSWER_SPARE_MS = 5_000;

export async function runHook(args: HookArgs): Promise<never> {
  const [name = "", event = null] = args.words;
  const host = hostNamed(name);
  const launched = launchedBy(process.env, process.argv[1]);
  const { give } = createLastWord(
    (reason) => refusal(host, event, reason),
    (host?.can.waitsMs ?? ANSWER_SPARE_MS * 2) - ANSWER_SPARE_MS - (launched?.waitedMs ?? 0),
    yesCode(process.env),
  );
  if (args.wrong !== null) return give(refusal(host, event, args.wrong));
  if (name === RUN_ENDED) return give(await runEnded(event ?? ""));
  if (host === undefined) return give(refusal(host, event, unknownHost(name)));
  try {
    return give(await answer(host, event, args, launched));
  } catch (error) {
    return give(refusal(host, event, error instanceof Error ? error.message : String(error)));
  }
}

async function runEnded(id: string): Promise<Reply> {
  try {
    const [{ answerRunEnded }, { openHere }] = await Promise.all([
      import("./run-ended.ts"),
      import("./answer-here.ts"),
    ]);
    return await answerRunEnded(id, openHere());
  } catch (error) {
    return refusal(undefined, null, error instanceof Error ? error.message : String(error));
  }
}

/** In the place of a host's name: a command under a ticket has ended. */
export const RUN_ENDED = "run-ended";

async function answer(host: Host, event: string | null, args: HookArgs, launched: Launched | null): Promise<Reply> {
  const floor = floorHere(process.env);
  if (floor !== null) {
    const bytes = await readInput(process.stdin, MOST_BYTES, LONGEST_INPUT_MS);
    const { askOutside } = await import("./ask-outside.ts");
    return bytes === null ? refusal(host, event, "the payload is too large") : askOutside(floor, bytes, host, event);
  }
  const opened = launched === null ? undefined : (await import("./after-launch.ts")).openForLauncher(launched);
  const bytes = await readInput(process.stdin, MOST_BYTES, LONGEST_INPUT_MS);
  if (bytes === null) return refusal(host, event, `the payload is larger than ${MOST_BYTES} bytes`);
  return answerBytes(host, event, bytes, args, opened);
}

function unknownHost(name: string): string {
  const known = hostNames.filter((one) => hostNamed(one) !== undefined).join(", ");
  return `${JSON.stringify(name.slice(0, 40))} is no host it knows (${known})`;
}

/**
 * What the host wrote, or null where it is more than the limit. Rejects where its end does not come in time. As a
 * stream: a read in another thread cannot be broken off, and keeps the process alive.
 */
export function readInput(input: Readable, limit: number, withinMs: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the payload did not come to its end")), withinMs);
    const done = (read: Buffer | null) => {
      clearTimeout(timer);
      resolve(read);
    };
    input.on("error", reject);
    input.on("end", () => done(Buffer.concat(chunks)));
    input.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else done(null);
    });
  });
}
