import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { binary, makeDevice, plantRoot, put, runNode } from "../planted-root.ts";
import { type Body, type Door, doorTo, expectDenied, oneIntent, openDoor, treeOf } from "./door.ts";

let door: Door;
let before: Record<string, string>;
let socket: ReturnType<typeof createServer>;

beforeAll(async () => {
  const everything = oneIntent.replace("src/**", "**");
  const policy = "limits: { denials_in_a_row: 1000 }\nlock: { never_read: allow }\n";
  const place = plantRoot({ intents: everything, policy, files: { "src/a.ts": "a\n", "docs/x.md": "x\n" } });
  door = doorTo(place);
  const at = (path: string) => join(place.root, path);
  execFileSync("mkfifo", [at("src/pipe")]);
  socket = createServer().listen(at("src/socket"));
  put(place.folder, "outside/secret.ts", "secret\n");
  symlinkSync(join(place.folder, "outside"), at("src/way-out"));
  symlinkSync(join(place.folder, "outside/secret.ts"), at("src/link-out.ts"));
  symlinkSync(join(place.folder, "outside/new.ts"), at("src/link-to-nothing.ts"));
  makeDevice("null", join(place.folder, "outside/null"));
  makeDevice("null", at("src/device"));
  symlinkSync(join(place.folder, "outside/null"), at("src/null"));
  symlinkSync("../.orchestration/policy.yaml", at("src/policy.txt"));
  symlinkSync("loop-b", at("src/loop-a"));
  symlinkSync("loop-a", at("src/loop-b"));
  linkSync(join(place.folder, "outside/secret.ts"), at("src/hard.ts"));
  mkdirSync(at("src/folder"));
  await door.take();
  before = treeOf(place.folder);
});
afterAll(() => {
  socket.close();
  door.clear();
});

/** Everything but what the gate itself keeps beside the root. */
const unchanged = () => {
  const now = treeOf(door.folder);
  for (const tree of [now, before]) {
    for (const path of Object.keys(tree))
      if (/^(state|root\/\.orchestration|root\/AGENT)/.test(path)) delete tree[path];
  }
  expect(now).toEqual(before);
};

const nowhereGood = [
  "src/a\0.ts",
  "src/a\n.ts",
  "src/\u001b[31m.ts",
  "src/\u202ets.a",
  "src/\u0007",
  "",
  "OUT/secret.ts",
  "OUT/absolute.ts",
  "/",
  ".",
  "..",
  "../outside/secret.ts",
  "src/../../outside/secret.ts",
  "src/way-out/secret.ts",
  "src/way-out/new.ts",
  "src/way-out/../outside/new.ts",
  "src/link-out.ts",
  "src/link-to-nothing.ts",
  "src/loop-a",
  "src/policy.txt",
  "\\\\server\\share\\x",
  "/OUT/unc.ts",
  "C:\\Windows\\x",
  "C:x",
  "c:/x",
  "src\\..\\..\\outside\\x",
  "~/x",
  "~nobody-of-this-name/x",
  "file:///x/y.ts",
  "/proc/self/cwd/src/b.ts",
  "OUT/null",
  `src/${"x".repeat(300)}`,
  `${"d/".repeat(3_000)}x`,
  ".orchestration/active_intents.yaml",
  ".orchestration/new.yaml",
  ".ORCHESTRATION/policy.yaml",
  "AGENT.md",
  "src/../AGENT.md",
  ".git/hooks/pre-commit",
  ".intentignore",
];

describe("a path that leads nowhere good", () => {
  const answers: Body[] = [];
  beforeAll(async () => {
    const calls = nowhereGood.map((text) => ({
      tool: "write_to_file",
      input: { path: text.replace("OUT", join(door.folder, "outside")), content: "new\n" },
      session: "s1",
    }));
    const input = calls.map((call) => `${JSON.stringify(call)}\n`).join("");
    const ended = await runNode([binary, "call", "--stream"], { env: door.env, cwd: door.root, input });
    for (const line of ended.out.trim().split("\n")) answers.push(JSON.parse(line) as Body);
  });

  it.each(nowhereGood.map((path, at) => ({ path: path.slice(0, 60), at })))(
    "is refused, or fails in the tool: $path",
    ({ at }) => {
      const body = answers[at] as Body;
      if (body.decision === "allow") expect(body.result?.code).toMatch(/\S/);
      else expectDenied({ exit: 2, body, err: "" });
    },
  );

  it("changes nothing anywhere", () => {
    expect(answers).toHaveLength(nowhereGood.length);
    unchanged();
  });
});

describe("a target that is no file", () => {
  it.each(["src/pipe", "src/socket", "src/null", "src/device", "src/folder", "src/a.ts/below"])(
    "is not written to, and nobody waits: %s",
    async (path) => {
      for (const [tool, input] of [
        ["write_to_file", { path, content: "x" }],
        ["edit", { path, old_string: "a", new_string: "b" }],
        ["read_file", { path }],
      ] as const) {
        const answer = await door.call(tool, input);
        expect([1, 2]).toContain(answer.exit);
        expect(answer.body.code ?? answer.body.result?.code).toMatch(/\S/);
      }
      unchanged();
      for (const device of [join(door.folder, "outside/null"), join(door.root, "src/device")])
        expect(statSync(device).isCharacterDevice()).toBe(true);
    },
  );
});

describe("a file with a second name outside the root", () => {
  it("is replaced, not written through: the bytes outside stay", async () => {
    const own = openDoor({ intents: oneIntent.replace("src/**", "**") });
    put(own.folder, "outside/secret.ts", "secret\n");
    linkSync(join(own.folder, "outside/secret.ts"), join(own.root, "src/hard.ts"));
    await own.take();
    await own.call("read_file", { path: "src/hard.ts" });
    await own.write("src/hard.ts", "mine\n");
    expect(readFileSync(join(own.folder, "outside/secret.ts"), "utf8")).toBe("secret\n");
  });
});

describe("a file this user may not read", () => {
  const isRoot = process.getuid?.() === 0;
  it.skipIf(isRoot)("is refused or fails in the tool (as root nothing is unreadable: skipped)", async () => {
    const own = openDoor();
    writeFileSync(join(own.root, "src/locked.ts"), "x\n");
    chmodSync(join(own.root, "src/locked.ts"), 0o000);
    await own.take();
    expect([1, 2]).toContain((await own.write("src/locked.ts")).exit);
  });
});
