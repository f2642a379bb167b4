/** The inbox: what waits for a person, and the person's answers. */
import { renderApproval } from "@intentgate/gate";
import { answerRequest, findRequest, notWaiting } from "../approvals/answer-request.ts";
import { listRequests, requestAsData } from "../approvals/list-requests.ts";
import { watchRequests } from "../approvals/watch-requests.ts";
import { refuseUsage, refuseWith } from "../command/refuse.ts";
import { noWords, oneWord, runSubverb, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { shortId } from "../terminal/ids.ts";
import type { Io } from "../terminal/io.ts";
import { governedHere, refuseUnlessPerson } from "../workspace/workspace-here.ts";

/** By the option that gives it. */
const widerAnswers = { standing: "standing", command: "command", declare: "declare", "add-to-scope": "scope" } as const;
const wider = Object.keys(widerAnswers) as (keyof typeof widerAnswers)[];

const anId = oneWord("an id");

const subverbs: Record<string, Subverb> = {
  list: { options: [], words: noWords, run: async (_args, io) => listRequests(governedHere(io), io) },
  show: { options: [], words: anId, run: show },
  approve: { options: wider, words: anId, run: approve },
  reject: { options: ["reason"], words: anId, run: reject },
  watch: { options: [], words: noWords, run: watch },
};

export const verb: Verb = {
  name: "approvals",
  usage: [
    "[list]",
    "show ID",
    "approve ID [--standing | --command | --declare | --add-to-scope]",
    "reject ID [--reason TEXT]",
    "watch",
  ],
  subverbs: Object.keys(subverbs),
  options: {
    standing: flag("approve all in-scope writes of this session and intent"),
    command: flag("approve this exact command for the rest of the session"),
    declare: flag("approve, and declare the command or tool in policy.yaml"),
    "add-to-scope": flag("keep what was kept back, and let the intent own these paths from now on"),
    reason: text("TEXT", "why you reject; the agent reads it"),
  },
  examples: {
    "intentgate approvals watch": "stay here and answer each request as it comes",
    "intentgate approvals approve 3f2a91c0": "let this one call pass, once",
    'intentgate approvals reject 3f2a91c0 --reason "use the v2 client"': "say no, and say what to do instead",
    "intentgate approvals --json": "what waits, for a script",
  },
  notes: [
    "The first characters of an id are enough. A request stays open for 15 minutes; one about what a command left outside the scope for a day: a yes keeps it, a no discards it. Any other yes holds for the very call that was shown, its files as they were, in that session and under that intent, one time.",
    "approve, reject and watch are a person's: they need a terminal and refuse below an agent.",
  ],
  run: (args, io) => runSubverb(verb, subverbs, args, io, "list"),
};

async function watch(_args: Args, io: Io): Promise<number> {
  if (io.json) {
    const remedy = "Use `intentgate approvals list --json`.";
    return refuseWith(io, "BAD_INPUT", "watch talks to a person, not in JSON", remedy);
  }
  const workspace = governedHere(io);
  return refuseUnlessPerson(workspace, io, "approvals watch") ?? watchRequests(workspace, io);
}

async function approve(args: Args, io: Io, [id = ""]: readonly string[]): Promise<number> {
  const [chosen, another] = wider.filter((name) => args.flag(name));
  if (another !== undefined) return refuseUsage(io, "approvals", "that is more than one way to approve");
  const workspace = governedHere(io);
  return (
    refuseUnlessPerson(workspace, io, "approvals approve") ??
    answerRequest(workspace, io, id, chosen ? widerAnswers[chosen] : "once", "")
  );
}

async function reject(args: Args, io: Io, [id = ""]: readonly string[]): Promise<number> {
  const workspace = governedHere(io);
  const reason = (args.text("reason") ?? "").trim();
  return refuseUnlessPerson(workspace, io, "approvals reject") ?? answerRequest(workspace, io, id, "reject", reason);
}

async function show(_args: Args, io: Io, [id = ""]: readonly string[]): Promise<number> {
  const workspace = governedHere(io);
  const found = findRequest(workspace.home.store.approvals, id, workspace.now());
  if (found.state !== "waiting") return notWaiting(io, id, found);
  if (io.json) io.printJson(requestAsData(found.entry));
  else {
    io.print(renderApproval(found.entry, io.color));
    const short = shortId(found.entry.id);
    io.print(io.color.dim(`\nintentgate approvals approve ${short}, or reject ${short} --reason TEXT`));
  }
  return exitCodes.done;
}
