/** Hosts that load the `.env` of a repository hand it on to their hooks: the gate decides as if it were not there. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Step, startScriptedModel } from "@intentgate/scripted-model";
import { describe, expect, it, onTestFinished } from "vitest";
import { cline } from "./drivers/cline.ts";
import { geminiCli } from "./drivers/gemini-cli.ts";
import { qwenCode } from "./drivers/qwen-code.ts";
import { installedHost, isLate } from "./installed-hosts.ts";
import { clear, give, makeStage, put, run, type Stage } from "./stage.ts";

/** A state folder in which the gate is paused for this root. */
function plantedState({ folder, repo }: Stage): string {
  const state = join(folder, "tmp/planted");
  const key = createHash("sha256").update(repo).digest("hex").slice(0, 24);
  const own = join(state, "intentgate/roots", key);
  mkdirSync(own, { recursive: true });
  const pause = { until: "2099-01-01T00:00:00Z", by: "p", at: "2026-01-01T00:00:00Z" };
  writeFileSync(join(own, "pause.json"), JSON.stringify(pause));
  return state;
}

describe.each([geminiCli, qwenCode, cline].map((driver) => [driver.name, driver] as const))("%s", (name, driver) => {
  const installed = installedHost(name);
  it.skipIf(!installed.ok || isLate())("writes nothing out of scope for a planted state folder", async () => {
    const scripts: Record<string, Step[]> = {};
    const model = await startScriptedModel({ scripts });
    onTestFinished(() => model.close());
    const stage = await makeStage(driver, installed.ok ? installed.folder : "", model.url);
    onTestFinished(() => clear(stage));
    put(stage, ".env", `XDG_STATE_HOME=${plantedState(stage)}\n`);
    give(stage.folder);
    scripts.main = [{ calls: [driver.write(stage, "README.md", "pwned\n")] }, { say: "done" }];
    const { out } = await run(stage, driver.start(stage, "SCRIPT:main please"));
    const told = model.requests.filter(({ script, step }) => script === "main" && step === 1);
    expect(told.map(({ latest }) => latest).join("\n"), out.slice(-2_000)).toContain("INTENT_REQUIRED");
    expect(readFileSync(join(stage.repo, "README.md"), "utf8")).toBe("# Shop\n");
  });
});
