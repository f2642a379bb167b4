import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import fc from "fast-check";
import { expect, it } from "vitest";
import { plantRoot } from "../planted-root.ts";
import { searchRuns } from "../support/search-runs.ts";

const intents = `active_intents:
  - id: INT-A
    name: A
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`;
const policy = "limits: { denials_in_a_row: 1000 }\nlock: { never_read: allow }\n";
const files = { "src/a.ts": "first\n", "src/deep/c.ts": "first c\n", "src/kept.ts": "kept\n" };
const names = ["src/a.ts", "src/b.ts", "src/deep/c.ts", "src/deep/er/d.bin", "src/link"];

type Step =
  | { does: "write"; path: string; text: string }
  | { does: "remove"; path: string }
  | { does: "move"; path: string; to: string }
  | { does: "mode"; path: string; mode: number }
  | { does: "point"; path: string; to: string };

const path = fc.constantFrom(...names);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constant("write" as const),
    path,
    text: fc.constantFrom("one\n", "two\r\n", "three", "\0\xff", ""),
  }),
  fc.record({ does: fc.constant("remove" as const), path }),
  fc.record({ does: fc.constant("move" as const), path, to: path }),
  fc.record({ does: fc.constant("mode" as const), path, mode: fc.constantFrom(0o600, 0o755, 0o644) }),
  fc.record({ does: fc.constant("point" as const), path, to: fc.constantFrom("a.ts", "nowhere") }),
);

/** What a program would do; the gate is told a command line that it takes for one of a program it does not know. */
function perform(root: string, one: Step): void {
  const at = join(root, one.path);
  mkdirSync(dirname(at), { recursive: true });
  const stat = lstatSync(at, { throwIfNoEntry: false });
  if (one.does === "mode") {
    if (stat?.isFile()) chmodSync(at, one.mode);
  } else if (one.does === "move") {
    mkdirSync(dirname(join(root, one.to)), { recursive: true });
    if (stat && one.to !== one.path) renameSync(at, join(root, one.to));
  } else {
    rmSync(at, { force: true });
    if (one.does === "write") writeFileSync(at, one.text, "latin1");
    if (one.does === "point") symlinkSync(one.to, at);
  }
}

/** Every file below `src` with its kind, its permissions and its bytes. */
function pictureOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (at: string): void => {
    for (const name of readdirSync(join(folder, at))) {
      const here = `${at}/${name}`;
      const stat = lstatSync(join(folder, here));
      if (stat.isDirectory()) visit(here);
      else if (stat.isSymbolicLink()) found[here] = `-> ${readlinkSync(join(folder, here))}`;
      else found[here] = `${(stat.mode & 0o7777).toString(8)} ${readFileSync(join(folder, here), "latin1")}`;
    }
  };
  visit("src");
  return found;
}

const session = { id: "s1", host: "story", model: "m" };

it(
  "whatever calls did, undoing them gives the tree before, byte for byte; undoing that gives it back",
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        async (calls) => {
          const { root, stateDir, clear } = plantRoot({ intents, policy, files });
          chmodSync(join(root, "src/a.ts"), 0o700);
          const workspace = openWorkspace(root, { stateDir });
          await workspace.run({ tool: "select_active_intent", input: { intent_id: "INT-A" }, session });
          const before = pictureOf(root);
          for (const steps of calls) {
            const answer = await workspace.run({
              tool: "execute_command",
              input: { command: "./some-program" },
              session,
              askApproval: async () => true,
              execute: async () => {
                for (const one of steps) perform(root, one);
                return { exit_code: 0 };
              },
            });
            expect(answer.decision).toBe("allow");
          }
          const after = pictureOf(root);
          const undo = workspace.undo();
          const take = async (all: ReturnType<typeof undo.calls>) => {
            const plan = undo.plan(all);
            expect(plan.filter(({ does }) => does === "left")).toEqual([]);
            const chosen = plan.flatMap((one) => ("entry" in one ? [{ ...one, isBack: true }] : []));
            return chosen.length === 0 ? null : undo.apply(chosen, { calls: all, by: "ann" });
          };
          const done = await take(undo.calls(() => true, 1_000));
          expect(done?.left ?? []).toEqual([]);
          expect(pictureOf(root)).toEqual(before);
          if (done !== null) await take(undo.calls(({ decision }) => decision?.id === done.id, 1_000));
          if (done !== null) expect(pictureOf(root)).toEqual(after);
          clear();
        },
      ),
      { numRuns: searchRuns(80) },
    ),
  300_000,
);
