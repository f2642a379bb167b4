/** What the gate decides where commands cannot be contained, and where the policy wants them to be. The box itself: test/box. */
import { expect, it } from "vitest";
import { openGate, refused, workingGate } from "./gate-scene.ts";

const required = "containment: { mode: required }\n";
const can = { machine: async () => ({ can: true as const, with: "a box", laidBy: "mount" as const }) };
const cannot = {
  machine: async () => ({ can: false as const, why: "bubblewrap is not installed", remedy: "Install it." }),
};

it.each([
  ["node a.js", cannot, "bubblewrap is not installed"],
  ["jq . a.json", cannot, "bubblewrap is not installed"],
  ["git push", can, "it sends to the network"],
  ["ssh host ls", can, "it works on another machine"],
  ["sudo true", can, "it wants the rights of another user"],
  ["curl https://example.org", can, "it reaches https://example.org"],
  ["node a.js &", can, "it cannot be held: there is no program here that could watch over it"],
])("refuses %s where everything has to be contained and it cannot be", async (command, machine, why) => {
  const gate = await workingGate({ policy: required }, machine);
  const refusal = await refused(gate, "NOT_CONTAINED", "execute_command", { command });
  expect(refusal.meta).toMatchObject({ failed: why });
});

it("lets fixed readers pass all the same", async () => {
  const gate = await workingGate({ policy: required }, cannot);
  expect(await gate.call("execute_command", { command: "ls" })).toMatchObject({ decision: "allow" });
});

it("asks about what cannot be read where nothing contains it, as without a box", async () => {
  const gate = await workingGate({}, cannot);
  await refused(gate, "NO_ANSWER", "execute_command", { command: "node a.js" });
  await refused(openGate({}, cannot), "INTENT_REQUIRED", "execute_command", { command: "node a.js" });
});

it.each(["containment: { mode: off }\n", "mode: observe\n"])("contains nothing with %j", async (policy) => {
  const gate = await workingGate({ policy }, can);
  const dry = await gate.workspace.decide({
    tool: "execute_command",
    input: { command: "node a.js" },
    session: { id: "s1" },
    runsHere: true,
  });
  expect(dry.decision).toBe(policy.startsWith("mode") ? "allow" : "ask");
});

it("asks before an unreadable command in strict mode, contained or not", async () => {
  const gate = await workingGate({ policy: "approval: { mode: strict }\n" }, can);
  await refused(gate, "NO_ANSWER", "execute_command", { command: "node a.js" });
});

it("asks nobody about a command that will be judged by what it did", async () => {
  const gate = await workingGate({}, can);
  const asked = { tool: "execute_command", input: { command: "node a.js" }, session: { id: "s1" } };
  expect(await gate.workspace.decide({ ...asked, runsHere: true })).toMatchObject({ decision: "allow" });
  // A host that runs it itself contains nothing.
  expect(await gate.workspace.decide(asked)).toMatchObject({ decision: "ask" });
});
