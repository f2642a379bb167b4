/** A script that deletes in the scope what an undo could not give back, or many files, is asked about as the file tools are. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type GateStage, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
beforeAll(async () => {
  gate = await setGateStage(
    'limits: { delete_without_asking: 3 }\ncommands: [{ run: bash clean.sh, writes: ["src/**"] }]\n',
  );
  gate.take("INT-1");
});
afterAll(() => gate.clear());
beforeEach(() => {
  gate.plain("git stash -qu; git stash drop -q; mkdir -p src/deep; echo key > src/a.key; echo key > src/b.pem");
  gate.plain("for n in 1 2 3 4; do echo $n > src/deep/$n.ts; done");
});

function ran(body: string): string {
  gate.plain(`cat > src/t.sh <<'TRIES'\n${body}\nTRIES`);
  return gate.run("bash src/t.sh").result?.stderr ?? "";
}
const there = (paths: string) => gate.plain(`ls -d ${paths} 2>/dev/null`).trim().split("\n").filter(Boolean);

it.each([
  ["a secret file", "rm src/a.key", "src/a.key"],
  ["a secret file among others", "rm src/deep/1.ts src/b.pem", "src/b.pem"],
  ["a secret file that gets another name", "mv src/a.key src/c.key", "src/a.key"],
  ["a secret file that is emptied", ": > src/a.key", "src/a.key"],
  ["more files than go without a question", "rm src/deep/?.ts", "src/deep/1.ts"],
  ["a folder with more of them", "rm -r src/deep", "src/deep/4.ts"],
])("keeps back %s", (_what, script, path) => {
  const before = gate.plain(`cat ${path}`);
  expect(ran(script)).toMatch(/^Kept back: .*request [0-9a-f]{8}/);
  expect(gate.plain(`cat ${path}`)).toBe(before);
});

it("keeps back a file that is too large to be kept", () => {
  gate.plain("head -c 50000001 /dev/zero > src/big.bin");
  expect(ran("rm src/big.bin; rm src/deep/1.ts")).toMatch(/^Kept back: src\/big\.bin is kept back/);
  expect(there("src/big.bin src/deep/1.ts")).toEqual(["src/big.bin"]);
});

it("lets as many go as may, and an undo gives them back", () => {
  expect(ran("rm src/deep/1.ts src/deep/2.ts src/deep/3.ts")).toBe("");
  expect(there("src/deep/*")).toEqual(["src/deep/4.ts"]);
  gate.typed("undo --last --yes");
  expect(there("src/deep/*")).toHaveLength(4);
});

it("says in the question that they are lost, and deletes them after a yes", () => {
  const id = /request ([0-9a-f]{8})/.exec(ran("rm src/a.key"))?.[1] ?? "";
  expect(gate.typed(`approvals show ${id}`)).toContain("nobody could keep what stood there");
  expect(gate.typed(`approvals approve ${id}`)).toContain("Kept");
  expect(there("src/a.key")).toEqual([]);
});

it("asks before it runs where the command itself says so, and nothing is deleted", () => {
  const { decision, code } = gate.run("rm src/a.key");
  expect([decision, code]).toEqual(["deny", "NO_ANSWER"]);
  expect(there("src/a.key")).toEqual(["src/a.key"]);
});

it("leaves what a person declared to them", () => {
  gate.plain("echo 'rm src/a.key src/deep/*' > clean.sh");
  expect(gate.run("bash clean.sh").result?.stderr).toBe("");
  expect(there("src/a.key src/deep/*")).toEqual([]);
});
