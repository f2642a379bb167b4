/** Whether everybody can use the page: at every width, in both themes, without a mouse, and with a long history. */

import { describe, expect, it } from "vitest";
import { call, DELETIONS_ASK, textOf } from "../stories/scene.ts";
import { serious } from "./axe.ts";
import { writeLongLedger } from "./long-ledger.ts";
import { closeBrowserAtEnd, goTo, openPage, serveScene } from "./page-stage.ts";

closeBrowserAtEnd();

const long = `src/auth/${"a-rather-long-folder-name/".repeat(6)}and-a-file-name-without-any-place-to-break-it.ts`;
const files = { [long]: `${"x".repeat(400)}\n`, "README.md": "hello\n", "src/pay.ts": "export const pay = 1;\n" };
const policy = "approval: { mode: strict, timeout_s: 40 }\n";
const views = [
  "#/now",
  "#/intents",
  "#/intents/INT-001",
  "#/trace",
  "#/code",
  `#/code/${long}`,
  "#/map",
  "#/hooks",
  "#/health",
];

/** A session that took an intent, changed a file, was refused, and waits for an answer. */
async function lively() {
  const stage = await serveScene({ files, policy: DELETIONS_ASK }, async (scene) => {
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    await call(scene, "read_file", { path: "src/auth/token.ts" });
    await call(scene, "write_to_file", { path: "src/auth/token.ts", content: "export const token = 2;\n" });
    await call(scene, "write_to_file", { path: "docs/outside.md", content: "x\n" });
    await call(scene, "delete_file", { path: "src/auth/token.ts" });
  });
  return stage;
}

describe("every view", () => {
  for (const colorScheme of ["light", "dark"] as const)
    it(`has nothing serious for axe in the ${colorScheme} theme`, async () => {
      const stage = await lively();
      const { page } = await openPage(stage, { colorScheme, bypassCSP: true });
      await page.getByRole("article").first().waitFor();
      const found: string[] = [];
      for (const view of views) {
        await goTo(page, view);
        await page.waitForTimeout(400); // what is on its way comes in
        found.push(...(await serious(page)).map((what) => `${view} ${what}`));
      }
      expect(found).toEqual([]);
    });

  for (const width of [390, 1440])
    it(`fits into ${width} pixels, and says nothing wrong`, async () => {
      const stage = await lively();
      const { page, complaints } = await openPage(stage, { viewport: { width, height: 844 } });
      await page.getByRole("article").first().waitFor();
      const wide: string[] = [];
      for (const view of views) {
        await goTo(page, view);
        await page.waitForTimeout(300);
        const { scroll, client } = await page.evaluate(() => ({
          scroll: document.documentElement.scrollWidth,
          client: document.documentElement.clientWidth,
        }));
        if (scroll > client) wide.push(`${view}: ${scroll} in ${client}`);
      }
      expect(wide).toEqual([]);
      expect(complaints).toEqual([]);
    });
});

describe("without a mouse", () => {
  it("an intent is declared, a question answered, and a line followed to its reason", async () => {
    const stage = await serveScene({ policy, files: { "README.md": "x\n" } });
    const { page, complaints } = await openPage(stage);
    await page.getByText("Live", { exact: true }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.getByRole("heading", { level: 1, name: "Intents" }).waitFor();
    await page.getByRole("button", { name: "New intent" }).waitFor();
    await page.waitForTimeout(200); // a hand is no faster
    await page.keyboard.press("n");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("Typed by hand");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Typed by hand" }).waitFor();
    expect(textOf(stage.scene, ".orchestration/active_intents.yaml")).toContain("Typed by hand");

    await call(stage.scene, "select_active_intent", { intent_id: "INT-001" });
    await call(stage.scene, "read_file", { path: "src/auth/token.ts" });
    const content = "export const token = 1;\nexport const typed = 2;\n";
    const written = call(stage.scene, "write_to_file", { path: "src/auth/token.ts", content });
    await page.keyboard.press("g");
    await page.keyboard.press("n");
    const once = page.getByRole("button", { name: /^Approve once/ });
    await once.waitFor();
    for (let tabs = 0; tabs < 60 && !(await once.evaluate((one) => one === document.activeElement)); tabs++)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect((await written).decision).toBe("allow");

    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await page.getByRole("heading", { level: 1, name: "Code" }).waitFor();
    const search = page.getByRole("searchbox", { name: "Find a file" });
    await search.waitFor();
    await page.keyboard.press("/");
    await expect.poll(() => search.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type("token");
    await page.getByRole("listbox", { name: "Files found" }).waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("listbox", { name: "Files found" }).press("Enter");
    const lines = page.getByRole("listbox", { name: /^Lines of/ });
    await lines.press("End");
    await lines.press("Enter");
    await page.getByRole("complementary", { name: "Why line 2" }).getByText("INT-001").first().waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("a hundred thousand records", () => {
  it("are a list of as many rows as are seen, from the newest to the oldest", async () => {
    const stage = await serveScene({ files }, ({ repo }) => writeLongLedger(repo, 100_000));
    const { page, complaints } = await openPage(stage);
    await goTo(page, "#/trace");
    const list = page.getByRole("listbox").first();
    await list.getByRole("option").first().waitFor();
    expect(await list.getByRole("option").first().getAttribute("aria-setsize")).toBe("100000");
    expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(3_000);
    await list.press("End");
    await list.locator('[aria-posinset="100000"]').waitFor();
    await list.locator('[aria-posinset="100000"]').getByText("file-0.ts").waitFor();
    expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(3_000);
    expect(complaints).toEqual([]);
  });
});
