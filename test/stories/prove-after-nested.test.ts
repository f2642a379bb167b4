import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exists, type Gate, workingGate } from "./gate-scene.ts";
import { commitAll, git, instant, kinds, quarantined, runs, runsCommand } from "./unknown-program.ts";

const evil = "[core]\n\\tfsmonitor = touch PWNED\n";
const fsmonitor = (file: string) => `printf '${evil.replaceAll("\n", "\\n").replaceAll("\\\\t", "\\t")}' >> ${file}`;
const initialised = (folder: string) => `git init -q ${folder}`;
const hook = (folder: string) =>
  `mkdir -p ${folder}/hooks; printf '#!/bin/sh\\ntouch PWNED\\n' > ${folder}/hooks/pre-commit; chmod +x ${folder}/hooks/pre-commit`;

/** What git itself does with what is left, run as nobody would dare to: without a filter, but with nothing to lose. */
function gitRunsNothing(gate: Gate, folder: string): void {
  const at = join(gate.repo, folder);
  spawnSync("git", ["status"], { cwd: at, env: { ...gate.env, GIT_CEILING_DIRECTORIES: gate.repo } });
  expect(existsSync(join(at, "PWNED"))).toBe(false);
}

describe("a repository below the root that a program plants", () => {
  const rows: [what: string, script: string, back: string[]][] = [
    [
      "git init and git config",
      `${initialised("src/auth/n")}; git -C src/auth/n config core.fsmonitor 'touch PWNED'`,
      ["src/auth/n/.git/config"],
    ],
    [
      "a configuration with two sections on one line",
      `${initialised("src/auth/n")}; echo '[user] [core] fsmonitor = touch PWNED' >> src/auth/n/.git/config`,
      ["src/auth/n/.git/config"],
    ],
    ["a hook", `${initialised("src/auth/n")}; ${hook("src/auth/n/.git")}`, ["src/auth/n/.git/hooks/pre-commit"]],
    [
      "commondir",
      `${initialised("src/auth/n")}; echo /tmp/elsewhere > src/auth/n/.git/commondir`,
      ["src/auth/n/.git/commondir"],
    ],
    [
      "a file that leads elsewhere",
      'mkdir -p src/auth/n ../x; git init -q --bare ../x; echo "gitdir: $PWD/../x" > src/auth/n/.git',
      ["src/auth/n/.git"],
    ],
    [
      "a link that leads elsewhere",
      "mkdir -p src/auth/n ../x; git init -q --bare ../x; ln -s ../../../../x src/auth/n/.git",
      ["src/auth/n/.git"],
    ],
    [
      "a file that leads to a folder of the root",
      "git init -q --bare src/auth/m; mkdir src/auth/n; echo 'gitdir: ../m' > src/auth/n/.git",
      ["src/auth/n/.git"],
    ],
    [
      "one in an ignored folder",
      `${initialised("build/n")}; ${fsmonitor("build/n/.git/config")}`,
      ["build/n/.git/config"],
    ],
    [
      "an archive",
      `mkdir ../x; ${initialised("../x")}; ${fsmonitor("../x/.git/config")}; tar -cf ../x.tar -C ../x .; mkdir src/auth/n; tar -xf ../x.tar -C src/auth/n`,
      ["src/auth/n/.git/config"],
    ],
  ];
  it.each(rows)("runs nothing: %s", async (_what, script, back) => {
    const gate = await workingGate({ files: { ".gitignore": "build\n" } }, instant);
    const answer = await runs(gate, script);
    const told = answer.notices.find(({ kind }) => kind === "put_back");
    expect(told?.paths).toEqual(back);
    for (const path of back) {
      expect(exists(gate, path)).toBe(false);
      expect(existsSync(quarantined(gate, answer, path))).toBe(true);
    }
    gitRunsNothing(gate, existsSync(join(gate.repo, "src/auth/n")) ? "src/auth/n" : "src");
  });

  it.each([
    ["cp -r", "cp -r ../x/. src/auth/"],
    ["mv", "mv ../x src/auth/n"],
  ])("runs nothing when it comes by %s, which the gate understands", async (_what, command) => {
    const gate = await workingGate({}, instant);
    mkdirSync(join(gate.repo, "../x"));
    git(gate, "init", "-q", "../x");
    git(gate, "-C", "../x", "config", "core.fsmonitor", "touch PWNED");
    const answer = await runsCommand(gate, command);
    const told = answer.notices.find(({ kind }) => kind === "put_back");
    expect(told?.paths).toEqual([command.endsWith("/") ? "src/auth/.git/config" : "src/auth/n/.git/config"]);
  });

  it("is told of where it is no repository by its name: what lies there may be a person's", async () => {
    const gate = await workingGate({ files: { "src/pay/hooks/use-bill.ts": "mine\n" } }, instant);
    const script = `git init -q --bare src/auth/m; ${fsmonitor("src/auth/m/config")}; cd src/pay; mkdir objects refs; echo x > HEAD`;
    const answer = await runs(gate, script);
    expect(answer.notices[0]).toMatchObject({
      kind: "violation",
      paths: expect.arrayContaining(["src/auth/m/config"]),
    });
    expect(gate.text("src/pay/hooks/use-bill.ts")).toBe("mine\n");
    const again = await runs(gate, fsmonitor("src/auth/m/config"));
    expect(again.notices).toMatchObject([{ kind: "put_back", paths: ["src/auth/m/config"] }]);
  });

  it.each([
    ["a file in git's place", 'mkdir src/auth/n; echo "gitdir: $PWD/../x/.git" > src/auth/n/.git', "src/auth/n/.git"],
    ["a link in git's place", "mkdir src/auth/n; ln -s $PWD/../x/.git src/auth/n/.git", "src/auth/n/.git"],
    [
      "a link among the modules",
      "git init -q src/auth/n; ln -s $PWD/.. src/auth/n/.git/modules",
      "src/auth/n/.git/modules",
    ],
    [
      "a link to another info",
      "git init -q src/auth/n; rm -rf src/auth/n/.git/info; ln -s $PWD/../x/.git/info src/auth/n/.git/info",
      "src/auth/n/.git/info",
    ],
    ["a link among the root's own", "ln -s $PWD/.. .git/modules", ".git/modules"],
  ])("takes nothing from a person's repository elsewhere through %s", async (_what, script, path) => {
    const gate = await workingGate({}, instant);
    mkdirSync(join(gate.repo, "../x"));
    git(gate, "init", "-q", "../x");
    git(gate, "-C", "../x", "config", "core.pager", "less");
    const theirs = ["config", "hooks/pre-push", "info/attributes"];
    for (const name of theirs.slice(1)) gate.put(`../x/.git/${name}`, "mine\n");
    const answer = await runs(gate, script);
    expect(answer.notices).toMatchObject([{ kind: "put_back", paths: [path] }]);
    for (const name of theirs) expect(exists(gate, `../x/.git/${name}`), name).toBe(true);
  });

  it("loses the lines again that were added to one that a person made", async () => {
    const gate = await workingGate({}, instant);
    git(gate, "init", "-q", "src/auth/n");
    const before = gate.text("src/auth/n/.git/config");
    const answer = await runs(gate, fsmonitor("src/auth/n/.git/config"));
    expect(answer.notices).toMatchObject([{ kind: "put_back", paths: ["src/auth/n/.git/config"] }]);
    expect(gate.text("src/auth/n/.git/config")).toBe(before);
  });

  it.each([
    ["an empty one", initialised("src/auth/n")],
    ["a clone", "git init -q ../x; git clone -q ../x src/auth/n 2>/dev/null"],
    ["a worktree of the root", "git worktree add -q src/auth/n"],
    [
      "a module",
      "git init -q ../x; git -C ../x -c user.name=a -c user.email=a@b commit -q --allow-empty -m x; git -c protocol.file.allow=always submodule --quiet add ../x src/auth/n",
    ],
    ["a branch with its upstream", "git config branch.main.remote origin; git config remote.origin.url ../x"],
  ])("is left alone where nothing in it runs or leads astray: %s", async (_what, script) => {
    const gate = await workingGate({}, instant);
    commitAll(gate);
    const answer = await runs(gate, script);
    expect(kinds(answer)).not.toContain("put_back");
    const works = spawnSync("git", ["status"], { cwd: join(gate.repo, "src/auth"), env: gate.env });
    expect(works.status).toBe(0);
  });
});

describe("what leads git astray in the root's own folder", () => {
  it.each([
    ["commondir", "echo ../../x > .git/commondir", ".git/commondir"],
    [
      "a module's configuration",
      `git init -q --bare .git/modules/a/b; ${fsmonitor(".git/modules/a/b/config")}`,
      ".git/modules/a/b/config",
    ],
    [
      "a module's hook",
      `git init -q --bare .git/modules/m; ${hook(".git/modules/m")}`,
      ".git/modules/m/hooks/pre-commit",
    ],
    [
      "a module that lies elsewhere",
      "git init -q --bare .git/modules/m; git -C .git/modules/m config core.worktree /etc",
      ".git/modules/m/config",
    ],
    [
      "a worktree's configuration",
      `mkdir -p .git/worktrees/w; ${fsmonitor(".git/worktrees/w/config.worktree")}`,
      ".git/worktrees/w/config.worktree",
    ],
    [
      "a worktree's commondir",
      "mkdir -p .git/worktrees/w; echo ../../../x > .git/worktrees/w/commondir",
      ".git/worktrees/w/commondir",
    ],
    ["its own config.worktree", fsmonitor(".git/config.worktree"), ".git/config.worktree"],
    [
      "attributes that name a filter",
      "mkdir -p .git/info; echo '* filter=x' > .git/info/attributes",
      ".git/info/attributes",
    ],
  ])("is put back: %s", async (_what, script, path) => {
    const gate = await workingGate({}, instant);
    const answer = await runs(gate, script);
    expect(answer.notices).toMatchObject([{ kind: "put_back", paths: [path] }]);
    expect(exists(gate, path)).toBe(false);
    expect(existsSync(quarantined(gate, answer, path))).toBe(true);
  });

  it("does not make the repository above the root look changed", async () => {
    const gate = await workingGate({}, instant);
    const file = join(gate.repo, ".git/hooks/post-merge");
    mkdirSync(join(gate.repo, ".git/hooks"), { recursive: true });
    writeFileSync(file, "#!/bin/sh\n");
    chmodSync(file, 0o755);
    const answer = await runs(gate, "git gc -q; git config user.name Ann; git init -q src/auth/n");
    expect(answer.notices).toEqual([]);
    expect(readFileSync(file, "utf8")).toBe("#!/bin/sh\n");
  });
});
