/** `intentgate serve`: who may start it, where its address goes, and how it ends. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../support/patience.ts";
import { atTerminal, binary, makeScene, run, type Scene } from "./scene.ts";

function homeFile(scene: Scene, name: string): string {
  return join(dirname(scene.repo), "home", name);
}

/** Started without a terminal; the address as soon as it is there. */
async function serving(scene: Scene, file: string, words: string[] = []) {
  const child = spawn(process.execPath, [binary, "serve", "--token-file", file, ...words], {
    cwd: scene.repo,
    env: scene.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => (out += text));
  child.stderr.on("data", (text) => (err += text));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  await until(() => out !== "" || child.exitCode !== null);
  return { child, ended, said: () => ({ out, err }) };
}

/** As a browser asks, which knows names below `localhost` by itself. */
function opened(address: string): Promise<number> {
  const { host, port, pathname, search } = new URL(address);
  return new Promise((resolve, reject) => {
    const asked = { host: "127.0.0.1", port, path: `${pathname}${search}`, headers: { host }, agent: false };
    get(asked, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on("error", reject);
  });
}

describe("the address of the page", () => {
  it("goes to a person's screen, once, and Ctrl-C ends it all", async () => {
    const scene = makeScene();
    const terminal = atTerminal(scene, ["serve"]);
    await terminal.sees("/enter?token=");
    const shown = terminal.shown().replaceAll(/[\r\n]/g, "");
    const address = /http:\/\/[0-9a-f]{40}\.localhost:\d+\/enter\?token=[\w-]{43}/.exec(shown)?.[0] ?? "";
    expect(await opened(address)).toBe(303);
    terminal.type("\u0003");
    await terminal.done; // with the shell's code for an interruption, as the shell was interrupted too
    await expect(opened(address)).rejects.toThrow();
  });

  it("goes into a file of the person alone, and the file goes with the page", async () => {
    const scene = makeScene();
    const file = homeFile(scene, "address");
    writeFileSync(file, "of an earlier start\n", { mode: 0o644 });
    const { child, ended, said } = await serving(scene, file);
    const address = readFileSync(file, "utf8").trim();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(said().out).toContain(new URL(address).origin);
    const token = new URL(address).searchParams.get("token") ?? "";
    expect(token).toHaveLength(43);
    expect(`${said().out}${said().err}`).not.toContain(token);
    const api = `http://127.0.0.1:${new URL(address).port}`;
    const told = await fetch(`${api}/api/intents`, { headers: { authorization: `Bearer ${token}` } });
    expect(((await told.json()) as { items: { id: string }[] }).items.map((one) => one.id)).toContain("INT-001");
    expect(await opened(`${new URL(address).origin}/api/intents`)).toBe(401);
    expect((await fetch(`${api}/api/intents`)).status).toBe(403);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(existsSync(file)).toBe(false);
    expect(existsSync(join(scene.repo, ".orchestration/approvals/watchers"))).toBe(false);
  });

  it("is not written through a link, and a file inside the repository is warned of", async () => {
    const scene = makeScene();
    const [file, target] = [join(scene.repo, "address"), homeFile(scene, "target")];
    writeFileSync(target, "untouched\n");
    symlinkSync(target, file);
    const { child, ended, said } = await serving(scene, "address");
    expect(readFileSync(target, "utf8")).toBe("untouched\n");
    expect(said().err).toContain("lies inside the repository");
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });
});

describe("the page is not started", () => {
  it("without a terminal and without a file for its address", async () => {
    const ran = await run(makeScene(), ["serve"]);
    expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(/needs a terminal[\s\S]*--token-file/)]);
    expect(ran.out).toBe("");
  });

  it("below an agent, whatever it is given", async () => {
    const scene = makeScene();
    const state = join(scene.env.XDG_STATE_HOME ?? "", "intentgate/hosts");
    mkdirSync(state, { recursive: true });
    const startedAt = readFileSync(`/proc/${process.pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? "";
    writeFileSync(join(state, String(process.pid)), JSON.stringify({ pid: process.pid, startedAt }));
    for (const words of [["serve", "--token-file", homeFile(scene, "address")], ["serve"], ["serve", "--open"]]) {
      const ran = await run(scene, words);
      expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("was started by an agent")]);
    }
    expect(existsSync(homeFile(scene, "address"))).toBe(false);
  });

  it.each([
    [["serve", "--port", "x"], "--port takes 0 to 65535"],
    [["serve", "--port", "-1"], "--port"],
    [["serve", "--port", "65536"], "--port takes 0 to 65535"],
    [["serve", "--port", "1e3"], "--port takes 0 to 65535"],
    [["serve", "now"], "serve takes options only"],
    [["serve", "--token-file", ""], "--token-file names no file"],
    [["serve", "--host", "0.0.0.0"], "--host"],
  ])("by %j", async (words, said) => {
    const ran = await run(makeScene(), words);
    expect([ran.code === 0, ran.err]).toEqual([false, expect.stringContaining(said)]);
  });

  it("on a port that is taken, nor where nothing is governed", async () => {
    const scene = makeScene();
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as { port: number };
    const file = homeFile(scene, "address");
    const ran = await run(scene, ["serve", "--port", String(port), "--token-file", file]);
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("cannot be listened on (EADDRINUSE)")]);
    expect(existsSync(file)).toBe(false);
    const bare = await run(makeScene({ intents: null }), ["serve", "--token-file", file]);
    expect([bare.code, bare.err]).toEqual([1, expect.stringContaining("SIDECAR_MISSING")]);
  });
});
