/** Puts a repository under the gate: writes the sidecar's first files and registers the root. */
import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { ProblemError, problem } from "@intentgate/documents";
import { addIntent, type DeclaredCommand, proposeCommands } from "@intentgate/policy";
import { createRecordedHosts, createRootRegistry, createSidecar, stateDir } from "@intentgate/workspace";
import { askLine } from "../ask-person.ts";
import { columns } from "../columns.ts";
import { chooseRoot } from "../init/choose-root.ts";
import { exampleIntent, ignoreText, intentsText, policyText } from "../init/first-files.ts";
import { projectTexts } from "../init/project-texts.ts";
import { tellInit } from "../init/tell-init.ts";
import type { Io } from "../io.ts";
import { oneLine } from "../one-line.ts";
import { refuse, refuseUsage } from "../refuse.ts";
import { type Args, exitCodes, type Verb } from "../verb.ts";
import { refuseAgents, workspaceHere } from "../workspace-here.ts";

export const verb: Verb = {
  name: "init",
  summary: "put this repository under the gate",
  usage: ["[--yes] [--example] [--observe] [--root DIR]"],
  options: {
    yes: { type: "boolean", short: "y", help: "take what is proposed, without a question" },
    example: { type: "boolean", help: "begin with an example intent, INT-001" },
    observe: { type: "boolean", help: "refuse nothing yet: record what would have been refused" },
    root: { type: "string", value: "DIR", help: "the folder to govern; by default the repository's top folder" },
  },
  examples: [
    { run: "intentgate init", does: "look at the project, ask what to declare, write .orchestration/" },
    {
      run: "intentgate init --yes --observe",
      does: "for a trial: nothing is stopped, `intentgate report` shows what would be",
    },
  ],
  notes: [
    "Writes .orchestration/active_intents.yaml, policy.yaml and .gitignore where they are missing, and notes this root in your state folder, so that removing .orchestration does not open the gate. Files that exist are kept.",
    "Commit active_intents.yaml and policy.yaml. All worktrees of a repository share the main worktree's .orchestration.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0)
    return refuseUsage(io, "init", `init takes no words: ${oneLine(args.words.join(" "), 60)}`);
  const state = stateDir(io.env);
  const no = refuseAgents({ hosts: createRecordedHosts(state) }, io, "init");
  if (no !== null) return no;
  const named = args.text("root");
  const folder = named === undefined ? io.cwd : resolve(io.cwd, named);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return refuse(io, [
      problem("BAD_INPUT", `${oneLine(folder)} is not a folder`, "Name a folder that exists: `--root DIR`."),
    ]);
  }
  const registry = createRootRegistry(state);
  const chosen = chooseRoot({ folder, isNamed: named !== undefined, registered: registry.list(), home: homeOf(io) });
  if (!chosen.ok) return refuse(io, chosen.problems);

  const { root } = chosen.value;
  const sidecar = join(root, ".orchestration");
  const isNew = ["active_intents.yaml", "policy.yaml", ".gitignore"].some((name) => !isThere(join(sidecar, name)));
  const proposed = isThere(join(sidecar, "policy.yaml")) ? [] : proposeCommands(projectTexts(root));
  if ((isNew || !registry.list().includes(root)) && !args.flag("yes") && (!io.isTerminal || io.json))
    return refuseToGuess(root, proposed, io);
  const taken = args.flag("yes") || (await wantsCommands(proposed, io));
  if (taken === null) return stopped(io);

  const written = createSidecar(sidecar, [
    { name: "active_intents.yaml", text: args.flag("example") ? withExample() : intentsText },
    { name: "policy.yaml", text: policyText(args.flag("observe") ? "observe" : "enforce", proposed, taken) },
    { name: ".gitignore", text: ignoreText },
  ]);
  const wasRegistered = registry.list().includes(root);
  await registry.add(root);
  const wanted = { observe: args.flag("observe"), example: args.flag("example") };
  const done = { ...chosen.value, written, wasRegistered, declared: taken ? proposed : [], wanted };
  return tellInit(done, workspaceHere(io, root).home, io);
}

function refuseToGuess(root: string, proposed: readonly DeclaredCommand[], io: Io): number {
  const what = proposed.length > 0 ? ` and declare ${proposed.map((one) => `\`${one.run}\``).join(", ")}` : "";
  const message = `this would put ${root} under the gate${what}, and there is no terminal to ask on`;
  return refuse(io, [problem("BAD_INPUT", message, "Say yes beforehand: `intentgate init --yes`.")]);
}

/** Null when the person broke off instead of answering. */
async function wantsCommands(proposed: readonly DeclaredCommand[], io: Io): Promise<boolean | null> {
  if (proposed.length === 0) return true;
  const { bold, dim } = io.color;
  io.print("This project has commands that agents will want to run:\n");
  const rows = proposed.map(({ run, writes }) => [
    run,
    writes.length > 0 ? `may write ${writes.join(" ")}` : "writes nothing",
  ]);
  for (const line of columns(rows, [{ paint: bold }, { paint: dim }])) io.print(`  ${line}`);
  io.print("");
  const answer = await askLine("Let agents run them without a question? [y/N] ");
  return answer === null ? null : ["y", "yes"].includes(answer.toLowerCase());
}

function stopped(io: Io): number {
  io.complain("\nNothing was written.");
  return exitCodes.failed;
}

function withExample(): string {
  const text = addIntent(intentsText, exampleIntent);
  if (!text.ok) throw new ProblemError(text.problems);
  return text.value;
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function homeOf(io: Io): string {
  const home = io.env.HOME ?? homedir();
  return isThere(home) ? realpathSync(home) : home;
}
