/** `intentgate hooks new ID --event EVENT`: a hook file and its handler, ready to be filled in. */
import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { problem } from "@intentgate/documents";
import type { EventType } from "@intentgate/event-hooks";
import { refuse } from "../command/refuse.ts";
import { oneWord, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedForPeople } from "../workspace/workspace-here.ts";
import { type NewFile, writeNewFiles } from "../workspace/write-new-files.ts";
import { readEventType } from "./event-input.ts";

export const newHook: Subverb = {
  options: ["event", "kind", "blocking"],
  words: oneWord("the id of the new hook"),
  run,
};

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "hooks new");
  if (typeof workspace === "number") return workspace;
  const id = args.words[1] ?? "";
  if (!ID.test(id)) {
    const remedy = "Use letters, digits, `.`, `_` and `-`, as in post_tool_use_tracker.";
    return refuse(io, [problem("BAD_INPUT", `${JSON.stringify(oneLine(id, 60))} cannot be the id of a hook`, remedy)]);
  }
  const given = args.text("event");
  if (given === undefined) {
    const remedy = `Say on which event it runs: \`intentgate hooks new ${id} --event PostAbilityCall\`.`;
    return refuse(io, [problem("BAD_INPUT", "the new hook has no event", remedy)]);
  }
  const event = readEventType(given);
  if (!event.ok) return refuse(io, event.problems);
  const kind = handlerKinds.find((one) => one === (args.text("kind") ?? "script"));
  if (kind === undefined)
    return refuse(io, [problem("BAD_INPUT", "there is no such kind of handler", `Use ${handlerKinds.join(" or ")}.`)]);

  const at = workspace.home.authoredAt;
  const files = skeletonOf({ id, event: event.value, kind, blocking: args.flag("blocking") });
  const taken = [`.system/hooks/${id}.yml`, ...files.map(({ path }) => path)].find((path) => isThere(join(at, path)));
  if (taken !== undefined) {
    const remedy = "Choose another id, or edit what is there.";
    return refuse(io, [problem("NOT_ALLOWED", `${taken} exists already; nothing was written`, remedy)]);
  }
  writeNewFiles(at, files);
  if (io.json) io.printJson({ id, files: files.map(({ path }) => path) });
  else {
    for (const { path } of files) io.print(`${io.color.green("wrote")} ${path}`);
    io.print("\nNext, fill in the handler, then let it run:");
    io.print(`  ${io.color.bold(`intentgate hooks trust ${id}`)}`);
  }
  return exitCodes.done;
}

/** A link that leads nowhere is in the way too. */
function isThere(path: string): boolean {
  return existsSync(path) || lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** What a new hook begins with: a hook file that is complete, and a handler that does nothing yet. */
const handlerKinds = ["script", "module"] as const;
type HandlerKind = (typeof handlerKinds)[number];

interface Skeleton {
  id: string;
  event: EventType;
  kind: HandlerKind;
  blocking: boolean;
}

const about: Readonly<Record<EventType, { when: string; fields: string; match: string }>> = {
  UserPromptSubmit: {
    when: "When a person submits a prompt",
    fields: "user_message, files_touched, last_command",
    match: 'stage: understand\n#   file_patterns: ["docs/**"]',
  },
  PreAbilityCall: {
    when: "Right before a call",
    fields: "ability_id, operation_key, planned_input_summary, files_touched, changed_files",
    match: 'ability_scope: "execute_command"\n#   only_if_changed_paths: ["db/**"]',
  },
  PostAbilityCall: {
    when: "After a call, also after one that failed or was refused",
    fields: "ability_id, operation_key, status, duration_ms, input_summary, output_summary, changed_files",
    match: 'status: failure\n#   only_if_changed_paths: ["src/**"]',
  },
  SessionStart: { when: "When a session starts", fields: "host, model", match: "stage: understand" },
  SessionEnd: {
    when: "When a session has ended",
    fields: "changed_files, reason",
    match: 'only_if_changed_paths: ["src/**"]',
  },
  SessionStop: {
    when: "When a session is about to stop",
    fields: "changed_files",
    match: 'only_if_changed_paths: ["services/**"]',
  },
};

function skeletonOf(skeleton: Skeleton): NewFile[] {
  const { id, kind } = skeleton;
  const handler = `scripts/hooks/${id}.${kind === "script" ? "sh" : "ts"}`;
  return [
    { path: `.system/hooks/${id}.yaml`, text: hookText(skeleton, handler), mode: 0o644 },
    kind === "script"
      ? { path: handler, text: scriptText(skeleton), mode: 0o755 }
      : { path: handler, text: moduleText(skeleton), mode: 0o644 },
  ];
}

function hookText({ id, event, kind, blocking }: Skeleton, handler: string): string {
  const { when, match } = about[event];
  const says = blocking
    ? "blocking: true # says no when it answers with an error, fails, takes too long or is not trusted"
    : "# blocking: true # then it can say no";
  return `id: ${quotedId(id)}
event_type: ${event}
enabled: true
${says}

summary: >
  ${when}: say here in a sentence what this hook does and why.

# Only events that fit are told to the handler; without a match all are.
# match:
#   ${match}
#   examples: { match: [], not_match: [] }

handler:
  kind: ${kind}
  command: ${kind === "script" ? "./" : ""}${handler}
  timeout_ms: 5000

effects: []
`;
}

/** An id may look like a number or a truth value; then it must be quoted to stay a text. */
function quotedId(id: string): string {
  return /^[A-Za-z_][A-Za-z_]*$/.test(id) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(id)
    ? id
    : JSON.stringify(id);
}

function scriptText({ event, blocking }: Skeleton): string {
  const { when, fields } = about[event];
  const no = blocking ? `\n# To say no: {"error":"blocked_by_policy","messages_to_user":["why"]}` : "";
  return `#!/bin/sh
# ${when}. The event comes as one JSON object on standard input: event_type, session_id, timestamp,
# repository_root, stage, ${fields}.
# The answer is one JSON object on standard output: logs, messages_to_user, suggested_abilities and so on.
# What is printed to standard error goes to .system/logs/hooks.log.${no}
event=$(cat)
: "$event"
printf '{"logs":[{"level":"debug","message":"nothing to do yet"}]}'
`;
}

function moduleText({ event, blocking }: Skeleton): string {
  const { when, fields } = about[event];
  const no = blocking ? `\n * To say no: \`return { error: "blocked_by_policy", messages_to_user: ["why"] }\`.` : "";
  return `/**
 * ${when}. The event has event_type, session_id, timestamp, repository_root, stage,
 * ${fields}.${no}
 */
interface Event {
  event_type: "${event}";
  session_id: string;
}

export default async function handle(event: Event) {
  return { logs: [{ level: "debug", message: \`nothing to do yet in \${event.session_id}\` }] };
}
`;
}
