/** The plugin as opencode would load it, in a process of its own and without rights. */

import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { named } from "../../../../test/support/hosts/recorded-payloads.ts";
import { PATIENCE_MS } from "../../../../test/support/patience.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { opencodePlugin } from "./opencode-plugin.ts";

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
let folder = "";

beforeAll(() => {
  folder = tempFolder("plugin");
  mkdirSync(join(folder, "home"));
  // Answers as the file `answer` says, and keeps what it was given.
  const hook = `import { appendFileSync, readFileSync } from "node:fs";
let given = "";
process.stdin.on("data", (text) => { given += text; });
process.stdin.on("end", () => {
  const { stdout = "", stderr = "", code = 0, hangs = false } = JSON.parse(readFileSync("answer", "utf8"));
  appendFileSync("seen", JSON.stringify({ argv: process.argv.slice(2), payload: JSON.parse(given) }) + "\\n");
  if (hangs) return void setInterval(() => {}, 1000);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
});
`;
  writeFileSync(join(folder, "hook.mjs"), hook);
  const runner = `import { readFileSync, writeFileSync } from "node:fs";
const { Intentgate } = await import("./plugin.mjs");
const { hook, input, output, sessions = {} } = JSON.parse(readFileSync("call", "utf8"));
const client = { session: { get: async ({ path: { id } }) => ({ data: sessions[id] }) } };
const plugin = await Intentgate({ client, directory: "/home/dev/project" });
const steps = Array.isArray(hook) ? hook : [hook];
let result = { threw: null, output };
try {
  for (const step of steps) await plugin[step](input, output);
} catch (error) {
  result.threw = error.message;
}
writeFileSync("result", JSON.stringify(result));
`;
  writeFileSync(join(folder, "runner.mjs"), runner);
  chmodSync(folder, 0o755);
  if (isRoot) for (const path of [folder, join(folder, "home")]) chownSync(path, NOBODY, NOBODY);
});

interface Answer {
  stdout?: string;
  stderr?: string;
  code?: number;
  hangs?: boolean;
}
interface Call {
  hook: string | string[];
  input: unknown;
  output: Record<string, unknown>;
  sessions?: Record<string, unknown>;
}

function run(
  call: Call,
  answer: Answer,
  command = `${JSON.stringify(process.execPath)} hook.mjs intentgate`,
  waitsMs = 20_000,
) {
  writeFileSync(join(folder, "plugin.mjs"), opencodePlugin(command, waitsMs));
  writeFileSync(join(folder, "call"), JSON.stringify(call));
  writeFileSync(join(folder, "answer"), JSON.stringify(answer));
  rmSync(join(folder, "seen"), { force: true });
  rmSync(join(folder, "result"), { force: true });
  const ended = spawnSync(process.execPath, ["runner.mjs"], {
    cwd: folder,
    env: { HOME: join(folder, "home"), PATH: process.env.PATH },
    encoding: "utf8",
    timeout: PATIENCE_MS,
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  expect({ status: ended.status, stderr: ended.status === 0 ? "" : ended.stderr }).toEqual({ status: 0, stderr: "" });
  const read = (name: string) => {
    try {
      return readFileSync(join(folder, name), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    } catch {
      return [];
    }
  };
  return { ...read("result")[0], seen: read("seen") } as {
    threw: string | null;
    output: Record<string, unknown>;
    seen: { argv: string[]; payload: Record<string, unknown> }[];
  };
}

const before: Call = {
  hook: "tool.execute.before",
  input: { tool: "bash", sessionID: "ses_1", callID: "call_1" },
  output: { args: { command: "ls" } },
  sessions: { ses_1: { id: "ses_1", parentID: "ses_0" } },
};
const yes: Answer = { stdout: '{"decision":"allow"}\n' };

describe("the plugin", () => {
  it("sends a call that our own decoder reads, with its parent, and lets it pass on a yes", () => {
    const { threw, seen } = run(before, yes);
    expect(threw).toBeNull();
    expect(seen[0]?.argv).toEqual(["intentgate", "opencode", "tool.execute.before"]);
    expect(named("opencode").decode(JSON.stringify(seen[0]?.payload), "tool.execute.before")).toMatchObject({
      ok: true,
      value: {
        session: { id: "ses_1", parent: "ses_0" },
        cwd: "/home/dev/project",
        call: { id: "call_1", tool: "execute_command", payload: { command: "ls" } },
      },
    });
  });

  it("throws the reason of a no", () => {
    const event = named("opencode").decode(JSON.stringify(before), null);
    if (!event.ok) throw new Error("not read");
    const reply = named("opencode").encode({ kind: "deny", reason: '{"code":"SCOPE_VIOLATION"}' }, event.value);
    const { threw } = run(before, { stdout: reply.stdout, stderr: reply.stderr, code: reply.exitCode });
    expect(threw).toBe('{"code":"SCOPE_VIOLATION"}');
  });

  it.each<[string, Answer]>([
    ["a yes with an exit code", { ...yes, code: 1 }],
    ["a yes with exit code 2", { ...yes, code: 2 }],
    ["nothing", {}],
    ["nothing and an exit code", { code: 1, stderr: "broken" }],
    ["half an answer", { stdout: '{"decision":"allow"' }],
    ["two answers", { stdout: '{"decision":"allow"}\n{"decision":"allow"}\n' }],
    ["another word", { stdout: '{"decision":"ask"}' }],
    ["a list", { stdout: '["allow"]' }],
    ["null", { stdout: "null" }],
    ["text", { stdout: "allow" }],
  ])("takes %s for a no", (_what, answer) => {
    expect(run(before, answer).threw).toMatch(/\S/);
  });

  it("takes a command that is not there, and one that does not end, for a no", () => {
    expect(run(before, yes, "/nowhere/intentgate").threw).toMatch(/\S/);
    expect(run(before, { ...yes, hangs: true }, undefined, 1_500).threw).toMatch(/\S/);
  });

  it("refuses a call of a session whose parent nobody can tell", () => {
    expect(run({ ...before, sessions: {} }, yes)).toMatchObject({ threw: expect.stringContaining("ses_1"), seen: [] });
  });

  it("puts notes behind a result, and says so when the gate could not hear of it", () => {
    const after: Call = {
      ...before,
      hook: "tool.execute.after",
      input: { ...(before.input as object), args: {} },
      output: { output: "done" },
    };
    expect(run(after, { stdout: '{"decision":"allow","context":"note"}' }).output.output).toBe("done\n\nnote");
    expect(run(after, { code: 1, stderr: "broken" }).output.output).toBe("done\n\nIntentgate: broken");
  });

  it("gives the model on the way in what the gate says to the prompt", () => {
    const call: Call = {
      ...before,
      hook: ["chat.message", "experimental.chat.system.transform"],
      input: { sessionID: "ses_1" },
      output: { parts: [{ type: "text", text: "hi", id: "p" }, { type: "file" }], system: ["own"] },
    };
    const { output, seen } = run(call, { stdout: '{"decision":"allow","context":"take an intent"}' });
    expect(output.system).toEqual(["own", "take an intent"]);
    expect(named("opencode").decode(JSON.stringify(seen[0]?.payload), "chat.message")).toMatchObject({
      value: { kind: "prompt", prompt: "hi" },
    });
  });

  it("tells of sessions, and lets them be when the gate does not answer", () => {
    const properties = { info: { id: "ses_2", parentID: "ses_1", directory: "/home/dev/project" } };
    const call: Call = { hook: "event", input: { event: { type: "session.created", properties } }, output: {} };
    const { threw, seen } = run(call, { code: 1 });
    expect(threw).toBeNull();
    expect(named("opencode").decode(JSON.stringify(seen[0]?.payload), null)).toMatchObject({
      value: { kind: "subagent_start", session: { id: "ses_2", parent: "ses_1" } },
    });
  });
});
