/** What each view lets a person do, and what it does on disk. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, put, run, textOf } from "../stories/scene.ts";
import { serious } from "./axe.ts";
import { closeBrowserAtEnd, goTo, openPage, serveScene } from "./page-stage.ts";

closeBrowserAtEnd();

const intentsFile = ".orchestration/active_intents.yaml";
const strict = "approval: { mode: strict, timeout_s: 40 }\n";
const path = "src/auth/token.ts";
const changed = "export const token = 2;\n";

describe("intents", () => {
  it("are blocked, completed and reopened by a person", async () => {
    const stage = await serveScene({});
    const { page, complaints } = await openPage(stage);
    await goTo(page, "#/intents/INT-001");
    const status = () => /id: INT-001[\s\S]*?status: (\w+)/.exec(textOf(stage.scene, intentsFile))?.[1];
    await page.getByRole("button", { name: "Block" }).click();
    await page.getByText("INT-001 is blocked").waitFor();
    expect(status()).toBe("BLOCKED");
    await page.getByRole("button", { name: "Unblock" }).click();
    await page.getByText("INT-001 is in progress").waitFor();
    expect(status()).toBe("IN_PROGRESS");
    await page.getByRole("button", { name: "Complete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    expect(status()).toBe("IN_PROGRESS");
    await page.getByRole("button", { name: "Complete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Complete" }).click();
    await page.getByText("INT-001 is complete").waitFor();
    expect(status()).toBe("COMPLETE");
    await page.getByRole("button", { name: "Reopen" }).click();
    await page.getByText("INT-001 is open again").waitFor();
    expect(status()).toBe("IN_PROGRESS");
    expect(complaints).toEqual([]);
  });

  it("are not saved over what somebody else changed meanwhile", async () => {
    const stage = await serveScene({});
    const { page } = await openPage(stage);
    await goTo(page, "#/intents/INT-001");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Name").fill("Mine");
    const text = textOf(stage.scene, intentsFile);
    put(stage.scene.repo, intentsFile, text.replace("JWT Authentication Migration", "Theirs"));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    expect(textOf(stage.scene, intentsFile)).toContain("Theirs");
    expect(textOf(stage.scene, intentsFile)).not.toContain("Mine");
  });

  it("tell while they are typed what they would cover, and show whose files they share", async () => {
    const stage = await serveScene({});
    const { page, complaints } = await openPage(stage);
    await goTo(page, "#/intents");
    await page.getByText("Overlaps with INT-002").waitFor();
    await page.getByRole("button", { name: "New intent" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("no file may be changed").waitFor();
    await dialog.getByLabel("Files it may change").fill("src/auth/**");
    await dialog.getByText("1 file now").waitFor();
    await dialog.getByText(/1 file also belongs to INT-001/).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await goTo(page, "#/intents/INT-001");
    await page.getByRole("heading", { name: "Shared files" }).waitFor();
    const tree = page.getByRole("tree", { name: "Files in the scope" });
    await tree.getByRole("treeitem").filter({ hasText: "src" }).first().getByText("INT-002").waitFor();
    expect(complaints).toEqual([]);
  });

  it("whose demands changed show what was written before, until a person has looked", async () => {
    const stage = await serveScene({}, async (scene) => {
      await call(scene, "select_active_intent", { intent_id: "INT-001" });
      await call(scene, "read_file", { path });
      await call(scene, "write_to_file", { path, content: changed });
    });
    const { page, complaints } = await openPage(stage);
    await goTo(page, "#/intents/INT-001");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("It is done when").fill("old tokens are refused");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "To be looked at again" }).waitFor();
    await page.getByRole("link", { name: "line 1" }).first().waitFor();
    await page.getByRole("button", { name: "I looked: all is well" }).click();
    await page.getByRole("heading", { name: "To be looked at again" }).waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });
});

describe("questions", () => {
  it("answered for all changes inside the scope are not asked again, until that is taken back", async () => {
    const stage = await serveScene({ policy: strict });
    const { page, complaints } = await openPage(stage);
    await page.getByText("Live", { exact: true }).waitFor();
    await call(stage.scene, "select_active_intent", { intent_id: "INT-001" });
    await call(stage.scene, "read_file", { path });
    const first = call(stage.scene, "write_to_file", { path, content: changed });
    await page.getByRole("button", { name: /^Approve all in-scope writes/ }).click();
    expect((await first).decision).toBe("allow");
    const second = await call(stage.scene, "write_to_file", { path, content: "export const token = 3;\n" });
    expect(second.decision).toBe("allow");
    await page.getByRole("button", { name: "Take back" }).click();
    await page.getByText("Taken back").waitFor();
    const third = call(stage.scene, "write_to_file", { path, content: "export const token = 4;\n" });
    await page
      .getByRole("article")
      .getByRole("button", { name: /^Approve once/ })
      .focus();
    await page.keyboard.press("r");
    await page.keyboard.press("Control+Enter");
    expect((await third).code).toBe("HITL_REJECT");
    expect(textOf(stage.scene, path)).toBe("export const token = 3;\n");
    expect(complaints).toEqual([]);
  });

  it("about a command can be answered for the session or in the policy", async () => {
    const stage = await serveScene({ policy: "approval: { timeout_s: 40 }\n" });
    const { page, complaints } = await openPage(stage);
    await page.getByText("Live", { exact: true }).waitFor();
    await call(stage.scene, "select_active_intent", { intent_id: "INT-001" });
    const one = call(stage.scene, "execute_command", { command: "./no-such-program --a" });
    await page.getByRole("button", { name: /^Approve this exact command/ }).click();
    expect((await one).decision).toBe("allow");
    expect((await call(stage.scene, "execute_command", { command: "./no-such-program --a" })).decision).toBe("allow");
    const other = call(stage.scene, "execute_command", { command: "./no-such-program --b" });
    await page.getByRole("button", { name: /^Declare it/ }).click();
    expect((await other).decision).toBe("allow");
    expect(textOf(stage.scene, ".orchestration/policy.yaml")).toContain("no-such-program");
    expect(complaints).toEqual([]);
  });
});

describe("the trace", () => {
  it("narrows to what is asked for, and the address remembers it", async () => {
    const stage = await serveScene({}, async (scene) => {
      for (const [session, intent_id, file] of [
        ["s1", "INT-001", "src/auth/one.ts"],
        ["s2", "INT-002", "src/two.ts"],
      ] as const) {
        await call(scene, "select_active_intent", { intent_id }, session);
        await call(scene, "write_to_file", { path: file, content: "export {};\n" }, session);
      }
    });
    const { page, complaints } = await openPage(stage);
    await goTo(page, "#/trace");
    const rows = page.getByRole("listbox", { name: /^Changes/ }).getByRole("option");
    await rows.nth(1).waitFor();
    await page.getByLabel("Intent", { exact: true }).selectOption("INT-002");
    await rows.nth(1).waitFor({ state: "detached" });
    await rows.getByText("two.ts").waitFor();
    expect(page.url()).toContain("intent=INT-002");
    await page.reload();
    await rows.getByText("two.ts").waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByRole("searchbox", { name: "File or folder" }).fill("src/auth");
    await page.getByText("No change fits").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await rows.nth(1).waitFor();
    await rows.filter({ hasText: "one.ts" }).click();
    await page.getByRole("complementary", { name: "Change" }).getByRole("link", { name: "INT-001" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("says so when somebody tampered with the record", async () => {
    const stage = await serveScene({}, async (scene) => {
      await call(scene, "select_active_intent", { intent_id: "INT-001" });
      await call(scene, "write_to_file", { path: "src/auth/one.ts", content: "export {};\n" });
      const ledger = join(scene.repo, ".orchestration/agent_trace.jsonl");
      writeFileSync(ledger, readFileSync(ledger, "utf8").replace('"INT-001"', '"INT-002"'));
    });
    const { page } = await openPage(stage);
    await goTo(page, "#/trace");
    await page.locator("button.chain").click();
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByRole("dialog").getByText("Record was tampered with").waitFor();
  });
});

describe("the map", () => {
  it("is a drawing of links, and the same as a tree for the keyboard", async () => {
    const stage = await serveScene({}, async (scene) => {
      await call(scene, "select_active_intent", { intent_id: "INT-001" });
      await call(scene, "write_to_file", { path: "src/auth/one.ts", content: "export function sign() {}\n" });
    });
    const { page, complaints } = await openPage(stage);
    await goTo(page, "#/map");
    await page.getByRole("link", { name: /^Intent JWT/ }).waitFor();
    await page.getByRole("link", { name: "Part sign" }).waitFor();
    await page.getByRole("button", { name: "List" }).click();
    const tree = page.getByRole("tree");
    await tree.focus();
    await page.keyboard.press("ArrowLeft");
    await tree.getByText("src/auth/one.ts").waitFor({ state: "detached" });
    await page.keyboard.press("ArrowRight");
    await tree.getByText("src/auth/one.ts").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("listbox", { name: "Lines of src/auth/one.ts" }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("hooks", () => {
  it("wait until a person has looked at exactly what they trust", async () => {
    const files = {
      ".system/hooks/remind.yaml":
        "id: remind\nevent_type: PostAbilityCall\nsummary: Reminds\nhandler:\n  kind: script\n  command: node .system/hooks/scripts/remind.mjs\n",
      ".system/hooks/scripts/remind.mjs": "process.stdout.write('{}');\n",
    };
    const stage = await serveScene({ files });
    const { page, complaints } = await openPage(stage);
    await goTo(page, "#/hooks");
    await page.getByRole("button", { name: /^remind/ }).click();
    const side = page.getByRole("complementary", { name: "remind" });
    await side.getByText("process.stdout.write('{}');").waitFor();
    await side.getByRole("button", { name: "Trust exactly this" }).click();
    await page.getByRole("button", { name: /^remind trusted/ }).waitFor();
    put(stage.scene.repo, ".system/hooks/scripts/remind.mjs", "process.stdout.write('{ }');\n");
    await page.getByRole("button", { name: /^remind changed since you trusted it/ }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("an agent that is not gated", () => {
  it("is told of on the first view, with the reason and what helps, and health calls nothing well", async () => {
    const stage = await serveScene({}, async (scene) => {
      const init = await run(scene, ["init", "--yes", "--host", "gemini-cli", "--host", "claude-code"]);
      expect(init.out).toContain("Gemini CLI: NOT GATED HERE");
    });
    const { page, complaints } = await openPage(stage);
    await page.getByText(/Gemini CLI: NOT GATED HERE: the folder is not trusted/).waitFor();
    await goTo(page, "#/health");
    await page.getByText("Claude Code: nothing found against it").waitFor();
    expect(await page.getByText("All in order").count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe("health", () => {
  it("counts what only observing let pass, and leads to the decision", async () => {
    const stage = await serveScene({ policy: "mode: observe\n" }, async (scene) => {
      await call(scene, "write_to_file", { path: "src/auth/one.ts", content: "export {};\n" });
    });
    const { page, complaints } = await openPage(stage);
    await page.getByText("Only observing", { exact: true }).waitFor();
    await goTo(page, "#/health");
    await page.getByRole("heading", { name: "Would have been refused" }).waitFor();
    await page.getByText("No intent taken").first().click();
    await page.getByRole("link", { name: "Write a file" }).click();
    await page
      .getByRole("complementary", { name: "Decision" })
      .getByText(/only observes/)
      .waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("a session that was refused too often", () => {
  it("stands still until a person lets it go on", async () => {
    const stage = await serveScene({}, async (scene) => {
      for (let times = 0; times < 9; times++)
        await call(scene, "write_to_file", { path: "src/auth/one.ts", content: "x\n" });
    });
    const { page, complaints } = await openPage(stage);
    await page.getByText(/^Stopped after \d+ refusals/).waitFor();
    await page.getByRole("button", { name: "Let it go on" }).click();
    await page.getByText(/^Stopped after/).waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });
});

describe("details and dialogs", () => {
  for (const [width, colorScheme] of [
    [390, "dark"],
    [1440, "light"],
  ] as const)
    it(`have nothing serious for axe at ${width} pixels in the ${colorScheme} theme`, async () => {
      const hook = "id: remind\nevent_type: SessionStop\nhandler: { kind: script, command: node remind.mjs }\n";
      let refused = "";
      const stage = await serveScene({ files: { ".system/hooks/remind.yaml": hook } }, async (scene) => {
        await call(scene, "select_active_intent", { intent_id: "INT-001" });
        await call(scene, "write_to_file", { path: "src/auth/one.ts", content: "export function sign() {}\n" });
        refused = (await call(scene, "write_to_file", { path: "docs/a.md", content: "x\n" })).invocation_id;
      });
      const viewport = { width, height: 844 };
      const { page } = await openPage(stage, { viewport, colorScheme, bypassCSP: true });
      const found: string[] = [];
      for (const [hash, shown] of [
        [`#/now?call=${refused}`, "Step by step"],
        ["#/intents?new=1", "Files it may change"],
        ["#/trace?record=0", "Written by"],
        ["#/code/src/auth/one.ts?line=1", "Written by"],
        ["#/map?as=drawing", "sign"],
        ["#/map?as=list", "sign"],
        ["#/hooks?hook=remind", "What you would trust"],
      ] as const) {
        await page.evaluate((to) => {
          location.hash = to;
        }, hash);
        await page.getByText(shown).first().waitFor();
        found.push(...(await serious(page)).map((what) => `${hash} ${what}`));
      }
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
      found.push(...(await serious(page)).map((what) => `keys ${what}`));
      expect(found).toEqual([]);
    });
});

describe("the frame", () => {
  it("switches the theme for good, tells the keys, and is not in the way of typing", async () => {
    const stage = await serveScene({});
    const { page, complaints } = await openPage(stage, { colorScheme: "light" });
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    expect(await theme()).toBe("light");
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    expect(await theme()).toBe("dark");
    await page.reload();
    expect(await theme()).toBe("dark");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await goTo(page, "#/intents");
    await page.keyboard.press("/");
    await page.keyboard.type("gn?");
    expect(await page.getByRole("searchbox").inputValue()).toBe("gn?");
    expect(page.url()).toContain("#/intents");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
