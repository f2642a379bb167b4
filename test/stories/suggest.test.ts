import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { routingScene, runFromAgent } from "./routing-scene.ts";

interface Suggested {
  suggested_abilities: { id: string; reason: string; confidence: number }[];
  suggested_documents: { path: string; reason: string; stage?: string }[];
  logs?: { message: string }[];
}

describe("intentgate suggest", () => {
  it("finds the ability that a prompt is about, with its confidence and the reason", async () => {
    const scene = routingScene();
    const { suggested_abilities: found } = await scene.json<Suggested>(
      "suggest",
      "Run the full billing regression tests for me.",
    );
    expect(found[0]).toMatchObject({ id: "billing_regression", reason: expect.stringContaining('"billing"') });
    expect(found[0]?.confidence).toBeGreaterThan(0.8);
    const signup = await scene.json<Suggested>("suggest", "please test the signup flow end-to-end");
    expect(signup.suggested_abilities[0]?.id).toBe("signup_e2e");
    const shown = await scene.run("suggest", "Run the full billing regression tests for me.");
    expect(shown.out).toMatch(/^Abilities\n {2}billing_regression {2}0\.\d\d {2}matches /);
  });

  it("finds the documents that answer a question, for the stage that is named", async () => {
    const scene = routingScene();
    const question = "Before I commit, what checks should I run?";
    const { suggested_documents: found } = await scene.json<Suggested>("suggest", question);
    expect(found[0]).toMatchObject({ path: "docs/quality/pre-commit.md", reason: expect.stringContaining('"commit"') });
    const planned = await scene.json<Suggested>("suggest", question, "--stage", "plan");
    expect(planned.suggested_documents.every(({ stage }) => stage === "plan")).toBe(true);
  });

  it("says nothing where nothing fits, and says that", async () => {
    const scene = routingScene();
    expect(await scene.json("suggest", "what is the capital of France?")).toEqual({
      suggested_abilities: [],
      suggested_documents: [],
    });
    const shown = await scene.run("suggest", "what is the capital of France?");
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining("nothing is suggested") });
  });

  it("understands German, and typing errors", async () => {
    const scene = routingScene();
    const german = await scene.json<Suggested>("suggest", "Bitte die komplette Billing-Regression laufen lassen");
    expect(german.suggested_abilities[0]?.id).toBe("billing_regression");
    const typo = await scene.json<Suggested>("suggest", "biling regresion please");
    expect(typo.suggested_abilities[0]?.id).toBe("billing_regression");
  });

  it("goes by negative keywords, and by the environment that the policy names", async () => {
    const prompt = "add a test user row for u-1";
    const first = async (policy: string, text = prompt) =>
      (await routingScene({ policy }).json<Suggested>("suggest", text)).suggested_abilities.map(({ id }) => id);
    expect(await first("environment: dev\n")).toContain("db.write.user_row");
    expect(await first("environment: production\n")).not.toContain("db.write.user_row");
    expect(await first("environment: dev\n", `${prompt} in prod`)).not.toContain("db.write.user_row");
  });

  it("works where nothing is governed, without any routing, and with a broken file beside the others", async () => {
    const scene = routingScene();
    rmSync(join(scene.repo, ".orchestration"), { recursive: true });
    scene.put(".system/registry/low-level/broken.yaml", "operation_key: [\n");
    const found = await scene.json<Suggested>("suggest", "Run the full billing regression tests for me.");
    expect(found.suggested_abilities[0]?.id).toBe("billing_regression");
    expect(found.logs?.[0]?.message).toContain(".system/registry/low-level/broken.yaml:2");
    for (const path of [".system", "routes", "docs", "ROUTING.md", "ABILITY.md"]) {
      rmSync(join(scene.repo, path), { recursive: true });
    }
    expect(await scene.json("suggest", "anything")).toEqual({ suggested_abilities: [], suggested_documents: [] });
  });

  it("is for an agent's shell too: it only tells", async () => {
    const ran = await runFromAgent(routingScene(), "suggest", "run the billing regression", "--json");
    expect(ran).toMatchObject({ code: 0, err: "" });
  });

  it.each([
    ["no prompt", ["suggest"]],
    ["two prompts", ["suggest", "a", "b"]],
    ["an unknown stage", ["suggest", "a", "--stage", "later"]],
    ["an unknown option", ["suggest", "a", "--model", "x"]],
  ])("refuses %s", async (_, words) => {
    const ran = await routingScene().run(...words);
    expect(ran.code).toBe(64);
    expect(ran.err).not.toBe("");
  });
});
