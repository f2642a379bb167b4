/**
 * Where a dialog of the host's own remains inside an intent. In a session that has nobody to ask, a call that the host
 * would ask about is refused by the host itself; what it then says is seen with a call that must ask.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ScriptedModel, type Step, startScriptedModel } from "@intentgate/scripted-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HostDriver } from "./driver.ts";
import { claudeCode } from "./drivers/claude-code.ts";
import { copilotCli } from "./drivers/copilot-cli.ts";
import { geminiCli } from "./drivers/gemini-cli.ts";
import { installedHost } from "./installed-hosts.ts";
import { resultOf } from "./play.ts";
import { clear, initUserLevel, makeStage, put, run, type Stage } from "./stage.ts";

const isBoxed = spawnSync("bwrap", ["--version"], { stdio: "ignore" }).status === 0;
const MAKE = "sh tools/make.sh";

async function stageOf(driver: HostDriver): Promise<{ stage: Stage; model: ScriptedModel; main: Step[] }> {
  const installed = installedHost(driver.name);
  const main: Step[] = [];
  const model = await startScriptedModel({ scripts: { main }, chunkBytes: 40 });
  const stage = await makeStage(driver, installed.ok ? installed.folder : "", model.url, (one) => {
    delete one.env.INTENTGATE_NO_BOX;
    put(one, "tools/make.sh", "echo made > src/auth/made.ts\necho it said so\n");
  });
  return { stage, model, main };
}

const does = (...given: NonNullable<Step["calls"]>): Step => ({ calls: given });

interface Row {
  driver: HostDriver;
  /** Its words in the mode that asks, in the place of those of one that asks nobody. */
  asking(args: readonly string[]): string[];
  /** What it says in the place of a dialog. */
  asks: RegExp;
  /** It asks about a file in the scope all the same. */
  asksAboutFiles: boolean;
  /** It asks about our own tools. */
  asksAboutTools: boolean;
}

const inDefault = (mode: string) => (args: readonly string[]) => args.map((one) => (one === mode ? "default" : one));

const rows: readonly Row[] = [
  {
    driver: claudeCode,
    asking: (args) => [...inDefault("bypassPermissions")(args), "--allowedTools", "mcp__intentgate"],
    asks: /requested permissions|requires approval|haven't granted/,
    asksAboutFiles: false,
    asksAboutTools: false,
  },
  {
    driver: geminiCli,
    asking: inDefault("yolo"),
    // It does not even offer a tool that it would always ask about.
    asks: /denied by policy|"write_file" not found/,
    asksAboutFiles: true,
    asksAboutTools: false,
  },
  {
    driver: copilotCli,
    asking: (args) => args.filter((word) => word !== "--allow-all-tools"),
    asks: /no interactive user response/,
    asksAboutFiles: true,
    asksAboutTools: true,
  },
];

for (const { driver, asking, asks, asksAboutFiles, asksAboutTools } of rows) {
  describe.skipIf(!installedHost(driver.name).ok || !isBoxed)(
    `the dialogs of ${driver.name}, in its asking mode`,
    () => {
      let [stage, model] = [null, null] as unknown as [Stage, ScriptedModel];
      let out = "";
      beforeAll(async () => {
        const made = await stageOf(driver);
        [stage, model] = [made.stage, made.model];
        await initUserLevel(driver, stage);
        made.main.push(
          does(driver.take("INT-001")),
          does(driver.write(stage, "src/auth/new.ts", "n\n")),
          does(driver.shell(MAKE)),
          does(driver.shell('node -p \'"it " + "read"\' /etc/hostname')),
          { say: "all done" },
        );
        const start = driver.start(stage, "SCRIPT:main please");
        out = (await run(stage, { ...start, args: asking(start.args) })).out;
      });
      afterAll(async () => {
        await model?.close();
        if (stage) clear(stage);
      });
      const isAsked = (step: number) => asks.test(resultOf(model, "main", step));

      it("come for a command that names a file outside of the root: it is boxed, and not spoken for", () => {
        expect([isAsked(3), resultOf(model, "main", 3).includes("it read")], out).toEqual([true, false]);
      });

      it("do not come for a contained command", () => {
        expect([isAsked(2), resultOf(model, "main", 2).includes("it said so")]).toEqual([false, true]);
        expect(existsSync(join(stage.repo, "src/auth/made.ts"))).toBe(true);
      });

      it(`${asksAboutFiles ? "come" : "do not come"} for a file in the scope`, () => {
        expect([isAsked(1), existsSync(join(stage.repo, "src/auth/new.ts"))]).toEqual([
          asksAboutFiles,
          !asksAboutFiles,
        ]);
      });

      it(`${asksAboutTools ? "come" : "do not come"} for the handshake`, () => {
        expect(isAsked(0)).toBe(asksAboutTools);
      });
    },
  );
}
