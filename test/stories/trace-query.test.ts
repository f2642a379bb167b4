import { join } from "node:path";
import { expect, it } from "vitest";
import { call, jsonOf, makeScene, put, run, type Scene } from "./scene.ts";

const line = (word: string) => `export const ${word} = make(${word}Value);`;
const text = (...words: string[]) => words.map((word) => `${line(word)}\n`).join("");
const file = "src/auth/a.ts";

/** Four records: a.ts by s1, b.ts by s2, a.ts by s2 after it was read, then a.ts only formatted. */
async function worked(): Promise<Scene> {
  const scene = makeScene();
  const make = async (session: string, tool: string, input: object) => {
    const answer = await call(scene, tool, input, session);
    expect(answer.decision, JSON.stringify(answer)).toBe("allow");
  };
  for (const session of ["s1", "s2"]) await make(session, "select_active_intent", { intent_id: "INT-001" });
  await make("s1", "write_to_file", { path: file, content: text("one", "two") });
  await make("s2", "write_to_file", { path: "src/auth/b.ts", content: text("other") });
  await make("s2", "edit", { path: file, old_string: line("two"), new_string: `${line("three")}\n${line("four")}` });
  await make("s1", "read_file", { path: file });
  await make("s1", "edit", {
    path: file,
    old_string: line("one"),
    new_string: "// why\nexport const one =\n  make(oneValue);",
  });
  return scene;
}

it("log narrows by line, class, model and time, all together, and says the same in words", async () => {
  const scene = await worked();
  const log = async (...words: string[]) =>
    jsonOf<{ records: { decision: { tool: string }; files: { relative_path: string }[] }[] }>(
      await run(scene, ["trace", "log", "--json", ...words]),
    ).records.map(({ decision, files }) => `${decision.tool} ${files[0]?.relative_path.slice(-4)}`);
  const [first, other, second, third] = ["write_to_file a.ts", "write_to_file b.ts", "edit a.ts", "edit a.ts"];
  expect(await log()).toEqual([first, other, second, third]);
  expect(await log("--file", file)).toEqual([first, second, third]);
  expect(await log("--file", `${file}:4`)).toEqual([first, second]); // three: stands where two stood
  expect(await log("--file", `${file}:3`)).toEqual([first]); // one: only formatted since
  expect(await log("--file", `${file}:1`)).toEqual([first, third].slice(1)); // the comment is new
  expect(await log("--file", `${file}:4`, "--session", "s2")).toEqual([second]);
  expect(await log("--class", "ast_refactor")).toEqual([third]);
  expect(await log("--class", "INTENT_EVOLUTION", "--session", "s1")).toEqual([first]);
  expect(await log("--model", "unknown", "-n", "1")).toEqual([third]);
  expect(await log("--model", "model-z")).toEqual([]);
  expect(await log("--since", "1h", "--until", "2100-01-01")).toHaveLength(4);
  expect(await log("--until", "1h")).toEqual([]);
  expect(await log("--since", "2100-01-01")).toEqual([]);
  const inside = await run(scene, ["trace", "log", "--json", "--file", "a.ts:4"], {
    cwd: join(scene.repo, "src/auth"),
  });
  expect(jsonOf<{ records: unknown[] }>(inside).records).toHaveLength(2);
  expect((await run(scene, ["trace", "--file", `${file}:4`])).out).toContain("write_to_file: src/auth/a.ts (+2 -0)");
  expect((await run(scene, ["trace", "--model", "model-z"])).out).toContain("No record fits");
  const out = await run(scene, [
    "trace",
    "export",
    "--format",
    "agent-trace",
    "--class",
    "AST_REFACTOR",
    "--since",
    "1h",
  ]);
  expect(out.out.trimEnd().split("\n")).toHaveLength(1);
  // A file of that very name is that file.
  put(scene.repo, "src/auth/odd:4", "odd\n");
  expect(await log("--file", "src/auth/odd:4")).toEqual([]);
});

it.each<[string[], number, string]>([
  [["--class", "REFACTOR"], 64, "Use AST_REFACTOR or INTENT_EVOLUTION"],
  [["--class", ""], 64, "--class is empty"],
  [["--model", " "], 64, "--model is empty"],
  [["--intent", ""], 64, "--intent is empty"],
  [["--since", "yesterday"], 64, '--since "yesterday" is not a time'],
  [["--until", "7x"], 64, '--until "7x" is not a time'],
  [["--since", "2026-13-01"], 64, "is not a time"],
  [["--since", "1h", "--until", "2h"], 64, "no time lies between"],
  [["--file", "src/auth/token.ts:0"], 64, "names no line"],
  [["--file", "src/auth/token.ts:"], 64, "names no line"],
  [["--file", "src/auth/token.ts:99999999999"], 64, "names no line"],
  [["--file", "src/auth/token.ts:2"], 64, "has no line 2"],
  [["--file", "src/auth/gone.ts:2"], 1, "no file"],
  [["--file", "src:2"], 64, "is a folder"],
  [["--file", "../../etc/passwd:1"], 64, "outside"],
  [["--since"], 64, ""],
])("trace log %j is refused with what is wrong", async (words, code, said) => {
  const ran = await run(makeScene(), ["trace", "log", ...words]);
  expect(ran.err).toContain(said);
  expect(ran.code).toBe(code);
  expect(ran.out).toBe("");
});
