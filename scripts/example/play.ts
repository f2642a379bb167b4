// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the example is code
/** Plays the story through the real gate in a folder of its own; run as its own process. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openWorkspace, toAnswer, type Workspace } from "@intentgate/gate";
import { createRootRegistry } from "@intentgate/sidecar";
import { lateHook, projectFiles } from "./corner-shop.ts";
import { agents, past, type Step, waiting } from "./story.ts";

const MINUTE = 60_000;

export async function playPast(folder: string, stateDir: string): Promise<void> {
  const total = past.reduce((sum, step) => sum + step.minutes, 0) * MINUTE;
  let clock = Date.now() - total - 4 * MINUTE;
  put(folder, projectFiles);
  commit(folder, new Date(clock - 60 * MINUTE));
  await createRootRegistry(stateDir).add(folder);
  let step: Step | undefined;
  const workspace = openWorkspace(folder, {
    stateDir,
    now: () => new Date(clock),
    terminal: async () =>
      step?.person ? toAnswer(step.person.answer, "ann", new Date(clock).toISOString(), step.person.reason) : null,
  });
  workspace.eventHooks().trust("all");
  for (step of past) {
    clock += step.minutes * MINUTE;
    if (step.byHand)
      put(folder, {
        "src/mail/welcome.ts":
          "/** The first letter. */\nexport const welcome = (name: string) => `Hello ${name}, welcome!`;\n",
      });
    else await call(workspace, folder, step);
  }
  put(folder, lateHook);
  await settleStatus(workspace);
}

/** These calls ask a person and wait for the answer, as agents at work do. */
export async function playWaiting(folder: string, stateDir: string): Promise<void> {
  const workspace = openWorkspace(folder, { stateDir, terminal: null });
  await Promise.all(waiting.map((step) => call(workspace, folder, step)));
}

async function call(workspace: Workspace, cwd: string, { agent, tool, input }: Step): Promise<void> {
  await workspace.run({ tool, input, session: agents[agent], cwd });
}

/** People move intents too. */
async function settleStatus(workspace: Workspace): Promise<void> {
  const text = (before: string, id: string, from: string, to: string) => {
    const at = before.indexOf(`id: ${id}`);
    return before.slice(0, at) + before.slice(at).replace(`status: ${from}`, `status: ${to}`);
  };
  await workspace.home.store.intents.edit((before) => ({
    ok: true,
    value: text(text(before, "INT-005", "IN_PROGRESS", "COMPLETE"), "INT-006", "IN_PROGRESS", "BLOCKED"),
  }));
}

function put(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

function commit(folder: string, at: Date): void {
  const person = { NAME: "Ann", EMAIL: "ann@example.invalid", DATE: at.toISOString() };
  const env = Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) =>
      Object.entries(person).map(([key, value]) => [`GIT_${role}_${key}`, value]),
    ),
  );
  for (const words of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-q", "-m", "A small shop"],
  ]) {
    const done = spawnSync("git", ["-c", "commit.gpgsign=false", "-c", "core.hooksPath=/dev/null", ...words], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "", HOME: folder, ...env },
      encoding: "utf8",
    });
    if (done.status !== 0) throw new Error(`git ${words[0]}: ${done.stderr}`);
  }
}
