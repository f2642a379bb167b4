import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { trackedFiles } from "../answers/coverage.ts";
import { gitHookStates, gitHooks, installGitHooks, removeGitHooks } from "./git-hooks.ts";
import { commitNotes, noteCommit } from "./record-commits.ts";

let folder: string;
let root: string;
const bin = () => join(folder, "bin");
const env = () => ({
  PATH: `${bin()}:${process.env.PATH ?? ""}`,
  HOME: folder,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: join(folder, "gitconfig"),
});
/** Hooks run: never as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const git = (...words: string[]) => {
  if ("uid" in nobody) giveAway(folder);
  const who = ["-c", "user.name=n", "-c", "user.email=n@example.invalid"];
  return execFileSync("git", [...who, ...words], { cwd: root, env: env(), encoding: "utf8", stdio: "pipe", ...nobody });
};

function giveAway(at: string): void {
  const stat = lstatSync(at);
  if (stat.isSymbolicLink()) return;
  chownSync(at, 65534, 65534);
  if (stat.isDirectory()) for (const name of readdirSync(at)) giveAway(join(at, name));
}

const hook = (name: string) => join(root, ".git/hooks", name);

beforeEach(() => {
  folder = tempFolder("hooks");
  root = join(folder, "repo");
  mkdirSync(root);
  mkdirSync(bin());
  writeFileSync(join(folder, "gitconfig"), "");
  git("init", "-q", "--template=");
  vi.stubEnv("GIT_CONFIG_GLOBAL", env().GIT_CONFIG_GLOBAL);
  vi.stubEnv("GIT_CONFIG_NOSYSTEM", "1");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function plant(name: string, text: string | Buffer, mode = 0o755): void {
  mkdirSync(join(root, ".git/hooks"), { recursive: true });
  writeFileSync(hook(name), text);
  chmodSync(hook(name), mode);
}

/** Of a hook that cannot be told apart from another by looking at it. */
const looks = (name: string) => {
  const stat = lstatSync(hook(name), { throwIfNoEntry: false });
  if (!stat) return null;
  return stat.isSymbolicLink()
    ? { link: readlinkSync(hook(name)) }
    : { bytes: readFileSync(hook(name)).toString("latin1"), mode: stat.mode & 0o7777 };
};
const states = () => {
  const found = gitHookStates(root);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return gitHooks.map((name) => found.value[name].state);
};

/** A program of our name that writes down what it was called with. */
function listen(): () => string[] {
  const log = join(folder, "log");
  writeFileSync(join(bin(), "intentgate"), `#!/bin/sh\necho "ours $* $(cat)" >> ${log}\nexit 3\n`);
  chmodSync(join(bin(), "intentgate"), 0o755);
  return () =>
    existsSync(log)
      ? readFileSync(log, "utf8")
          .split("\n")
          .slice(0, -1)
          .map((one) => one.trimEnd())
      : [];
}

function commit(...more: string[]): string {
  git("commit", "-q", "--allow-empty", "-m", "one", ...more);
  return git("rev-parse", "HEAD").trim();
}

describe("git's hooks", () => {
  it("are made where there are none, can be run, and are gone after removing", () => {
    expect(states()).toEqual(["missing", "missing"]);
    expect(installGitHooks(root)).toEqual({ ok: true, value: ["post-commit", "post-rewrite"] });
    expect(statSync(hook("post-commit")).mode & 0o777).toBe(0o755);
    expect(states()).toEqual(["installed", "installed"]);
    expect(installGitHooks(root)).toEqual({ ok: true, value: [] });
    expect(removeGitHooks(root)).toEqual({ ok: true, value: ["post-commit", "post-rewrite"] });
    expect(removeGitHooks(root)).toEqual({ ok: true, value: [] });
    expect(existsSync(hook("post-commit"))).toBe(false);
  });

  it.each<[string, () => void]>([
    ["a script", () => plant("post-commit", "#!/usr/bin/env bash\necho mine\n", 0o700)],
    ["a script without a last line end", () => plant("post-commit", "#!/bin/sh\necho mine")],
    ["a first line alone", () => plant("post-commit", "#!/bin/sh\n")],
    ["a first line without its end", () => plant("post-commit", "#!/bin/sh")],
    ["a shell with options", () => plant("post-commit", "#! /bin/bash -eu\nset -o pipefail\n")],
    ["a script that ends early", () => plant("post-commit", "#!/bin/sh\nexit 0\n")],
    ["bytes that are no text", () => plant("post-commit", Buffer.from("#!/bin/sh\n# \xff\xfe\x00\r\n", "latin1"))],
    ["a script that was switched off", () => plant("post-commit", "#!/bin/sh\necho mine\n", 0o644)],
    ["no script, and switched off", () => plant("post-commit", "\u007fELF", 0o600)],
    ["half of our lines", () => plant("post-commit", "#!/bin/sh\n# >>> intentgate: notes\necho precious\n")],
    [
      "a link to a script of the repository",
      () => {
        plant("other", "");
        writeFileSync(join(root, "hook.sh"), "#!/bin/sh\n");
        symlinkSync("../../hook.sh", hook("post-commit"));
      },
    ],
    [
      "a link in its own folder",
      () => {
        plant("all", "#!/usr/bin/env python3\n");
        symlinkSync("all", hook("post-commit"));
      },
    ],
    [
      "a link from the root of the disk",
      () => {
        plant("other", "");
        symlinkSync("/usr/bin/true", hook("post-commit"));
      },
    ],
    [
      "a link to nowhere",
      () => {
        plant("other", "");
        symlinkSync("../nowhere", hook("post-commit"));
      },
    ],
  ])("are given back as they were: %s", (_what, own) => {
    own();
    const [before, all] = [looks("post-commit"), readdirSync(join(root, ".git/hooks"))];
    expect(states()[0]).toBe("others");
    expect(installGitHooks(root)).toEqual({ ok: true, value: ["post-commit", "post-rewrite"] });
    expect(states()).toEqual(["installed", "installed"]);
    expect(installGitHooks(root)).toEqual({ ok: true, value: [] });
    expect(removeGitHooks(root)).toEqual({ ok: true, value: ["post-commit", "post-rewrite"] });
    expect(looks("post-commit")).toEqual(before);
    expect(readdirSync(join(root, ".git/hooks"))).toEqual(all);
  });

  const tells = 'echo "theirs $0 $* $(cat)"';
  it.each<[string, () => void, string[]]>([
    ["ends early", () => plant("post-commit", `#!/bin/sh\n${tells} >> "$HOME/log"\nexit 0\n`), ["hooks/post-commit"]],
    ["becomes another program", () => plant("post-commit", "#!/bin/sh\nexec true\n"), []],
    ["fails at once", () => plant("post-commit", "#!/bin/sh -e\nfalse\n"), []],
    ["was switched off", () => plant("post-commit", `#!/bin/sh\n${tells} >> "$HOME/log"\n`, 0o644), []],
    [
      "is a link",
      () => {
        writeFileSync(join(root, "own.sh"), `#!/bin/sh\n${tells} >> "$HOME/log"\nexit 0\n`);
        chmodSync(join(root, "own.sh"), 0o755);
        plant("other", "");
        symlinkSync("../../own.sh", hook("post-commit"));
      },
      ["hooks/before-intentgate/post-commit"],
    ],
  ])("run ours and theirs, as git runs it, where theirs %s", (_what, own, names) => {
    const log = listen();
    own();
    installGitHooks(root);
    commit();
    expect(log()).toEqual(["ours anchor commit", ...names.map((name) => `theirs .git/${name}`)]);
  });

  it.each(["sh", "bash"])("tell all that read it what was rewritten, in %s", (shell) => {
    const log = listen();
    plant("post-rewrite", `#!/usr/bin/env ${shell}\n${tells} >> "$HOME/log"\n`);
    installGitHooks(root);
    const before = commit();
    const after = commit("--amend");
    expect(log()).toContain(`ours anchor rewrite ${before} ${after}`);
    expect(log().at(-1)).toBe(`theirs .git/hooks/post-rewrite amend ${before} ${after}`);
  });

  it("do nothing, and fail no commit, where there is no program of ours", () => {
    plant("post-rewrite", `#!/bin/sh\n${tells} >> "$HOME/log"\n`);
    installGitHooks(root);
    const before = commit();
    const after = commit("--amend");
    expect(readFileSync(join(folder, "log"), "utf8")).toBe(`theirs .git/hooks/post-rewrite amend ${before} ${after}\n`);
  });

  it.each<[string, () => void, RegExp]>([
    ["is not executable any more", () => chmodSync(hook("post-commit"), 0o644), /not executable/],
    [
      "has lines before ours",
      () => writeFileSync(hook("post-commit"), readFileSync(hook("post-commit"), "utf8").replace("\n", "\nexit 0\n")),
      /stand before ours/,
    ],
    [
      "has ours changed",
      () => writeFileSync(hook("post-commit"), readFileSync(hook("post-commit"), "utf8").replace("anchor commit", "x")),
      /were changed/,
    ],
    [
      "is passed over for others",
      () => writeFileSync(join(folder, "gitconfig"), "[core]\n\thooksPath = ~/hooks\n"),
      /core.hooksPath sends git/,
    ],
  ])("are not called installed where one %s", (_what, spoil, why) => {
    installGitHooks(root);
    spoil();
    expect(gitHookStates(root)).toMatchObject({
      value: { "post-commit": { state: "idle", why: expect.stringMatching(why) } },
    });
  });

  it("are mended where lines came before ours, and not switched on for others", () => {
    plant("post-commit", "#!/bin/sh\necho mine\n");
    installGitHooks(root);
    const own = readFileSync(hook("post-commit"), "utf8");
    writeFileSync(hook("post-commit"), own.replace("\n", "\nexit 0\n"));
    expect(installGitHooks(root)).toEqual({ ok: true, value: ["post-commit"] });
    expect(states()).toEqual(["installed", "installed"]);
    chmodSync(hook("post-commit"), 0o644);
    expect(installGitHooks(root)).toMatchObject({ ok: false, problems: [{ code: "NOT_ALLOWED" }] });
    removeGitHooks(root);
    expect(readFileSync(hook("post-commit"), "utf8")).toBe("#!/bin/sh\nexit 0\necho mine\n");
  });

  it("keep what somebody added to a hook of ours", () => {
    installGitHooks(root);
    const own = readFileSync(hook("post-commit"), "utf8");
    writeFileSync(hook("post-commit"), `${own}echo added\n`);
    removeGitHooks(root);
    expect(readFileSync(hook("post-commit"), "utf8")).toBe("#!/bin/sh\necho added\n");
  });

  it("lose neither of two where one that was put aside was changed since", () => {
    plant("post-commit", "#!/bin/sh\n", 0o644);
    installGitHooks(root);
    writeFileSync(hook("post-commit"), `${readFileSync(hook("post-commit"), "utf8")}echo added\n`);
    expect(removeGitHooks(root)).toMatchObject({ ok: false, problems: [{ file: "post-commit" }] });
    expect(states()).toEqual(["installed", "installed"]);
    expect(readFileSync(join(root, ".git/hooks/before-intentgate/post-commit"), "utf8")).toBe("#!/bin/sh\n");
  });

  it.each(["#!/usr/bin/env python3\nprint('x')\n", "\u007fELF", "", "echo no shebang\n", "#!/bin/sh\r\n"])(
    "are left alone, all of them, where one is no shell script: %j",
    (own) => {
      plant("post-rewrite", own);
      expect(installGitHooks(root)).toMatchObject({ ok: false, problems: [{ code: "NOT_ALLOWED" }] });
      expect(readFileSync(hook("post-rewrite"), "utf8")).toBe(own);
      expect(existsSync(hook("post-commit"))).toBe(false);
    },
  );

  it("are not touched where git was sent elsewhere, nor without git, and taken out all the same", () => {
    installGitHooks(root);
    git("config", "core.hooksPath", ".husky");
    expect(installGitHooks(root)).toMatchObject({ ok: false, problems: [{ file: ".git/config" }] });
    expect(removeGitHooks(root)).toEqual({ ok: true, value: ["post-commit", "post-rewrite"] });
    git("config", "core.hooksPath", ".git/hooks");
    expect(installGitHooks(root)).toMatchObject({ ok: true });
    rmSync(join(root, ".git"), { recursive: true });
    expect(installGitHooks(root)).toMatchObject({ ok: false });
    expect(removeGitHooks(root)).toMatchObject({ ok: false });
  });
});

describe("the files that git tracks", () => {
  it.each(["2", "3", "4"])("are those that git names, in an index of version %s", (version) => {
    for (const path of ["a.ts", "deep/er/b.ts", "deep/er/bc.ts", "deep/ü.md", `long/${"n".repeat(200)}.ts`]) {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), path);
    }
    git("add", ".");
    if (version === "3") git("update-index", "--skip-worktree", "a.ts");
    git("update-index", "--index-version", version);
    const named = git("ls-files", "-z").split("\0").filter(Boolean);
    expect(trackedFiles(root)).toEqual(named);
    expect(trackedFiles(join(root, "deep"))).toEqual(["er/b.ts", "er/bc.ts", "ü.md"]);
  });

  it.each(["DIRC", "DIRC\0\0\0\u0009\0\0\0\u0001", `DIRC\0\0\0\u0002\0\0\0\u0005${"x".repeat(80)}`, "nothing"])(
    "are not guessed from an index like %j",
    (bytes) => {
      writeFileSync(join(root, ".git/index"), Buffer.from(bytes, "latin1"));
      expect(trackedFiles(root)).toBeNull();
    },
  );
});

describe("notes of commits", () => {
  const [one, two, three] = ["1", "2", "3"].map((digit) => digit.repeat(40)) as [string, string, string];

  it("follow a record through rewritten commits", () => {
    noteCommit(root, { commit: one, records: ["r1", "r2"] });
    noteCommit(root, { commit: two, records: [], rewritten_from: one });
    noteCommit(root, { commit: three, records: ["r3"], rewritten_from: two });
    const notes = commitNotes(root);
    expect(["r1", "r2", "r3", "r4"].map(notes.commitsOf)).toEqual([[three], [three], [three], []]);
  });

  it("pass over lines that say something else", () => {
    writeFileSync(
      join(root, "record_commits.jsonl"),
      `torn {\n{"version":2,"commit":"${one}","records":["r1"]}\n{"version":1,"commit":"HEAD","records":["r1"]}\n`,
    );
    expect(commitNotes(root).commitsOf("r1")).toEqual([]);
  });
});
