/**
 * The first minute of a newcomer: a repository that nobody prepared, `intentgate init`, the page in a real browser and a
 * real Claude Code that writes a file. Nobody named an intent; one click on the page is all that a person does.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readIntents } from "@intentgate/policy";
import { type ScriptedModel, type Step, startScriptedModel } from "@intentgate/scripted-model";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, type Serving, startServing } from "../e2e/serving.ts";
import { claudeCode } from "./drivers/claude-code.ts";
import { installedHost } from "./installed-hosts.ts";
import { ledgerOf, linesOf, resultOf } from "./play.ts";
import { clear, type Ended, intentgate, makeGround, prepareHost, run, type Stage } from "./stage.ts";

const installed = installedHost(claudeCode.name);
const WRITTEN = "src/greeting.ts";
const TEXT = "export const greeting = 'hello';\nexport const to = 'world';\n";
const NAME = "Add a greeting to the shop";

interface Newcomer {
  stage: Stage;
  model: ScriptedModel;
  serving: Serving | null;
}

async function begin(isServed: boolean): Promise<Newcomer> {
  const main: Step[] = [];
  const model = await startScriptedModel({ scripts: { main }, chunkBytes: 40 });
  const folder = installed.ok ? installed.folder : "";
  const stage = await makeGround(claudeCode, folder, model.url, {
    "README.md": "# Shop\n",
    "src/main.ts": "export const shop = 1;\n",
  });
  main.push({ calls: [claudeCode.write(stage, WRITTEN, TEXT)] }, { say: "all done" });
  // The agent is found as on anybody's machine: by its program on the path.
  stage.env.PATH = `${join(folder, "node_modules/.bin")}:${stage.env.PATH}`;
  delete stage.env.INTENTGATE_HOSTS;
  await intentgate(stage, ["init", "--yes"]);
  await prepareHost(claudeCode, stage);
  const serving = isServed ? await startServing(stage.folder, stage.repo, stage.env, [], stage.program) : null;
  return { stage, model, serving };
}

/** In the mode in which it asks its own person, who is not there: what it would ask about, it refuses itself. */
function start({ stage }: Newcomer): Promise<Ended> {
  const { args, ...command } = claudeCode.start(stage, `${NAME}\nSCRIPT:main`);
  return run(stage, { ...command, args: args.map((one) => (one === "bypassPermissions" ? "default" : one)) });
}

async function end({ serving, model, stage }: Newcomer): Promise<void> {
  await serving?.stop();
  await model.close();
  clear(stage);
}

/** What the model was shown after it had written. */
const toldIn = ({ model }: Newcomer) => resultOf(model, "main", 0);
const written = ({ stage }: Newcomer) =>
  existsSync(join(stage.repo, WRITTEN)) ? readFileSync(join(stage.repo, WRITTEN), "utf8") : null;
function intentsOf({ stage }: Newcomer) {
  const file = join(stage.repo, ".orchestration/active_intents.yaml");
  const read = readIntents(readFileSync(file, "utf8"), file);
  if (!read.ok) throw new Error("intents unreadable");
  const intents = [...read.value.intents.values()];
  return intents.map(({ id, name, status, owned_scope }) => ({ id, name, status, owned_scope }));
}
const decisionsOf = ({ stage }: Newcomer) =>
  linesOf<{ phase: string; decision?: string; intent_id: string | null }>(stage, ".orchestration/decisions.jsonl");

describe.skipIf(!installed.ok || !process.env.INTENTGATE_TEST_BROWSER)("a newcomer's first file", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function openPage({ serving }: Newcomer): Promise<Page> {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(serving?.address ?? "");
    await page.getByText("Live", { exact: true }).waitFor();
    return page;
  }

  describe("with one yes on the page", () => {
    let newcomer: Newcomer;
    let page: Page;
    let ended: Ended;
    const questions: string[] = [];
    beforeAll(async () => {
      newcomer = await begin(true);
      page = await openPage(newcomer);
      const running = start(newcomer);
      const cards = page.getByRole("article");
      await cards.first().waitFor();
      questions.push(...(await cards.allInnerTexts()));
      await cards.getByRole("button", { name: /^Start/ }).click();
      ended = await running;
      await cards.first().waitFor({ state: "detached" });
    });
    afterAll(async () => newcomer && (await end(newcomer)));

    it("is one question, in the person's own words, and the page complains of nothing", async () => {
      expect(questions).toHaveLength(1);
      expect(questions[0]).toContain(`Claude Code wants to start "${NAME}"`);
      expect(questions[0]).toContain(WRITTEN);
      expect(await page.getByRole("alert").count()).toBe(0);
      const asked = decisionsOf(newcomer).filter(({ decision }) => decision === "ask");
      expect(asked).toHaveLength(1);
    });

    it("is enough for the file: the agent reads no refusal, and its own dialog does not come", () => {
      expect([ended.code, ended.timedOut], ended.out).toEqual([0, false]);
      expect(written(newcomer)).toBe(TEXT);
      expect(toldIn(newcomer)).not.toMatch(/INTENT_REQUIRED|refused|denied|permission/i);
    });

    it("leaves one intent, at work and taken", async () => {
      expect(intentsOf(newcomer)).toEqual([{ id: "INT-001", name: NAME, status: "IN_PROGRESS", owned_scope: ["**"] }]);
      expect(decisionsOf(newcomer).at(-1)).toMatchObject({
        phase: "done",
        decision: "succeeded",
        intent_id: "INT-001",
      });
      // As one that works, or has worked: the agent may have ended by now.
      await page.getByText("INT-001").first().waitFor();
    });

    it("leaves one line in the ledger, under that intent", async () => {
      const session = expect.stringMatching(/^claude-code:/);
      expect(ledgerOf(newcomer.stage)).toEqual([
        { intent: "INT-001", session, path: WRITTEN, ranges: [[1, 2]], outcome: "OK" },
      ]);
    });

    it("is named by every line of the file", async () => {
      const { record, text } = JSON.parse(await intentgate(newcomer.stage, ["why", `${WRITTEN}:2`, "--json"]));
      expect(text).toBe(TEXT.split("\n")[1]);
      expect([record.entity_type, record.intent.id, record.intent.name]).toEqual(["AI", "INT-001", NAME]);
      expect(record.decision.approval).toMatch(/^once:/);
    });
  });

  describe("with a no on the page", () => {
    let newcomer: Newcomer;
    beforeAll(async () => {
      newcomer = await begin(true);
      const page = await openPage(newcomer);
      const running = start(newcomer);
      const card = page.getByRole("article");
      await card.getByRole("button", { name: /^Reject/ }).click();
      await card.getByRole("textbox").fill("only look today");
      await card.getByRole("button", { name: /^Reject/ }).click();
      await running;
    });
    afterAll(async () => newcomer && (await end(newcomer)));

    it("is refused with the person's reason", () => {
      expect(toldIn(newcomer)).toContain("HITL_REJECT");
      expect(toldIn(newcomer)).toContain("only look today");
      expect(toldIn(newcomer)).not.toContain("propose_intent");
    });

    it("writes nothing, and makes no intent", () => {
      expect([written(newcomer), intentsOf(newcomer)]).toEqual([null, []]);
    });
  });

  describe("with nobody there", () => {
    let newcomer: Newcomer;
    beforeAll(async () => {
      newcomer = await begin(false);
      await start(newcomer);
    });
    afterAll(async () => newcomer && (await end(newcomer)));

    it("is refused, and the agent is told to propose an intent", () => {
      expect(toldIn(newcomer)).toContain("INTENT_REQUIRED");
      expect(toldIn(newcomer)).toContain("propose_intent");
    });

    it("writes nothing, and makes no intent", () => {
      expect([written(newcomer), intentsOf(newcomer)]).toEqual([null, []]);
    });
  });
});
