import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, makeScene, put, type Scene } from "./scene.ts";

const program = join(import.meta.dirname, "../../apps/cli/bin/intentgate.cjs");

/** A project that has the gate among its packages, as npm links it. */
function installed(to = program, below = ""): Scene {
  const scene = makeScene({ files: { "package.json": "{}\n", "src/auth/a.ts": "a\n" } });
  const link = join(scene.repo, below, "node_modules/.bin/intentgate");
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(to, link);
  return scene;
}

const answer = async (scene: Scene, command: string) => {
  const { decision, code } = await call(scene, "execute_command", { command });
  return code ?? decision;
};

describe("an agent that took no intent", () => {
  it.each([
    "intentgate status",
    "intentgate trace --json | head -3",
    "intentgate report --since 1d",
    "intentgate session show s1",
    "intentgate map",
    "intentgate lessons",
    "intentgate approvals list",
    "intentgate help",
    "intentgate trust --help",
    "bash -lc 'intentgate why src/auth/a.ts:1'",
    "cd src/auth && ../../node_modules/.bin/intentgate trace",
    "./node_modules/.bin/intentgate report",
    "node_modules/.bin/intentgate session list",
    `${program} status`,
    `sh -c "node_modules/.bin/intentgate status 2>&1 | tail -n 2"`,
    "tail -n 3 .orchestration/agent_trace.jsonl",
    "grep -c INT .orchestration/active_intents.yaml .orchestration/sessions/*.jsonl",
  ])("may ask: %s", async (command) => {
    expect(await answer(installed(), command)).toBe("allow");
  });

  it.each([
    "npx intentgate status",
    "cd src/auth && npx intentgate trace",
    "npx --yes intentgate why src/auth/a.ts:1 --json",
    "echo x > node_modules/.bin/intentgate; node_modules/.bin/intentgate status",
    "npx intentgate trust --yes",
    "npx intentgate approvals approve 1",
    "npx intentgate approvals watch",
    "npx intentgate lessons accept L-0123456789ab",
    "npx -p evil intentgate status",
    "npx --node-options=--require=./x.js intentgate status",
    "npx intentgate@latest status",
    "npx intentgate --help trust",
    "npx intentgate report --apply",
    "npx intentgate status > .orchestration/policy.yaml",
    "NODE_OPTIONS=--require=./x.js npx intentgate status",
    "npm_config_node_options=x npx intentgate status",
    "./node_modules/.bin/intentgate pause 10m",
    "node_modules/.bin/../.bin/other status",
    `${program} serve`,
    "/tmp/intentgate status",
    "src/intentgate status",
  ])("may not: %s", async (command) => {
    const scene = installed();
    put(scene.repo, "src/intentgate", "#!/bin/sh\ntouch stray\n");
    expect(await answer(scene, command)).not.toBe("allow");
  });

  it.each([
    ["a program of another kind under its name", () => installed(process.execPath), "node_modules/.bin/intentgate"],
    ["a script under its name", () => installed("../../src/auth/a.ts"), "node_modules/.bin/intentgate"],
    ["one that lies nearer", () => installed("../../a.ts", "src/auth"), "src/auth/node_modules/.bin/intentgate"],
    ["nothing to find", () => makeScene(), "node_modules/.bin/intentgate"],
    [
      "a package of its name that came with the repository",
      () => {
        const scene = installed();
        put(scene.repo, "docs/node_modules/intentgate/intentgate", "#!/bin/sh\ntouch stray\n");
        return scene;
      },
      "docs/node_modules/intentgate/intentgate",
    ],
    [
      "a package of its name that is not there yet",
      () => installed(),
      "docs/node_modules/intentgate/bin/intentgate.cjs",
    ],
  ])("is not answered by %s", async (_, make, path) => {
    const scene = make();
    put(scene.repo, "src/auth/a.ts", "a\n");
    expect(await answer(scene, `./${path} status`)).not.toBe("allow");
  });
});
