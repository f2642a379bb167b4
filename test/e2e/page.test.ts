/** The page in a real browser: what a person does there, and what it does on disk. */
import { describe, expect, it } from "vitest";
import { call, textOf } from "../stories/scene.ts";
import { closeBrowserAtEnd, goTo, openPage, openTab, serveScene } from "./page-stage.ts";

closeBrowserAtEnd();

const strict = "approval: { mode: strict, timeout_s: 40 }\n";
const path = "src/auth/token.ts";
const content = "export const token = 1;\nexport const more = 2;\n";

describe("a person at the page", () => {
  it("comes in without the token staying in the address, and sees what to do first", async () => {
    const stage = await serveScene({ intents: "active_intents: []\n" });
    const { page, complaints, context } = await openPage(stage);
    expect(page.url()).not.toMatch(/token|key=/);
    expect(await page.evaluate(() => document.cookie)).toBe("");
    expect((await context.cookies())[0]).toMatchObject({ httpOnly: true, sameSite: "Strict" });
    await goTo(page, "#/intents");
    await page.getByText("No intent is declared yet").waitFor();
    expect(complaints).toEqual([]);
  });

  it("declares an intent, sees an agent refused live, and two tabs stay in step", async () => {
    const stage = await serveScene({});
    const opened = await openPage(stage);
    const { page } = opened;
    const other = await openTab(opened, `${stage.origin}/#/intents`);
    await goTo(page, "#/intents");
    await page.getByRole("button", { name: "New intent" }).click();
    await page.getByLabel("Name").fill("Rate limits");
    await page.getByLabel("Files it may change").fill("src/limits/**");
    await page.getByLabel("It is done when").fill("a burst is refused");
    await page.getByRole("button", { name: "Declare" }).click();
    await page.getByRole("heading", { level: 1, name: "Rate limits" }).waitFor();
    expect(textOf(stage.scene, ".orchestration/active_intents.yaml")).toContain("Rate limits");
    await other.page.getByText("Rate limits").first().waitFor();

    await goTo(page, "#/now");
    await other.page.goto(`${stage.origin}/#/now`);
    await call(stage.scene, "select_active_intent", { intent_id: "INT-003" });
    const refused = await call(stage.scene, "write_to_file", { path: "src/auth/new.ts", content: "x\n" });
    expect(refused.code).toBe("SCOPE_VIOLATION");
    for (const tab of [page, other.page])
      await tab
        .getByRole("listbox")
        .getByText("write_to_file")
        .or(tab.getByText(/outside/i))
        .first()
        .waitFor();
    expect([...opened.complaints, ...other.complaints]).toEqual([]);
  });

  it("approves what waits, and the file is as the diff said", async () => {
    const stage = await serveScene({ policy: strict });
    const opened = await openPage(stage);
    const { page, complaints } = opened;
    const other = await openTab(opened, `${stage.origin}/#/now`);
    await page.getByText("Live", { exact: true }).waitFor();
    await call(stage.scene, "select_active_intent", { intent_id: "INT-001" });
    await call(stage.scene, "read_file", { path });
    const written = call(stage.scene, "write_to_file", { path, content });
    const card = page.getByRole("article").filter({ hasText: path });
    await card.waitFor();
    await other.page.getByRole("article").filter({ hasText: path }).waitFor();
    expect(await card.textContent()).toContain("export const more = 2;");
    expect(await card.textContent()).toContain("INT-001");
    await card.getByRole("button", { name: /^Approve once/ }).click();
    expect((await written).decision).toBe("allow");
    expect(textOf(stage.scene, path)).toBe(content);
    await other.page.getByRole("article").filter({ hasText: path }).waitFor({ state: "detached" });
    expect([...complaints, ...other.complaints]).toEqual([]);
  });

  it("rejects with a reason that the agent reads", async () => {
    const stage = await serveScene({ policy: strict });
    const { page, complaints } = await openPage(stage);
    await page.getByText("Live", { exact: true }).waitFor();
    await call(stage.scene, "select_active_intent", { intent_id: "INT-001" });
    await call(stage.scene, "read_file", { path });
    const written = call(stage.scene, "write_to_file", { path, content });
    const card = page.getByRole("article").filter({ hasText: path });
    await card.getByRole("button", { name: /^Reject/ }).click();
    await card.getByRole("textbox").fill("use the v2 client");
    await card.getByRole("button", { name: "Reject", exact: true }).click();
    const answer = await written;
    expect([answer.decision, answer.code]).toEqual(["deny", "HITL_REJECT"]);
    expect(JSON.stringify(answer)).toContain("use the v2 client");
    expect(textOf(stage.scene, path)).toBe("export const token = 1;\n");
    expect(complaints).toEqual([]);
  });

  it("says yes only to what is on the screen: a card that is closed can be opened or rejected", async () => {
    const stage = await serveScene({ policy: strict });
    const { page, complaints } = await openPage(stage);
    await page.getByText("Live", { exact: true }).waitFor();
    const proposed = ["One", "Two", "Three", "Four"].map((name) => ({ name, owned_scope: [`docs/${name}/**`] }));
    const waiting: Promise<{ decision: string }>[] = [];
    for (const [at, input] of proposed.entries()) {
      waiting.push(call(stage.scene, "propose_intent", input, `s${at}`));
      await page.getByRole("article").nth(at).waitFor();
    }
    const card = page.getByRole("article").filter({ hasText: "Four" });
    const approve = card.getByRole("button", { name: /^Approve once/ });
    expect([await approve.isDisabled(), await card.getByText("docs/Four/**").count()]).toEqual([true, 0]);
    expect(await card.getByRole("button", { name: /^Reject/ }).isEnabled()).toBe(true);
    await card.getByRole("button", { name: "Show details" }).press("a");
    await card.getByText("docs/Four/**").waitFor();
    expect([await approve.isEnabled(), await page.getByRole("article").count()]).toEqual([true, 4]);
    await approve.click();
    expect((await waiting[3])?.decision).toBe("allow");
    expect(textOf(stage.scene, ".orchestration/active_intents.yaml")).toContain("docs/Four/**");
    for (const name of ["One", "Two", "Three"]) {
      const other = page.getByRole("article").filter({ hasText: name });
      await other.getByRole("button", { name: /^Reject/ }).click();
      await other.getByRole("button", { name: "Reject", exact: true }).click();
    }
    await Promise.all(waiting);
    expect(complaints).toEqual([]);
  });

  it("widens a scope for an agent that asks", async () => {
    const stage = await serveScene({});
    const { page, complaints } = await openPage(stage);
    await page.getByText("Live", { exact: true }).waitFor();
    await call(stage.scene, "select_active_intent", { intent_id: "INT-001" });
    const asked = call(stage.scene, "request_scope_expansion", {
      additional_globs: ["docs/auth/**"],
      reason: "documents",
    });
    const card = page.getByRole("article").filter({ hasText: "docs/auth/**" });
    await card.getByRole("button", { name: /^Approve Expansion/ }).click();
    expect((await asked).decision).toBe("allow");
    await goTo(page, "#/intents/INT-001");
    await page.getByText("docs/auth/**").first().waitFor();
    expect(textOf(stage.scene, ".orchestration/active_intents.yaml")).toContain("docs/auth/**");
    expect(complaints).toEqual([]);
  });

  it("follows a line to why it is there", async () => {
    const files = { "README.md": "x\n", "src/pay.ts": "x\n" };
    const stage = await serveScene({ files }, async (scene) => {
      await call(scene, "select_active_intent", { intent_id: "INT-001" });
      await call(scene, "read_file", { path });
      await call(scene, "write_to_file", { path, content });
    });
    const { page, complaints } = await openPage(stage);
    await goTo(page, "#/code");
    const tree = page.getByRole("tree");
    for (const name of ["src", "auth", "token.ts"])
      await tree.getByRole("treeitem").filter({ hasText: name }).first().click();
    await page
      .getByRole("listbox", { name: /Lines of/ })
      .getByText("export const more = 2;")
      .click();
    const why = page.getByRole("complementary", { name: "Why line 2" });
    await why.getByText("JWT Authentication Migration").waitFor();
    await why.getByText("INT-001").first().waitFor();
    expect(complaints).toEqual([]);
  });
});
