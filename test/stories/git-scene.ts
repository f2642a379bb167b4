/** A repository with an intent, and what the gate says there of a command of git. */
import { execFileSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type Planted, plantRoot } from "../planted-root.ts";

export const intents = `active_intents:\n  - { id: INT-001, name: One, status: IN_PROGRESS, owned_scope: ["src/**"] }\n`;

/** Of the test that runs. */
export let place: Planted;
export const git = (...words: string[]) =>
  execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.invalid", ...words], {
    cwd: place.root,
    env: { ...place.env, GIT_CONFIG_NOSYSTEM: "1" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();

const plan = { intents, files: { "src/a.ts": "a\n", "lib/b.ts": "b\n", ".gitignore": ".orchestration/\n" } };

/** Once in a file, before its tests: each gets a copy of one repository, whose index is as git would have written it there. */
export function plantRepository(): void {
  let model: Planted;
  beforeAll(() => {
    place = model = plantRoot(plan);
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-q", "-m", "first");
  });
  beforeEach(() => {
    place = plantRoot(plan);
    cpSync(join(model.root, ".git"), join(place.root, ".git"), { recursive: true });
    git("update-index", "-q", "--refresh");
  });
  afterEach(() => place.clear());
  afterAll(() => model.clear());
}

/** What the gate says of a command, under an intent. */
export async function saidOf(command: string): Promise<string> {
  const workspace = openWorkspace(place.root, { stateDir: place.stateDir, userHome: place.env.HOME });
  await workspace.run({ tool: "select_active_intent", input: { intent_id: "INT-001" }, session: { id: "s" } });
  const said = await workspace.decide({ tool: "execute_command", input: { command }, session: { id: "s" } });
  return said.decision === "deny" ? `no: ${said.refusal.code}` : said.decision;
}

/** A blob that stands nowhere in the tree, as an agent could write one. */
export function blob(text: string): string {
  writeFileSync(join(place.folder, "tmp/blob"), text);
  return git("hash-object", "-w", join(place.folder, "tmp/blob"));
}
