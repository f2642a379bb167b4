import { lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plantRoot, put } from "../planted-root.ts";
import { searchRuns } from "../support/search-runs.ts";

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
const policy = "limits: { denials_in_a_row: 1000 }\nlock: { never_read: allow }\n";
const files = {
  "src/a/one.ts": "one\n",
  "src/a/deep/two.ts": "two\n",
  "src/b/one.ts": "one\n",
  "src/c/free.ts": "free\n",
  "README.md": "readme\n",
};

/** The oracle knows nothing of the gate: every path below a folder with its bytes. */
function pictureOf(folder: string): Map<string, string> {
  const picture = new Map<string, string>();
  const visit = (relative: string): void => {
    for (const name of readdirSync(join(folder, relative))) {
      const path = relative === "" ? name : `${relative}/${name}`;
      const stat = lstatSync(join(folder, path));
      if (stat.isDirectory()) visit(path);
      else
        picture.set(
          path,
          stat.isSymbolicLink() ? `-> ${readlinkSync(join(folder, path))}` : readFileSync(join(folder, path), "latin1"),
        );
    }
  };
  visit("");
  return picture;
}
function changedPaths(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
}

const path = fc.oneof(
  fc.constantFrom("src/a/one.ts", "src/a/new.ts", "src/a/to-b/one.ts", "src/b/one.ts", "src/b/new.ts"),
  fc.constantFrom(
    "src/a/one.ts",
    "src/a/deep/two.ts",
    "src/a/new.ts",
    "src/b/one.ts",
    "src/b/new.ts",
    "src/c/free.ts",
    "README.md",
    "src/a/../b/one.ts",
    "src/a/to-b/one.ts",
    "src/a/to-b/new.ts",
    "src/a/out/x.ts",
    "src/a/free-link.ts",
    "../out/secret.ts",
    "src/b/to-root/README.md",
    ".orchestration/policy.yaml",
    "src/a",
    "src",
  ),
  fc
    .array(fc.constantFrom("src", "a", "b", "c", "..", "to-b", "out", "one.ts", "new.ts"), {
      minLength: 1,
      maxLength: 5,
    })
    // Not further up than the folder of the test: whatever goes wrong stays in there.
    .filter((parts) => parts.filter((part) => part === "..").length <= 1)
    .map((parts) => parts.join("/")),
);
const move = (from: string, to: string) =>
  `*** Begin Patch\n*** Update File: ${from}\n*** Move to: ${to}\n@@\n-one\n+moved\n*** End Patch`;
const add = (at: string) => `*** Begin Patch\n*** Add File: ${at}\n+added\n*** End Patch`;
const remove = (at: string) => `*** Begin Patch\n*** Delete File: ${at}\n*** End Patch`;
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      tool: fc.constant("select_active_intent"),
      input: fc.record({ intent_id: fc.constantFrom("INT-A", "INT-B") }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      tool: fc.constant("write_to_file"),
      input: fc.record({ path, content: fc.string({ maxLength: 8 }) }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      tool: fc.constant("edit"),
      input: fc.record({ path, old_string: fc.constant("one"), new_string: fc.constantFrom("1", "one one") }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      tool: fc.constant("apply_patch"),
      input: fc.record({
        patch: fc.oneof(
          fc.tuple(path, path).map(([from, to]) => move(from, to)),
          path.map(add),
          path.map(remove),
          fc
            .tuple(path, path)
            .map(([one, two]) => `${add(one).replace("\n*** End Patch", "")}\n*** Add File: ${two}\n+x\n*** End Patch`),
        ),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ tool: fc.constant("delete_file"), input: fc.record({ path }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      tool: fc.constant("execute_command"),
      input: fc.record({ command: path.map((at) => `echo x > ${at}`) }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ tool: fc.constant("read_file"), input: fc.record({ path }) }) },
);
const select = (intent_id: string) => ({ tool: "select_active_intent", input: { intent_id } });
const start = fc.tuple(
  fc.tuple(fc.constant("one"), fc.constantFrom("INT-A", "INT-A", "INT-B", "INT-C").map(select)),
  fc.tuple(fc.constant("two"), fc.constantFrom("INT-B", "INT-B", "INT-A", "INT-C").map(select)),
);
const steps = fc
  .tuple(start, fc.array(fc.tuple(fc.constantFrom("one", "two"), step), { minLength: 4, maxLength: 24 }))
  .map(([taking, working]) => [...taking, ...working]);

describe("any sequence of calls by two sessions", () => {
  it("changes no file outside the scope of the intent that the calling session took, and records every change", async () => {
    let changes = 0;
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (sequence, deletesAreApproved) => {
        const place = plantRoot({ intents, policy, files });
        const tmp = process.env.TMPDIR;
        process.env.TMPDIR = place.env.TMPDIR; // otherwise all of this would lie in the scratch area
        try {
          put(place.folder, "out/secret.ts", "secret\n");
          symlinkSync("../b", join(place.root, "src/a/to-b"));
          symlinkSync("../../../out", join(place.root, "src/a/out"));
          symlinkSync("../c/free.ts", join(place.root, "src/a/free-link.ts"));
          symlinkSync("../..", join(place.root, "src/b/to-root"));
          // A person who says yes to deletions, and to nothing that would widen or change an intent.
          const terminal = async ({ requests }: { requests: { topic: string }[] }) =>
            deletesAreApproved && requests.every((one) => one.topic === "destructive")
              ? { answer: "once" as const, by: "ann", at: new Date().toISOString() }
              : null;
          const workspace = openWorkspace(place.root, { stateDir: place.stateDir, terminal });
          const taken = new Map<string, string>();
          for (const [session, { tool, input }] of sequence) {
            const before = pictureOf(place.folder);
            const answer = await workspace.run({ tool, input, session: { id: session } });
            if (tool === "select_active_intent" && answer.decision === "allow" && !answer.failed) {
              taken.set(session, (input as { intent_id: string }).intent_id);
            }
            const own = { "INT-A": "root/src/a/", "INT-B": "root/src/b/" }[taken.get(session) ?? ""] ?? "nothing";
            const changed = changedPaths(before, pictureOf(place.folder)).filter(
              (one) => !/^(state\/|root\/\.orchestration\/|root\/AGENT\.md$)/.test(one),
            );
            expect(changed.filter((one) => !one.startsWith(own))).toEqual([]);
            if (answer.decision === "deny" || answer.failed) expect(changed).toEqual([]);
            if (changed.length === 0) continue;
            changes++;
            const [record] = workspace.home.store.ledger.newest(1);
            const told = record?.files.flatMap((file) => [file.relative_path, file.renamed_from ?? ""]) ?? [];
            expect(changed.filter((one) => !told.includes(one.slice("root/".length)))).toEqual([]);
            expect(record?.decision.id).toBe(answer.invocationId);
          }
        } finally {
          if (tmp === undefined) delete process.env.TMPDIR;
          else process.env.TMPDIR = tmp;
          place.clear();
        }
      }),
      { numRuns: searchRuns(80) },
    );
    // Chance decides how many, mostly as many as sequences: fewer than one in ten would show that the calls no longer reach a file.
    expect(changes).toBeGreaterThan(searchRuns(80) / 10);
  });
});
