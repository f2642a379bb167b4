import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allowed, files, type Gate, gateIn, intents, openGate, refused, workingGate, write } from "./gate-scene.ts";
import { call, makeScene } from "./scene.ts";

const yaml = ".orchestration/active_intents.yaml";

async function registered(given: Parameters<typeof workingGate>[0] = {}): Promise<Gate> {
  const gate = await workingGate(given);
  await gate.workspace.registry.add(gate.repo);
  return gate;
}

describe("a registered root whose sidecar is gone", () => {
  it.each<[string, (gate: Gate) => void]>([
    ["removed", (gate) => rmSync(join(gate.repo, ".orchestration"), { recursive: true })],
    ["renamed", (gate) => renameSync(join(gate.repo, ".orchestration"), join(gate.repo, ".orchestration.old"))],
  ])("refuses changes and lets reads pass when it was %s", async (_how, take) => {
    const before = await registered();
    take(before);
    const gate = before.reopened();
    const answer = await gate.call(...write("src/auth/new.ts"));
    expect(answer.refusal).toMatchObject({
      code: "INTENT_REQUIRED",
      message: expect.stringContaining("This root is governed, but its sidecar .orchestration is missing"),
      meta: { remedy: expect.stringContaining("intentgate init"), problems: [{ code: "SIDECAR_MISSING" }] },
    });
    const bound = await before.call(...write("src/auth/new.ts"));
    expect(bound.refusal?.code).toBe("INTENT_REQUIRED");
    expect((await gate.call("select_active_intent", { intent_id: "INT-001" })).decision).toBe("deny");
    await allowed(gate, "read_file", { path: "README.md" });
    await allowed(gate, "execute_command", { command: "cat README.md" });
    expect(gate.bytes()).not.toHaveProperty("src/auth/new.ts");
  });

  it("does not get a new sidecar by a refused call", async () => {
    const before = await registered();
    rmSync(join(before.repo, ".orchestration"), { recursive: true });
    await before.reopened().call(...write("src/auth/new.ts"));
    const again = await before.reopened().call(...write("src/auth/new.ts"));
    expect(again.refusal).toMatchObject({ code: "INTENT_REQUIRED", meta: { problems: [{ code: "SIDECAR_MISSING" }] } });
  });

  it("is not opened by a sidecar planted as a link", async () => {
    const before = await registered();
    renameSync(join(before.repo, ".orchestration"), join(before.repo, "src/auth/mine"));
    before.put("src/auth/mine/active_intents.yaml", intents.replace("- src/auth/**", '- "**"'));
    symlinkSync("src/auth/mine", join(before.repo, ".orchestration"));
    const gate = before.reopened();
    await gate.take();
    const answer = await gate.call(...write("src/auth/mine/policy.yaml", "mode: observe\n"));
    expect(answer.refusal?.code).toBe("CONTROL_FILE");
  });
});

describe("a folder nobody governs", () => {
  it("refuses changes with the remedy to initialise it, and lets reads pass", async () => {
    const gate = openGate({ intents: null });
    const { message, meta } = (await gate.call(...write("src/auth/new.ts"))).refusal ?? {};
    expect(message).toContain("This folder has no sidecar .orchestration");
    expect(meta).toMatchObject({ remedy: "Run `intentgate init` in the root of the repository." });
    await allowed(gate, "read_file", { path: "README.md" });
  });

  it("refuses through the built program until `intentgate init` ran", async () => {
    const scene = makeScene({ intents: null });
    const no = await call(scene, "write_to_file", { path: "a.txt", content: "x" });
    expect(no).toMatchObject({
      exit: 2,
      code: "INTENT_REQUIRED",
      error: { meta: { remedy: expect.stringContaining("intentgate init") } },
    });
  });
});

describe("a folder inside a governed root", () => {
  const open = intents.replace("- src/auth/**", '- "**"').replace("INT-001", "INT-777");

  it("does not win with a sidecar of its own", async () => {
    const outer = await registered({
      files: { "inner/.orchestration/active_intents.yaml": open, "inner/a.ts": "1\n" },
    });
    const inner = gateIn(outer, join(outer.repo, "inner"));
    expect(inner.workspace.home.root).toBe(outer.repo);
    await refused(inner, "INTENT_NOT_FOUND", "select_active_intent", { intent_id: "INT-777" });
    await refused(inner, "SCOPE_VIOLATION", ...write("new.ts"), { cwd: join(outer.repo, "inner") });
  });

  it("does not win even when it is registered itself", async () => {
    const outer = await registered({ files: { "inner/.orchestration/active_intents.yaml": open } });
    await outer.workspace.registry.add(join(outer.repo, "inner"));
    expect(gateIn(outer, join(outer.repo, "inner")).workspace.home.root).toBe(outer.repo);
  });

  it("does not win with a repository of its own", async () => {
    const outer = await registered();
    mkdirSync(join(outer.repo, "inner/.git"), { recursive: true });
    expect(gateIn(outer, join(outer.repo, "inner")).workspace.home.root).toBe(outer.repo);
  });

  it("is found from a deep folder, and through a link", async () => {
    const outer = await registered();
    expect(gateIn(outer, join(outer.repo, "src/auth")).workspace.home.root).toBe(outer.repo);
    symlinkSync(join(outer.repo, "src"), join(outer.env.HOME ?? "", "link"));
    expect(gateIn(outer, join(outer.env.HOME ?? "", "link")).workspace.home.root).toBe(outer.repo);
  });
});

describe("a file of people that cannot be read", () => {
  it.each<[string, string, string, string | RegExp]>([
    [
      "intents that are no YAML",
      yaml,
      "active_intents: [",
      /^BAD_INTENTS {2}\.orchestration\/active_intents\.yaml:\d+:\d+ {2}/,
    ],
    ["an empty intents file", yaml, "", "the file is empty"],
    [
      "a near miss of a key",
      yaml,
      intents.replace("owned_scope:", "owned_scop:"),
      'unknown key "owned_scop": did you mean "owned_scope"?',
    ],
    ["an unknown status", yaml, intents.replace("IN_PROGRESS", "GOING"), "unknown status"],
    ["two intents with one id", yaml, intents.replace("INT-002", "INT-001"), "declared twice"],
    ["a glob that leads out", yaml, intents.replace("src/auth/**", "../**"), 'the glob "../**"'],
    ["a YAML tag", yaml, "active_intents: !!js/function []\n", "BAD_INTENTS"],
    ["a second document", yaml, `${intents}---\nactive_intents: []\n`, "BAD_INTENTS"],
    ["a merge key", yaml, "x: &x {status: PENDING}\nactive_intents:\n  - <<: *x\n    id: A\n", "BAD_INTENTS"],
    ["a newer version of intents", yaml, `version: 2\n${intents}`, "NEWER_VERSION"],
    ["a policy that is no YAML", ".orchestration/policy.yaml", "mode: [", "BAD_POLICY"],
    ["a policy with an unknown key", ".orchestration/policy.yaml", "mod: observe\n", 'did you mean "mode"?'],
    ["a policy with a wrong word", ".orchestration/policy.yaml", "mode: obsrve\n", "did you mean observe?"],
    ["a newer version of the policy", ".orchestration/policy.yaml", "version: 7\n", "NEWER_VERSION"],
    ["an .intentignore with an unknown kind", ".intentignore", "dist/** exclud\n", "did you mean exclude?"],
    ["an .intentignore that negates", ".intentignore", "!dist/**\n", "this file only narrows"],
  ])("refuses every change: %s", async (_what, path, text, said) => {
    const gate = await workingGate();
    gate.put(path, text);
    const { message, meta } = await refused(gate, "HOOK_ERROR", ...write("src/auth/new.ts"));
    if (typeof said === "string") expect(message).toContain(said);
    else expect(message).toMatch(said);
    expect(meta).toMatchObject({
      hook_name: "blockIfNoIntent",
      problems: expect.arrayContaining([
        expect.objectContaining({
          file: expect.stringContaining(path.split("/").at(-1) ?? ""),
          line: expect.any(Number),
        }),
      ]),
    });
    await refused(gate, "HOOK_ERROR", "select_active_intent", { intent_id: "INT-001" });
    await refused(gate, "HOOK_ERROR", "execute_command", { command: "touch src/auth/new.ts" });
    await allowed(gate, "read_file", { path: "README.md" });
    await allowed(gate, "execute_command", { command: "cat README.md" });
  });

  it("is asked for again as soon as a person has mended it", async () => {
    const gate = await workingGate();
    gate.put(yaml, "active_intents: [");
    await refused(gate, "HOOK_ERROR", ...write("src/auth/new.ts"));
    gate.put(yaml, intents);
    await allowed(gate, ...write("src/auth/new.ts"));
  });

  it("is not passed over in observe mode or in a pause", async () => {
    const gate = await workingGate({ policy: "mode: observe\n" });
    gate.workspace.home.pauses.begin(60_000, "ann");
    gate.put(yaml, "active_intents: [");
    await refused(gate, "HOOK_ERROR", ...write("src/auth/new.ts"));
  });

  it.skipIf(process.getuid?.() === 0)("refuses every change when it may not be opened", async () => {
    const gate = await workingGate();
    chmodSync(join(gate.repo, yaml), 0);
    await refused(gate.reopened(), "HOOK_ERROR", ...write("src/auth/new.ts"));
  });

  it("shows line, column and excerpt through the built program", async () => {
    const scene = makeScene({ intents: intents.replace("owned_scope:", "owned_scop:"), files });
    const no = await call(scene, "write_to_file", { path: "src/auth/new.ts", content: "x" });
    expect(no).toMatchObject({ exit: 2, code: "HOOK_ERROR" });
    expect(no.reason).toContain(".orchestration/active_intents.yaml:6:5");
    expect(no.error?.meta.problems).toMatchObject([{ excerpt: { text: "    owned_scop:", length: 10 } }]);
    expect((await call(scene, "read_file", { path: "README.md" })).exit).toBe(0);
  });
});

describe("the list of governed roots", () => {
  it("refuses everything that asks for it when it is damaged", async () => {
    const scene = makeScene({ intents, files });
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    const gate = gateIn(scene, scene.repo);
    await gate.workspace.registry.add(scene.repo);
    writeDamage(gate);
    const no = await call(scene, "write_to_file", { path: "src/auth/new.ts", content: "x" });
    expect(no).toMatchObject({ exit: 2, decision: "deny", code: "HOOK_ERROR" });
    expect(no.reason).toContain("the list of governed roots is damaged");
  });
});

function writeDamage(gate: Gate): void {
  rmSync(join(gate.stateDir, "roots.json"));
  mkdirSync(gate.stateDir, { recursive: true });
  gate.put("../state/intentgate/roots.json", '{"version":1,"roots":');
}
