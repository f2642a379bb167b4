import { describe, expect, it } from "vitest";
import { hookFiles, hookScene, runsOf, told } from "../../../../test/support/hook-scene.ts";

const everywhere = `active_intents:
  - id: INT-001
    name: Sample
    status: IN_PROGRESS
    owned_scope: ["**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`;
const policy = `commands:
  - { run: ./gen.sh, args: none, writes: ["db/migrations/**"] }
  - { run: ./wide.sh, args: none, writes: ["**/*.sql"] }
  - { run: ./other.sh, args: none, writes: ["docs/**"] }
`;

/** A blocking hook that says no to whatever it is asked about. */
async function guarded(match: string) {
  const scene = hookScene({
    ".orchestration/active_intents.yaml": everywhere,
    ".orchestration/policy.yaml": policy,
    "db/migrations/one.sql": "select 1;\n",
    "other/db/migrations/two.sql": "select 2;\n",
    ...hookFiles("guard", "PreAbilityCall", { error: "no" }, ["blocking: true", `match: { ${match} }`]),
  });
  for (const name of ["gen", "wide", "other"]) scene.put(`${name}.sh`, "#!/bin/sh\ntrue\n", 0o755);
  scene.trust();
  await scene.take();
  return scene;
}
const run = (command: string) => ["execute_command", { command }] as const;
const many = Array.from({ length: 1_200 }, (_, at) => `b${at}`).join(" ");

describe("a blocking hook over the files that change", () => {
  it.each<[string, readonly [string, Record<string, unknown>]]>([
    ["a file named outright", ["write_to_file", { path: "db/migrations/x.sql", content: "1" }]],
    ["a file behind a thousand others", run(`touch ${many} db/migrations/x.sql`)],
    ["a copy of a folder onto the root", run("cp -r other/. .")],
    ["an archive that is unpacked", run("tar -xf t.tar")],
    ["a patch that is applied", run("git apply x.patch")],
    ["a declared command that may write there", run("./gen.sh")],
    ["a declared command that may write anywhere", run("./wide.sh")],
    ["the folder it lies in", run("rm -r db")],
  ])("is asked about %s", async (_what, [tool, input]) => {
    const scene = await guarded('only_if_changed_paths: "db/migrations/**"');
    const answer = await scene.call(tool, input);
    expect([answer.decision, answer.refusal?.code]).toEqual(["deny", "BLOCKED_BY_HOOK"]);
    expect(runsOf(scene, "guard")).toBe(1);
  });

  it.each<[string, readonly [string, Record<string, unknown>]]>([
    ["another file", ["write_to_file", { path: "src/new.ts", content: "1" }]],
    ["a declared command that writes elsewhere", run("./other.sh")],
    ["a read", run("cat db/migrations/one.sql")],
    ["a command that changes nothing", run("ls -la .")],
  ])("is not asked about %s", async (_what, [tool, input]) => {
    const scene = await guarded('only_if_changed_paths: "db/migrations/**"');
    await scene.call(tool, input);
    expect(runsOf(scene, "guard")).toBe(0);
  });

  it("is told of a thousand files at most", async () => {
    const scene = await guarded('only_if_changed_paths: "db/migrations/**"');
    await scene.call("execute_command", { command: `touch ${many} db/migrations/x.sql` });
    expect(told(scene, "guard").changed_files).toHaveLength(1_000);
  });
});

describe("a blocking hook over the files that are read or changed", () => {
  it.each([
    ["a file", "cat db/migrations/one.sql"],
    ["a pattern that a shell expands", "cat d*/migrations/one.sql"],
    ["a pattern from the top on", "cat */*/one.sql"],
    ["a search through everything", "grep -r select ."],
    ["a folder that is packed", "tar cf - db"],
    ["a file behind a thousand others", `cat ${many} db/migrations/one.sql`],
  ])("is asked about %s", async (_what, command) => {
    const scene = await guarded('file_patterns: "db/migrations/**"');
    const answer = await scene.call("execute_command", { command });
    expect([answer.decision, answer.refusal?.code]).toEqual(["deny", "BLOCKED_BY_HOOK"]);
  });

  it.each([["cat src/a.ts"], ["cat src/*.ts"], ["grep -r one src"], ["echo db/migrations/one.sql"]])(
    "is not asked about %s",
    async (command) => {
      const scene = await guarded('file_patterns: "db/migrations/**"');
      await scene.call("execute_command", { command });
      expect(runsOf(scene, "guard")).toBe(0);
    },
  );
});
