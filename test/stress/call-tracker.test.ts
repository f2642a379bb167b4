import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { answering, type HookScene, hookFile, withExamples } from "../stories/hook-scene.ts";

const TRACKER = "./scripts/hooks/post_tool_use_tracker.sh";

const PROCESSES = 16;
const CALLS = 4;
const WEIGHTS = 3;

it(`${PROCESSES} trackers at once lose no line and no count, while the gate keeps weights in the same file`, async () => {
  const scene = await withExamples();
  const weighs = { update_matcher_suggestions: [{ ability_id: "weighed", signal: "frequent_usage", weight: 0.7 }] };
  scene.declare("weigher", hookFile("weigher", "SessionStop"), answering(weighs));
  await scene.trust();
  const trackers = Array.from({ length: PROCESSES }, async (_, process) => {
    for (let at = 0; at < CALLS; at++) await track(scene, process, at);
  });
  const weighers = (async () => {
    for (let at = 0; at < WEIGHTS; at++) expect((await scene.emit("SessionStop")).warnings).toEqual([]);
  })();
  await Promise.all([...trackers, weighers]);
  // Who finds the file held for long drops weights rather than let a decision wait.
  await scene.emit("SessionStop");

  const lines = scene.text(".system/logs/tool_call.md").trimEnd().split("\n");
  expect(lines).toHaveLength(PROCESSES * CALLS);
  const told = lines.map(
    (line) => /^- \S+ \| (shared|own-\d+) \| (success|failure) \| 5 ms \| call (\d+\.\d+) \| {2}\| s$/.exec(line)?.[3],
  );
  expect(new Set(told).size).toBe(PROCESSES * CALLS);
  expect(told).not.toContain(undefined);

  const { abilities } = JSON.parse(scene.text(".system/cache/ability_usage.json"));
  expect(abilities.shared).toMatchObject({ calls: PROCESSES * (CALLS - 1), failures: PROCESSES });
  for (let process = 0; process < PROCESSES; process++) expect(abilities[`own-${process}`]).toMatchObject({ calls: 1 });
  expect(abilities.weighed).toMatchObject({ weight: 0.7 });
  expect(readdirSync(join(scene.repo, ".system/cache")).filter((name) => name !== ".gitignore")).toEqual([
    "ability_usage.json",
  ]);
});

/** The first call of a process is its own ability's, the second one fails. */
function track(scene: HookScene, process: number, at: number): Promise<void> {
  const event = {
    event_type: "PostAbilityCall",
    session_id: "s",
    ability_id: at === 0 ? `own-${process}` : "shared",
    status: at === 1 ? "failure" : "success",
    duration_ms: 5,
    input_summary: `call ${process}.${at}`,
    timestamp: "2025-01-15T10:45:12Z",
  };
  const child = spawn(TRACKER, { cwd: scene.repo, env: scene.env, ...scene.user });
  child.stdin.end(JSON.stringify(event));
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (more: string) => {
    err += more;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`ended with ${code}: ${err}`))));
  });
}
