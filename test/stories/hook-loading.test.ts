import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";
import { stagedHosts, stageOf } from "./host-stage.ts";
import { binary, makeScene, type Ran, type Scene } from "./scene.ts";

const ann = { session: "ses-ann" };
const [claude = stagedHosts[0]!] = stagedHosts;

/** What is read, and what is refused; each with an id of its own. */
async function twoAnswers(scene: Scene): Promise<[Ran, Ran]> {
  const stage = stageOf(claude, scene);
  const id = () => `call-${Math.random()}`;
  const read = await stage.send(stage.shell(ann, "cat src/auth/token.ts", id()));
  const refused = await stage.send(stage.write(ann, "src/auth/new.ts", "one\n", id()));
  return [read, refused];
}

function expectUsual([read, refused]: [Ran, Ran]): void {
  expect([read.code, claude.noIn(read)]).toEqual([0, null]);
  expect(claude.noIn(refused)).toContain("INTENT_REQUIRED");
}

function governed(): { scene: Scene; code: string } {
  const scene = makeScene({ policy: "version: 1\n" });
  return { scene, code: join(scene.env.XDG_STATE_HOME ?? "", "intentgate/code") };
}

describe("the hook's code, kept in the state folder", () => {
  it("is there after the first event, and nobody else's to read or write", async () => {
    const { scene, code } = governed();
    expectUsual(await twoAnswers(scene));
    const kept = readdirSync(code);
    expect(kept.some((name) => name.startsWith("core-"))).toBe(true);
    expectUsual(await twoAnswers(scene));
    expect(readdirSync(code).sort()).toEqual(kept.sort());
  });

  it.each([
    ["is damaged in the middle", (bytes: Buffer) => bytes.fill(0x5a, 1_000, 2_000)],
    ["is damaged at the end", (bytes: Buffer) => bytes.fill(0, bytes.length - 400)],
    ["is cut", (bytes: Buffer) => bytes.subarray(0, 1_500)],
    ["is empty", () => Buffer.alloc(0)],
    ["is something else", () => Buffer.from("module.exports = { allow: true }")],
  ])("is made anew where it %s", async (_, damage) => {
    const { scene, code } = governed();
    await twoAnswers(scene);
    const files = readdirSync(code).map((name) => join(code, name));
    for (const file of files) writeFileSync(file, damage(readFileSync(file)));
    expectUsual(await twoAnswers(scene));
    const core = files.find((file) => file.includes("/core-")) ?? "";
    expect(readFileSync(core).length).toBeGreaterThan(100_000);
    expectUsual(await twoAnswers(scene));
  });

  it("stays as it is once such events have been, also where a file was parsed", async () => {
    const { scene, code } = governed();
    const stage = stageOf(claude, scene);
    expect(claude.noIn(await stage.send(stage.take(ann, "INT-001", "take")))).toBeNull();
    const write = async (round: number) => {
      const [path, text, id] = ["src/auth/round.ts", `export const round = ${round};\n`, `write-${round}`] as const;
      expect(claude.noIn(await stage.send(stage.write(ann, path, text, id)))).toBeNull();
      writeFileSync(join(scene.repo, path), text);
      expect((await stage.send(stage.wrote(ann, path, text, id))).code).toBe(0);
    };
    const kept = () =>
      readdirSync(code)
        .sort()
        .map((name) => `${name} ${statSync(join(code, name)).mtimeMs}`);
    for (const round of [1, 2, 3]) await write(round);
    const then = kept();
    expect(then.some((name) => name.startsWith("syntax-"))).toBe(true);
    await write(4);
    expect(kept()).toEqual(then);
  });

  it("is not used where others may write it", async () => {
    const { scene, code } = governed();
    await twoAnswers(scene);
    for (const name of readdirSync(code)) chmodSync(join(code, name), 0o666);
    expectUsual(await twoAnswers(scene));
  });

  it("is not missed where it cannot be kept", async () => {
    const { scene, code } = governed();
    writeFileSync(code, "a file stands in the way");
    expectUsual(await twoAnswers(scene));
    expect(readFileSync(code, "utf8")).toBe("a file stands in the way");
  });

  it("brings no state folder into being where nobody governs", () => {
    const scene = makeScene({ intents: null });
    const asked = { session_id: "a", cwd: scene.repo, hook_event_name: "PostToolBatch", tool_name: "Bash" };
    const ran = spawnSync(process.execPath, [binary, "hook", "claude-code"], {
      ...{ cwd: scene.repo, env: scene.env, input: JSON.stringify(asked), encoding: "utf8" as const },
    });
    expect(ran.status).toBe(0);
    expect(existsSync(scene.env.XDG_STATE_HOME ?? "")).toBe(false);
  });
});

describe("a program of which something is missing", () => {
  it.each([
    ["all that was built", () => true],
    ["the scripts", (name: string) => name === "hook"],
    ["the loader", (name: string) => name === "hook.cjs"],
  ])("says no and ends with 2: %s", (_, isMissing) => {
    const scene = makeScene();
    const app = tempFolder("app");
    const from = dirname(dirname(binary));
    for (const part of ["bin", "package.json"]) cpSync(join(from, part), join(app, part), { recursive: true });
    for (const name of ["hook", "hook.cjs"].filter((one) => !isMissing(one)))
      cpSync(join(from, "dist", name), join(app, "dist", name), { recursive: true });
    const program = join(app, "bin/intentgate.cjs");
    const asked = {
      session_id: "a",
      cwd: scene.repo,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "ls" },
    };
    const ran = spawnSync(process.execPath, [program, "hook", "claude-code", "PreToolUse"], {
      ...{ cwd: scene.repo, env: scene.env, input: JSON.stringify(asked), encoding: "utf8" as const },
    });
    expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining("the answer is no")]);
  });
});

describe("the payload", () => {
  const asked = (scene: Scene) => {
    const stage = stageOf(claude, scene);
    const { payload } = stage.shell(ann, "cat src/auth/token.ts", `call-${Math.random()}`);
    return JSON.stringify({ ...payload, unknown_to_us: "x".repeat(300_000) });
  };
  const words = [binary, "hook", "claude-code", "PreToolUse"];

  it("may come through a pipe, a file, or a socket, in one piece or in many", async () => {
    const scene = makeScene();
    const options = { cwd: scene.repo, env: scene.env };
    const long = asked(scene);
    const file = join(scene.env.HOME ?? "", "payload.json");
    writeFileSync(file, long);
    const fromFile = spawnSync(process.execPath, words, { ...options, stdio: [openSync(file, "r"), "pipe", "pipe"] });
    const quoted = [process.execPath, ...words].map((word) => `'${word}'`).join(" ");
    const fromPipe = spawnSync("/bin/sh", ["-c", `(head -c 70000; sleep 0.2; cat) < '${file}' | ${quoted}`], options);
    const child = spawn(process.execPath, words, options); // node gives its children sockets
    for (let at = 0; at < long.length; at += 50_000) {
      child.stdin.write(long.slice(at, at + 50_000));
      await new Promise((done) => setTimeout(done, 20));
    }
    child.stdin.end();
    const fromSocket = await new Promise((done) => child.on("exit", done));
    expect([fromFile.status, fromPipe.status, fromSocket]).toEqual([0, 0, 0]);
  });

  it.each([
    ["is closed", "<&-"],
    ["is empty", "</dev/null"],
  ])("is refused where standard input %s", (_, how) => {
    const scene = makeScene();
    const quoted = [process.execPath, ...words].map((word) => `'${word}'`).join(" ");
    const ran = spawnSync("/bin/sh", ["-c", `${quoted} ${how}`], { cwd: scene.repo, env: scene.env, encoding: "utf8" });
    expect([ran.status, ran.stdout]).toEqual([2, expect.stringContaining('"deny"')]);
  });
});
