/** Whatever a host hands on to its servers, ours goes by the person's own, and runs nobody else's code. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { asNobody } from "../../../../test/support/cli/launcher-stage.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { removeServerLauncher, serverLauncherPath, writeServerLauncher } from "./server-launcher.ts";

function place() {
  const top = tempFolder("a server's ");
  const [state, program] = [join(top, "state", "intentgate"), join(top, "the program.mjs")];
  const says = `process.stdout.write(JSON.stringify({ words: process.argv.slice(2), env: process.env, isCode: globalThis.code === 1 }))`;
  writeFileSync(program, `#!/usr/bin/env node\n${says}\n`);
  chmodSync(program, 0o755);
  mkdirSync(state, { recursive: true });
  const planted = join(top, "planted.cjs");
  writeFileSync(planted, "globalThis.code = 1;\n");
  if (asNobody.uid !== undefined) chownSync(top, asNobody.uid, asNobody.gid);
  /** As a host would, with this in the environment that it was given. */
  const start = (env: Record<string, string>) => {
    const { stdout, status } = spawnSync(serverLauncherPath(state), ["--root", "/a b"], {
      encoding: "utf8",
      cwd: top,
      env: { PATH: process.env.PATH ?? "", HOME: "/planted", ...env },
      ...asNobody,
    });
    return { status, ...JSON.parse(stdout || "{}") };
  };
  return { top, state, program, planted, start };
}

it("is started with the person's folders and without what steers it", () => {
  const { top, state, program, planted, start } = place();
  writeServerLauncher(state, program, { env: { HOME: join(top, "home") } });
  const ran = start({ NODE_OPTIONS: `--require=${planted}`, XDG_STATE_HOME: "/planted", BASH_ENV: planted, KEPT: "1" });
  expect(ran).toMatchObject({ status: 0, words: ["mcp", "--root", "/a b"], isCode: false });
  expect(ran.env).toMatchObject({ HOME: join(top, "home"), XDG_STATE_HOME: join(top, "state"), KEPT: "1" });
  expect(ran.env).not.toHaveProperty("NODE_OPTIONS");
  expect(ran.env).not.toHaveProperty("BASH_ENV");
});

it("is started all the same where the node of that day is gone", () => {
  const { state, program, planted, start } = place();
  writeServerLauncher(state, program, { node: "/nowhere/node", env: {} });
  expect(start({ NODE_OPTIONS: `--require=${planted}` })).toMatchObject({ status: 0, isCode: false });
});

it("is made a program again by a second init, and leaves nothing behind", () => {
  const { state, program, start } = place();
  writeFileSync(serverLauncherPath(state), "echo planted\n");
  chmodSync(serverLauncherPath(state), 0o600);
  writeServerLauncher(state, program, { env: {} });
  expect(start({}).status).toBe(0);
  chmodSync(serverLauncherPath(state), 0o600);
  writeServerLauncher(state, program, { env: {} });
  expect(start({}).status).toBe(0);
  removeServerLauncher(state);
  expect(readdirSync(state)).toEqual([]);
});
