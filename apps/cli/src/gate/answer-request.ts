/** One request of a launcher: answered exactly as a process of its own would, or not at all. */
import { callerOf, type StandsOn } from "@intentgate/gate";
import { hostNamed, type Reply } from "@intentgate/hosts";
import { homeOfUser } from "@intentgate/sidecar";
import { environmentOf } from "@intentgate/world";
import { parseVerbArgs } from "../command/parse-args.ts";
import { answerBytes, refusal } from "../hook/answer-bytes.ts";
import { answerRunEnded } from "../hook/run-ended.ts";
import { ANSWER_SPARE_MS, hookArgs, hookForm, MOST_BYTES, RUN_ENDED } from "../hook/run-hook.ts";
import { decidesAsHere, type Environment, environmentFrom } from "../hook/surroundings.ts";
import { FORGOTTEN } from "../launcher/launcher-surroundings.ts";
import type { GateRequest } from "../launcher/wire.ts";
import type { KeptWorkspaces } from "./kept-workspaces.ts";

export interface AnswerParts {
  stateDir: string;
  version: string;
  /** The file that hosts start. */
  launcher: string;
  env: NodeJS.ProcessEnv;
  workspaces: KeptWorkspaces;
}

/** Null: a process of its own is to answer this. */
export async function answerRequest(request: GateRequest, parts: AnswerParts): Promise<Reply | null> {
  if (request.version !== parts.version) return null;
  const env = environmentFrom(request.env ?? startedWith(request.pid));
  if (!decidesAsHere(env, parts.env)) return null;
  const caller = callerOf(request.pid, parts.launcher);
  return caller === null ? null : answerFor(request, parts, { env, caller, pid: request.pid, standsOn: null });
}

export interface Asker {
  env: Environment;
  /** The host's process. */
  caller: number;
  /** The one that asks for it. */
  pid: number;
  standsOn: StandsOn | null;
}

/** For whoever is known to ask. Null, as above. */
export async function answerFor(
  request: GateRequest,
  { stateDir, workspaces }: Pick<AnswerParts, "stateDir" | "workspaces">,
  { env, caller, pid, standsOn }: Asker,
): Promise<Reply | null> {
  if (request.payload.length > MOST_BYTES) return null;
  const parsed = parseVerbArgs(hookForm, request.args);
  if (!parsed.ok || parsed.help) return null;
  const { words, wrong, ...asked } = hookArgs(parsed.args);
  const [name = "", event = null] = words;
  if (name === RUN_ENDED) {
    const answered = await workspaces.during({ pid, env }, (open) =>
      answerRunEnded(event ?? "", { stateDir, caller, open }),
    );
    return answered.passed ? null : answered.value;
  }
  const host = hostNamed(name);
  if (wrong !== null || host === undefined) return null;

  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, host.can.waitsMs - ANSWER_SPARE_MS);
  });
  try {
    const answered = await workspaces.during({ pid, env }, (open) =>
      Promise.race([
        answerBytes(host, event, request.payload, asked, {
          stateDir,
          env,
          userHome: homeOfUser,
          folder: request.cwd,
          caller,
          waitedMs: 0,
          open,
          standsOn,
        }),
        timeIsUp.then(() => refusal(host, event, "it took too long")),
      ]),
    );
    return answered.passed ? null : answered.value;
  } finally {
    clearTimeout(timer);
  }
}

/** What a launcher that cannot send its environment was started with, without what it forgets before it does anything. */
function startedWith(pid: number): string[] {
  const known = Object.entries(environmentOf(pid) ?? {}).filter(([name]) => !FORGOTTEN.includes(name));
  return known.map((pair) => pair.join("="));
}
