/** The plugins that the build makes, in the real hosts: no settings of a project or a person name the gate here. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ScriptedModel, type Step, type StepCall, startScriptedModel } from "@intentgate/scripted-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Command, HostDriver } from "./driver.ts";
import { claudeCode } from "./drivers/claude-code.ts";
import { codex } from "./drivers/codex.ts";
import { geminiCli } from "./drivers/gemini-cli.ts";
import { installedHost } from "./installed-hosts.ts";
import { resultOf } from "./play.ts";
import { clear, type Ended, give, makeStage, run, type Stage, succeed } from "./stage.ts";

interface PluggedHost {
  driver: HostDriver;
  /** What a person does to have the plugin that lies in this folder. */
  install(stage: Stage, plugin: string): Promise<void>;
  start(command: Command, plugin: string): Command;
  take: StepCall;
}

const intent_id = "INT-001";

const plugged: PluggedHost[] = [
  {
    driver: claudeCode,
    async install() {},
    start: (command, plugin) => ({ ...command, args: [...command.args, "--plugin-dir", plugin] }),
    take: { name: "mcp__plugin_intentgate_intentgate__select_active_intent", input: { intent_id } },
  },
  {
    driver: codex,
    async install(stage, plugin) {
      const config = join(stage.home, ".codex/config.toml");
      writeFileSync(config, readFileSync(config, "utf8").replace("plugins = false", "plugins = true"));
      const market = {
        name: "local",
        plugins: [
          {
            name: "intentgate",
            source: { source: "local", path: "./codex" },
            policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
            category: "Productivity",
          },
        ],
      };
      const folder = dirname(plugin);
      mkdirSync(join(folder, ".agents/plugins"), { recursive: true });
      writeFileSync(join(folder, ".agents/plugins/marketplace.json"), JSON.stringify(market));
      give(stage.folder);
      const { program, env } = codex.start(stage, "");
      for (const words of [
        ["marketplace", "add", folder],
        ["add", "intentgate@local"],
      ])
        await succeed(stage, { program, args: ["plugin", ...words], env });
      await codex.trust?.(stage, (command, talk) => succeed(stage, command, talk));
    },
    start: (command) => command,
    take: codex.take(intent_id),
  },
  {
    driver: geminiCli,
    async install(stage, plugin) {
      const {
        program,
        args: [script = ""],
        env,
      } = geminiCli.start(stage, "");
      await succeed(stage, { program, args: [script, "extensions", "install", plugin, "--consent"], env });
    },
    start: (command) => command,
    take: geminiCli.take(intent_id),
  },
];

describe.each(plugged.map((one) => [one.driver.name, one] as const))("the plugin for %s", (name, host) => {
  const installed = installedHost(name);
  let stage: Stage;
  let model: ScriptedModel;
  const ended: Record<string, Ended> = {};
  beforeAll(async () => {
    if (!installed.ok) return;
    const scripts: Record<string, Step[]> = {};
    model = await startScriptedModel({ scripts, chunkBytes: 40 });
    stage = await makeStage(host.driver, installed.folder, model.url, () => undefined, ["--no-hosts"]);
    const plugin = join(dirname(stage.program), "../dist/plugins", name);
    const bin = join(stage.folder, "bin");
    mkdirSync(bin);
    symlinkSync(stage.program, join(bin, "intentgate"));
    give(stage.folder);
    const shell = (text: string) => ({ calls: [host.driver.shell(`echo ${text}`)] });
    scripts.here = [
      shell("no > src/auth/no.txt"),
      { calls: [host.take] },
      shell("yes > src/auth/yes.txt"),
      { say: "done" },
    ];
    scripts.gone = [shell("no > src/auth/gone.txt"), { say: "done" }];
    const path = stage.env.PATH ?? "";
    stage.env.PATH = `${bin}:${path}`;
    await host.install(stage, plugin);
    for (const script of ["here", "gone"]) {
      if (script === "gone") stage.env.PATH = path;
      give(stage.folder);
      ended[script] = await run(stage, host.start(host.driver.start(stage, `SCRIPT:${script} please`), plugin));
    }
  });
  afterAll(async () => {
    await model?.close();
    if (stage) clear(stage);
  });

  it.skipIf(!installed.ok)("gates a call, hears the handshake, and lets pass what is in scope", () => {
    expect(ended.here?.code, ended.here?.out.slice(-3_000)).toBe(0);
    expect(resultOf(model, "here", 0)).toContain("INTENT_REQUIRED");
    expect(resultOf(model, "here", 1)).toMatch(/\\?"success\\?": ?true/);
    expect(existsSync(join(stage.repo, "src/auth/no.txt"))).toBe(false);
    expect(existsSync(join(stage.repo, "src/auth/yes.txt")), resultOf(model, "here", 2)).toBe(true);
  });

  it.skipIf(!installed.ok)("says no where the program is missing", () => {
    expect(existsSync(join(stage.repo, "src/auth/gone.txt")), ended.gone?.out.slice(-3_000)).toBe(false);
    // Hosts whose prompts can be stopped do not come so far as to ask the model.
    const asked = model.requests.filter((one) => one.script === "gone" && (one.step ?? 0) > 0);
    for (const { latest } of asked) expect(latest).toContain("npm install -g intentgate");
  });
});
