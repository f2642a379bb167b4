/**
 * The golden run plays without a box, so that it says the same on every machine. What a contained command leaves behind
 * is held here: its answers, its lines in the ledger and its rows of decisions, masked as that run masks them.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMasker } from "../golden/mask.ts";
import { type GateStage, setGateStage } from "./gate-stage.ts";

const folder = join(import.meta.dirname, "golden");
const isKeeping = process.env.INTENTGATE_GOLDEN === "keep";

/** In scope, past git, out of scope, both at once, and nothing at all. */
const commands = [
  "node -e \"require('fs').writeFileSync('src/new.ts','x\\n')\"",
  "node -e \"require('fs').writeFileSync('src/a.ts','b\\n');require('fs').mkdirSync('dist');require('fs').writeFileSync('dist/o.js','o')\"",
  "node -e \"require('fs').writeFileSync('docs/d.md','other\\n')\"",
  "node -e \"require('fs').writeFileSync('src/in.ts','i\\n');require('fs').rmSync('docs/d.md');process.exit(3)\"",
  "node -e \"console.log(require('fs').readFileSync('src/a.ts','utf8'))\"",
];

/** Only what hangs takes so long. */
const PATIENCE_MS = 300_000;

let gate: GateStage;
const played: Record<string, string> = {};
beforeAll(async () => {
  gate = await setGateStage();
  gate.take("INT-1");
  const answers = commands.map((command) => ({ command, answer: gate.run(command) }));
  const mask = createMasker({ [gate.root]: "<repo>", [gate.state]: "<state>", [gate.home]: "<home>" });
  const text = (rows: unknown[], letter: string) =>
    rows
      .map((row, at) => `${JSON.stringify(mask.json(row, `${letter}${at + 1}`), null, 1)}\n`)
      .join("")
      // Of a request a line says the first characters only.
      .replace(/request [0-9a-f]{8}\b/g, "request <id>");
  played["answers.txt"] = text(answers, "A");
  played["agent_trace.txt"] = text(gate.ledger(), "L");
  played["decisions.txt"] = text(gate.decisions(), "D");
}, PATIENCE_MS);
afterAll(() => gate.clear());

it.each(["answers.txt", "agent_trace.txt", "decisions.txt"])("commands in a box leave what they left: %s", (file) => {
  const kept = join(folder, file);
  if (isKeeping && !existsSync(kept)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(kept, played[file] ?? "");
  }
  expect(played[file]).toBe(readFileSync(kept, "utf8"));
});

it("records what was applied and nothing that was kept back", () => {
  const files = gate.ledger().flatMap((row) => row.files.map(({ relative_path }) => relative_path));
  expect([...new Set(files)].sort()).toEqual(["src/a.ts", "src/in.ts", "src/new.ts"]);
});
