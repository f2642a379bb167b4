import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { call, jsonOf, makeScene, run, type Scene } from "./scene.ts";

interface Log {
  records: { id: string; intent_id: string; decision: { id: string }; files: { relative_path: string }[] }[];
  unreadable_lines: number;
}

async function worked(): Promise<Scene> {
  const scene = makeScene();
  for (const session of ["s1", "s2"]) await call(scene, "select_active_intent", { intent_id: "INT-001" }, session);
  for (const [name, session] of [
    ["one", "s1"],
    ["two", "s1"],
    ["three", "s2"],
    ["four", "s1"],
  ]) {
    const input = { path: `src/auth/${name}.ts`, content: `export const ${name} = 1;\n` };
    expect((await call(scene, "write_to_file", input, session)).decision).toBe("allow");
  }
  return scene;
}

const ledgerOf = (scene: Scene) => join(scene.repo, ".orchestration/agent_trace.jsonl");
const linesOf = (scene: Scene) => readFileSync(ledgerOf(scene), "utf8").trimEnd().split("\n");
const write = (scene: Scene, lines: string[]) =>
  writeFileSync(ledgerOf(scene), lines.map((line) => `${line}\n`).join(""));

it("log shows what was changed, newest last, and narrows by session, file, folder, intent and count", async () => {
  const scene = await worked();
  const log = async (...words: string[]) =>
    jsonOf<Log>(await run(scene, ["trace", "log", "--json", ...words])).records.map(
      (one) => one.files[0]?.relative_path,
    );
  const all = ["one", "two", "three", "four"].map((name) => `src/auth/${name}.ts`);
  expect(await log()).toEqual(all);
  expect(await log("-n", "2")).toEqual(all.slice(2));
  expect(await log("--session", "s2")).toEqual([all[2]]);
  expect(await log("--file", "src/auth/two.ts")).toEqual([all[1]]);
  expect(await log("--file", "src/auth")).toEqual(all);
  expect(await log("--file", "src/au")).toEqual([]);
  expect(await log("--intent", "INT-001", "-n", "1")).toEqual([all[3]]);
  expect(await log("--intent", "INT-002")).toEqual([]);
  const inside = await run(scene, ["trace", "log", "--json", "--file", "two.ts"], {
    cwd: join(scene.repo, "src/auth"),
  });
  expect(jsonOf<Log>(inside).records).toHaveLength(1);
  const readable = await run(scene, ["trace"]);
  expect(readable.out).toContain("write_to_file: src/auth/four.ts (+1 -0)");
});

it("show prints one record by the beginning of its id, or of its decision's", async () => {
  const scene = await worked();
  const { records } = jsonOf<Log>(await run(scene, ["trace", "log", "--json"]));
  const wanted = records[2];
  for (const id of [wanted?.id, wanted?.decision.id]) {
    const ran = await run(scene, ["trace", "show", String(id).slice(0, 8)]);
    expect(ran.out).toContain("INT-001 (JWT Authentication Migration)");
    expect(ran.out).toContain("src/auth/three.ts  created");
    expect(ran.out).toContain("lines 1");
    expect(ran.out).toContain("session    s2");
  }
});

it.each([
  [["show", "ffffffff-0000"], 1, "no record has the id"],
  [["show"], 64, "takes an id"],
  [["verify", "now"], 64, "takes no further word"],
  [["blme"], 64, "Known are: log, show, verify"],
  [["log", "-n", "-1"], 64, ""],
  [["log", "-n", "many"], 64, "not a count"],
  [["log", "--file", "../.."], 64, "outside"],
  [["log", "--unknown"], 64, ""],
] as [string[], number, string][])("trace %j is refused", async (words, code, said) => {
  const ran = await run(makeScene(), ["trace", ...words]);
  expect(ran.code).toBe(code);
  expect(ran.err).toContain(said);
});

it("verify finds nothing in a ledger that nobody touched, and names its anchor", async () => {
  const scene = await worked();
  const ran = await run(scene, ["trace", "verify"]);
  expect(ran.code).toBe(0);
  expect(ran.out).toContain("The ledger is sound: 4 records in 2 sessions");
  expect(jsonOf(await run(scene, ["trace", "verify", "--json"]))).toMatchObject({
    records: 4,
    sessions: 2,
    findings: [],
    anchor: "heads_and_list",
  });
});

const heads = (scene: Scene) => join(scene.repo, ".orchestration/heads");
const withoutSession = (scene: Scene, session: string) =>
  linesOf(scene).filter((line) => !line.includes(`"session":"${session}"`));
const stateOf = (scene: Scene) => {
  const roots = join(scene.env.XDG_STATE_HOME ?? "", "intentgate/roots");
  return join(roots, readdirSync(roots)[0] ?? "");
};
const removals: [string, (scene: Scene) => void, string[]][] = [
  [
    "a session and its head were removed",
    (scene) => {
      write(scene, withoutSession(scene, "s2"));
      for (const name of readdirSync(heads(scene)).filter((one) => one.startsWith("s2")))
        rmSync(join(heads(scene), name));
    },
    ["session_removed"],
  ],
  ["all heads were removed", (scene) => rmSync(heads(scene), { recursive: true }), ["no_head"]],
  [
    "all heads and the list outside were removed",
    (scene) => {
      rmSync(heads(scene), { recursive: true });
      rmSync(join(stateOf(scene), "heads.jsonl"));
    },
    ["no_head"],
  ],
  [
    "everything was removed but the list outside",
    (scene) => {
      rmSync(heads(scene), { recursive: true });
      rmSync(ledgerOf(scene));
    },
    ["session_removed", "session_removed"],
  ],
  [
    "one session's head was removed",
    (scene) => {
      for (const name of readdirSync(heads(scene)).filter((one) => one.startsWith("s1")))
        rmSync(join(heads(scene), name));
    },
    ["no_head"],
  ],
];

it.each(removals)("verify and doctor are not content when %s", async (_what, remove, kinds) => {
  const scene = await worked();
  expect(readdirSync(heads(scene)).map((name) => name.slice(0, 2))).toEqual(["s1", "s2"]);
  remove(scene);
  const ran = await run(scene, ["trace", "verify"]);
  expect(ran.code).toBe(1);
  expect(ran.out).not.toContain("✔");
  const { findings } = jsonOf<{ findings: { kind: string }[] }>(await run(scene, ["trace", "verify", "--json"]));
  expect(findings.map((one) => one.kind)).toEqual(kinds);
  for (const words of [["doctor"], ["doctor", "--full"]])
    expect((await run(scene, words)).out).toContain("the ledger is not what was written");
});

it("verify says that a session removed with its head would not show where no list is kept outside", async () => {
  const scene = await worked();
  rmSync(join(stateOf(scene), "heads.jsonl"));
  const ran = await run(scene, ["trace", "verify"]);
  expect(ran.code).toBe(0);
  expect(ran.out).toContain("A session removed together with its head does not show");
});

const tampered: [string, (lines: string[]) => string[], string][] = [
  [
    "an edited line",
    (lines) => lines.map((line, at) => (at === 1 ? line.replace("two.ts", "owt.ts") : line)),
    "edited",
  ],
  ["a removed line", (lines) => lines.filter((_line, at) => at !== 1), "gap"],
  ["a removed end", (lines) => lines.slice(0, 3), "tail_removed"],
  ["a removed session", (lines) => lines.filter((line) => !line.includes('"session":"s2"')), "session_removed"],
  ["two lines in each other's place", (lines) => [lines[1], lines[0], ...lines.slice(2)] as string[], "out_of_order"],
  ["a line written twice", (lines) => [...lines.slice(0, 2), lines[1] as string, ...lines.slice(2)], "duplicate"],
  ["a line that is no record", (lines) => [...lines, "hello"], "unreadable"],
  ["an emptied ledger", () => [], "session_removed"],
];

it.each(tampered)("verify finds %s and ends with 1", async (_name, tamper, kind) => {
  const scene = await worked();
  write(scene, tamper(linesOf(scene)));
  const ran = await run(scene, ["trace", "verify"]);
  expect(ran.code).toBe(1);
  expect(ran.out).toContain(kind);
  const { findings } = jsonOf<{ findings: { kind: string }[] }>(await run(scene, ["trace", "verify", "--json"]));
  expect(findings.map((one) => one.kind)).toContain(kind);
});

it("log goes on past lines it cannot read, and says how many", async () => {
  const scene = await worked();
  write(scene, [...linesOf(scene), '{"id":', "\u001b[2Jboo"]);
  const ran = await run(scene, ["trace", "log"]);
  expect(ran.code).toBe(0);
  expect(ran.err).toContain("2 lines of the ledger cannot be read");
  expect(`${ran.out}${ran.err}`).not.toContain("\u001b");
});

it("map shows the files of each intent", async () => {
  const scene = await worked();
  expect((await run(scene, ["map"])).out).toContain("src/auth/three.ts");
  expect(
    jsonOf<{ intents: { files: unknown[] }[] }>(await run(scene, ["map", "INT-001", "--json"])).intents[0]?.files,
  ).toHaveLength(4);
  expect((await run(scene, ["map", "INT-002"])).code).toBe(1);
  expect((await run(scene, ["map", "INT-001", "INT-002"])).code).toBe(64);
  expect((await run(makeScene(), ["map"])).out).toContain("The map is empty");
});

it("decisions lists calls with their end, and shows the phases of one", async () => {
  const scene = await worked();
  const refused = await call(scene, "write_to_file", { path: "src/pay.ts", content: "" });
  const list = async (...words: string[]) =>
    jsonOf<{ decisions: { invocation_id: string; outcome: string; code: string | null; session: string }[] }>(
      await run(scene, ["decisions", "--json", ...words]),
    ).decisions;
  expect((await list()).map((one) => one.outcome)).toEqual([...Array(6).fill("allowed"), "denied"]);
  expect(await list("-n", "1")).toMatchObject([{ invocation_id: refused.invocation_id, code: "SCOPE_VIOLATION" }]);
  expect(await list("--code", "scope_violation")).toHaveLength(1);
  expect(await list("--code", "STALE_FILE")).toEqual([]);
  expect((await list("--session", "s2")).map((one) => one.session)).toEqual(["s2", "s2"]);
  const shown = await run(scene, ["decisions", "show", refused.invocation_id.slice(0, 8)]);
  for (const said of ["received", "scope", "deny", "SCOPE_VIOLATION", "src/pay.ts"]) expect(shown.out).toContain(said);
  const phases = jsonOf<{ phases: { phase: string }[] }>(
    await run(scene, ["decisions", "show", refused.invocation_id, "--json"]),
  );
  expect(phases.phases[0]?.phase).toBe("received");
  expect((await run(scene, ["decisions", "show", "ffffffff"])).code).toBe(1);
  expect((await run(scene, ["decisions", "shw"])).code).toBe(64);
});
