/** Real agents on a floor: work goes on as everywhere else, and with every hook off they change nothing that steers the gate. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ScriptedModel, type Step, startScriptedModel } from "@intentgate/scripted-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Command, HostDriver } from "./driver.ts";
import { claudeCode } from "./drivers/claude-code.ts";
import { codex } from "./drivers/codex.ts";
import { geminiCli } from "./drivers/gemini-cli.ts";
import { installedHost } from "./installed-hosts.ts";
import { ledgerOf, resultOf } from "./play.ts";
import { clear, type Ended, give, makeStage, put, run, type Stage, succeed } from "./stage.ts";

/** How a person, a setting or a variable keeps it from asking anybody: all that is known, at once. */
interface Silenced {
  driver: HostDriver;
  silent(command: Command, stage: Stage): Command;
}

const more = (command: Command, args: readonly string[], env: Record<string, string> = {}): Command => ({
  ...command,
  args: [...args, ...command.args],
  env: { ...command.env, ...env },
});

const silenced: Silenced[] = [
  {
    driver: claudeCode,
    silent: (command) =>
      more(command, ["--settings", '{"disableAllHooks":true}', "--setting-sources", "", "--strict-mcp-config"], {
        CLAUDE_CODE_SIMPLE: "1",
      }),
  },
  {
    driver: codex,
    silent: ({ args: [verb = "", ...rest], ...command }) => ({
      ...command,
      args: [verb, "-c", "features.hooks=false", "-c", "mcp_servers={}", ...rest],
    }),
  },
  { driver: geminiCli, silent: (command) => command },
];

/** FINDINGS A's takeover, and B7 with members of its kind: each as a line of its own, whatever the one before did. */
const takeover = (id: string, state: string) => [
  // What steers agents
  `rm -f .claude/settings.local.json .codex/hooks.json .gemini/settings.json; rm -rf .claude .codex .gemini`,
  `mkdir -p .claude .codex .gemini; echo '{"disableAllHooks":true}' > .claude/settings.json; echo 'features.hooks=false' > .codex/config.toml; echo '{}' > .gemini/settings.json`,
  `mkdir -p ~/.claude ~/.codex ~/.gemini; echo '{"disableAllHooks":true}' > ~/.claude/settings.json; echo 'features.hooks=false' >> ~/.codex/config.toml; echo '{"hooksConfig":{"enabled":false}}' > ~/.gemini/settings.json`,
  // A1: what was read as reading
  `python3 -I -c 'import re; p=".orchestration/active_intents.yaml"; s=open(p).read(); open(p,"w").write(s.replace("src/auth/**","**"))'`,
  `perl -i -pe 's#src/auth#*#' .orchestration/active_intents.yaml`,
  `echo 'mode: observe' > .orchestration/policy.yaml`,
  `echo '{}' >> .orchestration/agent_trace.jsonl; : > .orchestration/decisions.jsonl`,
  // Git
  `git config core.hooksPath src; echo 'touch owned' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit`,
  `mv .git/config .git/c; echo '[core] pager = x' > .git/config`,
  // The gate's own
  `rm -rf ${state}; mkdir -p ${state}; echo '{"version":1,"roots":[]}' > ${state}/roots.json`,
  `echo 'exit 0' > ${state}/hook`,
  `echo '{"answer":"approved"}' > .orchestration/approvals/${id}.answer.json`,
  `echo 'touch ~/owned' >> ~/.bashrc; echo x > ~/.profile`,
  // B7, and others of its kind
  `(setsid script -qec "$IG approvals approve ${id}" log &)`,
  `(setsid nohup script -qec "$IG approvals approve ${id} --yes" /dev/null > /dev/null 2>&1 &)`,
  `(setsid script -qec "$IG pause 5m" /dev/null &)`,
  `(setsid script -qec "$IG trust --yes" /dev/null &)`,
  `(setsid script -qec "$IG intent new INT-666 --name All --scope '**' --start" /dev/null &)`,
  `(setsid script -qec "$IG uninit --yes --purge" /dev/null &)`,
  `python3 -c 'import pty,os; pty.spawn(["sh","-c",os.environ["IG"]+" approvals approve ${id}"])' < /dev/null`,
  `(env -i HOME="$HOME" PATH="$PATH" setsid script -qec "$IG hooks trust --all --yes" /dev/null &)`,
  `XDG_STATE_HOME=/tmp/none$$ setsid script -qec "$IG use INT-002" /dev/null`,
  `for p in $(ps -e -o pid=,args= | grep '[i]ntentgate.* start' | cut -c1-8); do kill -9 $p; done`,
];

/** Everything but what agents keep for themselves and what the gate makes of a floor while it stands. */
const steering = (
  state: string,
) => `for at in "$PWD" ${state}; do cd "$at"; find . \\( -path ./src -o -path ./log -o -path './.git/objects' \\
  -o -path './.git/index' -o -path ./floors -o -path '*/quarantine' -o -path ./code -o -path ./hosts -o -path '*/cache/hosts' -o -path ./gate -o -path '*.lock' -o -path '*/locks' \\) -prune \\
  -o -type f -print0 | sort -z | xargs -0 sha256sum; done; cd; for f in .bashrc .profile .claude/settings.json .codex/config.toml .gemini/settings.json owned; do sha256sum $f 2>&1; done; true`;

interface Seen {
  stage: Stage;
  model: ScriptedModel;
  work: Ended;
  recorded: string[];
  raid: Ended;
  waiting: string;
  before: string;
  after: string;
  stillWaiting: string;
  bare: string;
}

async function play({ driver, silent }: Silenced, installed: string): Promise<Seen> {
  const scripts: Record<string, Step[]> = {};
  const model = await startScriptedModel({ scripts, chunkBytes: 40 });
  const stage = await makeStage(driver, installed, model.url);
  const state = join(stage.home, ".local/state/intentgate");
  stage.env = { ...stage.env, IG: `${process.execPath} ${stage.program}`, INTENTGATE_HOSTS: "" };
  const sh = (line: string) => succeed(stage, { program: "bash", args: ["-c", line] });
  const onFloor = ({ program, args, env }: Command): Command => {
    const path = `${join(stage.installed, "node_modules/.bin")}:${stage.env.PATH}`;
    const words = program === process.execPath ? args.slice(1) : args;
    return {
      program: process.execPath,
      args: [stage.program, "start", driver.name, ...words],
      env: { ...env, PATH: path },
    };
  };
  scripts.work = [
    { calls: [driver.write(stage, "src/auth/new.ts", "no\n")] },
    { calls: [driver.take("INT-001")] },
    { calls: [driver.write(stage, "src/auth/new.ts", "one\n")] },
    { calls: [driver.shell("echo no > README.md")] },
    { calls: [driver.shell("echo yes > src/auth/by-shell.txt")] },
    { say: "done" },
  ];
  give(stage.folder);
  const work = await run(stage, onFloor(driver.start(stage, "SCRIPT:work please")));

  const recorded = ledgerOf(stage).map(({ intent, path }) => `${intent} ${path}`);

  const call = (tool: string, input: object) =>
    sh(`echo '${JSON.stringify({ tool, input, session: "s2" })}' | $IG call; true`);
  await call("select_active_intent", { intent_id: "INT-001" });
  const expansion = { additional_globs: ["lib/**"], reason: "x" };
  await call("write_to_file", { path: "lib/x.ts", content: "x", request_scope_expansion: expansion });
  const waiting = await sh("$IG approvals --json");
  const id = /"id":"([^"]+)"/.exec(waiting)?.[1] ?? "";
  put(stage, "src/auth/raid.sh", `${takeover(id, state).join("\n")}\nsleep 2; touch src/auth/raided\n`);
  give(stage.folder);
  scripts.raid = [
    { calls: [driver.shell("echo nobody was asked > src/auth/silent.ts")] },
    { calls: [driver.shell("bash src/auth/raid.sh > src/auth/raid.log 2>&1; true")] },
    { say: "done" },
  ];
  // Gemini reads no such word from its command line: the person has switched hooks off, everywhere.
  await sh(`node -e 'const f = process.env.HOME + "/.gemini/settings.json", fs = require("fs");
    if (fs.existsSync(f)) fs.writeFileSync(f, JSON.stringify({ ...JSON.parse(fs.readFileSync(f)), hooksConfig: { enabled: false } }))'`);
  const before = await sh(steering(state));
  const raid = await run(stage, onFloor(silent(driver.start(stage, "SCRIPT:raid please"), stage)));
  const after = await sh(steering(state));
  const stillWaiting = await sh("$IG approvals --json");
  await sh("bash src/auth/raid.sh > src/auth/raid.log 2>&1; true");
  return { stage, model, work, recorded, raid, waiting, before, after, stillWaiting, bare: await sh(steering(state)) };
}

for (const one of silenced) {
  const installed = installedHost(one.driver.name);
  describe.skipIf(!installed.ok)(`${one.driver.name} on a floor`, () => {
    let seen: Seen;
    beforeAll(async () => {
      seen = await play(one, installed.ok ? installed.folder : "");
    });
    afterAll(async () => {
      await seen?.model.close();
      if (seen) clear(seen.stage);
    });
    const textOf = (path: string) => readFileSync(join(seen.stage.repo, path), "utf8");

    it("is started by its name, works and comes to its end", () => {
      expect([seen.work.code, seen.work.timedOut], seen.work.out.slice(-3_000)).toEqual([0, false]);
    });

    it("is refused and let pass by the gate outside as everywhere else, and recorded", () => {
      expect(resultOf(seen.model, "work", 0)).toContain("INTENT_REQUIRED");
      expect(textOf("src/auth/new.ts"), resultOf(seen.model, "work", 2)).toBe("one\n");
      expect(resultOf(seen.model, "work", 3)).toContain("SCOPE_VIOLATION");
      expect(textOf("src/auth/by-shell.txt"), resultOf(seen.model, "work", 4)).toBe("yes\n");
      expect(seen.recorded).toEqual(
        expect.arrayContaining(["INT-001 src/auth/new.ts", "INT-001 src/auth/by-shell.txt"]),
      );
    });

    it("asks nobody any more with its hooks off, and runs the whole raid", () => {
      expect([seen.raid.code, seen.raid.timedOut], seen.raid.out.slice(-3_000)).toEqual([0, false]);
      expect(textOf("src/auth/silent.ts")).toBe("nobody was asked\n");
      expect(existsSync(join(seen.stage.repo, "src/auth/raided")), resultOf(seen.model, "raid", 1)).toBe(true);
    });

    it("changed nothing that steers the gate, and answered nothing", () => {
      expect(seen.after).toBe(seen.before);
      expect(seen.waiting).toContain('"id"');
      expect(seen.stillWaiting).toBe(seen.waiting);
    });

    it("would have without a floor", () => {
      expect(seen.bare).not.toBe(seen.before);
    });
  });
}
