import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { controlState, type PutBack, putBack } from "./control-watch.ts";

let folder: string;
let root: string;
let main: string;
let home: string;

beforeEach(() => {
  folder = tempFolder("control");
  root = join(folder, "root");
  main = join(folder, "main");
  home = join(folder, "home");
  mkdirSync(home);
  mkdirSync(join(root, ".git/hooks"), { recursive: true });
});

const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const nothingIsOwn = () => false;

/** Lets a program do something and puts things back; the kept bytes lie in `quarantine`. */
function both(program: () => void, isOwn: Parameters<typeof putBack>[3] = nothingIsOwn): PutBack {
  const before = controlState(root, home);
  program();
  return putBack(root, JSON.parse(JSON.stringify(before)), join(folder, "quarantine"), isOwn);
}
function around(program: () => void, isOwn?: Parameters<typeof putBack>[3]): string[] {
  const { back, left } = both(program, isOwn);
  expect(left).toEqual([]);
  return back;
}

describe("control files around a program", () => {
  it("stay as they are where nothing changed", () => {
    put(".claude/settings.json", "{}");
    symlinkSync("settings.json", join(root, ".claude/link.json"));
    expect(around(() => put("src/a.ts", "1"))).toEqual([]);
  });

  it.each<[string, () => void, string]>([
    ["a file was created", () => put(".claude/new.json", "evil"), ".claude/new.json"],
    ["a link was created", () => symlinkSync("/tmp", join(root, ".claude/link")), ".claude/link"],
    ["a large file was created", () => put(".git/hooks/pre-commit", "x".repeat(1_100_000)), ".git/hooks/pre-commit"],
    [
      "many files hide one",
      () => {
        for (let n = 0; n < 600; n += 1) put(`.claude/many/${n}`, "x");
        put(".git/hooks/pre-commit", "evil");
      },
      ".git/hooks/pre-commit",
    ],
  ])("are taken away again when %s", (_what, program, path) => {
    put(".claude/settings.json", "{}");
    expect(around(program)).toContain(path);
    expect(lstatSync(join(root, path), { throwIfNoEntry: false })).toBeUndefined();
    expect(existsSync(join(folder, "quarantine", path))).toBe(true);
    expect(readFileSync(join(root, ".claude/settings.json"), "utf8")).toBe("{}");
  });

  it("are as they were where git's list got the lines that init writes", () => {
    put(".git/info/exclude", "*.log\n");
    expect(around(() => put(".git/info/exclude", "*.log\n\n# intentgate\n/.orchestration/**/sessions/\n"))).toEqual([]);
  });

  it.each([
    ["one that hides another folder", "/src/**/sessions/"],
    ["one that hides what people write", "/.orchestration/**/policy.yaml"],
    ["one that hides all of it", "/.orchestration/**"],
    ["one for another root", "/sub/.orchestration/**/sessions/"],
    ["one that shows again", "!/.orchestration/**/sessions/"],
    ["one with more behind", "/.orchestration/**/sessions/ *.ts"],
  ])("get their bytes back where it got %s", (_, line) => {
    put(".git/info/exclude", "*.log\n");
    expect(around(() => put(".git/info/exclude", `*.log\n${line}\n`))).toEqual([".git/info/exclude"]);
    expect(readFileSync(join(root, ".git/info/exclude"), "utf8")).toBe("*.log\n");
  });

  it("get their bytes, their mode and their links back", () => {
    put(".git/hooks/pre-push", "true\n");
    chmodSync(join(root, ".git/hooks/pre-push"), 0o750);
    put(".claude/settings.json", "{}");
    symlinkSync("settings.json", join(root, ".claude/link.json"));
    const changed = around(() => {
      rmSync(join(root, ".git/hooks/pre-push"));
      rmSync(join(root, ".claude/link.json"));
      put(".claude/settings.json", "evil");
    });
    expect(changed.toSorted()).toEqual([".claude/link.json", ".claude/settings.json", ".git/hooks/pre-push"]);
    expect(lstatSync(join(root, ".git/hooks/pre-push")).mode & 0o777).toBe(0o750);
    expect(readFileSync(join(root, ".claude/link.json"), "utf8")).toBe("{}");
  });

  it("are an .env wherever it lies, and not what is in a folder of that name", () => {
    put("app/.env", "A=1\n");
    put(".env/lib/x.py", "1\n");
    mkdirSync(join(home, ".gemini"));
    const changed = around(() => {
      put("app/.env", "A=2\n");
      put("app/.env.production.local", "A=3\n");
      put("app/.env.example", "A=\n");
      put("app/bunfig.toml", "preload = []\n");
      put(".env/lib/x.py", "2\n");
      writeFileSync(join(home, ".gemini/.env"), "A=4\n");
      writeFileSync(join(home, ".gemini/session.log"), "x");
    });
    const inHome = join(home, ".gemini/.env");
    const expected = ["app/.env", "app/.env.production.local", "app/bunfig.toml", inHome];
    expect(changed.toSorted()).toEqual(expected.toSorted());
    expect(readFileSync(join(root, "app/.env"), "utf8")).toBe("A=1\n");
    expect(readFileSync(join(root, ".env/lib/x.py"), "utf8")).toBe("2\n");
    expect(readFileSync(join(folder, "quarantine/app/.env"), "utf8")).toBe("A=2\n");
  });

  it("are not written through a folder that became a link", () => {
    put(".claude/settings.json", "{}");
    mkdirSync(join(folder, "elsewhere"));
    around(() => {
      rmSync(join(root, ".claude"), { recursive: true });
      symlinkSync(join(folder, "elsewhere"), join(root, ".claude"));
    });
    expect(lstatSync(join(root, ".claude")).isDirectory()).toBe(true);
    expect(existsSync(join(folder, "elsewhere/settings.json"))).toBe(false);
  });

  it("are found in the main repository of a linked worktree", () => {
    rmSync(join(root, ".git"), { recursive: true });
    mkdirSync(join(main, ".git/worktrees/w"), { recursive: true });
    mkdirSync(join(main, ".git/hooks"));
    writeFileSync(join(root, ".git"), `gitdir: ${join(main, ".git/worktrees/w")}\n`);
    writeFileSync(join(main, ".git/worktrees/w/commondir"), "../..\n");
    writeFileSync(join(main, ".git/worktrees/w/gitdir"), `${join(root, ".git")}\n`);
    const hook = join(main, ".git/hooks/pre-commit");
    expect(around(() => writeFileSync(hook, "evil"))).toEqual([hook]);
    expect(existsSync(hook)).toBe(false);
  });

  it("let the gate's own lesson stand, and nothing else that claims to be", () => {
    put("AGENT.md", "one\n");
    expect(
      around(
        () => put("AGENT.md", "two\n"),
        (then, now) => then === "one\n" && now === "two\n",
      ),
    ).toEqual([]);
    expect(
      around(
        () => put(".claude/x", "two\n"),
        () => true,
      ),
    ).toEqual([".claude/x"]);
    expect(around(() => put("AGENT.md", "three\n"))).toEqual(["AGENT.md"]);
    expect(readFileSync(join(root, "AGENT.md"), "utf8")).toBe("two\n");
  });

  it("leave git's ordinary configuration to git", () => {
    put(".git/config", "[user]\n\tname = a\n");
    expect(around(() => put(".git/config", "[user]\n\tname = b\n"))).toEqual([]);
    expect(around(() => put(".git/config", "[core]\n\tfsmonitor = ./x\n"))).toEqual([".git/config"]);
  });

  it("see a git configuration that hides what it runs behind its size", () => {
    put(".git/config", "[user]\n\tname = a\n");
    const padded = `[core]\n\tfsmonitor = ./x\n${"# padding\n".repeat(150_000)}`;
    expect(around(() => put(".git/config", padded))).toEqual([".git/config"]);
    expect(readFileSync(join(root, ".git/config"), "utf8")).toBe("[user]\n\tname = a\n");
  });
});

describe("the places that are watched", () => {
  it.each([
    "opencode.json",
    ".opencode/plugin.ts",
    ".copilot/config.json",
    ".agents/plugins/a/run.js",
    ".system/hooks/x.yaml",
    ".system/abilities/deep/x.yaml",
    ".vscode/mcp.json",
    ".VSCode/Settings.json",
    ".github/hooks/pre.json",
    ".envrc",
    "src/auth/.claude/settings.json",
    "a/b/c/d/.mcp.json",
    "packages/a/.vscode/tasks.json",
    "packages/a/AGENT.md",
    "packages/a/.intentignore",
  ])("include %s: created, changed and removed", (path) => {
    expect(around(() => put(path, "evil"))).toEqual([path]);
    expect(existsSync(join(root, path))).toBe(false);
    put(path, "good");
    expect(around(() => put(path, "evil"))).toEqual([path]);
    expect(around(() => rmSync(join(root, path)))).toEqual([path]);
    expect(readFileSync(join(root, path), "utf8")).toBe("good");
    expect(readFileSync(join(folder, "quarantine", path), "utf8")).toBe("evil");
  });

  it.each([
    ".intentignore", // held, as what people author is
    ".orchestration/sessions/x.jsonl",
    ".orchestration/heads/x.json",
    ".system/logs/x.log",
    ".system/cache/x",
    ".system/implement/x.json",
    "node_modules/pkg/.claude/settings.json",
    ".vscode/launch.json",
    ".github/workflows/ci.yml",
    "src/claude/settings.json",
    "src/agent.md.ts",
  ])("do not include %s", (path) => {
    expect(around(() => put(path, "new"))).toEqual([]);
    expect(readFileSync(join(root, path), "utf8")).toBe("new");
  });

  it("include a link in the place of a folder that holds settings", () => {
    put("src/vs/settings.json", "evil");
    expect(around(() => symlinkSync("src/vs", join(root, ".vscode")))).toEqual([".vscode"]);
    expect(lstatSync(join(root, ".vscode"), { throwIfNoEntry: false })).toBeUndefined();
    put(".vscode/settings.json", "{}");
    const changed = around(() => {
      renameSync(join(root, ".vscode"), join(root, "src/vs2"));
      symlinkSync("src/vs2", join(root, ".vscode"));
    });
    expect(changed.toSorted()).toEqual([".vscode", ".vscode/settings.json"]);
    expect(lstatSync(join(root, ".vscode")).isDirectory()).toBe(true);
  });

  it("get a file back where a folder was put in its place", () => {
    put(".mcp.json", "{}");
    const changed = around(() => {
      rmSync(join(root, ".mcp.json"));
      put(".mcp.json/x", "evil");
    });
    expect(changed.toSorted()).toEqual([".mcp.json", ".mcp.json/x"]);
    expect(readFileSync(join(root, ".mcp.json"), "utf8")).toBe("{}");
  });

  it.each<[string, () => void]>([
    ["a file", () => writeFileSync(join(root, "src"), "")],
    ["a link", () => symlinkSync(join(folder, "elsewhere"), join(root, "src"))],
  ])("are said to be left where %s stands in the way, and nothing is written elsewhere", (_what, block) => {
    mkdirSync(join(folder, "elsewhere"));
    put("src/.claude/settings.json", "{}");
    const { back, left } = both(() => {
      rmSync(join(root, "src"), { recursive: true });
      block();
    });
    expect([back, left]).toEqual([[], ["src/.claude/settings.json"]]);
    expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
  });

  it("lose nothing that was there before and was not seen", () => {
    const looked = controlState(root);
    put(".claude/settings.json", "{}");
    put("src/.claude/x.json", "{}");
    const before = { ...looked, ".claude": { kind: "cut" as const }, "": { kind: "cut" as const } };
    expect(putBack(root, before, join(folder, "quarantine"), nothingIsOwn)).toEqual({
      back: [],
      left: [],
      closed: [],
      programs: [],
    });
    put(".mcp.json", "new");
    expect(putBack(root, before, join(folder, "quarantine"), nothingIsOwn).back).toEqual([".mcp.json"]);
    expect(existsSync(join(root, "src/.claude/x.json"))).toBe(true);
  });
});

it("a state from other lists, or from before they were named, takes nothing away", () => {
  put(".claude/settings.json", "{}");
  const { "~": _looked, ...known } = controlState(root);
  put(".claude/settings.json", "evil");
  put("src/.claude/settings.json", "mine");
  for (const before of [
    known,
    { ...known, "~": { kind: "looked" as const, home: null, programs: {}, scripts: [], lists: "others" } },
  ]) {
    put(".claude/settings.json", "evil");
    expect(putBack(root, before, join(folder, "quarantine"), nothingIsOwn).back).toEqual([".claude/settings.json"]);
  }
  expect(readFileSync(join(root, "src/.claude/settings.json"), "utf8")).toBe("mine");
});

describe("the home folder", () => {
  const inHome = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };

  it.each([
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".claude/hooks/deep/run.sh",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".config/opencode/opencode.json",
    ".config/opencode/plugin/x.ts",
    ".config/Code/User/settings.json",
    ".cursor/mcp.json",
    ".bashrc",
    ".config/fish/config.fish",
    ".config/systemd/user/x.service",
    ".ssh/config",
    ".ssh/authorized_keys",
  ])("gets %s back", (path) => {
    const absolute = join(home, path);
    expect(around(() => inHome(path, "evil"))).toEqual([absolute]);
    expect(existsSync(absolute)).toBe(false);
    inHome(path, "good");
    expect(around(() => inHome(path, "evil"))).toEqual([absolute]);
    expect(readFileSync(absolute, "utf8")).toBe("good");
    expect(readFileSync(join(folder, `quarantine/outside${absolute}`), "utf8")).toBe("evil");
  });

  it.each([
    ".claude.json",
    ".claude/projects/p/session.jsonl",
    ".claude/history.jsonl",
    ".claude/plugins/x.json",
    ".claude/todos/settings.json",
    ".codex/sessions/x.jsonl",
    ".codex/auth.json",
    ".config/Code/User/globalStorage/state.vscdb",
    ".config/nushell/history.txt",
    ".ssh/known_hosts",
    ".config/other/x",
    "notes.md",
  ])("is left alone at %s", (path) => {
    expect(around(() => inHome(path, "new"))).toEqual([]);
    expect(readFileSync(join(home, path), "utf8")).toBe("new");
  });

  it("keeps what git writes of itself, and not what makes git run something", () => {
    for (const path of [".gitconfig", ".config/git/config"]) {
      inHome(path, "[user]\n\tname = a\n");
      expect(around(() => inHome(path, "[user]\n\tname = b\n"))).toEqual([]);
      expect(around(() => inHome(path, "[core]\n\thooksPath = /tmp/x\n"))).toEqual([join(home, path)]);
    }
  });

  it("is followed to where its configuration folder really lies", () => {
    mkdirSync(join(folder, "dotfiles/fish"), { recursive: true });
    symlinkSync(join(folder, "dotfiles"), join(home, ".config"));
    const path = join(folder, "dotfiles/fish/config.fish");
    expect(around(() => writeFileSync(path, "evil"))).toEqual([path]);
  });

  it("is not looked at unless it is named", () => {
    inHome(".bashrc", "mine");
    expect(Object.keys(controlState(root)).filter((path) => path.startsWith("/"))).toEqual([]);
  });

  it("of whoever settles the call is never held against that of the call", () => {
    const other = join(folder, "other-home");
    mkdirSync(other);
    inHome(".bashrc", "mine");
    const was = process.env.HOME;
    process.env.HOME = home;
    try {
      for (const before of [controlState(root), controlState(root, other), controlState(root, join(folder, "none"))])
        expect(putBack(root, before, join(folder, "quarantine"), nothingIsOwn)).toEqual({
          back: [],
          left: [],
          closed: [],
          programs: [],
        });
    } finally {
      process.env.HOME = was;
    }
    expect(readFileSync(join(home, ".bashrc"), "utf8")).toBe("mine");
  });

  it("loses nothing in a folder that could not be read before", () => {
    inHome(".config/fish/config.fish", "mine");
    const before = { ...controlState(root, home), [join(home, ".config")]: { kind: "cut" as const } };
    delete before[join(home, ".config/fish/config.fish")];
    expect(putBack(root, before, join(folder, "quarantine"), nothingIsOwn).back).toEqual([]);
    expect(readFileSync(join(home, ".config/fish/config.fish"), "utf8")).toBe("mine");
  });

  it("need not be there", () => {
    rmSync(home, { recursive: true });
    expect(around(() => put(".mcp.json", "x"))).toEqual([".mcp.json"]);
  });
});
