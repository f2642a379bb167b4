import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace, type Workspace } from "@intentgate/gate";
import type { TraceRecord } from "@intentgate/trace";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Planted, plantRoot } from "../planted-root.ts";
import { until } from "../support/patience.ts";

const intent = (id: string, scope: string) => `  - id: ${id}
    name: ${id}
    status: IN_PROGRESS
    owned_scope: ["${scope}"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`;
const intents = `active_intents:\n${intent("INT-A", "src/a/**")}${intent("INT-B", "src/b/**")}`;

let place: Planted;
let workspace: Workspace;
const open = () => openWorkspace(place.root, { stateDir: place.stateDir });
const call = (session: string, tool: string, input: object, through = workspace) =>
  through.run({ tool, input, session: { id: session } });
const records = (): TraceRecord[] => workspace.home.store.ledger.newest(100);

beforeEach(async () => {
  const policy = "commands: [{ run: sleep 0.5, args: none, writes: [] }]\n";
  place = plantRoot({ intents, policy, files: { "src/a/x.ts": "// end\n", "src/b/x.ts": "// end\n" } });
  workspace = open();
  await call("a", "select_active_intent", { intent_id: "INT-A" });
  await call("b", "select_active_intent", { intent_id: "INT-B" });
});
afterEach(() => place.clear());

describe("while one session runs a program", () => {
  it("what another session writes is that session's: recorded once, and no violation of the first", async () => {
    const running = call("a", "execute_command", { command: "sleep 0.5" });
    await until(() => workspace.home.running.since() !== null);
    const other = await call("b", "edit", { path: "src/b/x.ts", old_string: "// end", new_string: "// b" }, open());
    expect(other).toMatchObject({ decision: "allow", failed: false });
    expect(await running).toMatchObject({ decision: "allow", failed: false, notices: [] });
    expect(records()).toMatchObject([
      { intent_id: "INT-B", integrity: { session: "b" }, decision: { id: other.invocationId } },
    ]);
  });
});

describe("calls of one process at the same time", () => {
  it("on the same file come one after the other: all edits stand, each with its own record", async () => {
    const edits = Array.from({ length: 20 }, (_, at) =>
      call("a", "edit", { path: "src/a/x.ts", old_string: "// end", new_string: `// ${at};\n// end` }),
    );
    const answers = await Promise.all(edits);
    const done = answers.flatMap((answer, at) =>
      answer.decision === "allow" && !answer.failed ? [{ answer, at }] : [],
    );
    const text = readFileSync(join(place.root, "src/a/x.ts"), "utf8");
    expect(done.length).toBeGreaterThan(0);
    expect(text.match(/;/g)).toHaveLength(done.length);
    for (const { at } of done) expect(text).toContain(`// ${at};\n`);
    const ids = done.map(({ answer }) => answer.invocationId).sort();
    expect(
      records()
        .map((record) => record.decision.id)
        .sort(),
    ).toEqual(ids);
  });
});
