/** The script of an ability runs in a box like any command. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type GateStage, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
beforeAll(async () => {
  gate = await setGateStage();
  const files = {
    ".system/registry/low-level/make.it.yaml": `operation_key: make.it
version: 1
summary: Make a file.
scope: { modules: ["make"] }
input_schema: { type: object, properties: {} }
output_schema: { type: object }
`,
    ".system/registry/config/make.it.yaml": `id: make.it
impl: { kind: script, script: { path: ./scripts/make.sh, args_template: [], timeout_sec: 20 } }
`,
  };
  gate.plain("mkdir -p scripts .system/registry/low-level .system/registry/config");
  for (const [path, text] of Object.entries(files)) gate.plain(`printf '%s' '${text}' > ${path}`);
  gate.plain(
    "printf '#!/bin/bash\\n. ./scripts/body\\necho {}\\n' > scripts/make.sh; chmod +x scripts/make.sh; : > scripts/body",
  );
  gate.plain("git add -A; git commit -qm abilities");
});
afterAll(() => gate.clear());
beforeEach(() => {
  gate.plain("git checkout -q .; git clean -fdxq -e .orchestration -e .system; rm -rf .orchestration/approvals");
});

const status = () => gate.plain("git status --porcelain -uall -- src docs .claude");

function run(body: string, env = ""): { said: string; json: Record<string, unknown> } {
  gate.plain(`cat > scripts/body <<'END'\n${body}\nEND`);
  const made = gate.plain(`${gate.program} ability task create make.it --input '{}' --json`);
  const key = /task-[0-9a-f]+/.exec(made)?.[0] ?? `no key: ${made}`;
  const said = gate.plain(`env ${env} ${gate.program} ability task run ${key} --session s1 --json 2>&1`);
  return { said, json: JSON.parse(said.slice(said.indexOf("{"))) as Record<string, unknown> };
}

it("keeps what lies in the scope without a question, keeps the rest back and says so", () => {
  gate.take("INT-1");
  const before = gate.ledger().length;
  const { said } = run(
    "echo x > src/made.ts; echo y > docs/made.md; mkdir -p .claude; echo {} > .claude/settings.json",
  );
  expect(said).toContain("docs/made.md");
  expect(status()).toBe("?? src/made.ts\n");
  const [record, ...more] = gate.ledger().slice(before);
  expect(more).toEqual([]);
  expect(record?.files.map(({ relative_path }) => relative_path)).toEqual(["src/made.ts"]);
});

it("finds no state of the gate", () => {
  gate.take("INT-1");
  run("ls ~/.local/state/intentgate | wc -l > src/count");
  expect(gate.plain("cat src/count").trim()).toBe("0");
});

it("is asked about where it cannot be contained", () => {
  gate.take("INT-1");
  const { said } = run("echo x > src/made.ts", "INTENTGATE_NO_BOX=1");
  expect(said).toMatch(/NO_ANSWER|UNKNOWN_EFFECT/);
  expect(status()).toBe("");
});
