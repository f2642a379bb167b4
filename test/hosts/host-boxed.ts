/** A real host whose commands run in the box: it is given another line, and what the command did is judged before it counts. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ScriptedModel, type Step, startScriptedModel } from "@intentgate/scripted-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HostDriver } from "./driver.ts";
import { installedHost } from "./installed-hosts.ts";
import { ledgerOf, linesOf, resultOf } from "./play.ts";
import { clear, type Ended, give, makeStage, put, run, type Stage, succeed } from "./stage.ts";

/** A script of the project's own, which nobody reads: it writes in the scope and out of it. */
const MAKE = "sh tools/make.sh";
const made = "echo made > src/auth/made.ts\necho made > docs/made.md\necho it said so\n";

interface DecisionRow {
  decision?: string;
  code?: string;
  phase: string;
}

/** `denies`: puts a rule of the person's own against commands that begin like this into the host's settings. */
export function hostBoxes(driver: HostDriver, denies: ((stage: Stage, command: string) => void) | null = null): void {
  const installed = installedHost(driver.name);
  const can = spawnSync("bwrap", ["--version"], { stdio: "ignore" }).status === 0;
  describe.skipIf(!installed.ok || !can)(`the box behind ${driver.name}`, () => {
    let [stage, model, ended] = [null, null, null] as unknown as [Stage, ScriptedModel, Ended];
    beforeAll(async () => {
      const scripts: Record<string, Step[]> = {};
      model = await startScriptedModel({ scripts, chunkBytes: 40 });
      stage = await makeStage(driver, installed.ok ? installed.folder : "", model.url, (one) => {
        delete one.env.INTENTGATE_NO_BOX;
        put(one, "tools/make.sh", made);
        put(one, "tools/deny.sh", "echo denied > src/auth/denied.ts\n");
        denies?.(one, "sh tools/deny.sh");
      });
      const does = (...calls: NonNullable<Step["calls"]>): Step => ({ calls });
      scripts.main = [
        does(driver.shell(MAKE)),
        does(driver.take("INT-001")),
        does(driver.shell(MAKE)),
        does(driver.shell("node -e 'process.exit(42)'")),
        does(driver.shell("sh tools/deny.sh")),
        { say: "all done" },
      ];
      ended = await run(stage, driver.start(stage, "SCRIPT:main please"));
    });
    afterAll(async () => {
      await model?.close();
      if (stage) clear(stage);
    });
    const isThere = (path: string) => existsSync(join(stage.repo, path));
    const decisions = () => linesOf<DecisionRow>(stage, ".orchestration/decisions.jsonl");

    it("lets the session come to its end, and drops no line that it was given", () => {
      expect([ended.timedOut, ended.code], ended.out).toEqual([false, 0]);
      expect(decisions().filter(({ code }) => code === "RAN_UNBOXED")).toEqual([]);
    });

    it("runs a command that nobody can read without an intent, leaves nothing, and says so", () => {
      expect(resultOf(model, "main", 0)).toContain("it said so");
      expect(resultOf(model, "main", 0)).toContain("Nothing of this run was kept");
    });

    it("runs it under an intent without a question: what is in scope is there, the rest is not, and the model reads it", () => {
      expect(resultOf(model, "main", 2)).toContain("it said so");
      expect(resultOf(model, "main", 2)).toContain("Kept back: docs/made.md");
      expect(readFileSync(join(stage.repo, "src/auth/made.ts"), "utf8")).toBe("made\n");
      expect(isThere("docs/made.md")).toBe(false);
      // Only what the host's own rule is about was not handed over, and so it is asked about.
      expect(decisions().filter(({ phase }) => phase === "ask")).toHaveLength(denies === null ? 0 : 1);
    });

    it("shows the model how it ended, where the host does", () => {
      if (driver.name !== "opencode") expect(resultOf(model, "main", 3)).toContain("42");
    });

    it.skipIf(denies === null)("lets the person's own rule against the original act", () => {
      expect(isThere("src/auth/denied.ts"), resultOf(model, "main", 4)).toBe(false);
    });

    it("keeps what a person says is kept, and the ledger has both", async () => {
      const [id] = /(?<=request )[0-9a-f]{8}/.exec(resultOf(model, "main", 2)) ?? [];
      give(stage.folder);
      const line = [process.execPath, stage.program, "approvals", "approve", id].join(" ");
      await succeed(stage, { program: "script", args: ["-qefc", line, "/dev/null"] });
      expect(readFileSync(join(stage.repo, "docs/made.md"), "utf8")).toBe("made\n");
      const rows = ledgerOf(stage).filter(({ path }) => path.endsWith("made.ts") || path.endsWith("made.md"));
      expect(rows.map(({ intent, path }) => [intent, path])).toEqual([
        ["INT-001", "src/auth/made.ts"],
        ["INT-001", "docs/made.md"],
      ]);
    });
  });
}
