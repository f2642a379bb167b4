/** The life of the gate that stays: whom it answers, what it leaves to others, and how it ends. */
import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { ask, claude, type ResidentScene, residentScene, startGate, talk, withoutCold } from "./resident-scene.ts";
import { atTerminal, binary, makeScene, put, run } from "./scene.ts";

const COLD = { code: 0, out: "COLD\n", err: "" };
const list = (scene: ResidentScene, root = scene.repo) => claude(root, "Bash", { command: "ls" });
const statusOf = async (scene: ResidentScene) =>
  JSON.parse((await run(scene, ["gate", "--status", "--json"])).out) as { running: boolean; pid: number | null };

describe("the gate that stays", () => {
  it("answers for every root that was registered, and for no other", async () => {
    const scene = await residentScene();
    const [second, foreign] = [makeScene(), makeScene()];
    await run({ ...second, env: scene.env }, ["init", "--yes"]);
    await startGate(scene);
    withoutCold(scene);
    expect(await ask(scene, list(scene))).toEqual({ code: 0, out: "", err: "" });
    expect(await ask(scene, list(scene, second.repo), { root: second.repo })).toEqual({ code: 0, out: "", err: "" });
    expect(await ask(scene, list(scene, foreign.repo), { root: foreign.repo })).toEqual(COLD);
    await run({ ...second, env: scene.env }, ["init", "--yes"]);
    const roots = join(scene.state, "roots.json");
    writeFileSync(roots, JSON.stringify({ version: 1, roots: [scene.repo] }));
    expect(await ask(scene, list(scene, second.repo), { root: second.repo })).toEqual(COLD);
  });

  it("answers fifty at once, each with its own answer", async () => {
    const scene = await residentScene();
    await startGate(scene);
    withoutCold(scene);
    const asked = Array.from({ length: 50 }, (_, at) =>
      ask(
        scene,
        claude(scene.repo, at % 2 ? "Write" : "Read", { file_path: `${scene.repo}/f${at}`, content: "" }, `s${at}`),
      ),
    );
    const answers = await Promise.all(asked);
    expect(answers.map(({ code }) => code)).toEqual(answers.map((_, at) => (at % 2 ? 2 : 0)));
    expect(answers.filter(({ out }) => out.includes("COLD"))).toEqual([]);
    expect(answers.filter(({ err }) => err.includes("INTENT_REQUIRED"))).toHaveLength(25);
  });

  it("keeps out of roots whose policy says so, from the next event on", async () => {
    const scene = await residentScene();
    await startGate(scene);
    withoutCold(scene);
    for (const [policy, isResident] of [
      ["version: 1\nresident: off\n", false],
      ["version: 1\nresident: on\n", true],
      ["version: 1\nfollow_up: run\n", false],
      ["version: 1\n", true],
    ] as const) {
      put(scene.repo, ".orchestration/policy.yaml", policy);
      expect((await ask(scene, list(scene))).out).toBe(isResident ? "" : "COLD\n");
    }
  });

  it("answers only who would decide the same in a process of their own", async () => {
    const scene = await residentScene();
    await startGate(scene);
    withoutCold(scene);
    const other = join(dirname(scene.repo), "other");
    mkdirSync(other);
    const git = join(other, "git");
    const with_ = async (env: Record<string, string>) => (await ask(scene, list(scene), { env })).out;
    // What the host says of these does not count; what stands in the launcher does.
    expect(await with_({ HOME: other, TMPDIR: other, XDG_STATE_HOME: other, NODE_OPTIONS: "--no-such" })).toBe("");
    const text = readFileSync(scene.launcher, "utf8");
    for (const name of ["HOME", "TMPDIR", "XDG_STATE_HOME"]) {
      const line = new RegExp(`^(unset ${name}|${name}=.*)$`, "m");
      expect(text).toMatch(line);
      writeFileSync(
        scene.launcher,
        text.replace(line, () => `${name}='${other}'; export ${name}`),
      );
      expect(await with_({})).toBe("COLD\n");
    }
    writeFileSync(scene.launcher, text);
    expect(await with_({ PATH: `${other}:${scene.env.PATH}` })).toBe("");
    expect(await with_({ TERM: "dumb", LANG: "C", CI: "1" })).toBe("");
    writeFileSync(git, "#!/bin/sh\n");
    chmodSync(git, 0o755);
    expect(await with_({ PATH: `${other}:${scene.env.PATH}` })).toBe("COLD\n");
  });

  it("does not speak with launchers of another version, nor of another protocol", async () => {
    const scene = await residentScene();
    await startGate(scene);
    withoutCold(scene);
    const text = readFileSync(scene.launcher, "utf8");
    const { version } = JSON.parse(readFileSync(join(dirname(binary), "../package.json"), "utf8")) as {
      version: string;
    };
    writeFileSync(scene.launcher, text.replaceAll(`'${version}'`, "'9.9.9'"));
    expect(await ask(scene, list(scene))).toEqual(COLD);
    writeFileSync(scene.launcher, text.replace('("intentgate", 1,', '("intentgate", 2,'));
    expect(await ask(scene, list(scene))).toEqual(COLD);
    writeFileSync(scene.launcher, text);
    expect((await ask(scene, list(scene))).out).toBe("");
  });

  it("tells nothing to programs that are no launchers", async () => {
    const scene = await residentScene();
    await startGate(scene);
    const { version } = JSON.parse(readFileSync(join(dirname(binary), "../package.json"), "utf8")) as {
      version: string;
    };
    const nonce = "0".repeat(32);
    const env = Object.entries(scene.env).map(([name, value]) => `${name}=${value}`);
    const args = ["--root", scene.repo, "claude-code"];
    const head = (pid: number) =>
      ["intentgate", "1", version, nonce, pid, "/", args.length, env.length, ...args, ...env].map((one) => `${one}\0`);
    const request = (pid: number) => Buffer.from(head(pid).join("") + list(scene));
    expect(await talk(scene, request(process.pid))).toBe(`intentgate 1 ${nonce} pass\n`);
    expect(await talk(scene, request(2 ** 22 + 1))).toBe(`intentgate 1 ${nonce} pass\n`);
    for (const garbage of ["", "GET / HTTP/1.1\r\n\r\n", "intentgate\0", head(1).slice(0, 8).join("")])
      expect(await talk(scene, Buffer.from(garbage))).toBe("");
    const { mode } = statSync(join(scene.state, "gate"));
    expect(mode & 0o777).toBe(0o700);
    expect(readdirSync(join(scene.state, "gate")).sort()).toEqual(["program", "running", "socket"]);
  });

  it("is left alone by every tool call, whatever the intent", async () => {
    const scene = await residentScene();
    await startGate(scene);
    await ask(scene, claude(scene.repo, "mcp__intentgate__select_active_intent", { intent_id: "INT-001" }));
    for (const name of ["socket", "running", "new"]) {
      const path = join(scene.state, "gate", name);
      for (const call of [
        claude(scene.repo, "Write", { file_path: path, content: "" }),
        claude(scene.repo, "Bash", { command: `rm -f ${path}` }),
        claude(scene.repo, "Bash", { command: `mv src/auth/token.ts ${path}` }),
      ])
        expect((await ask(scene, call)).err).toContain("CONTROL_FILE");
    }
  });
});

describe("without it, the launcher", () => {
  it("goes on when the gate is blocked, or killed in the middle of a call", async () => {
    const scene = await residentScene();
    const gate = await startGate(scene);
    const write = claude(scene.repo, "Write", { file_path: `${scene.repo}/a`, content: "" });
    process.kill(gate.pid, "SIGSTOP");
    const blocked = await ask(scene, write);
    expect([blocked.code, blocked.err]).toEqual([2, expect.stringContaining("INTENT_REQUIRED")]);
    const asked = ask(scene, claude(scene.repo, "Write", { file_path: `${scene.repo}/b`, content: "" }));
    await new Promise((later) => setTimeout(later, 300));
    process.kill(gate.pid, "SIGKILL");
    const killed = await asked;
    expect([killed.code, killed.err]).toEqual([2, expect.stringContaining("INTENT_REQUIRED")]);
    expect(existsSync(join(scene.state, "gate/socket"))).toBe(true);
  });

  it("answers by itself and starts it, once, however many ask at the same time", async () => {
    const scene = await residentScene();
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(scene, list(scene))));
    expect(answers).toEqual(answers.map(() => ({ code: 0, out: "", err: "" })));
    await until(async () => (await statusOf(scene)).running && existsSync(join(scene.state, "gate/socket")));
    const { pid } = await statusOf(scene);
    withoutCold(scene);
    await until(async () => (await ask(scene, list(scene))).out === "");
    const gates = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isGateOf(scene, name));
    expect(gates).toEqual([String(pid)]);
    expect((await run(scene, ["gate", "--stop"])).out).toContain(`process ${pid}`);
    expect(await ask(scene, list(scene))).toEqual(COLD);
  });

  it("does not start it for a root that keeps it out", async () => {
    const scene = await residentScene({ policy: "version: 1\nresident: off\n" });
    expect(await ask(scene, list(scene))).toEqual({ code: 0, out: "", err: "" });
    expect(existsSync(join(scene.state, "gate"))).toBe(false);
  });

  it("is brought up to date by a newer program", async () => {
    const scene = await residentScene();
    const text = readFileSync(scene.launcher, "utf8");
    const { version } = JSON.parse(readFileSync(join(dirname(binary), "../package.json"), "utf8")) as {
      version: string;
    };
    writeFileSync(scene.launcher, text.replaceAll(version, "0.0.1"));
    expect((await ask(scene, list(scene))).code).toBe(0);
    expect(readFileSync(scene.launcher, "utf8")).toBe(text);
  });
});

describe("the end of it", () => {
  it("comes when nobody asks any more", async () => {
    const scene = await residentScene();
    const gate = await startGate(scene, ["--idle", "0.005"]);
    expect(await gate.ended).toBe(0);
    expect(existsSync(join(scene.state, "gate/socket"))).toBe(false);
    expect((await statusOf(scene)).running).toBe(false);
  });

  it("comes when another version was installed", async () => {
    const scene = await residentScene();
    const app = join(dirname(scene.repo), "app");
    for (const part of ["bin", "dist", "package.json"])
      cpSync(join(dirname(binary), "..", part), join(app, part), { recursive: true });
    const gate = await startGate(scene, [], join(app, "bin/intentgate.mjs"));
    withoutCold(scene);
    expect((await ask(scene, list(scene))).out).toBe("");
    utimesSync(join(app, "package.json"), 1, 1);
    expect(await ask(scene, list(scene))).toEqual(COLD);
    expect(await gate.ended).toBe(0);
  });

  it("comes with the last root that is taken out", async () => {
    const scene = await residentScene();
    const gate = await startGate(scene);
    const done = await atTerminal(scene, ["uninit", "--yes", "--forget"]).done;
    expect([done.code, await gate.ended]).toEqual([0, 0]);
  });
});

describe("`intentgate gate`", () => {
  it("says whether it runs, and does not run twice", async () => {
    const scene = await residentScene();
    expect(await run(scene, ["gate", "--status"])).toMatchObject({ code: 1, out: "The gate is not running.\n" });
    const gate = await startGate(scene);
    expect((await run(scene, ["gate", "--status"])).out).toBe(`The gate is running (process ${gate.pid}).\n`);
    expect(await run(scene, ["gate"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("running already") as string,
    });
    expect((await run(scene, ["gate", "--stop"])).code).toBe(0);
    expect(await gate.ended).toBe(0);
    expect((await run(scene, ["gate", "--stop"])).out).toBe("The gate was not running.\n");
  });

  it.each([["--idle", "0"], ["--idle", "x"], ["now"], ["--port", "1"]])("refuses %s %s", async (...words) => {
    expect((await run(makeScene(), ["gate", ...words])).code).toBe(64);
  });

  it("is not for agents", async () => {
    const scene = await residentScene();
    // A host: what it started for an event is what it starts for a tool call.
    const host = `printf %s "$PAYLOAD" | "$LAUNCHER" --root "$PWD" claude-code; "$NODE" "$PROGRAM" gate; echo "exit $?"`;
    const env = {
      ...scene.env,
      PAYLOAD: list(scene),
      LAUNCHER: scene.launcher,
      NODE: process.execPath,
      PROGRAM: binary,
    };
    const child = spawn("/bin/bash", ["-c", host, "agent"], {
      cwd: scene.repo,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (more: Buffer) => {
        said += more;
      });
    await new Promise((done) => child.on("close", done));
    expect(said).toMatch(/was started by an agent[\s\S]*exit 2/);
  });
});

function isGateOf(scene: ResidentScene, pid: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return (
      words.includes("gate") && readFileSync(`/proc/${pid}/environ`, "utf8").includes(scene.env.XDG_STATE_HOME ?? "-")
    );
  } catch (error) {
    if (error instanceof Error && "code" in error) return false; // it has ended
    throw error;
  }
}
