/** The gate is killed while it brings what a command did into the tree: it is on record afterwards, and can be undone. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type GateStage, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
beforeAll(async () => {
  gate = await setGateStage();
  gate.plain(
    "for n in {100..399}; do echo old > src/f$n.ts; done; chmod 755 src/f100.ts; git add -A; git commit -qm files",
  );
  gate.take("INT-1");
});
afterAll(() => gate.clear());

const tree = "find src -type f -printf '%m %p\\n' | sort; cat src/f*.ts | sort | uniq -c";
const command = `node -e "const f=require('fs');for(const n of f.readdirSync('src'))if(/^f/.test(n)){f.rmSync('src/'+n);f.writeFileSync('src/'+n,'new\\n')}"`;

it.each([
  ["at the first file", "grep -lq new src/f*.ts"],
  ["at the last file", "[ $(cat src/f*.ts | grep -c new) = 300 ]"],
])("%s", (when, seen) => {
  const before = gate.plain(tree);
  const asked = JSON.stringify({ tool: "execute_command", input: { command }, session: "s1", model: "m" });
  const records = gate.ledger().length;
  gate.plain(`
    cat > ~/asked <<'END'\n${asked}\nEND
    ${gate.program} call < ~/asked > /dev/null 2>&1 & gate=$!
    until ${seen} 2> /dev/null || ! kill -0 $gate 2> /dev/null; do :; done
    kill -9 $gate; wait $gate; true`);
  if (when === "at the first file") expect(gate.ledger()).toHaveLength(records);
  gate.run("ls");
  expect(gate.plain("cat src/f*.ts | sort | uniq -c")).toMatch(/^ *300 new\n$/);
  expect(gate.ledger().slice(records)).toMatchObject([{ decision: { tool: "execute_command" } }]);
  // Nobody saw who wrote last, so a person says yes at the terminal.
  gate.plain(`while sleep 0.3; do echo y; done | script -qec '${gate.program} undo --last' /dev/null`);
  expect(gate.plain(tree)).toBe(before);
});
