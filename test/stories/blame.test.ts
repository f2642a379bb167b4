import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { acceptDemands, coverageOf, explainLine, impactOf, whoOf } from "@intentgate/blame";
import { draftRecord } from "@intentgate/trace";
import { expect, it } from "vitest";
import { allowed, type Gate, gateIn, openGate, workingGate, write } from "./gate-scene.ts";
import { call, jsonOf, makeScene, put, run } from "./scene.ts";

const file = "src/auth/login.ts";
const line = (word: string) => `export const ${word} = make(${word}Value);`;
const text = (...words: string[]) => words.map((word) => `${line(word)}\n`).join("");
const whose = (gate: Gate, path = file) => {
  const blamed = gate.workspace.blame().file(path);
  if (!blamed.ok) throw new Error(JSON.stringify(blamed.problems));
  return blamed.value.credits.map(whoOf);
};

it("a person's edit between two calls is recorded as theirs before the call that found it", async () => {
  const gate = await workingGate();
  await allowed(gate, ...write(file, text("one", "two")));
  gate.put(file, text("one", "mine", "two"));
  await allowed(gate, "read_file", { path: file });
  await allowed(gate, "edit", { path: file, old_string: line("two"), new_string: `${line("two")}\n${line("three")}` });
  expect(
    gate.ledger().map(({ decision, files }) => [decision.tool, files[0]?.conversations[0]?.contributor.entity_type]),
  ).toEqual([
    ["write_to_file", "AI"],
    ["between_calls", "HUMAN"],
    ["edit", "AI"],
  ]);
  expect(whose(gate)).toEqual(["AI", "HUMAN", "AI", "AI"]);
  expect(gate.ledger()[1]).toMatchObject({ intent_id: "none", decision: { approval: "none" } });
});

it("nothing is recorded for a person where nobody was there between two calls", async () => {
  const gate = await workingGate();
  await allowed(gate, ...write(file, text("one")));
  await allowed(gate, "edit", { path: file, old_string: line("one"), new_string: line("two") }, "s1");
  await gate.take("INT-001", "s2");
  await allowed(gate, "edit", { path: file, old_string: line("two"), new_string: line("three") }, "s2");
  expect(gate.ledger().map(({ decision }) => decision.tool)).toEqual(["write_to_file", "edit", "edit"]);
});

it("a person's edit is theirs also where the bytes before were lost", async () => {
  const gate = await workingGate();
  await allowed(gate, ...write(file, text("one", "two")));
  gate.put(file, text("one", "mine", "two"));
  rmSync(join(gate.workspace.home.authoredState, "kept"), { recursive: true });
  const fresh = gate.reopened();
  await allowed(fresh, "read_file", { path: file });
  await allowed(fresh, "edit", { path: file, old_string: line("two"), new_string: line("three") });
  expect(whose(fresh)).toEqual(["AI", "HUMAN", "AI"]);
});

it("no agent is given a person's lines where every cache is gone", async () => {
  const gate = await workingGate();
  await allowed(gate, ...write(file, text("one", "two")));
  gate.put(file, text("one", "mine", "two"));
  rmSync(join(gate.repo, ".orchestration/cache"), { recursive: true });
  const fresh = gate.reopened();
  await allowed(fresh, "read_file", { path: file });
  await allowed(fresh, "edit", { path: file, old_string: line("two"), new_string: line("three") });
  expect(whose(fresh)).toEqual(["AI", "UNKNOWN", "AI"]);
});

it("lines keep their record through a move, a formatter and a rename", async () => {
  const gate = await workingGate();
  await allowed(gate, ...write(file, text("one", "two", "three")));
  gate.put(file, `${text("three", "one")}\n  export const two = make(\n    twoValue,\n  );\n`);
  renameSync(join(gate.repo, file), join(gate.repo, "src/auth/renamed.ts"));
  const who = whose(gate, "src/auth/renamed.ts");
  expect(who.filter((one) => one === "AI").length).toBeGreaterThanOrEqual(5);
});

it("why names intent, decision, approval, model and session, and where the line was written", async () => {
  const gate = await workingGate();
  const answer = await allowed(gate, ...write(file, text("one", "two")));
  gate.put(file, `// a person's\n${text("one", "two")}`);
  const found = explainLine(gate.workspace.home, gate.workspace.blame(), file, 3);
  expect(found).toMatchObject({
    ok: true,
    value: {
      credit: "record",
      how: "exact",
      record: {
        entity_type: "AI",
        model: "model-x",
        session: "s1",
        intent: { id: "INT-001", name: "JWT Authentication Migration", status: "IN_PROGRESS", suspect: false },
        decision: { id: answer.invocationId, tool: "write_to_file", outcome: "OK" },
        written: { path: file, line: 2 },
      },
    },
  });
  expect(explainLine(gate.workspace.home, gate.workspace.blame(), file, 1)).toMatchObject({
    value: { credit: "since" },
  });
  expect(explainLine(gate.workspace.home, gate.workspace.blame(), file, 4)).toMatchObject({ ok: false });
});

it("why names everybody who may have written what nobody saw being written", async () => {
  const scene = makeScene({ files: { [file]: text("one", "two") } });
  const gate = gateIn(scene, scene.repo);
  const bytes = (content: string) => ({ state: "present" as const, bytes: Buffer.from(content) });
  const stray = {
    relativePath: file,
    absolute: join(scene.repo, file),
    root: scene.repo,
    movedFrom: null,
    before: bytes(text("one")),
    after: bytes(text("one", "two")),
    modeChanged: false,
    predicted: false,
  };
  const draft = draftRecord({
    id: "stray",
    timestamp: "2026-01-01T00:00:00Z",
    intentId: "INT-001",
    session: "s1",
    entityType: "UNKNOWN",
    model: null,
    mutationClass: "INTENT_EVOLUTION",
    tool: "execute_command",
    decision: { id: "d", approval: "none", outcome: "OK" },
    revision: "unknown",
    changes: [stray],
    candidates: [
      { entity_type: "AI", session: "s1", invocation_id: "call-1", model_identifier: "model-x" },
      { entity_type: "AI", session: "s2\u001b[31m", invocation_id: "call-2", model_identifier: "model-y" },
      { entity_type: "HUMAN" },
    ],
  });
  await gate.workspace.home.store.ledger.append("s1", draft);
  const found = explainLine(gate.workspace.home, gate.workspace.blame(), file, 2);
  expect(found).toMatchObject({
    value: { record: { entity_type: "UNKNOWN", candidates: [{ session: "s1" }, {}, { entity_type: "HUMAN" }] } },
  });
  const { out } = await run(scene, ["why", `${file}:2`]);
  expect(out).toContain("UNKNOWN: nobody saw who, one of");
  expect(out).toContain("AI  model-x  session s1  decision call-1");
  expect(out).toContain("session s2\\u001b[31m");
  expect(out).toContain("a person");
  expect(out).not.toContain("\u001b");
});

it("why tells git's word for a line that is older than the ledger, and says that it is git's", async () => {
  const scene = makeScene({ files: { [file]: text("one", "two") } });
  const page = await run(scene, ["why", `${file}:1`]);
  expect(page.out).toMatch(/git says +Story, /);
  expect(page.out).toContain("That is git's word");
  put(scene.repo, file, text("one", "mine", "two"));
  expect(jsonOf(await run(scene, ["why", `${file}:2`, "--json"]))).toMatchObject({
    credit: "before_ledger",
    git: null,
  });
  expect(jsonOf(await run(scene, ["why", `${file}:3`, "--json"]))).toMatchObject({
    git: { author: "Story", cut: false },
  });
  rmSync(join(scene.repo, ".git"), { recursive: true });
  expect((await run(scene, ["why", `${file}:1`])).out).toContain("Git does not know it either");
});

it("lines are suspect once their intent demands something else, until a person accepts them", async () => {
  const gate = await workingGate();
  await allowed(gate, ...write(file, text("one")));
  const { home } = gate.workspace;
  const isSuspect = () => {
    const found = explainLine(home, gate.workspace.blame(), file, 1);
    return found.ok && found.value.credit === "record" && found.value.record.intent?.suspect;
  };
  expect(isSuspect()).toBe(false);
  const intents = join(gate.repo, ".orchestration/active_intents.yaml");
  writeFileSync(intents, readFileSync(intents, "utf8").replace("name: JWT Authentication", "name: Token"));
  expect(isSuspect()).toBe(false);
  writeFileSync(intents, readFileSync(intents, "utf8").replace("Keep basic auth working", "Drop basic auth"));
  expect(isSuspect()).toBe(true);
  expect(impactOf(home, gate.workspace.blame(), "INT-001", { everywhere: true })?.files).toMatchObject([
    { suspect: true },
  ]);
  const intent = home.store.intents.read();
  if (intent.ok) acceptDemands(home.sidecar, intent.value.intents.get("INT-001") as never, new Date());
  expect(isSuspect()).toBe(false);
  writeFileSync(intents, readFileSync(intents, "utf8").replace("Drop basic auth", "Drop all auth"));
  expect(isSuspect()).toBe(true);
});

it("impact counts what stands and what was replaced, and coverage shares out the tree", async () => {
  const gate = openGate();
  await gate.take();
  await allowed(gate, ...write(file, text("one", "two", "three")));
  await allowed(gate, "edit", { path: file, old_string: `${line("two")}\n`, new_string: "" });
  gate.put(file, text("one", "three", "mine"));
  const { home } = gate.workspace;
  const impact = impactOf(home, gate.workspace.blame(), "INT-001", { everywhere: true });
  expect(impact).toMatchObject({
    written_lines: 3,
    present_lines: 2,
    files: [{ path: file, ranges: [{ start_line: 1, end_line: 2 }] }],
  });
  expect(impactOf(home, gate.workspace.blame(), "INT-009", { everywhere: true })).toBeNull();
  rmSync(join(gate.repo, ".git"), { recursive: true });
  const coverage = coverageOf(home, gate.workspace.blame(), "src/auth");
  expect(coverage).toMatchObject({
    by_entity: { AI: 2, HUMAN: 1, BEFORE: 4 },
    by_intent: { "INT-001": 2 },
    by_model: { "model-x": 2 },
  });
});

it("coverage leaves out what programs write, unless it is named outright", async () => {
  const gate = openGate();
  await gate.take();
  await allowed(gate, ...write(file, text("one")));
  await allowed(gate, ...write("src/auth/yarn.lock", "a:\n  version 1\n"));
  await allowed(gate, ...write("src/auth/api.ts", "// Code generated by the schema. DO NOT EDIT.\nlet a = 1;\n"));
  rmSync(join(gate.repo, ".git"), { recursive: true });
  const coverage = (below: string) => coverageOf(gate.workspace.home, gate.workspace.blame(), below);
  expect(coverage("src/auth")).toMatchObject({ generated: 2, by_entity: { AI: 1 } });
  expect(coverage("src/auth/yarn.lock")).toMatchObject({ files: 1, generated: 0, lines: 2 });
});

it("the verbs answer in words and in JSON, and escape what files say", async () => {
  const scene = makeScene();
  await call(scene, "select_active_intent", { intent_id: "INT-001" }, "s1");
  await call(scene, "write_to_file", { path: "src/auth/a.ts", content: `${line("one")}\n// \u001b[31mred\n` }, "s1");
  const blame = await run(scene, ["blame", "src/auth/a.ts"]);
  expect(blame.out).toContain("INT-001");
  expect(blame.out).toContain("\\u001b[31mred");
  const why = jsonOf<{ credit: string; record: { intent: { id: string } } }>(
    await run(scene, ["why", "src/auth/a.ts:1", "--json"]),
  );
  expect(why).toMatchObject({ credit: "record", record: { intent: { id: "INT-001" } } });
  expect((await run(scene, ["impact", "INT-001"])).out).toContain("src/auth/a.ts");
});

it.each([
  [["why", "src/auth/a.ts"], 64, "a file and a line"],
  [["why", "src/auth/token.ts:99"], 64, "has no line 99"],
  [["why", "src/auth/token.ts:0"], 64, "a file and a line"],
  [["why", "../../etc/passwd:1"], 64, "outside"],
  [["blame", "src"], 64, "is a folder"],
  [["blame", "nowhere.ts"], 1, "no file"],
  [["blame", "image.bin"], 64, "binary"],
  [["blame", "src/auth/token.ts", "-L", "2,1"], 64, "names no lines"],
  [["impact", "INT-404"], 1, "no record names"],
  [["coverage", "a", "b"], 64, "one folder"],
  [["anchor", "here"], 64, "not known"],
] as [string[], number, string][])("%j is refused with its place and remedy", async (words, code, said) => {
  const scene = makeScene({ files: { "src/auth/token.ts": "export const token = 1;\n", "image.bin": "\0\u0001" } });
  const ran = await run(scene, words);
  expect(ran.err).toContain(said);
  expect(ran.code).toBe(code);
});
