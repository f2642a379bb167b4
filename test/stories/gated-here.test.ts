import { spawnSync } from "node:child_process";
import {
  appendFileSync,
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
import { describe, expect, it } from "vitest";
import { binary, jsonOf, put, quoted, type Ran, run, type Scene, shellAtTerminal } from "./scene.ts";
import { bare, fromAgent } from "./steps.ts";

interface Agent {
  host: string;
  answer: string;
  version: string | null;
  reasons: { why: string; remedy: string }[];
}

const bin = ({ repo }: Scene) => join(repo, "../bin");

/** Programs of these versions on the path, as npm installs them, and nothing else that is an agent. */
function withAgents(programs: Record<string, string>): Scene {
  const scene = bare({ "docs/a.md": "a\n" });
  for (const [program, version] of Object.entries(programs)) {
    const folder = join(scene.repo, "../installed", program);
    put(folder, "package.json", JSON.stringify({ name: program, version }));
    put(folder, "bin/cli", "#!/bin/sh\nexit 1\n");
    chmodSync(join(folder, "bin/cli"), 0o755);
    mkdirSync(bin(scene), { recursive: true });
    symlinkSync(join(folder, "bin/cli"), join(bin(scene), program));
  }
  const path = [bin(scene), dirname(process.execPath), "/usr/bin", "/bin"].join(":");
  return { ...scene, env: { ...scene.env, PATH: path, INTENTGATE_HOSTS: "" } };
}

async function agentsIn(scene: Scene, cwd = scene.repo): Promise<Record<string, Agent>> {
  const { agents } = jsonOf<{ agents: Agent[] }>(await run(scene, ["status", "--json"], { cwd }));
  return Object.fromEntries(agents.map((one) => [one.host, one]));
}

function worktree(scene: Scene): string {
  const path = join(scene.repo, "../tree");
  const { status, stderr } = spawnSync("git", ["worktree", "add", "-q", path], { cwd: scene.repo, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return path;
}

const trustGemini = ({ env }: Scene, folder: string) =>
  put(env.HOME ?? "", ".gemini/trustedFolders.json", JSON.stringify({ [folder]: "TRUST_FOLDER" }));

const agentLines = ({ out }: Ran) => out.split("\n").filter((line) => /^\S+ agents /.test(line));

describe("where a person stands", () => {
  it.each<[string, string, string, RegExp | null, RegExp | null]>([
    ["claude-code", "claude", "2.1.325", null, null],
    ["claude-code", "claude", "2.1.197", /folder below/, /main worktree/],
    ["qwen-code", "qwen", "0.24.4", /folder below/, /main worktree/],
    ["gemini-cli", "gemini", "0.61.0", /folder below/, /main worktree/],
    ["opencode", "opencode", "1.18.33", null, /main worktree/],
    ["cline", "cline", "3.0.65", null, /main worktree/],
  ])("%s (%s %s) is gated or named as not gated, by its version", async (host, program, version, below, linked) => {
    const scene = withAgents({ [program]: version });
    if (host === "gemini-cli") trustGemini(scene, scene.repo);
    await run(scene, ["init", "--yes"]);
    const found = { root: await agentsIn(scene), below: await agentsIn(scene, join(scene.repo, "docs")) };
    expect(found.root[host]).toMatchObject({ version, answer: "nothing found against it", reasons: [] });
    const told = (agent: Agent | undefined, why: RegExp | null) =>
      expect(agent).toMatchObject(
        why === null
          ? { answer: "nothing found against it" }
          : { answer: "NOT GATED HERE", reasons: [{ why: expect.stringMatching(why) }] },
      );
    told(found.below[host], below);
    told((await agentsIn(scene, worktree(scene)))[host], linked);
    const doctor = await run(scene, ["doctor"], { cwd: join(scene.repo, "docs") });
    expect([doctor.code, doctor.out.includes("NOT GATED HERE")]).toEqual(below === null ? [0, false] : [1, true]);
  });

  it.each<[string, string, string]>([
    ["claude-code", "claude", "2.1.197"],
    ["qwen-code", "qwen", "0.24.4"],
    ["gemini-cli", "gemini", "0.61.0"],
    ["opencode", "opencode", "1.18.33"],
    ["copilot-cli", "copilot", "1.0.102"],
  ])(
    "%s (%s %s) has nothing against it anywhere with hooks in the person's own settings",
    async (host, program, version) => {
      const scene = withAgents({ [program]: version });
      await run(scene, ["init", "--yes", "--user"]);
      for (const cwd of [scene.repo, join(scene.repo, "docs"), worktree(scene)])
        expect((await agentsIn(scene, cwd))[host], cwd).toMatchObject({ answer: "nothing found against it" });
      put(
        scene.env.HOME ?? "",
        program === "opencode" ? ".config/opencode/opencode.json" : `.${program}/settings.json`,
        "{ broken",
      );
      expect((await agentsIn(scene, join(scene.repo, "docs")))[host]).toMatchObject({ answer: "NOT GATED HERE" });
    },
  );

  it("hooks that the team committed count in a worktree too", async () => {
    const scene = withAgents({ opencode: "1.18.33" });
    put(bin(scene), "intentgate", "#!/bin/sh\n");
    chmodSync(join(bin(scene), "intentgate"), 0o755);
    await run(scene, ["init", "--yes", "--team"]);
    const identity = ["-c", "user.name=a", "-c", "user.email=a@example.invalid"];
    for (const words of [
      ["add", "-A"],
      ["commit", "-qm", "gate"],
    ])
      spawnSync("git", [...identity, ...words], { cwd: scene.repo });
    expect((await agentsIn(scene, worktree(scene))).opencode?.answer).toBe("nothing found against it");
  });
});

describe("what stands around the hooks of Claude Code", () => {
  it.each<[string, Record<string, string>, RegExp | null]>([
    ["a variable that leaves hooks out", { CLAUDE_CODE_SIMPLE: "1" }, /CLAUDE_CODE_SIMPLE makes/],
    ["another of them", { CLAUDE_CODE_SAFE_MODE: "true" }, /CLAUDE_CODE_SAFE_MODE makes/],
    ["the same, set to nothing", { CLAUDE_CODE_SIMPLE: "0" }, null],
    ["settings at no whole path", { CLAUDE_CONFIG_DIR: "rel/dir" }, /CLAUDE_CONFIG_DIR is no whole path/],
    ["another program's variable", { QWEN_CODE_SIMPLE: "1" }, null],
  ])("is found in the person's own shell: %s", async (_what, env, why) => {
    const scene = withAgents({ claude: "2.1.325" });
    await run(scene, ["init", "--yes"]);
    const agent = (await agentsIn({ ...scene, env: { ...scene.env, ...env } }))["claude-code"];
    expect(agent).toMatchObject(
      why === null
        ? { answer: "nothing found against it" }
        : { answer: "NOT GATED HERE", reasons: [{ why: expect.stringMatching(why) }] },
    );
  });

  it("is named where it is another hook before a tool, and only there", async () => {
    const scene = withAgents({ claude: "2.1.325" });
    await run(scene, ["init", "--yes"]);
    const doctor = async (event: string) => {
      const hooks = { [event]: [{ matcher: "*", hooks: [{ type: "command", command: "./rewrite.sh" }] }] };
      put(scene.repo, ".claude/settings.json", JSON.stringify({ hooks }));
      return agentLines(await run(scene, ["doctor"])).join("\n");
    };
    expect(await doctor("PreToolUse")).toMatch(/asks another hook.*\.\/rewrite\.sh \(\.claude\/settings\.json\)/);
    expect(await doctor("PreToolUse")).not.toContain("NOT GATED HERE");
    expect(await doctor("Notification")).not.toContain("another hook");
  });
});

describe("an agent that is not gated is never called anything else", () => {
  const cases: [string, Record<string, string>, string[], (scene: Scene) => void, RegExp][] = [
    ["nobody trusted its hooks", { codex: "0.166.0" }, [], () => undefined, /not trusted/],
    ["its folder is not trusted", { gemini: "0.61.0" }, [], () => undefined, /not trusted/],
    ["its version has no hooks", { codex: "0.100.0" }, [], () => undefined, /has no hooks/],
    ["nothing was installed for it", { claude: "2.1.325" }, ["--no-hosts"], () => undefined, /nothing of Intentgate/],
    [
      "settings silence it",
      { claude: "2.1.325" },
      [],
      ({ repo }) => put(repo, ".claude/settings.json", '{"env": {"CLAUDE_CODE_SIMPLE": "1"}}'),
      /CLAUDE_CODE_SIMPLE/,
    ],
    [
      "the program of its hook is gone",
      { qwen: "0.24.4" },
      [],
      ({ env }) => rmSync(join(env.XDG_STATE_HOME ?? "", "intentgate/hook"), { force: true }),
      /is missing or no program/,
    ],
    ...(
      [
        ["answers nothing", (path) => writeFileSync(path, "#!/bin/sh\nexit 0\n"), /not as `intentgate init` writes it/],
        ["says one thing more", (path) => appendFileSync(path, "exit 64\n"), /not as `intentgate init` writes it/],
        ["says one thing first", edited(/^#!.*\n/, "#!/bin/sh\nexit 64\n"), /not as `intentgate init` writes it/],
        ["is a link", (path) => relink(path, "/bin/true"), /is a link/],
        ["is a link to itself elsewhere", (path) => relink(path, moved(path)), /is a link/],
        ["starts another program", edited(/^program=.*$/m, "program='/bin/true'"), /starts \/bin\/true/],
        ["starts another Node.js", edited(/^node=.*$/m, "node='/bin/true'"), /starts \/bin\/true/],
        ["starts what is gone", edited(/^program=.*$/m, "program='/no/intentgate'"), /is gone: \/no\/intentgate/],
        ["has another home", edited(/^HOME=.*$/m, "HOME='/tmp'; export HOME"), /not as `intentgate init` writes it/],
        ["calls all temporary", edited(/^unset TMPDIR$/m, "TMPDIR='/'; export TMPDIR"), /folder of temporary files/],
        ["is of another version", edited(/^# intentgate .*$/m, "# intentgate 0.0.1"), /version 0\.0\.1 wrote it/],
      ] as [string, (path: string) => void, RegExp][]
    ).map(([what, change, why]): (typeof cases)[number] => [
      `its launcher ${what}`,
      { claude: "2.1.325" },
      [],
      ({ env }) => {
        const path = join(env.XDG_STATE_HOME ?? "", "intentgate/hook");
        if (existsSync(path)) change(path);
      },
      why,
    ]),
  ];

  function edited(what: RegExp, by: string) {
    return (path: string) => {
      const text = readFileSync(path, "utf8");
      expect(text).toMatch(what);
      writeFileSync(path, text.replace(what, by));
    };
  }

  function moved(path: string): string {
    renameSync(path, `${path}-2`);
    return `${path}-2`;
  }

  function relink(path: string, target: string): void {
    rmSync(path, { force: true });
    symlinkSync(target, path);
  }

  it.each(cases)("where %s", async (what, programs, words, make, why) => {
    const scene = withAgents(programs);
    make(scene);
    const init = await run(scene, ["init", "--yes", ...words]);
    make(scene);
    const [status, doctor] = [await run(scene, ["status"]), await run(scene, ["doctor"])];
    for (const { out } of [status, doctor]) expect(out).toMatch(/NOT GATED HERE[\s\S]*/);
    expect(status.out).toMatch(why);
    expect(doctor.out).toMatch(why);
    expect(doctor.out).not.toContain("All is well");
    expect(agentLines(doctor).filter((line) => line.startsWith("✔"))).toEqual([]);
    expect(doctor.code).toBe(words.includes("--no-hosts") ? 0 : 1);
    const isKnownToInit = !/missing/.test(why.source) && !what.startsWith("its launcher");
    expect(/NOT GATED HERE/.test(init.out)).toBe(isKnownToInit);
    if (isKnownToInit) expect(init.out).not.toMatch(/under the gate|gate is in front/);
  });

  it("and one that nobody has tried gets no tick", async () => {
    const scene = withAgents({ claude: "2.1.325" });
    const init = await run(scene, ["init", "--yes"]);
    expect(init.out).toContain("is under the gate");
    expect(init.out).toContain("Claude Code 2.1.325: nothing found against it");
    const doctor = await run(scene, ["doctor"]);
    expect(doctor.code).toBe(0);
    expect(agentLines(doctor)).toEqual([expect.stringMatching(/^· .*nothing found against it$/)]);
    expect(doctor.out).not.toMatch(/All is well|settings are right/);
  });

  it("also not where its version cannot be told", async () => {
    const scene = withAgents({ claude: "2.1.325" });
    writeFileSync(join(scene.repo, "../installed/claude/package.json"), "{}");
    await run(scene, ["init", "--yes"]);
    expect((await agentsIn(scene))["claude-code"]).toMatchObject({ version: null, answer: "nothing found against it" });
    const below = await agentsIn(scene, join(scene.repo, "docs"));
    expect(below["claude-code"]).toMatchObject({ answer: "NOT GATED HERE" });
  });
});

describe("what a person knows in an agent's settings", () => {
  const known = async (scene: Scene, ...words: string[]) =>
    shellAtTerminal(scene, [process.execPath, binary, "trust", "--agent", ...words].map(quoted).join(" ")).done;

  it.each<[string, string, string]>([
    ["env DATABASE_URL", ".claude/settings.json", '{"env": {"DATABASE_URL": "x"}}'],
    ["plugin a@m", ".claude/settings.json", '{"enabledPlugins": {"a@m": true}}'],
  ])("stands by their word: %s", async (word, path, text) => {
    const scene = withAgents({ claude: "2.1.325" });
    await run(scene, ["init", "--yes"]);
    put(scene.repo, path, text);
    const before = (await agentsIn(scene))["claude-code"];
    expect(before).toMatchObject({ answer: "NOT GATED HERE", reasons: [{ remedy: expect.stringContaining(word) }] });
    const [wrong, alone, agents] = [
      await known(scene, "claude-code", "env OTHER"),
      await run(scene, ["trust", "--agent", "claude-code", word]),
      await fromAgent(scene, "trust", "--agent", "claude-code", word),
    ];
    expect([wrong.code, wrong.out]).toEqual([64, expect.stringContaining(word)]);
    expect([alone.code, agents.code]).toEqual([2, 2]);
    expect((await agentsIn(scene))["claude-code"]?.answer).toBe("NOT GATED HERE");
    expect((await known(scene, "claude-code", word)).code).toBe(0);
    expect((await agentsIn(scene))["claude-code"]?.answer).toBe("nothing found against it");
  });
});
