import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exists, type Gate, refused, workingGate, write } from "./gate-scene.ts";
import { commitAll, credits, git, instant, kinds, revert, runs } from "./unknown-program.ts";

const bill = "src/pay/bill.ts";
const was = "export const bill = 1;\n";
const policyFile = ".orchestration/policy.yaml";

describe("a write that git is told not to see", () => {
  it.each(["--skip-worktree", "--assume-unchanged"])("is seen all the same: %s", async (flag) => {
    const gate = await workingGate({}, instant);
    commitAll(gate);
    git(gate, "update-index", flag, bill);
    const answer = await runs(gate, `echo 'export const vat = 2;' >> ${bill}`);
    expect(git(gate, "status", "--porcelain", "--", bill)).toBe("");
    expect(answer.notices).toMatchObject([{ kind: "violation", paths: [bill] }]);
    expect(gate.ledger()[0]?.files[0]?.conversations[0]?.ranges).toMatchObject([{ start_line: 2, end_line: 2 }]);
  });

  it("is seen and undone where the program sets the flag itself, and commits", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    commitAll(gate);
    const script = `git update-index --skip-worktree ${bill}; echo evil > ${bill}; git -c user.name=a -c user.email=a@b commit -qam x || true`;
    const answer = await runs(gate, script);
    expect(answer.notices).toMatchObject([{ kind: "violation" }, { kind: "put_back", paths: [bill] }]);
    expect(gate.text(bill)).toBe(was);
  });

  it("is seen where the program adds what it wrote to the index", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    commitAll(gate);
    const answer = await runs(
      gate,
      `echo evil > ${bill}; git add ${bill}; git -c user.name=a -c user.email=a@b commit -qm x`,
    );
    expect(kinds(answer)).toEqual(["violation", "put_back"]);
    expect(gate.text(bill)).toBe(was);
  });

  it("is told with its lines where the program threw the index away", async () => {
    const gate = await workingGate({}, instant);
    commitAll(gate);
    await runs(gate, `echo more >> ${bill}; rm .git/index`);
    const told = gate.ledger().flatMap(({ files }) => files.map((file) => file.conversations[0]?.ranges));
    expect(told).toMatchObject([[{ start_line: 2, end_line: 2 }]]);
  });
});

/** What the gate would run if it let the repository say what git does; each leaves its name in `markers`. */
function plant(gate: Gate): string {
  const markers = join(gate.repo, "..", "markers");
  const program = (name: string) => {
    const file = join(gate.repo, "..", `${name}.sh`);
    writeFileSync(file, `#!/bin/sh\necho ${name} >> ${markers}\ncat\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const settings: Record<string, string> = {
    "core.fsmonitor": program("fsmonitor"),
    "core.pager": program("pager"),
    "core.sshCommand": program("ssh"),
    "core.hooksPath": join(gate.repo, "..", "hooks"),
    "core.alternateRefsCommand": program("alternates"),
    "filter.evil.clean": program("clean"),
    "filter.evil.smudge": program("smudge"),
    "filter.evil.process": program("process"),
    "diff.evil.textconv": program("textconv"),
    "diff.evil.command": program("diff"),
    "diff.external": program("external"),
    "credential.helper": program("credential"),
    "alias.cat-file": `!${program("alias")}`,
    "alias.check-ignore": `!${program("alias")}`,
    "core.repositoryFormatVersion": "1",
    "extensions.partialClone": "origin",
    "remote.origin.url": "ssh://nowhere.invalid/x",
    "remote.origin.promisor": "true",
    "remote.origin.uploadpack": program("uploadpack"),
  };
  for (const [name, value] of Object.entries(settings)) git(gate, "config", name, value);
  for (const hook of [
    "post-index-change",
    "fsmonitor-watchman",
    "post-checkout",
    "pre-auto-gc",
    "reference-transaction",
  ]) {
    gate.put(`../hooks/${hook}`, readFileSync(program(`hook-${hook}`), "utf8"));
    chmodSync(join(gate.repo, "..", "hooks", hook), 0o755);
  }
  gate.put(".gitattributes", "* filter=evil diff=evil\n");
  return markers;
}

describe("what a repository tells git to run", () => {
  it("is never run by us, whatever we ask git", async () => {
    const gate = await workingGate({ policy: revert, files: { ".gitignore": "dist/\n" } }, instant);
    commitAll(gate);
    const markers = plant(gate);
    // A tracked file whose blob is asked for, an untracked one whose ignoredness is, and a blob that is missing.
    const missing = git(gate, "rev-parse", "HEAD:README.md");
    rmSync(join(gate.repo, ".git/objects", missing.slice(0, 2), missing.slice(2)));
    writeFileSync(markers, "");
    const answer = await runs(
      gate,
      `echo x >> ${bill}; echo y > new.txt; echo z >> README.md; mkdir dist; echo d > dist/d.js`,
    );
    expect(readFileSync(markers, "utf8")).toBe("");
    expect(answer.notices.map(({ kind, paths }) => [kind, paths])).toEqual([
      ["violation", ["README.md", "new.txt", bill]],
      ["put_back", ["new.txt", bill]],
      ["warning", ["README.md"]],
    ]);
    expect(gate.text(bill)).toBe(was);
  });

  it("would have been run by git left to itself, so that the story above proves something", async () => {
    const gate = await workingGate({}, instant);
    commitAll(gate);
    const markers = plant(gate);
    // As long as it was: of another length, git would know without a look at what it says.
    gate.put(bill, was.replace("1", "2"));
    spawnSync("git", ["status", "--porcelain"], { cwd: gate.repo, env: gate.env });
    expect(readFileSync(markers, "utf8")).toMatch(/fsmonitor/);
    expect(readFileSync(markers, "utf8")).toMatch(/process|clean/);
  });

  it("is not asked of a git that lies in the repository", async () => {
    const gate = await workingGate({}, instant);
    commitAll(gate);
    gate.put("bin/git", "#!/bin/sh\ntouch ../planted\n");
    chmodSync(join(gate.repo, "bin/git"), 0o755);
    const path = process.env.PATH;
    process.env.PATH = `${join(gate.repo, "bin")}:.:${path}`;
    try {
      await runs(gate, `echo x >> ${bill}; echo y > new.txt`);
    } finally {
      process.env.PATH = path;
    }
    expect(exists(gate, "../planted")).toBe(false);
    expect(gate.ledger()[0]?.files.map((file) => file.conversations[0]?.ranges)).not.toContain("unknown");
  });

  it("stands between a file and its blob, and then the lines are not known instead of wrong", async () => {
    const gate = await workingGate({ files: { ".gitattributes": "*.ts text eol=crlf\n" } }, instant);
    gate.put(bill, "one\r\ntwo\r\n");
    commitAll(gate);
    await new Promise((resolve) => setTimeout(resolve, 150)); // old enough for git's word to be taken
    git(gate, "update-index", "--refresh");
    await runs(gate, `printf 'three\\r\\n' >> ${bill}`);
    const [file] = gate.ledger().flatMap(({ files }) => files);
    expect(file?.relative_path).toBe(bill);
    expect(["unknown", 3]).toContain(rangeStart(file?.conversations[0]?.ranges));
  });
});

function rangeStart(ranges: unknown): unknown {
  return Array.isArray(ranges) ? ranges[0]?.start_line : ranges;
}

describe("control files rewritten through git", () => {
  const wide = "mode: observe\n";
  const intentsFile = ".orchestration/active_intents.yaml";
  const ways: [how: string, script: string][] = [
    ["checkout of another branch's file", `git checkout -q evil -- ${policyFile} ${intentsFile} .claude/settings.json`],
    ["a switch to another branch", "git stash -q -u 2>/dev/null; git checkout -qf evil"],
    [
      "update-index --cacheinfo and checkout-index",
      `for f in ${policyFile} ${intentsFile} .claude/settings.json; do git update-index --add --cacheinfo 100644,$(git rev-parse evil:$f),$f; git checkout-index -f $f; done`,
    ],
    ["read-tree", "git read-tree --reset -u evil"],
    ["restore from a source", `git restore -s evil ${policyFile} ${intentsFile} .claude/settings.json`],
    [
      "stash pop",
      `git checkout -q evil -- ${policyFile} ${intentsFile} .claude/settings.json; git -c user.name=a -c user.email=a@b stash -q; git stash pop -q`,
    ],
    [
      "a plumbing pipe",
      `git cat-file blob evil:${policyFile} > ${policyFile}; git cat-file blob evil:${intentsFile} > ${intentsFile}; mkdir -p .claude; git cat-file blob evil:.claude/settings.json > .claude/settings.json`,
    ],
  ];

  it.each(ways)("by %s widen nothing", async (_how, script) => {
    const gate = await workingGate({ policy: "# ours\n" }, instant);
    const intents = gate.text(intentsFile);
    gate.put(".gitignore", ".orchestration/*\n!.orchestration/policy.yaml\n!.orchestration/active_intents.yaml\n");
    commitAll(gate);
    git(gate, "checkout", "-q", "-b", "evil");
    gate.put(policyFile, wide);
    gate.put(intentsFile, intents.replace("- src/auth/**", '- "**"'));
    gate.put(".claude/settings.json", '{"hooks":"evil"}\n');
    commitAll(gate);
    git(gate, "checkout", "-q", "-");
    await gate.take();
    const answer = await runs(gate, script);
    expect(kinds(answer)).toContain("held");
    expect(kinds(answer)).toContain("put_back");
    expect(exists(gate, ".claude/settings.json")).toBe(false);
    await gate.take();
    for (const one of [gate, gate.reopened()]) await refused(one, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
  });
});

describe("what tools write for themselves", () => {
  const caches = [
    "node_modules/x/index.js",
    "packages/a/node_modules/y/index.js",
    "__pycache__/m.cpython-312.pyc",
    "src/pay/__pycache__/m.pyc",
    ".pytest_cache/v/lastfailed",
    ".mypy_cache/x.json",
    ".ruff_cache/x",
    ".cache/babel/x.json",
    ".nyc_output/x.json",
    ".turbo/x.log",
    ".coverage",
    "tsconfig.tsbuildinfo",
  ];
  const ignored = ["dist/a.js", "coverage/lcov.info", "src/pay/out.log", "target/debug/x"];
  const making = (paths: readonly string[]) =>
    paths.map((path) => `mkdir -p "$(dirname ${path})"; echo made >> ${path}`).join("; ");

  it.each([
    ["for the first time", []],
    ["again", caches],
  ])("makes no noise %s, without git too", async (_when, there) => {
    const gate = await workingGate({ policy: revert }, instant);
    rmSync(join(gate.repo, ".git"), { recursive: true });
    for (const path of there) gate.put(path, "old\n");
    const answer = await runs(gate.reopened(), making(caches));
    expect(answer.notices).toEqual([]);
    expect(gate.ledger()).toEqual([]);
    for (const path of caches) expect(exists(gate, path), path).toBe(true);
  });

  it.each([
    ["for the first time", []],
    ["again", ignored],
  ])("makes no noise %s where git ignores it", async (_when, there) => {
    const files = { ".gitignore": "dist/\ncoverage\n*.log\n/target/\n" };
    const gate = await workingGate({ policy: revert, files }, instant);
    commitAll(gate);
    for (const path of there) gate.put(path, "old\n");
    const answer = await runs(gate, making([...caches, ...ignored]));
    expect(answer.notices).toEqual([]);
    expect(gate.ledger()).toEqual([]);
  });

  it.each([
    ["a file that is not ignored", "dist2/a.js", {}],
    ["a tracked file below an ignored folder", "dist/kept.js", { "dist/kept.js": "1\n" }],
    ["a tracked file in a cache", ".cache/kept.json", { ".cache/kept.json": "1\n" }],
    ["a file that a pattern takes back", "keep.log", {}],
    ["a file of a folder that only looks like a cache", "src/__pycache__x/a.py", {}],
  ])("hides nothing else: %s", async (_what, path, files) => {
    const gate = await workingGate({ files: { ".gitignore": "dist/\n*.log\n!keep.log\n", ...files } }, instant);
    git(gate, "add", "-A", "-f");
    commitAll(gate);
    const answer = await runs(gate, making([path]));
    expect(answer.notices).toMatchObject([{ kind: "violation", paths: [path] }]);
  });

  it("is not what a program calls so while it writes", async () => {
    const gate = await workingGate({ files: { ".gitignore": "dist/\n" } }, instant);
    commitAll(gate);
    const answer = await runs(gate, "echo 'evil/' >> .gitignore; mkdir evil; echo x > evil/x.js");
    expect(answer.notices).toMatchObject([{ kind: "violation", paths: [".gitignore", "evil/x.js"] }]);
    const hidden = await runs(gate, "echo '*.ts' >> .git/info/exclude; echo x > y.ts");
    expect(hidden.notices).toMatchObject([
      { kind: "put_back", paths: [".git/info/exclude"] },
      { kind: "violation", paths: ["y.ts"] },
    ]);
  });

  it("is told of where a person declared it, or the scope names it", async () => {
    const policy = "commands: [{ run: sh build.sh, writes: [dist/**] }]\n";
    const files = { ".gitignore": "dist/\nsrc/auth/gen/\n", "build.sh": making(["dist/a.js", "src/auth/gen/b.ts"]) };
    const gate = await workingGate({ policy, files }, instant);
    commitAll(gate);
    const answer = await gate.call("execute_command", { command: "sh build.sh" });
    expect(answer.notices).toEqual([]);
    expect(credits(gate).toSorted()).toEqual(["dist/a.js AI", "src/auth/gen/b.ts UNKNOWN"]);
    expect(existsSync(join(gate.repo, "dist/a.js"))).toBe(true);
  });
});
