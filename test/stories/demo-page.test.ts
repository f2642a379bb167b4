/** `intentgate demo --page`: the page over a project of its own, with agents whose answers are nobody's but the demo's. */
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../support/patience.ts";
import { atTerminal, binary, makeScene, run, type Scene } from "./scene.ts";

/** A temp folder of its own, and a browser that only notes what it was given. */
function pageScene(): { scene: Scene; temp: string; opened: string; left: () => string[] } {
  const made = makeScene();
  const temp = join(dirname(made.repo), "temp");
  const bin = join(dirname(made.repo), "bin");
  const opened = join(dirname(made.repo), "opened");
  for (const folder of [temp, bin]) mkdirSync(folder);
  for (const name of ["xdg-open", "open"]) {
    writeFileSync(join(bin, name), `#!/bin/sh\nprintf '%s' "$1" > '${opened}'\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { ...made.env, TMPDIR: temp, PATH: `${bin}:${made.env.PATH}` };
  return { scene: { ...made, env }, temp, opened, left: () => readdirSync(temp) };
}

interface Now {
  approvals: unknown[];
  sessions: unknown[];
}

describe("on a terminal", () => {
  it("shows the page with agents at work and a call that waits; Ctrl-C ends it and nothing is left", async () => {
    const { scene, temp, opened, left } = pageScene();
    const terminal = atTerminal(scene, ["demo", "--page"]);
    await terminal.sees("/enter?token=");
    await terminal.sees("Ctrl-C ends it.");
    const shown = terminal.shown().replaceAll(/[\r\n]/g, "");
    const address = new URL(/http:\/\/[0-9a-f]{40}\.localhost:\d+\/enter\?token=[\w-]{43}/.exec(shown)?.[0] ?? "");
    const api = `http://127.0.0.1:${address.port}`;
    const headers = { authorization: `Bearer ${address.searchParams.get("token")}` };
    const get = async <T>(path: string): Promise<T> =>
      (await (await fetch(new URL(path, api), { headers })).json()) as T;
    // While somebody looks at the page, a call waits for them.
    const looking = new AbortController();
    onTestFinished(() => looking.abort());
    expect((await fetch(new URL("/api/events", api), { headers, signal: looking.signal })).status).toBe(200);
    // The story's own questions stand there for a moment too.
    const waits = async () => JSON.stringify((await get<Now>("/api/now")).approvals).includes("rm -rf src/payments");
    await until(waits);
    const now = await get<Now>("/api/now");
    expect(JSON.stringify(now.approvals)).toContain("rm -rf src/payments");
    expect(now.approvals).toHaveLength(1);
    expect(JSON.stringify(now.sessions)).toContain("agent-3");
    expect((await fetch(new URL("/api/now", api))).status).toBe(403);
    const decided = JSON.stringify(await get("/api/calls"));
    for (const code of ["INTENT_REQUIRED", "CONTROL_FILE"]) expect(decided).toContain(code);
    expect(new URL(readFileSync(opened, "utf8")).origin).toBe(address.origin);
    expect(left()).toEqual([expect.stringMatching(/^intentgate-demo-/)]);
    terminal.type("\u0003");
    await terminal.done;
    await expect(fetch(api)).rejects.toThrow();
    await until(() => left().length === 0);
    expect(readdirSync(temp)).toEqual([]);
    expect(existsSync(scene.env.XDG_STATE_HOME ?? "")).toBe(false);
  });

  it("is a person's: below an agent it is refused and makes nothing", async () => {
    const { scene, left } = pageScene();
    const state = join(scene.env.XDG_STATE_HOME ?? "", "intentgate/hosts");
    mkdirSync(state, { recursive: true });
    const startedAt = readFileSync(`/proc/${process.pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? "";
    writeFileSync(join(state, String(process.pid)), JSON.stringify({ pid: process.pid, startedAt }));
    const { code, out } = await atTerminal(scene, ["demo", "--page"]).done;
    expect([code, out]).toEqual([2, expect.stringContaining("was started by an agent")]);
    expect(left()).toEqual([]);
  });
});

describe("without a terminal", () => {
  it("tells the story and ends by itself, and starts neither page nor browser", async () => {
    const { scene, opened } = pageScene();
    const { code, out } = await run(scene, ["demo", "--page"]);
    expect(code, out).toBe(0);
    expect(out).toContain("every decision as it should be");
    expect(out).not.toContain("http://");
    expect(existsSync(opened)).toBe(false);
  });
});

describe("nobody can choose where the demo answers for a person", () => {
  const program = join(dirname(dirname(binary)), "dist/demo-agents.mjs");

  it("neither by an option nor by a folder that looks like the demo's", async () => {
    const { scene, temp } = pageScene();
    const place = join(temp, "intentgate-demo-x");
    mkdirSync(place);
    symlinkSync(scene.repo, join(place, "corner-shop"));
    const before = readdirSync(join(scene.repo, ".orchestration"));
    const env = { XDG_STATE_HOME: join(place, "state") };
    const ran = await run(scene, ["demo", "--agents", join(place, "corner-shop")], { env });
    expect(ran.code).toBe(64);
    expect(readdirSync(join(scene.repo, ".orchestration"))).toEqual(before);
  });

  it("nor by starting its part: alone it does nothing, and forked it works in a folder that it made itself", async () => {
    const { scene, temp, left } = pageScene();
    const before = readdirSync(scene.repo, { recursive: true }).sort();
    const alone = spawn(process.execPath, [program, scene.repo], { cwd: scene.repo, env: scene.env, stdio: "ignore" });
    expect(await new Promise((done) => alone.on("exit", done))).toBe(2);
    expect(left()).toEqual([]);
    const forked = spawn(process.execPath, [program, scene.repo], {
      cwd: scene.repo,
      env: scene.env,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const told = await new Promise<{ folder: string }>((done) => forked.once("message", (one) => done(one as never)));
    forked.send({ folder: scene.repo });
    expect(realpathSync(told.folder)).toBe(join(realpathSync(temp), left()[0] ?? "", "corner-shop"));
    // Whoever started it goes away: so does it.
    forked.disconnect();
    await new Promise((done) => forked.on("exit", done));
    expect(readdirSync(scene.repo, { recursive: true }).sort()).toEqual(before);
  });
});
