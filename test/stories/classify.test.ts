import { expect, it } from "vitest";
import { jsonOf, makeScene, run } from "./scene.ts";

it("answers one line for each command, in order, and names what it writes", async () => {
  const rows = [
    { command: "ls -la" },
    { command: "cd src && touch a.ts ../b.ts" },
    { command: "echo $(rm -rf build)" },
    { command: 'python3 -c "$CODE"' },
  ];
  const input = rows.map((row) => JSON.stringify(row)).join("\n");
  const { out, code } = await run(makeScene(), ["classify", "--jsonl"], { input });
  expect(code).toBe(0);
  const said = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(said.map(({ command, risk, writes }) => [command, risk, writes])).toEqual([
    ["ls -la", "SAFE", []],
    ["cd src && touch a.ts ../b.ts", "DESTRUCTIVE", ["src/a.ts", "b.ts"]],
    ["echo $(rm -rf build)", "DESTRUCTIVE", ["build"]],
    ['python3 -c "$CODE"', "UNKNOWN", expect.any(Array)],
  ]);
  expect(said[3].why).not.toEqual([]);
});

it("answers a line it cannot read with UNKNOWN and goes on", async () => {
  const { out, code } = await run(makeScene(), ["classify", "--jsonl"], {
    input: '{"cmd":1}\nnot json\n{"command":"pwd"}\n',
  });
  expect(code).toBe(64);
  expect(
    out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).risk),
  ).toEqual(["UNKNOWN", "UNKNOWN", "SAFE"]);
});

it("explains a command part by part, and prints JSON on request", async () => {
  const scene = makeScene();
  const told = await run(scene, ["classify", "--explain", "cat a | tee out.txt"]);
  expect(told.out).toContain("DESTRUCTIVE");
  expect(told.out).toMatch(/tee out\.txt[\s\S]*writes out\.txt/);
  expect(jsonOf(await run(scene, ["classify", "--json", "pwd"]))).toMatchObject({ command: "pwd", risk: "SAFE" });
  expect((await run(scene, ["classify", "rm", "x"])).code).not.toBe(0);
});
