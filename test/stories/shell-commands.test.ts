import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { DenyCode } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { allowed, askingGate, exists, type Gate, openGate, refused, withPerson } from "./gate-scene.ts";
import { commitAll, git } from "./unknown-program.ts";

const run = (command: string, cwd?: string) => ["execute_command", { command, ...(cwd ? { cwd } : {}) }] as const;

describe("a command without an intent", () => {
  it.each([
    "echo x > src/auth/new.ts",
    "touch src/auth/new.ts",
    "git add -A",
    "git commit -m x",
    "mkdir src/auth/new",
    "sed -i s/1/2/ src/auth/token.ts",
    "touch /tmp/intentgate-never-made",
  ])("%s changes nothing", async (command) => {
    await refused(openGate(), "INTENT_REQUIRED", ...run(command));
  });

  it.each(["cat README.md", "ls && git status --short", "grep -rn token src | sort | uniq -c"])(
    "%s reads",
    async (command) => {
      await allowed(openGate(), ...run(command));
    },
  );
});

async function withRemote(options: Parameters<typeof askingGate>[0]): Promise<Gate> {
  const gate = await askingGate(options);
  commitAll(gate);
  const remote = join(gate.repo, "../remote.git");
  git(gate, "init", "-q", "--bare", remote);
  git(gate, "remote", "add", "origin", remote);
  return gate;
}

describe("a command that is understood", () => {
  it.each<[string, string, string]>([
    ["writes", "echo 'export const a = 1;' > src/auth/new.ts", "src/auth/new.ts"],
    ["writes from a folder it enters", "cd src/auth && printf x > new.ts", "src/auth/new.ts"],
    ["makes folders", "mkdir -p src/auth/deep/er && touch src/auth/deep/er/x", "src/auth/deep/er/x"],
    ["copies what it has read", "cat README.md && cp README.md src/auth/copy.md", "src/auth/copy.md"],
    ["appends", "echo '// end' >> src/auth/token.ts", "src/auth/token.ts"],
    ["edits in place", "sed -i 's/1/2/' src/auth/token.ts", "src/auth/token.ts"],
  ])("%s inside the scope, and is recorded as the agent's", async (_what, command, path) => {
    const gate = await askingGate();
    const answer = await allowed(gate, ...run(command));
    expect(answer.notices).toEqual([]);
    const files = gate.ledger().flatMap((record) => record.files);
    expect(files.map((file) => file.relative_path)).toContain(path);
    const by = files.flatMap((file) => file.conversations.map((one) => one.contributor.entity_type));
    expect([...new Set(by)]).toEqual(["AI"]);
  });

  it.each<[string, DenyCode, string]>([
    ["writes outside the scope", "SCOPE_VIOLATION", "echo x > src/pay/new.ts"],
    ["climbs out of the scope", "SCOPE_VIOLATION", "cd src/auth && touch ../pay/new.ts"],
    ["writes outside the workspace", "SCOPE_VIOLATION", "echo x > /nowhere-at-all/beside.txt"],
    ["writes to the home folder", "CONTROL_FILE", "touch ~/.bashrc"],
    ["deletes outside the scope", "SCOPE_VIOLATION", "rm src/pay/bill.ts"],
    ["deletes by a pattern that reaches outside", "SCOPE_VIOLATION", "rm -f src/*/*.ts"],
    ["moves something out", "SCOPE_VIOLATION", "mv src/auth/token.ts src/pay/"],
    ["moves something in", "SCOPE_VIOLATION", "mv src/pay/bill.ts src/auth/"],
    ["copies onto a folder outside", "SCOPE_VIOLATION", "cp src/auth/token.ts src/pay"],
    ["unpacks outside the scope", "SCOPE_VIOLATION", "tar xf a.tar -C src/pay"],
    ["checks out another tree", "SCOPE_VIOLATION", "git checkout HEAD~1"],
    ["changes another repository", "SCOPE_VIOLATION", "git -C .. commit -m x"],
    ["links to a place outside the scope", "SCOPE_VIOLATION", "ln -s ../pay/bill.ts src/auth/link.ts"],
    ["writes a file beside its own", "SCOPE_VIOLATION", "touch src/auth/new.ts src/pay/new.ts"],
    ["hides the write in a substitution", "SCOPE_VIOLATION", "echo $(touch src/pay/new.ts)"],
    ["hides the write behind a pipe", "SCOPE_VIOLATION", "cat README.md | tee src/pay/new.ts"],
    ["replaces a file it has not read", "STALE_FILE", "echo x > src/auth/token.ts"],
    ["replaces a file by tee", "STALE_FILE", "echo x | tee src/auth/token.ts"],
    ["copies onto a file it has not read", "STALE_FILE", "cp README.md src/auth/token.ts"],
    ["copies onto such a file in a folder", "STALE_FILE", "cp src/auth/middleware.ts src/auth/deep"],
    ["has read only the head of it", "STALE_FILE", "head -1 src/auth/token.ts; echo x > src/auth/token.ts"],
    ["deletes", "NO_ANSWER", "rm src/auth/token.ts"],
    ["deletes a folder", "NO_ANSWER", "rm -rf src/auth/deep"],
    ["throws commits away", "NO_ANSWER", "git branch -D other"],
    ["drops what was put aside", "NO_ANSWER", "git stash drop"],
    ["forces its history on others", "NO_ANSWER", "git push --force"],
    ["sends its commits to another machine", "NO_ANSWER", "git push"],
    ["sends them where it says", "NO_ANSWER", "git push origin HEAD:main"],
    ["sends them behind something harmless", "NO_ANSWER", "git status && git -C . push -u origin main"],
    ["sends them from a substitution", "NO_ANSWER", 'echo "$(git push 2>&1)"'],
    ["writes a control file", "CONTROL_FILE", "echo x > .claude/settings.json"],
    ["writes a hook of git", "CONTROL_FILE", "cd .git/hooks && echo x > pre-commit"],
    ["writes the intents", "CONTROL_FILE", "sed -i 's/auth/**/' .orchestration/active_intents.yaml"],
    ["removes the sidecar", "CONTROL_FILE", "rm -rf .orchestration"],
    ["removes what holds the sidecar", "CONTROL_FILE", "rm -rf ../repo"],
    ["sets what git runs", "CONTROL_FILE", "git config core.fsmonitor ./x"],
    ["enters a folder that is not there", "NO_ANSWER", "cd src/auth/gone; touch x"],
    ["steps out of a link", "NO_ANSWER", "touch src/auth/linked/../x"],
    ["moves a link away and writes through it", "NO_ANSWER", "mv src/auth/linked src/auth/l; echo x > src/auth/l/x"],
    ["does not say where it writes", "NO_ANSWER", 'touch "$TARGET"'],
    ["runs a script", "NO_ANSWER", "sh src/auth/x.sh"],
    ["runs a script and writes outside the scope", "SCOPE_VIOLATION", "sh src/auth/x.sh > src/pay/out"],
  ])("%s: %s", async (_what, code, command) => {
    const gate = await askingGate({ files: { "src/auth/deep/middleware.ts": "// deep\n" } });
    mkdirSync(join(gate.repo, "../away"));
    symlinkSync(join(gate.repo, "../away"), join(gate.repo, "src/auth/linked"));
    await refused(gate, code, ...run(command));
  });

  it("pushes where a person declared it, and only looks at the remote without being asked", async () => {
    const gate = await withRemote({ policy: "commands: [{ run: git push origin HEAD:main }]\n" });
    await allowed(gate, ...run("git push --dry-run origin HEAD:other"));
    await allowed(gate, ...run("git fetch origin"));
    await refused(gate, "NO_ANSWER", ...run("git push origin HEAD:other"));
    await refused(gate, "NO_ANSWER", ...run("git push --dry-run origin HEAD:other; git push origin HEAD:other"));
    await allowed(gate, ...run("git push origin HEAD:main"));
  });

  it("may replace what a command has shown in full", async () => {
    const gate = await askingGate();
    await allowed(gate, ...run("cat src/auth/token.ts"));
    await allowed(gate, ...run("echo 'export const token = 2;' > src/auth/token.ts"));
    gate.put("src/auth/token.ts", "a person was here\n");
    await refused(gate, "STALE_FILE", ...run("echo x > src/auth/token.ts"));
  });

  it("writes to a scratch folder under an intent, and takes it away again", async () => {
    const gate = await askingGate();
    const made = `/tmp/intentgate-story-${process.pid}`;
    await allowed(gate, ...run(`mkdir ${made} && echo x > ${made}/a && rm -r ${made}`));
    expect(gate.ledger()).toEqual([]);
  });

  it("commits under an intent what is in its scope, and nothing else", async () => {
    const gate = await askingGate();
    const commit = "git -c user.name=A -c user.email=a@example.invalid commit -q -m x";
    await refused(gate, "SCOPE_VIOLATION", ...run(`git add README.md && ${commit}`));
    await allowed(gate, ...run(`git add src/auth && ${commit}`));
  });

  it("deletes in scope once a person said yes", async () => {
    const gate = await askingGate();
    const { asked } = await withPerson(gate, "once", () => allowed(gate, ...run("rm src/auth/token.ts")));
    expect(asked[0]?.shown).toMatchObject({ risk: "DESTRUCTIVE", files: ["src/auth/token.ts"] });
    expect(exists(gate, "src/auth/token.ts")).toBe(false);
    expect(gate.ledger().flatMap((one) => one.files)).toMatchObject([
      { relative_path: "src/auth/token.ts", change: "deleted" },
    ]);
  });

  it("shows a person what cannot be undone", async () => {
    const gate = await askingGate();
    const { asked } = await withPerson(gate, { reject: "" }, () => gate.call(...run("git branch -D other")));
    expect(asked[0]?.shown.effects.join("\n")).toContain("cannot be undone");
  });
});

describe("the scope of a whole folder", () => {
  const scoped = (...globs: string[]) => `active_intents:
  - id: INT-001
    name: Folder
    status: IN_PROGRESS
    owned_scope: ${JSON.stringify(globs)}
`;
  async function holds(globs: string[], command: string): Promise<Gate> {
    const gate = await askingGate({ intents: scoped(...globs) });
    commitAll(gate);
    const answer = await gate.call(...run(command));
    expect(answer.refusal?.code).toBeUndefined();
    return gate;
  }

  it.each<[string[], string]>([
    [["src/auth"], "cp -r src/pay src/auth/pay"],
    [["src/auth/**"], "cp -r src/pay src/auth/pay"],
    [["src/**/*"], "cp -r src/pay src/auth/pay"],
    [["**"], "git stash"],
    [["src/auth/**", "!src/pay/**"], "cp -r src/pay src/auth/pay"],
  ])("%j covers %s", async (globs, command) => {
    await holds(globs, command);
  });

  it.each<[string[], string]>([
    [["src/auth/*"], "cp -r src/pay src/auth/pay"],
    [["src/auth/**/*.ts"], "cp -r src/pay src/auth/pay"],
    [["src/auth/**", "!src/auth/pay/keep.ts"], "cp -r src/pay src/auth/pay"],
    [["src/auth/**", "!**/*.pem"], "cp -r src/pay src/auth/pay"],
  ])("%j does not cover %s", async (globs, command) => {
    await refused(await askingGate({ intents: scoped(...globs) }), "SCOPE_VIOLATION", ...run(command));
  });

  it("asks where .intentignore speaks of something below", async () => {
    const files = { ".intentignore": "src/auth/pay/keep.ts\n" };
    const gate = await askingGate({ intents: scoped("src/auth/**"), files });
    await refused(gate, "NO_ANSWER", ...run("cp -r src/pay src/auth/pay"));
  });
});

describe("what the policy forbids", () => {
  const policy = 'forbid: [{ command: "git push*", reason: "people push" }]\n';
  it.each([
    "git push",
    "cd src && git push origin main",
    "git status; 'git' \"push\"",
    "bash -c 'git push'",
    "true && env git push",
    "if true; then git push; fi",
  ])("%s", async (command) => {
    await refused(await askingGate({ policy }), "DESTRUCTIVE_BLOCKED", ...run(command));
  });

  it("leaves what only speaks of it", async () => {
    await allowed(await askingGate({ policy }), ...run("echo git push"));
  });
});
