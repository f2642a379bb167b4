/** A key that a script writes into a file of the scope waits for a person, masked, as one does that an agent writes itself. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type GateStage, setGateStage } from "./gate-stage.ts";

/** Put together here, so that nobody's search for keys stops at this file. */
const AWS = ["AKIA", "QZ7RT3WNKD5MHVUX"].join("");
const RANDOM = "q8Wz3nK5tR7vY2bM9x";
const MASKED = "what looks like an AWS access key (AKIA…)";

let gate: GateStage;
beforeAll(async () => {
  gate = await setGateStage('commands: [{ run: bash ../make.sh, writes: ["src/**"] }]\n');
  gate.take("INT-1");
});
afterAll(() => gate.clear());
beforeEach(() => {
  gate.plain("git stash -qu; git stash drop -q; git clean -fdxq -e .orchestration");
});

/** `KEY` is the key and `PASS` a password, in a script that a person wrote. */
function ran(body: string, command = "bash ../make.sh"): string {
  const script = body.replaceAll("KEY", AWS).replaceAll("PASS", RANDOM);
  gate.plain(`cat > ../make.sh <<'MADE'\n${script}\nMADE`);
  return gate.run(command).result?.stderr ?? "";
}
const stands = (path: string) => gate.plain(`cat ${path} 2>/dev/null; true`).replaceAll(AWS, "KEY");
const idIn = (line: string) => /request ([0-9a-f]{8})/.exec(line)?.[1] ?? "";

it.each([
  ["in a new file", "echo 'k = \"KEY\"' > src/conf.ts; echo b > src/b.ts", "src/conf.ts", MASKED],
  ["in one that stood there", "echo 'k = \"KEY\"' >> src/a.ts; echo b > src/b.ts", "src/a.ts", MASKED],
  [
    "in two pieces",
    'printf \'k = "AKIAQZ7RT" +\\n  "3WNKD5MHVUX";\\n\' > src/c.ts; echo b > src/b.ts',
    "src/c.ts",
    MASKED,
  ],
  [
    "far down in a large file",
    "{ yes x | head -c 3000000; echo; echo KEY; } > src/l.txt; echo b > src/b.ts",
    "src/l.txt",
    MASKED,
  ],
  [
    "across the end of a piece",
    "{ yes x | head -c 1048570; echo KEY; } > src/l.txt; echo b > src/b.ts",
    "src/l.txt",
    MASKED,
  ],
  ["in a file that is no text", "printf '\\0\\1 KEY \\0' > src/b.bin; echo b > src/b.ts", "src/b.bin", MASKED],
  [
    "as a password",
    "echo 'password = \"PASS\"' > src/c.ts; echo b > src/b.ts",
    "src/c.ts",
    "what looks like a password or a token (q8Wz…)",
  ],
  ["in the place of a folder", "mkdir -p src/d && rm -r src/d && echo KEY > src/d; echo b > src/b.ts", "src/d", MASKED],
  [
    "in a file that git ignores and nobody makes again",
    "echo AWS=KEY > src/local.conf; echo b > src/b.ts",
    "src/local.conf",
    MASKED,
  ],
  ["beside another, of which one was there", "echo 'PASS KEY' > src/a.ts; echo b > src/b.ts", "src/a.ts", MASKED],
  ["in a copy of what stands elsewhere", "cp docs/key.md src/copy.md; echo b > src/b.ts", "src/copy.md", MASKED],
])("keeps back a key %s, and lets the rest count", (_what, script, path, masked) => {
  gate.plain(`echo 'the key ${AWS}' > docs/key.md; echo src/local.conf >> .git/info/exclude`);
  const before = stands(path);
  const said = ran(script, "sh -c 'bash ../make.sh'");
  expect(said).toMatch(/^Kept back: .*request [0-9a-f]{8}/);
  expect(said).toContain(`${path} holds ${masked}`);
  expect([said.includes(AWS), said.includes(RANDOM)]).toEqual([false, false]);
  expect([stands(path), stands("src/b.ts")]).toEqual([before, "b\n"]);
});

it("asks in the question, masked, and keeps it after a yes", () => {
  const id = idIn(ran("echo 'k = \"KEY\"' > src/conf.ts", "sh -c 'bash ../make.sh'"));
  const shown = gate.typed(`approvals show ${id}`);
  expect(shown).toContain(`writes down ${MASKED}`);
  expect(shown).toContain("severity 3 of 4");
  expect(shown).not.toContain("outside the scope");
  expect(shown).not.toContain(AWS);
  expect(gate.plain("cat ~/.local/state/intentgate/roots/*/requests/* 2>/dev/null; true")).not.toContain(AWS);
  expect(gate.typed(`approvals approve ${id}`)).toContain("Kept");
  expect(stands("src/conf.ts")).toBe('k = "KEY"\n');
  expect(gate.ledger().at(-1)).toMatchObject({ intent_id: "INT-1", files: [{ relative_path: "src/conf.ts" }] });
});

it("is gone after a no", () => {
  const id = idIn(ran("echo KEY > src/conf.ts", "sh -c 'bash ../make.sh'"));
  expect(gate.typed(`approvals reject ${id}`)).toContain("Discarded");
  expect(stands("src/conf.ts")).toBe("");
});

it("asks after a declaration as well: that says where a command writes, and not what", () => {
  expect(ran("echo KEY > src/conf.ts")).toContain(`src/conf.ts holds ${MASKED}`);
  expect(stands("src/conf.ts")).toBe("");
});

it("is not asked about twice where the command itself has it, and a person said yes to that", () => {
  const command = `echo 'k = "${AWS}"' > src/conf.ts`;
  const { decision, code, error } = gate.run(command);
  expect([decision, code]).toEqual(["deny", "NO_ANSWER"]);
  expect(gate.typed(`approvals approve ${error?.meta?.request_id}`)).toContain("Approved");
  expect(gate.run(command).result?.stderr).toBe("");
  expect(stands("src/conf.ts")).toBe('k = "KEY"\n');
});

it("commits nothing of it", () => {
  const before = gate.plain("git rev-parse HEAD");
  expect(ran("echo KEY > src/conf.ts; git add src; git commit -qm key", "sh -c 'bash ../make.sh'")).toMatch(
    /^Not committed/,
  );
  expect([gate.plain("git rev-parse HEAD"), stands("src/conf.ts")]).toEqual([before, ""]);
});

it.each([
  ["that stood in the file before", "echo more >> src/a.ts", "src/a.ts"],
  ["that comes from a file which is renamed", "mv src/a.ts src/moved.ts", "src/moved.ts"],
  ["that is taken out", "echo clean > src/a.ts", "src/a.ts"],
  ["that only stands in for one", "echo AKIAIOSFODNN7EXAMPLE > src/conf.ts", "src/conf.ts"],
  ["that a test makes up", "mkdir -p src/tests; echo 'password = \"PASS\"' > src/tests/a.ts", "src/tests/a.ts"],
  ["in what a build makes again", "mkdir -p src/dist; echo KEY > src/dist/a.js", "src/dist/a.js"],
])("lets pass a key %s", (_what, script, path) => {
  gate.plain(`echo 'k = "${AWS}"' > src/a.ts; echo src/dist/ >> .git/info/exclude`);
  expect(ran(script, "sh -c 'bash ../make.sh'")).toBe("");
  expect(stands(path)).not.toBe("");
});
