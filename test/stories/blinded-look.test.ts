/** Rules of git that a program changed must not keep the next call from being seen. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { allowed, exists, type Gate, workingGate } from "./gate-scene.ts";

const policy =
  'commands:\n  - run: sh blind.sh\n    args: none\n    writes: ["src/auth/**"]\n  - run: sh act.sh\n    args: none\n    writes: ["src/auth/**"]\n';
const docs = { "docs/a.md": "a\n", "docs/deep/b.md": "b\n" };
const run = (script: string) => ["execute_command", { command: `sh ${script}` }] as const;
/** What git knows is committed: of a folder that it does not know nothing is ignored anyway. */
async function committed(files: Record<string, string>): Promise<Gate> {
  const gate = await workingGate({ policy, files: { ...docs, ...files } });
  const who = ["-c", "user.name=Story", "-c", "user.email=story@example.invalid"];
  for (const words of [
    ["add", "."],
    ["commit", "-qm", "all"],
  ])
    expect(spawnSync("git", [...who, ...words], { cwd: gate.repo, env: gate.env }).status).toBe(0);
  return gate;
}
const recorded = (gate: Gate) => gate.ledger().flatMap((record) => record.files.map((file) => file.relative_path));

describe("after a program changed what git ignores", () => {
  it.each<[string, string, string]>([
    ["in a new file of a folder", "printf '*' > docs/.gitignore", "docs/hidden.ts"],
    ["in a new file further up", "printf 'deep/' > docs/.gitignore", "docs/deep/hidden.ts"],
    ["in a new file at the top", "printf 'docs/' > .gitignore", "docs/hidden.ts"],
    ["for a folder that is not there yet", "printf 'lib/' > .gitignore", "lib/hidden.ts"],
    ["for one kind of file", "printf '*.cfg' > docs/.gitignore", "docs/hidden.cfg"],
    ["in git's own list", "printf 'docs/' >> .git/info/exclude", "docs/hidden.ts"],
    [
      "in git's own list, which was not there",
      "rm -f .git/info/exclude; printf '*' > .git/info/exclude",
      "docs/hidden.ts",
    ],
    ["by its settings", "printf '*' > ignored; git config core.excludesFile \"$PWD/ignored\"", "docs/hidden.ts"],
  ])("%s, what the next one makes is recorded all the same", async (_how, blind, path) => {
    const act = `mkdir -p ${path.replace(/\/[^/]*$/, "")}; echo x > ${path}`;
    const gate = await committed({ "blind.sh": `${blind}\n`, "act.sh": `${act}\n` });
    await allowed(gate, ...run("blind.sh"));
    const answer = await allowed(gate.reopened(), ...run("act.sh"));
    expect(exists(gate, path)).toBe(true);
    expect(recorded(gate)).toContain(path);
    expect(answer.notices).toMatchObject([{ kind: "violation", paths: [path] }]);
  });

  it("and a person touched the rules, they count", async () => {
    const files = { "blind.sh": "printf '*.cfg' > docs/.gitignore\n", "act.sh": "echo x > docs/hidden.cfg\n" };
    const gate = await committed(files);
    await allowed(gate, ...run("blind.sh"));
    gate.put("docs/.gitignore", "*.cfg\n");
    await allowed(gate, ...run("act.sh"));
    expect(recorded(gate)).not.toContain("docs/hidden.cfg");
  });
});
