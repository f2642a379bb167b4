/** What a prompt would get: abilities and documents, or nothing. */
import {
  type Ability,
  type AbilitySuggestion,
  type Registry,
  type Stage,
  type Suggestions,
  stages,
} from "@intentgate/routing";
import { refuse, refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { readEvent, readEventFile } from "../hooks/event-input.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { workspaceHere } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "suggest",
  usage: ["PROMPT [--stage STAGE]", "--event < event.json"],
  options: {
    event: flag("read a UserPromptSubmit from standard input, answer as its handler would"),
    stage: text("STAGE", `only documents for this stage: ${stages.join(", ")}`),
  },
  examples: {
    'intentgate suggest "run the full billing regression tests"': "abilities with confidence and reason",
    'intentgate suggest "which checks before I commit?" --stage plan --json': "the same as a hook's result",
  },
  notes: [
    "Where nothing is sure enough, nothing is suggested. The words of the prompt stay on this machine unless settings.yaml in your own state folder names a model.",
    "With --json the fields are those of an event hook's result, so that a handler can print them as they are.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.flag("event")) return suggestForEvent(args, io);
  const [prompt, ...more] = args.words;
  if (prompt === undefined || more.length > 0) return refuseUsage(io, "suggest", "suggest takes one prompt, in quotes");
  const stage = args.text("stage");
  if (stage !== undefined && !isStage(stage)) {
    return refuseUsage(
      io,
      "suggest",
      `${JSON.stringify(oneLine(stage, 30))} is no stage; known are ${stages.join(", ")}`,
    );
  }
  const found = await workspaceHere(io)
    .routing()
    .suggest({ prompt, stage: stage ?? null, hints: [], intent: null });
  if (io.json) io.printJson(asResult(found));
  else print(found, io);
  return exitCodes.done;
}

/** What comes out is the answer of a handler: one JSON object, whoever reads it. */
async function suggestForEvent(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0 || args.text("stage") !== undefined)
    return refuseUsage(io, "suggest", "with --event the prompt and the stage stand in the event");
  const workspace = workspaceHere(io);
  const bytes = await readEventFile("-", io);
  if (!bytes.ok) return refuse(io, bytes.problems);
  const defaults = { now: workspace.now(), root: workspace.home.root, session: "command-line" };
  const read = readEvent(bytes.value, "UserPromptSubmit", defaults);
  if (!read.ok) return refuse(io, read.problems);
  const { event } = read.value;
  const prompt = event.event_type === "UserPromptSubmit" ? event.user_message : "";
  const routing = workspace.routing();
  const found = await routing.suggest({ prompt, stage: event.stage ?? null, hints: [], intent: null });
  const messages = suggestionMessages(found.abilities, routing.registry().registry);
  io.printJson({ ...asResult(found), ...(messages.length > 0 ? { messages_to_user: messages } : {}) });
  return exitCodes.done;
}

function isStage(text: string): text is Stage {
  return stages.some((one) => one === text);
}

function asResult({ abilities, documents, notes }: Suggestions) {
  return {
    suggested_abilities: abilities.map(({ id, reason, confidence }) => ({ id, reason, confidence })),
    suggested_documents: documents.map(({ path, reason, stage }) => ({ path, reason, ...(stage ? { stage } : {}) })),
    ...(notes.length > 0 ? { logs: notes.map((message) => ({ level: "warn", message })) } : {}),
  };
}

function print({ abilities, documents, notes }: Suggestions, io: Io): void {
  const { bold, dim } = io.color;
  const layout = [{ paint: bold }, {}, { paint: dim }];
  const abilityRows = abilities.map(({ id, confidence, reason }) => [id, confidence.toFixed(2), oneLine(reason, 120)]);
  const documentRows = documents.map(({ path, confidence, reason }) => [
    oneLine(path, 80),
    confidence.toFixed(2),
    oneLine(reason, 120),
  ]);
  if (abilityRows.length > 0) io.print("Abilities");
  for (const line of columns(abilityRows, layout)) io.print(`  ${line}`);
  if (documentRows.length > 0) io.print("Documents");
  for (const line of columns(documentRows, layout)) io.print(`  ${line}`);
  if (abilities.length + documents.length === 0)
    io.print("Nothing here fits this prompt well enough; nothing is suggested.");
  for (const note of notes) io.complain(oneLine(note, 300));
}

const MOST = 3;
/** How summaries that say what an ability does begin; the others are told after a colon. */
const VERBS = new Set(
  (
    "add analyse analyze apply archive audit back build bump bundle call change check clean clear collect compare " +
    "compile configure convert copy count create debug delete deploy describe download drop edit enable execute export " +
    "fetch find fix format generate get import insert inspect install lint list load look make measure merge migrate " +
    "move notify open plan prepare print profile promote publish query read rebuild record refresh release remove " +
    "rename render replace report reset restart restore review revoke roll rotate run scaffold scan search seed send " +
    "set show start stop summarise summarize sync tag test trace translate turn update upgrade upload validate verify " +
    "warm watch write"
  ).split(" "),
);

/** What suggestions are called to a person: one sentence for each ability that is likely meant. */
export function suggestionMessages(suggestions: readonly AbilitySuggestion[], registry: Registry): string[] {
  return suggestions.slice(0, MOST).flatMap(({ id }) => {
    const ability = registry.abilities.find((one) => one.id === id);
    return ability ? [messageFor(ability)] : [];
  });
}

function messageFor(ability: Ability): string {
  const kind = ability.level === "high" ? `${ability.type} ability` : "ability";
  const use = `You can use the ${oneLine(ability.id, 128)} ${kind}`;
  const summary = oneLine(ability.summary, 300).replace(/\.$/, "");
  if (summary === "") return `${use}.`;
  const [first = ""] = summary.split(" ", 1);
  const isDeed = VERBS.has(first.toLowerCase());
  return isDeed ? `${use} to ${first.toLowerCase()}${summary.slice(first.length)}.` : `${use}: ${summary}.`;
}
