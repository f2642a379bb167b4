import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allowed, type Gate, gateIn, intents, openGate, patch, refused, withPerson, write } from "./gate-scene.ts";
import { DELETIONS_ASK, put } from "./scene.ts";

const other = intents.replaceAll("INT-001", "INT-101").replaceAll("INT-002", "INT-102");

interface Two {
  gate: Gate;
  a: string;
  b: string;
}

/** Two roots opened as one workspace; b's sidecar is as given. */
function two(given: { b?: string; policyA?: string; policyB?: string } = {}): Two {
  const first = openGate(given.policyA === undefined ? {} : { policy: given.policyA });
  const b = join(first.repo, "../b");
  mkdirSync(join(b, "src/auth"), { recursive: true });
  put(b, ".orchestration/active_intents.yaml", given.b ?? other);
  if (given.policyB !== undefined) put(b, ".orchestration/policy.yaml", given.policyB);
  const roots = [first.repo, realpathSync(b)];
  put(first.stateDir, "roots.json", JSON.stringify({ version: 1, roots }));
  return { gate: gateIn(first, [first.repo, b]), a: first.repo, b };
}

const bothFiles = (b: string) =>
  patch("*** Add File: src/auth/one.ts", "+x", `*** Add File: ${b}/src/auth/two.ts`, "+x");

describe("one workspace of two roots", () => {
  it("needs an intent in each root that a patch touches", async () => {
    const { gate, a, b } = two();
    const real = gate.workspace.roots[1]?.root ?? b;
    await gate.take("INT-001", { cwd: a });
    const { meta } = await refused(gate, "INTENT_REQUIRED", "apply_patch", bothFiles(real), { cwd: a });
    expect(meta.open_intents).toMatchObject([{ id: "INT-101" }, { id: "INT-102" }]);
    await gate.take("INT-101", { cwd: real });
    await allowed(gate, "apply_patch", bothFiles(real), { cwd: a });
  });

  it("records each root's files in its own ledger, under its own intent", async () => {
    const { gate, a, b } = two();
    const real = gate.workspace.roots[1]?.root ?? b;
    await gate.take("INT-001", { cwd: a });
    await gate.take("INT-101", { cwd: real });
    await allowed(gate, "apply_patch", bothFiles(real), { cwd: a });
    const records = gate.workspace.roots.map((root) =>
      root.store.ledger.newest(10).map((record) => [record.intent_id, record.files.map((file) => file.relative_path)]),
    );
    expect(records).toEqual([[["INT-001", ["src/auth/one.ts"]]], [["INT-101", ["src/auth/two.ts"]]]]);
  });

  it("holds each file to the scope of its own root's intent", async () => {
    const { gate, a, b } = two({ b: other.replace("src/auth/**", "docs/**") });
    const real = gate.workspace.roots[1]?.root ?? b;
    await gate.take("INT-001", { cwd: a });
    await gate.take("INT-101", { cwd: real });
    const { meta } = await refused(gate, "SCOPE_VIOLATION", "apply_patch", bothFiles(real), { cwd: a });
    expect(meta).toMatchObject({ file_path: "src/auth/two.ts", owned_scope: ["docs/**"] });
    await refused(gate, "SCOPE_VIOLATION", ...write(`${real}/src/auth/x.ts`), { cwd: a });
    await allowed(gate, ...write(`${real}/docs/x.ts`), { cwd: a });
  });

  it("takes an id that both roots have in both", async () => {
    const { gate, a, b } = two({ b: intents });
    const real = gate.workspace.roots[1]?.root ?? b;
    const { context } = (await gate.take("INT-001", { cwd: a })).result as { context: string };
    expect(context.match(/<intent_context>/g)).toHaveLength(2);
    await allowed(gate, "apply_patch", bothFiles(real), { cwd: a });
  });

  it.each<[string, { policyA?: string; policyB?: string }]>([
    ["observe mode in the first root", { policyA: "mode: observe\n" }],
    ["observe mode in the second root", { policyB: "mode: observe\n" }],
  ])("does not carry %s over to the other", async (_what, given) => {
    const { gate, a, b } = two(given);
    const real = gate.workspace.roots[1]?.root ?? b;
    const [strict, loose] = given.policyA ? [real, a] : [a, real];
    for (const cwd of [a, real]) {
      await refused(gate, "INTENT_REQUIRED", ...write(`${strict}/src/auth/x.ts`), { cwd });
      await refused(
        gate,
        "INTENT_REQUIRED",
        "apply_patch",
        patch(`*** Add File: ${a}/src/auth/p.ts`, "+x", `*** Add File: ${real}/src/auth/p.ts`, "+x"),
        { cwd },
      );
      await allowed(gate, ...write(`${loose}/src/auth/${cwd === a ? 1 : 2}.ts`), { cwd });
    }
  });

  it("does not carry a pause over to the other", async () => {
    const { gate, a, b } = two();
    const real = gate.workspace.roots[1]?.root ?? b;
    gate.workspace.roots[0]?.pauses.begin(60_000, "ann");
    await allowed(gate, ...write("src/pay/x.ts"), { cwd: a });
    await refused(gate, "INTENT_REQUIRED", ...write(`${real}/src/auth/x.ts`), { cwd: a });
  });

  it.each(["auto", "strict"])("keeps to the approval mode %s of the root that is changed", async (mode) => {
    const { gate, a, b } = two({ policyB: `approval: { mode: ${mode} }\n${DELETIONS_ASK}` });
    const real = gate.workspace.roots[1]?.root ?? b;
    put(real, "src/auth/old.ts", "1\n");
    await gate.take("INT-101", { cwd: real });
    const { value, asked } = await withPerson(gate, "once", () =>
      gate.call("delete_file", { path: `${real}/src/auth/old.ts` }, { cwd: a }),
    );
    expect([asked.length, value.decision]).toEqual(mode === "auto" ? [0, "deny"] : [1, "allow"]);
  });

  it("denies what touches a root whose files cannot be read, and serves the other", async () => {
    const { gate, a, b } = two({ b: "active_intents: [" });
    const real = gate.workspace.roots[1]?.root ?? b;
    await gate.take("INT-001", { cwd: a });
    await refused(gate, "HOOK_ERROR", ...write(`${real}/src/auth/x.ts`), { cwd: a });
    await allowed(gate, ...write("src/auth/x.ts"), { cwd: a });
  });

  it("protects the control files of both roots from either", async () => {
    const { gate, a, b } = two({ b: intents });
    const real = gate.workspace.roots[1]?.root ?? b;
    await gate.take("INT-001", { cwd: a });
    await refused(gate, "CONTROL_FILE", ...write(`${real}/.orchestration/policy.yaml`), { cwd: a });
    await refused(gate, "CONTROL_FILE", ...write(`${a}/.claude/settings.json`), { cwd: real });
  });

  it("widens the scope of the root that the file lies in", async () => {
    const { gate, a, b } = two();
    const real = gate.workspace.roots[1]?.root ?? b;
    await gate.take("INT-101", { cwd: real });
    const more = { request_scope_expansion: { additional_globs: ["docs/**"], reason: "needed" } };
    await withPerson(gate, "once", () => allowed(gate, ...write(`${real}/docs/x.md`, "x\n", more), { cwd: real }));
    expect(gate.workspace.roots[1]?.authored.current("active_intents.yaml")).toContain("docs/**");
    expect(gate.text(".orchestration/active_intents.yaml")).toBe(intents);
    await refused(gate, "INTENT_REQUIRED", ...write("docs/x.md"), { cwd: a });
  });
});
