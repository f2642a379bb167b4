/** A command was called safe, and was not: what it did is held or put back, recorded and told, not lived with. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Notice } from "@intentgate/engine";
import { openWorkspace } from "@intentgate/gate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Planted, plantRoot } from "../planted-root.ts";
import { searchRows } from "../support/search-runs.ts";

const intents = (scope: string) =>
  `active_intents:\n  - { id: INT-001, name: One, status: IN_PROGRESS, owned_scope: ["${scope}"] }\n`;

const gitConfig = "[core]\n\thooksPath = tools/hooks\n";

let place: Planted;
let home: string;
const at = (path: string) => (path.startsWith("~/") ? join(home, path.slice(2)) : join(place.root, path));
const put = (path: string, text: string) => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
const stands = (path: string) => (existsSync(at(path)) ? readFileSync(at(path), "utf8") : null);

beforeEach(() => {
  place = plantRoot({
    intents: intents("src/**"),
    policy: "on_violation: revert\n",
    files: {
      "src/a.ts": "a\n",
      "lib/b.ts": "b\n",
      ".claude/settings.json": "{}",
      "packages/p/.claude/settings.json": "{}",
    },
  });
  home = join(place.folder, "home");
  for (const path of [".git/hooks/pre-commit", ".git/HEAD", "~/.bashrc"]) put(path, "# old\n");
  put(".git/config", gitConfig);
  for (const folder of [".husky", ".vscode", ".git/info", "~/.claude", "~/.config/git", "~/.ssh", "packages/q"])
    mkdirSync(at(folder), { recursive: true });
});
afterEach(() => place.clear());

const SESSION = { id: "stranger" };

function open(more: { ownerPid?: number } = {}) {
  const notices: Notice[] = [];
  const workspace = openWorkspace(place.root, {
    ...more,
    stateDir: place.stateDir,
    userHome: home,
    onNotice: (notice) => notices.push(notice),
  });
  const kinds = () => notices.map(({ kind }) => kind);
  const rows = () =>
    readFileSync(join(place.sidecar, "decisions.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ decision }) => decision === "violation");
  return { workspace, kinds, rows, notices };
}

/** One process does both. */
async function inOneProcess(command: string, harm: () => void) {
  const gate = open();
  const run = (does: () => void) =>
    gate.workspace.run({
      tool: "execute_command",
      input: { command },
      session: SESSION,
      execute: async () => does(),
    });
  expect((await run(() => undefined)).decision).toBe("allow");
  expect(gate.kinds()).toEqual([]);
  expect((await run(harm)).decision).toBe("allow");
  return gate;
}

/** A host calls us before and after, each time in a new process. */
async function inTwoProcesses(command: string, harm: () => void) {
  const call = { toolName: "execute_command", payload: { command }, session: SESSION, cwd: place.root, callId: "c1" };
  const before = await open().workspace.before(call);
  expect(before.allowExecution).toBe(true);
  harm();
  const gate = open();
  await gate.workspace.after(call, true);
  return gate;
}

const ways = { inOneProcess, inTwoProcesses };
const harms: Record<string, { does(): void; path: string; was: string | null }> = {
  "a host's settings": { does: () => put(".claude/settings.json", "evil"), path: ".claude/settings.json", was: "{}" },
  "new settings of a host": {
    does: () => put(".claude/settings.local.json", "evil"),
    path: ".claude/settings.local.json",
    was: null,
  },
  "a folder of settings that was not there": {
    does: () => put(".vscode/tasks.json", "evil"),
    path: ".vscode/tasks.json",
    was: null,
  },
  "settings in the depth": {
    does: () => put("packages/p/.claude/settings.json", "evil"),
    path: "packages/p/.claude/settings.json",
    was: "{}",
  },
  "a hook where git was told to look for them": {
    does: () => put("tools/hooks/pre-commit", "evil"),
    path: "tools/hooks/pre-commit",
    was: null,
  },
  "a hook beside samples": {
    does: () => put(".git/hooks/post-checkout", "evil"),
    path: ".git/hooks/post-checkout",
    was: null,
  },
  "git's attributes": { does: () => put(".git/info/attributes", "evil"), path: ".git/info/attributes", was: null },
  "a hook of husky": { does: () => put(".husky/pre-commit", "evil"), path: ".husky/pre-commit", was: null },
  "tasks beside what an editor starts": {
    does: () => put(".vscode/tasks.json", "evil"),
    path: ".vscode/tasks.json",
    was: null,
  },
  "settings of a host in the home folder": {
    does: () => put("~/.claude/settings.json", "evil"),
    path: "~/.claude/settings.json",
    was: null,
  },
  "settings of git in the home folder": {
    does: () => put("~/.config/git/config", "[core]\n\tpager = evil\n"),
    path: "~/.config/git/config",
    was: null,
  },
  "what runs at a login": { does: () => put("~/.ssh/rc", "evil"), path: "~/.ssh/rc", was: null },
  "a git hook": { does: () => put(".git/hooks/pre-commit", "evil"), path: ".git/hooks/pre-commit", was: "# old\n" },
  "a new git hook": { does: () => put(".git/hooks/post-merge", "evil"), path: ".git/hooks/post-merge", was: null },
  "what git runs": { does: () => put(".git/config", "[core]\n\tpager = evil\n"), path: ".git/config", was: gitConfig },
  "a shell's start file": { does: () => put("~/.bashrc", "evil"), path: "~/.bashrc", was: "# old\n" },
  "a new start file": { does: () => put("~/.profile", "evil"), path: "~/.profile", was: null },
  "a link in the place of settings": {
    does: () => {
      rmSync(at(".claude/settings.json"));
      symlinkSync("/dev/null", at(".claude/settings.json"));
    },
    path: ".claude/settings.json",
    was: "{}",
  },
  "settings of the same size and time": {
    does: () => {
      writeFileSync(at(".claude/settings.new"), "[]");
      renameSync(at(".claude/settings.new"), at(".claude/settings.json"));
    },
    path: ".claude/settings.json",
    was: "{}",
  },
};

const commands = ["ls -la src", "sort src/a.ts"];
describe.each(commands)("%s, called safe, changes", (command) => {
  describe.each(Object.entries(ways))("%s", (_way, around) => {
    const table = commands.indexOf(command) + Object.values(ways).indexOf(around);
    it.each(searchRows(Object.entries(harms), table))(
      "%s: it is put back, told and on record",
      async (_what, { does, path, was }) => {
        const gate = await around(command, does);
        expect(stands(path)).toBe(was);
        expect(gate.kinds()).toEqual(["put_back"]);
        const [row, ...more] = gate.rows();
        expect(more).toEqual([]);
        expect(row.put_back).toEqual([path.startsWith("~/") ? at(path) : path]);
      },
    );

    it("the intents: what they widen does not count, it is told and on record", async () => {
      const gate = await around(command, () => put(".orchestration/active_intents.yaml", intents("**")));
      expect(gate.kinds()).toEqual(["held"]);
      expect(gate.rows()).toMatchObject([{ held: ["active_intents.yaml"] }]);
      const again = open().workspace;
      await again.run({ tool: "select_active_intent", input: { intent_id: "INT-001" }, session: SESSION });
      const write = await again.run({
        tool: "write_to_file",
        input: { path: "lib/new.ts", content: "x" },
        session: SESSION,
      });
      expect(write).toMatchObject({ decision: "deny", refusal: { code: "SCOPE_VIOLATION" } });
    });

    it("the rights of a hook: they are put back", async () => {
      const gate = await around(command, () => chmodSync(at(".git/hooks/pre-commit"), 0o755));
      expect(gate.kinds()).toEqual(["put_back"]);
    });

    it("nothing, whatever else happens beside it", async () => {
      const gate = await around(command, () => {
        put("node_modules/x/index.js", "x");
        put("~/notes.txt", "x");
        put(".git/index", "x");
        put(".git/config", `${gitConfig}[user]\n\tname = Ann\n`);
      });
      expect(gate.kinds().filter((kind) => kind !== "violation")).toEqual([]);
    });
  });
});

describe("after many looks at which all was well, in one process", () => {
  /** A folder is told by its stamp once it is older than a tick of the clock. */
  const older = () => new Promise((done) => setTimeout(done, 150));

  it.each<[string, () => void, () => void, string]>([
    ["a way there is made", () => undefined, () => put(".github/hooks/pre.json", "evil"), ".github/hooks/pre.json"],
    [
      "half of the way was there since a look",
      () => mkdirSync(at(".github")),
      () => put(".github/hooks/pre.json", "evil"),
      ".github/hooks/pre.json",
    ],
    [
      "half of the way was there, to where git was told to look",
      () => mkdirSync(at("tools")),
      () => put("tools/hooks/pre-commit", "evil"),
      "tools/hooks/pre-commit",
    ],
    [
      "all of the way was there since a look",
      () => mkdirSync(at(".github/hooks"), { recursive: true }),
      () => put(".github/hooks/pre.json", "evil"),
      ".github/hooks/pre.json",
    ],
    [
      "other files came and went beside it",
      () => put("notes.txt", "mine"),
      () => put(".github/hooks/pre.json", "evil"),
      ".github/hooks/pre.json",
    ],
    [
      "a whole folder is moved there",
      () => put("src/github/hooks/pre.json", "evil"),
      () => renameSync(at("src/github"), at(".github")),
      ".github/hooks/pre.json",
    ],
    [
      "half of the way was there, in the home folder",
      () => mkdirSync(at("~/.config/systemd"), { recursive: true }),
      () => put("~/.config/systemd/user/evil.service", "evil"),
      "~/.config/systemd/user/evil.service",
    ],
    ["settings are written over", () => put("notes.txt", "mine"), () => put(".claude/settings.json", "evil"), ""],
  ])("what steers is still seen: %s", async (_how, quiet, harm, made) => {
    const gate = open();
    const run = async (does: () => void) => {
      const input = { command: "ls -la src" };
      const execute = async () => does();
      const answer = await gate.workspace.run({ tool: "execute_command", input, session: SESSION, execute });
      expect(answer.decision).toBe("allow");
    };
    await older();
    await run(() => undefined);
    quiet();
    for (let look = 0; look < 2; look += 1) {
      await older();
      await run(() => undefined);
    }
    expect(gate.kinds()).toEqual([]);
    await run(harm);
    expect(gate.kinds()).toEqual(["put_back"]);
    expect(stands(made || ".claude/settings.json")).toBe(made === "" ? "{}" : null);
  });
});

describe("a command that was to read only, and whose end nobody told", () => {
  /** Its host died. */
  async function died(command: string, harm: () => void) {
    const ended = spawnSync(process.execPath, ["-e", ""]).pid;
    const call = { toolName: "execute_command", payload: { command }, session: SESSION, cwd: place.root, callId: "c1" };
    await open({ ownerPid: ended }).workspace.before(call);
    harm();
    const gate = open();
    await gate.workspace.run({ tool: "read_file", input: { path: "src/a.ts" }, session: SESSION });
    return gate;
  }

  it.each([
    "a host's settings",
    "new settings of a host",
    "settings in the depth",
    "a git hook",
    "a hook of husky",
    "git's attributes",
  ])("is told of with %s, which stays as it is", async (what) => {
    const { does, path } = harms[what] as (typeof harms)[string];
    const gate = await died("ls -la src", does);
    expect(gate.notices).toMatchObject([{ kind: "warning", paths: [path] }]);
    expect(stands(path)).toBe("evil");
    const again = open();
    await again.workspace.run({ tool: "read_file", input: { path: "src/a.ts" }, session: SESSION });
    expect(again.notices).toEqual([]);
  });

  it("is no news where nothing changed", async () => {
    expect((await died("ls -la src", () => put("src/new.ts", "x"))).notices).toEqual([]);
  });
});

describe("what people do between two calls", () => {
  it("is theirs, whatever a reader is held against", async () => {
    const run = (workspace: ReturnType<typeof open>["workspace"], does: () => void) =>
      workspace.run({
        tool: "execute_command",
        input: { command: "cat src/a.ts" },
        session: SESSION,
        execute: async () => does(),
      });
    await run(open().workspace, () => undefined);
    const theirs = [
      ".git/hooks/pre-push",
      "packages/q/.env",
      "packages/q/.npmrc",
      "~/.ssh/config",
      "~/.config/git/config",
    ];
    for (const path of theirs) put(path, "# a person's\n");
    const gate = open();
    await run(gate.workspace, () => put(".claude/settings.local.json", "evil"));
    expect(theirs.filter((path) => stands(path) !== "# a person's\n")).toEqual([]);
    expect(gate.rows()).toMatchObject([{ put_back: [".claude/settings.local.json"] }]);
  });

  it("does not hide a link in the place of a folder of settings", async () => {
    const gate = await inOneProcess("ls -la src", () => {
      renameSync(at(".claude"), at("src/c"));
      symlinkSync("src/c", at(".claude"));
    });
    expect(gate.kinds()).not.toEqual([]);
    expect(gate.rows()).toHaveLength(1);
  });
});

describe("a command that is no fixed reader, called safe", () => {
  it.each(["sort src/a.ts", "diff src/a.ts lib/b.ts", "file src/a.ts", "cat $HOME/x src/a.ts", "uniq src/a.ts"])(
    "does not change the tree unseen: %s",
    async (command) => {
      const gate = await inOneProcess(command, () => put("lib/b.ts", "evil\n"));
      expect(stands("lib/b.ts")).toBe("b\n");
      expect(gate.kinds()).toContain("violation");
      expect(gate.rows()).toMatchObject([{ paths: ["lib/b.ts"], put_back: ["lib/b.ts"] }]);
    },
  );
});
