/** With hooks in the person's own settings beside those of the project: in the root, below it, and in a worktree of it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hostNamed } from "@intentgate/hosts";
import { type ScriptedModel, type Step, startScriptedModel } from "@intentgate/scripted-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HostDriver } from "./driver.ts";
import { installedHost } from "./installed-hosts.ts";
import { linesOf, resultOf } from "./play.ts";
import { clear, type Ended, give, initUserLevel, makeStage, run, type Stage, succeed } from "./stage.ts";

/** Where it is started, below the repository's top folder, and whose files it then works on. */
const places = {
  root: { folder: "", top: "" },
  subfolder: { folder: "docs", top: "" },
  worktree: { folder: "../linked", top: "../linked" },
} as const;

type Place = keyof typeof places;

interface Row {
  invocation_id: string;
  session: string;
  tool: string;
}

interface LedgerLine {
  intent_id: string;
  decision: { id: string };
  files: { relative_path: string }[];
}

interface Tour {
  stage: Stage;
  model: ScriptedModel;
  ended: Record<string, Ended>;
}

const isOlder = process.env.INTENTGATE_TEST_OLDER === "1";
const logOf = (place: string) => `src/auth/${place}.txt`;

async function tour(driver: HostDriver, installed: string): Promise<Tour> {
  const scripts: Record<string, Step[]> = {};
  const model = await startScriptedModel({ scripts, chunkBytes: 40 });
  const stage = await makeStage(driver, installed, model.url);
  give(stage.folder);
  await succeed(stage, { program: "git", args: ["worktree", "add", "-q", "../linked"] });
  const ended: Record<string, Ended> = {};
  const start = async (script: string, folder: string) => {
    give(stage.folder);
    ended[script] = await run(stage, { ...driver.start(stage, `SCRIPT:${script} please`), folder });
  };
  const bare = join(stage.repo, places.worktree.top, "src/auth/bare.txt");
  scripts.bare = [{ calls: [driver.shell(`echo no > ${bare}`)] }, { say: "done" }];
  await start("bare", places.worktree.folder);

  await initUserLevel(driver, stage);
  for (const [place, { folder, top }] of Object.entries(places)) {
    const ground = { ...stage, repo: join(stage.repo, top) };
    const more = driver.shell(`echo more >> ${join(ground.repo, logOf(place))}`);
    scripts[place] = [
      { calls: [driver.shell(`echo no > ${join(ground.repo, `src/auth/${place}.ts`)}`)] },
      { calls: [driver.take("INT-001")] },
      { calls: [more, more, more] },
      { say: "done" },
    ];
    await start(place, folder);
  }
  return { stage, model, ended };
}

export function hostEverywhere(driver: HostDriver): void {
  const installed = installedHost(driver.name);
  describe.skipIf(!installed.ok)(`${driver.name} with hooks in the person's own settings`, () => {
    let seen: Tour;
    beforeAll(async () => {
      seen = await tour(driver, installed.ok ? installed.folder : "");
    });
    afterAll(async () => {
      await seen?.model.close();
      if (seen) clear(seen.stage);
    });

    // Of the versions that are driven otherwise.
    it.skipIf(isOlder)(`is ${driver.inWorktree} in a worktree as long as only the project has hooks`, () => {
      const file = join(seen.stage.repo, places.worktree.top, "src/auth/bare.txt");
      expect(existsSync(file), seen.ended.bare?.out).toBe(driver.inWorktree === "not gated");
    });

    it("is said to be so", () => {
      const reach = hostNamed(driver.name)?.reach;
      const said = [reach?.below, reach?.worktree].map((since) => (since === null ? "not gated" : "gated"));
      expect(said).toEqual([driver.below, driver.inWorktree]);
    });

    it.each(Object.keys(places) as Place[])("is gated in a %s, and every call counts once", (place) => {
      const top = join(seen.stage.repo, places[place].top);
      const { ended, model, stage } = seen;
      expect([ended[place]?.code, ended[place]?.timedOut], ended[place]?.out.slice(-2_000)).toEqual([0, false]);
      expect(resultOf(model, place, 0)).toContain("INTENT_REQUIRED");
      expect(existsSync(join(top, `src/auth/${place}.ts`))).toBe(false);
      const written = existsSync(join(top, logOf(place))) ? readFileSync(join(top, logOf(place)), "utf8") : "";
      expect(written, resultOf(model, place, 2)).toBe("more\n".repeat(3));
      const rows = linesOf<Row>(stage, ".orchestration/decisions.jsonl");
      const took = rows.filter((row) => row.tool.endsWith("select_active_intent")).map((row) => row.session);
      const session = [...new Set(took)][Object.keys(places).indexOf(place)];
      const decided = (tool: string) =>
        new Set(
          rows.filter((row) => row.session === session && row.tool.endsWith(tool)).map((row) => row.invocation_id),
        ).size;
      // The refused one, and three equal ones.
      expect([decided("select_active_intent"), decided("execute_command")]).toEqual([1, 4]);
      const recorded = linesOf<LedgerLine>(stage, ".orchestration/agent_trace.jsonl").filter(
        (line) => line.decision.id !== "none" && line.files.some((file) => file.relative_path === logOf(place)),
      );
      expect(recorded.map((line) => line.intent_id)).toEqual(Array(3).fill("INT-001"));
      expect(new Set(recorded.map((line) => line.decision.id)).size).toBe(3);
    });
  });
}
