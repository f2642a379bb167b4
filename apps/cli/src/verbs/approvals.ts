/** The inbox: what waits for a person, and the person's answers. */
import { renderApproval, type Workspace } from "@intentgate/gate";
import type { PersonsAnswer } from "@intentgate/sidecar";
import { answerRequest, findRequest, notWaiting } from "../approvals/answer-request.ts";
import { listRequests, requestAsData } from "../approvals/list-requests.ts";
import { watchRequests } from "../approvals/watch-requests.ts";
import { refuseWith } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { shortId } from "../terminal/ids.ts";
import type { Io } from "../terminal/io.ts";
import { governedHere, refuseUnlessPerson } from "../workspace/workspace-here.ts";

const widerAnswers = ["standing", "command", "declare"] as const;

export const verb: Verb = {
  name: "approvals",
  summary: "answer what waits for a person",
  usage: ["[list]", "show ID", "approve ID [--standing | --command | --declare]", "reject ID [--reason TEXT]", "watch"],
  subverbs: ["list", "show", "approve", "reject", "watch"],
  options: {
    standing: flag("approve all in-scope writes of this session and intent"),
    command: flag("approve this exact command for the rest of the session"),
    declare: flag("approve, and declare the command or tool in policy.yaml"),
    reason: text("TEXT", "why you reject; the agent reads it"),
  },
  examples: {
    "intentgate approvals watch": "stay here and answer each request as it comes",
    "intentgate approvals approve 3f2a91c0": "let this one call pass, once",
    'intentgate approvals reject 3f2a91c0 --reason "use the v2 client"': "say no, and say what to do instead",
    "intentgate approvals --json": "what waits, for a script",
  },
  notes: [
    "The first characters of an id are enough. A request stays open for 15 minutes; a yes holds for the very call that was shown, its files as they were, in that session and under that intent, one time.",
    "approve, reject and watch are a person's: they need a terminal and refuse below an agent.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [what = "list", id, ...more] = args.words;
  const takesId = what === "show" || what === "approve" || what === "reject";
  if (!verb.subverbs?.includes(what)) {
    return refuseWith(
      io,
      "BAD_INPUT",
      `"approvals ${what}" is not known`,
      "Use list, show ID, approve ID, reject ID or watch.",
    );
  }
  if (takesId ? id === undefined || more.length > 0 : id !== undefined) {
    const how = takesId
      ? `Give one id: \`intentgate approvals ${what} ID\`.`
      : `\`intentgate approvals ${what}\` takes no id.`;
    return refuseWith(
      io,
      "BAD_INPUT",
      `"approvals ${args.words.join(" ")}" cannot be understood`,
      `${how} \`intentgate approvals\` lists the ids.`,
    );
  }
  const answer = answerWanted(args, what);
  if (answer === null)
    return refuseWith(
      io,
      "BAD_INPUT",
      "more than one way to approve, or one that does not fit",
      `See \`intentgate approvals --help\`.`,
    );
  if (what === "watch" && io.json)
    return refuseWith(
      io,
      "BAD_INPUT",
      "watch talks to a person, not in JSON",
      "Use `intentgate approvals list --json`.",
    );
  const workspace = governedHere(io);
  if (what === "list") return listRequests(workspace, io);
  if (what === "show") return showRequest(workspace, io, id ?? "");
  const refused = refuseUnlessPerson(workspace, io, `approvals ${what}`);
  if (refused !== null) return refused;
  if (what === "watch") return watchRequests(workspace, io);
  return answerRequest(workspace, io, id ?? "", answer, (args.text("reason") ?? "").trim());
}

/** Null where the options contradict each other or the subverb. */
function answerWanted(args: Args, what: string): PersonsAnswer["answer"] | null {
  const wider = widerAnswers.filter((name) => args.flag(name));
  if (args.text("reason") !== undefined && what !== "reject") return null;
  if (what !== "approve") return wider.length > 0 ? null : "reject";
  return wider.length > 1 ? null : (wider[0] ?? "once");
}

function showRequest(workspace: Workspace, io: Io, id: string): number {
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
