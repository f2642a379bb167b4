/** What a `.env` of the repository puts into the environment of a host, and so of its hooks, changes no decision. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, claude, type ResidentScene, residentScene, startGate } from "./resident-scene.ts";

const write = (scene: ResidentScene) =>
  claude(scene.repo, "Write", { file_path: `${scene.repo}/README.md`, content: "pwned\n" });
const refused = { code: 2, err: expect.stringContaining("INTENT_REQUIRED") as string };

/** A state folder of somebody's own make, in which the gate is paused for this root. */
function pausedState(scene: ResidentScene): string {
  const state = join(dirname(scene.repo), "planted");
  const key = createHash("sha256").update(scene.repo).digest("hex").slice(0, 24);
  const own = join(state, "intentgate/roots", key);
  mkdirSync(own, { recursive: true });
  const pause = { until: "2099-01-01T00:00:00Z", by: "p", at: "2026-01-01T00:00:00Z" };
  writeFileSync(join(own, "pause.json"), JSON.stringify(pause));
  writeFileSync(join(state, "intentgate/roots.json"), JSON.stringify({ version: 1, roots: [scene.repo] }));
  return state;
}

/** Code that says yes in the launcher's own words. */
function yesScript(scene: ResidentScene): string {
  const path = join(dirname(scene.repo), "yes.cjs");
  writeFileSync(path, "process.exit(64);\n");
  return path;
}

/** A module of perl that says yes. */
function yesModule(scene: ResidentScene): string {
  const folder = join(dirname(scene.repo), "perl");
  mkdirSync(folder);
  writeFileSync(join(folder, "Yes.pm"), "package Yes; exit 64; 1;\n");
  return folder;
}

const plants: [string, (scene: ResidentScene) => Record<string, string>][] = [
  ["another state folder, where the gate is paused", (scene) => ({ XDG_STATE_HOME: pausedState(scene) })],
  ["the same by way of the home folder", (scene) => ({ HOME: pausedState(scene), XDG_STATE_HOME: "" })],
  ["code for node", (scene) => ({ NODE_OPTIONS: `--require=${yesScript(scene)}` })],
  ["code for perl", (scene) => ({ PERL5LIB: yesModule(scene), PERL5OPT: "-MYes" })],
  ["another temp folder", (scene) => ({ TMPDIR: scene.repo, TMP: scene.repo, TEMP: scene.repo })],
  ["code for shells", (scene) => ({ ENV: yesScript(scene), BASH_ENV: yesScript(scene) })],
  ["the launcher's own words", () => ({ INTENTGATE_YES: "0", INTENTGATE_LAUNCHER: "0.0.1 999999" })],
];

describe.each(plants)("%s", (_what, plant) => {
  it("does not move a process of its own", async () => {
    const scene = await residentScene({ policy: "version: 1\nresident: off\n" });
    expect(await ask(scene, write(scene), { env: plant(scene), words: ["claude-code", "PreToolUse"] })).toMatchObject(
      refused,
    );
  });

  it("does not move the gate that stays", async () => {
    const scene = await residentScene();
    await startGate(scene);
    expect(await ask(scene, write(scene), { env: plant(scene), words: ["claude-code", "PreToolUse"] })).toMatchObject(
      refused,
    );
  });
});
