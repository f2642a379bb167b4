import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  atTerminal,
  binary,
  call,
  DELETIONS_ASK,
  jsonOf,
  makeScene,
  put,
  quoted,
  run,
  type Scene,
  shellAtTerminal,
  textOf,
} from "./scene.ts";

/** What a script does is not known. */
const made = { command: "sh tools/made.sh" };
const remove = { path: "src/auth/token.ts" };

async function governed(options: Parameters<typeof makeScene>[0] = {}): Promise<Scene> {
  const scene = makeScene({ ...options, policy: `${options.policy ?? ""}${DELETIONS_ASK}` });
  put(scene.repo, "tools/made.sh", "touch src/auth/made.ts\n");
  await take(scene, "s1");
  return scene;
}

async function take(scene: Scene, session: string): Promise<void> {
  expect((await call(scene, "select_active_intent", { intent_id: "INT-001" }, session)).decision).toBe("allow");
}

async function asked(scene: Scene, tool: string, input: object, session = "s1"): Promise<string> {
  const answer = await call(scene, tool, input, session);
  expect(answer).toMatchObject({ exit: 2, decision: "deny", error: { meta: { request_id: expect.any(String) } } });
  return String(answer.error?.meta.request_id);
}

async function approve(scene: Scene, id: string, ...options: string[]): Promise<string> {
  const { code, out } = await atTerminal(scene, ["approvals", "approve", id, ...options]).done;
  expect(code, out).toBe(0);
  return out;
}

const waiting = async (scene: Scene) =>
  jsonOf<{ approvals: { id: string }[] }>(await run(scene, ["approvals", "--json"])).approvals.map((one) => one.id);

it("a call that nobody could be asked about is denied with a request that waits", async () => {
  const scene = await governed();
  const answer = await call(scene, "execute_command", made);
  expect(answer).toMatchObject({ exit: 2, code: "NO_ANSWER" });
  const id = String(answer.error?.meta.request_id);
  const listed = await run(scene, ["approvals"]);
  expect(listed.out).toContain(id.slice(0, 8));
  expect(listed.out).toContain(made.command);
  const [entry] = jsonOf<{ approvals: Record<string, unknown>[] }>(
    await run(scene, ["approvals", "list", "--json"]),
  ).approvals;
  expect(entry).toMatchObject({ id, session: "s1", intent_id: "INT-001", tool: "execute_command" });
  expect(entry).not.toHaveProperty("binding");
  expect((await run(scene, ["approvals", "show", id.slice(0, 8)])).out).toContain("wants to run");
  expect(await asked(scene, "execute_command", made), "the same call waits under the same id").toBe(id);
});

it("approved by a person, the same call passes once and is asked about again after that", async () => {
  const scene = await governed();
  const id = await asked(scene, "execute_command", made);
  expect(await approve(scene, id.slice(0, 8))).toContain("Approved once");
  expect(await waiting(scene)).toEqual([]);
  expect(await call(scene, "execute_command", made)).toMatchObject({ exit: 0, decision: "allow" });
  expect(existsSync(join(scene.repo, "src/auth/made.ts"))).toBe(true);
  expect(await asked(scene, "execute_command", made)).not.toBe(id);
});

it.each(["approve", "reject", "watch"])("%s needs a terminal", async (what) => {
  const scene = await governed();
  const id = await asked(scene, "execute_command", made);
  const ran = await run(scene, ["approvals", what, ...(what === "watch" ? [] : [id])]);
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toContain("needs a terminal");
  expect(await waiting(scene)).toEqual([id]);
});

it.each([
  ["as it is", {}],
  ["with a state folder of its own", { XDG_STATE_HOME: "/tmp/intentgate-no-such-state" }],
  ["with a home of its own", { XDG_STATE_HOME: "", HOME: "/tmp" }],
])("approve from inside a running tool call is refused, pseudo-terminal or not, %s", async (_name, env) => {
  const policy = "commands:\n  - run: sh tools/check.sh\n";
  const scene = await governed({ policy, files: { "tools/check.sh": "true\n" } });
  const id = await asked(scene, "execute_command", made);
  const inner = `${quoted(process.execPath)} ${quoted(binary)} approvals approve ${id}`;
  const settings = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}\n`);
  put(
    scene.repo,
    "tools/check.sh",
    `${settings.join("")}script -qec ${quoted(inner)} /dev/null\necho "ended with $?"\n`,
  );
  const ran = await call(scene, "execute_command", { command: "sh tools/check.sh" }, "s1", { ownProcess: true });
  expect(ran).toMatchObject({ exit: 0, decision: "allow" });
  expect(ran.result?.stdout).toContain("was started by an agent");
  expect(ran.result?.stdout).toContain("ended with 2");
  expect(await waiting(scene)).toEqual([id]);
});

it.each<[string, (line: string) => string]>([
  ["without hearing hang-ups", (line) => `nohup script -qec ${quoted(line)} /dev/null`],
  ["in a session of its own", (line) => `setsid -w script -qec ${quoted(line)} /dev/null`],
  ["in a job behind it", (line) => `(setsid script -qec ${quoted(line)} /dev/null) & wait`],
  ["without an environment", (line) => `env -i PATH="$PATH" HOME="$HOME" script -qec ${quoted(line)} /dev/null`],
  ["through two terminals", (line) => `script -qec ${quoted(`script -qec ${quoted(line)} /dev/null`)} /dev/null`],
  ["by a clock", (line) => `timeout 30 script -qec ${quoted(line)} /dev/null`],
  ["by python", (line) => `python3 -c 'import pty, sys; pty.spawn(["sh", "-c", sys.argv[1]])' ${quoted(line)}`],
  [
    "by perl",
    (line) => `perl -MPOSIX -e 'fork or (POSIX::setsid(), exec @ARGV); wait' script -qec ${quoted(line)} /dev/null`,
  ],
])("approve %s is refused below a host", async (_name, way) => {
  const policy = "commands:\n  - run: sh tools/check.sh\n";
  const scene = await governed({ policy, files: { "tools/check.sh": "true\n" } });
  const id = await asked(scene, "execute_command", made);
  const inner = `${quoted(process.execPath)} ${quoted(binary)} approvals approve ${id}`;
  put(scene.repo, "tools/check.sh", `${way(inner)} < /dev/null\n`);
  const ran = await call(scene, "execute_command", { command: "sh tools/check.sh" }, "s1", { ownProcess: true });
  expect(ran.result?.stdout).toContain("was started by an agent");
  expect(await waiting(scene)).toEqual([id]);
});

it("a terminal below a tool call is not asked for its opinion either", async () => {
  const policy = "commands:\n  - run: sh tools/check.sh\n";
  const scene = await governed({ policy, files: { "tools/check.sh": "true\n" } });
  const wanted = JSON.stringify({ tool: "execute_command", input: made, session: "s1" });
  put(scene.repo, "tools/call.json", wanted);
  const inner = `${quoted(process.execPath)} ${quoted(binary)} call < tools/call.json`;
  put(scene.repo, "tools/check.sh", `printf 'a\\na\\n' | script -qec ${quoted(inner)} /dev/null\n`);
  const ran = await call(scene, "execute_command", { command: "sh tools/check.sh" });
  expect(ran.result?.stdout).toContain("CONTROL_FILE");
  expect(existsSync(join(scene.repo, "src/auth/made.ts"))).toBe(false);
});

it("a person at the terminal of a call is asked there and then", async () => {
  const scene = await governed();
  put(scene.repo, "call.json", JSON.stringify({ tool: "execute_command", input: made, session: "s1" }));
  const terminal = shellAtTerminal(scene, `${quoted(process.execPath)} ${quoted(binary)} call < call.json`);
  await terminal.sees("Approve once");
  await terminal.sees("Your answer");
  terminal.type("a\n");
  expect((await terminal.done).code).toBe(0);
  expect(existsSync(join(scene.repo, "src/auth/made.ts"))).toBe(true);
});

it("a rejection is told to the model with the person's reason, once; then the call is a new question", async () => {
  const scene = await governed();
  const id = await asked(scene, "execute_command", made);
  const { code, out } = await atTerminal(scene, ["approvals", "reject", id, "--reason", "use the file tools"]).done;
  expect(code).toBe(0);
  expect(out).toContain('The agent is told: "use the file tools"');
  const told = await call(scene, "execute_command", made);
  expect(told).toMatchObject({
    exit: 2,
    code: "HITL_REJECT",
    error: { meta: { request_id: id, reason: "use the file tools" } },
  });
  expect(told.error?.meta.remedy).toContain('The person said: "use the file tools"');
  expect(await asked(scene, "execute_command", made)).not.toBe(id);
});

it("a live watcher is shown what waits, and its answers reach the waiting calls", async () => {
  const scene = await governed();
  const terminal = atTerminal(scene, ["approvals", "watch"]);
  await terminal.sees("Watching for requests");

  const first = call(scene, "execute_command", made);
  await terminal.sees(made.command);
  await terminal.sees("Your answer (a/c/d/r): ");
  terminal.type("what?\n");
  await terminal.sees("Your answer (a/c/d/r): ");
  terminal.type("a\n");
  expect(await first).toMatchObject({ exit: 0, decision: "allow" });

  const second = call(scene, "delete_file", remove);
  await terminal.sees("src/auth/token.ts");
  await terminal.sees("Your answer (a/r): ");
  terminal.type("r\n");
  await terminal.sees("Reason for the agent");
  terminal.type("it is still needed\n");
  expect(await second).toMatchObject({
    exit: 2,
    code: "HITL_REJECT",
    error: { meta: { reason: "it is still needed" } },
  });

  terminal.type("\u0003");
  expect((await terminal.done).code).toBe(0);
  expect(terminal.shown()).toContain("No longer watching");
  expect(await asked(scene, "delete_file", remove), "nobody is waited for any more").toBeTruthy();
});

it("a request that another terminal answers leaves the watcher's screen", async () => {
  const scene = await governed();
  const terminal = atTerminal(scene, ["approvals", "watch"]);
  await terminal.sees("Watching for requests");
  const waits = call(scene, "execute_command", made);
  await terminal.sees("Your answer");
  await approve(scene, (await waiting(scene))[0] ?? "none");
  await terminal.sees("answered elsewhere");
  expect(await waits).toMatchObject({ exit: 0, decision: "allow" });
  terminal.type("\u0003");
  expect((await terminal.done).code).toBe(0);
});

it("what was typed before a question is not its answer", async () => {
  const scene = await governed();
  const terminal = atTerminal(scene, ["approvals", "watch"]);
  await terminal.sees("Watching for requests");
  terminal.type("a\na\n");
  await terminal.sees("a\n");
  const waits = call(scene, "execute_command", made);
  await terminal.sees("Your answer");
  terminal.type("r\n");
  await terminal.sees("Reason");
  terminal.type("\n");
  expect(await waits).toMatchObject({ exit: 2, code: "HITL_REJECT" });
});

it("a yes fits no other session", async () => {
  const scene = await governed();
  await take(scene, "s2");
  const id = await asked(scene, "execute_command", made);
  await approve(scene, id);
  expect(await asked(scene, "execute_command", made, "s2")).not.toBe(id);
});

it("a yes fits no other intent", async () => {
  const scene = await governed();
  const id = await asked(scene, "execute_command", made);
  await approve(scene, id);
  const other = await asked(scene, "select_active_intent", { intent_id: "INT-002" });
  await approve(scene, other);
  expect((await call(scene, "select_active_intent", { intent_id: "INT-002" })).decision).toBe("allow");
  expect(await asked(scene, "execute_command", made)).not.toBe(id);
});

it("a yes fits no other bytes", async () => {
  const scene = await governed();
  const id = await asked(scene, "delete_file", remove);
  await approve(scene, id);
  put(scene.repo, remove.path, "export const token = 2;\n");
  expect(await asked(scene, "delete_file", remove)).not.toBe(id);
  expect(existsSync(join(scene.repo, remove.path))).toBe(true);
});

it("a yes fits no other input", async () => {
  const scene = await governed();
  const id = await asked(scene, "execute_command", made);
  await approve(scene, id);
  expect(await asked(scene, "execute_command", { command: `${made.command} src/auth/more.ts` })).not.toBe(id);
});

it("a command approved for the session passes again there, and nowhere else", async () => {
  const scene = await governed();
  await approve(scene, await asked(scene, "execute_command", made), "--command");
  for (const _time of [1, 2, 3]) expect((await call(scene, "execute_command", made)).decision).toBe("allow");
  await take(scene, "s2");
  await asked(scene, "execute_command", made, "s2");
});

it("a declared command is written to policy.yaml and passes in every session", async () => {
  const scene = await governed({ policy: "" });
  await approve(scene, await asked(scene, "execute_command", made), "--declare");
  expect((await call(scene, "execute_command", made)).decision).toBe("allow");
  expect(textOf(scene, ".orchestration/policy.yaml")).toContain(made.command);
  await take(scene, "s2");
  expect((await call(scene, "execute_command", made, "s2")).decision).toBe("allow");
});

it("a standing approval covers the session's in-scope writes, and no deletion", async () => {
  const scene = await governed({ policy: "approval:\n  mode: strict\n" });
  const write = (name: string) => ({ path: `src/auth/${name}.ts`, content: "export {};\n" });
  await approve(scene, await asked(scene, "write_to_file", write("one")), "--standing");
  for (const name of ["one", "two"]) expect((await call(scene, "write_to_file", write(name))).decision).toBe("allow");
  await asked(scene, "delete_file", remove);
  await take(scene, "s2");
  await asked(scene, "write_to_file", write("three"), "s2");
});

it.each([
  ["--standing", "execute_command", made],
  ["--standing", "delete_file", remove],
  ["--command", "delete_file", remove],
  ["--declare", "delete_file", remove],
])("%s is not given where the question did not offer it", async (option, tool, input) => {
  const scene = await governed();
  const id = await asked(scene, tool, input);
  const { code, out } = await atTerminal(scene, ["approvals", "approve", id, option]).done;
  expect(code).toBe(64);
  expect(out).toContain("is not offered");
  expect(await waiting(scene)).toEqual([id]);
});

it("an approved expansion widens the intent, and the write happens", async () => {
  const scene = await governed();
  const write = {
    path: "src/pay/client.ts",
    content: "export {};\n",
    request_scope_expansion: { additional_globs: ["src/pay/**"], reason: "the client signs in too" },
  };
  const id = await asked(scene, "write_to_file", write);
  expect((await run(scene, ["approvals"])).out).toContain("wants to add src/pay/** to the scope of INT-001");
  await approve(scene, id);
  expect((await call(scene, "write_to_file", write)).decision).toBe("allow");
  expect(textOf(scene, ".orchestration/active_intents.yaml")).toContain("src/pay/**");
});

it("ids that mean nothing, or nothing any more, get a clear answer", async () => {
  const scene = await governed();
  const id = await asked(scene, "execute_command", made);
  await approve(scene, id);
  const again = await atTerminal(scene, ["approvals", "reject", id.slice(0, 8)]).done;
  expect(again.code).toBe(1);
  expect(again.out).toContain("was approved already, by ann");
  const rows: [string[], number, string][] = [
    [["show", id], 1, "was approved already"],
    [["show", "ffffffff"], 1, "no request has the id"],
    [["show", "../../etc/passwd"], 1, "no request has the id"],
    [["show"], 64, "takes an id, and just one"],
    [["show", id, id], 64, "takes an id, and just one"],
    [["list", id], 64, "takes no further word"],
    [["aprove", id], 64, "is not known"],
    [["approve", id, "--standing", "--command"], 64, "more than one way"],
    [["show", id, "--reason", "x"], 64, "has no --reason"],
    [["watch", "--json"], 64, "list --json"],
  ];
  for (const [words, code, said] of rows) {
    const ran = await run(scene, ["approvals", ...words]);
    expect(`${ran.code} ${ran.err}${ran.out}`, words.join(" ")).toContain(said);
    expect(ran.code, words.join(" ")).toBe(code);
  }
});

it("nothing waits where nothing was asked, and an ungoverned folder says so", async () => {
  expect((await run(makeScene(), ["approvals"])).out).toContain("Nothing waits for you");
  const ran = await run(makeScene({ intents: null }), ["approvals"]);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("intentgate init");
});
