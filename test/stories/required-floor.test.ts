/** `containment: required` demands a floor below whoever runs calls itself; on one: test/box/floor-sessions.test.ts. */
import type { Refusal } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { type Gate, gateIn, openGate, workingGate, write } from "./gate-scene.ts";
import { type Caller, stagedHosts, stageOf } from "./host-stage.ts";
import { makeScene } from "./scene.ts";

const policy = "containment: { mode: required }\n";
const ann: Caller = { session: "ses-ann" };

describe.each(stagedHosts.map((host) => [host.name, host] as const))("%s without a floor", (_name, host) => {
  it("reads as before, takes an intent, and changes nothing", async () => {
    const stage = stageOf(host, makeScene({ policy }));
    const answers = async (command: string, id: string) => host.noIn(await stage.send(stage.shell(ann, command, id)));
    expect(host.noIn(await stage.send(stage.take(ann, "INT-001", "c1")))).toBeNull();
    const no = host.noIn(await stage.send(stage.write(ann, "src/auth/a.ts", "x\n", "c2"))) ?? "";
    expect(JSON.parse(no)).toMatchObject({ code: "NOT_CONTAINED", meta: { failed: "it is not on a floor" } });
    expect(no).toContain("`intentgate start AGENT`");
    expect(await answers("node a.js", "c3")).toContain("NOT_CONTAINED");
    expect(await answers("echo x > src/auth/a.ts", "c4")).toContain("NOT_CONTAINED");
    expect(await answers("git push", "c5")).toContain("NOT_CONTAINED");
    for (const [at, line] of ["ls", "jq . package.json", "git log --oneline"].entries())
      expect(await answers(line, `r${at}`), line).toBeNull();
  });
});

let calls = 0;
const nextId = () => {
  calls += 1;
  return `c${calls}`;
};
/** Each way in, and what it says to a change in scope. */
const doors: [string, (gate: Gate) => Promise<Refusal | undefined>][] = [
  [
    "a host that asks before it runs a call",
    async (gate) => (await gate.workspace.before({ ...asked, callId: nextId() })).refusal,
  ],
  ["a program that brings its own way to run it", async (gate) => (await gate.workspace.run(brought)).refusal],
  [
    "a server behind the gateway",
    async (gate) => (await gate.workspace.run({ ...brought, tool: "mcp__files__write" })).refusal,
  ],
  ["a dry run for a host", async (gate) => refusalIn(await gate.workspace.decide(brought))],
];
const session = { id: "s1" };
const [tool, input] = write("src/auth/new.ts");
const asked = { toolName: tool, payload: input, session, cwd: null, callId: "c1" };
const brought = { tool, input, session, execute: async () => ({}) };
const refusalIn = (dry: object) => (dry as { refusal?: Refusal }).refusal;

describe("a door", () => {
  it.each(doors)("refuses without a floor, and not on one: %s", async (_what, ask) => {
    const gate = await workingGate({ policy });
    const no = await ask(gate);
    expect(no).toMatchObject({ code: "NOT_CONTAINED" });
    expect(no?.meta.remedy).toContain("intentgate start AGENT");
    expect((await ask(gate.reopened({ isOnFloor: true })))?.code).not.toBe("NOT_CONTAINED");
  });

  it("names the gateway's own way for a server", async () => {
    const gate = await workingGate({ policy });
    const { refusal } = await gate.workspace.run({ ...brought, tool: "mcp__files__write" });
    expect(refusal?.meta.remedy).toContain("mcp-gateway --contain");
  });

  it("lets the gate run its own tools: nobody else writes", async () => {
    const gate = await workingGate({ policy });
    expect(await gate.call(...write("src/auth/new.ts"))).toMatchObject({ decision: "allow", failed: false });
  });

  it.each(["containment: { mode: on }\n", "mode: observe\ncontainment: { mode: required }\n"])(
    "demands nothing with %j",
    async (other) => {
      const gate = openGate({ policy: other });
      await gate.take();
      expect((await gate.workspace.before(asked)).allowExecution).toBe(true);
    },
  );

  it("lets a command pass that a person exempted, by its words", async () => {
    const exempt = `${policy}commands: [{ run: "make deploy", writes: [], contain: false }]\n`;
    const gate = await workingGate({ policy: exempt });
    const run = (command: string) => ({ ...asked, toolName: "execute_command", payload: { command }, callId: command });
    expect((await gate.workspace.before(run("make deploy"))).refusal).toBeUndefined();
    expect((await gate.workspace.before(run("make deploy; node x"))).refusal).toMatchObject({ code: "NOT_CONTAINED" });
  });

  it("refuses on a floor what reaches past it", async () => {
    const gate = (await workingGate({ policy })).reopened({ isOnFloor: true });
    for (const command of ["ssh localhost touch x", "sudo make install", "docker run x"]) {
      const { refusal } = await gate.workspace.before({
        ...asked,
        toolName: "execute_command",
        payload: { command },
        callId: command,
      });
      expect(refusal, command).toMatchObject({ code: "NOT_CONTAINED" });
    }
  });

  it("demands it for a root that the call reaches from another one", async () => {
    const [strict, easy] = [openGate({ policy }), openGate({ policy: "containment: { mode: on }\n" })];
    const both = gateIn(easy, [easy.repo, strict.repo]);
    const change = { ...asked, cwd: easy.repo, payload: { path: `${strict.repo}/src/auth/new.ts`, content: "x" } };
    await both.call("select_active_intent", { intent_id: "INT-001" }, { cwd: strict.repo });
    expect((await both.workspace.before(change)).allowExecution).toBe(false);
  });
});
