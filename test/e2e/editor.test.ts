/** The packed extension in a real VS Code workbench: what a person sees there, and what their answers do on disk. */
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ScriptedModel, startScriptedModel } from "@intentgate/scripted-model";
import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { call, DELETIONS_ASK, type Scene } from "../stories/scene.ts";
import { editorScene, startWorkbench, type Workbench } from "./editor-stage.ts";
import type { EditorWindow } from "./editor-window.ts";

const source = `export function signIn(name: string): boolean {
  return name !== "";
}
`;
const edited = source.replace('name !== ""', "name.length > 0 && name.length < 100");

const LOOK = "sh ./show-env.sh";
const KEY = "sk-of-the-editor-0123456789";

let scene: Scene;
let workbench: Workbench;
let editor: EditorWindow;
let model: ScriptedModel;
const tidyUp: (() => void)[] = [];

beforeAll(async () => {
  const files = {
    "src/auth/sign-in.ts": source,
    "src/auth/old.ts": "export const old = 1;\n",
    "src/pay/pay.ts": "export const pay = 1;\n",
    "notes.md": "Nobody's business.\n",
    "show-env.sh": "#!/bin/sh\nprintenv\n",
  };
  scene = editorScene({ files, intents: null }, tidyUp);
  model = await startScriptedModel({
    chunkBytes: 5,
    scripts: {
      note: [
        { say: "I take it.", calls: [{ name: "select_active_intent", input: { intent_id: "INT-001" } }] },
        {
          say: "I write.",
          calls: [{ name: "write_to_file", input: { path: "src/auth/note.md", content: "# Note\n" } }],
        },
        {
          say: "One more.",
          calls: [{ name: "write_to_file", input: { path: "src/auth/more.md", content: "# More\n" } }],
        },
        { say: "And there.", calls: [{ name: "write_to_file", input: { path: "src/pay/x.ts", content: "x\n" } }] },
        { say: "That is all I could do." },
      ],
      look: [
        { say: "I take it.", calls: [{ name: "select_active_intent", input: { intent_id: "INT-001" } }] },
        { say: "I look.", calls: [{ name: "execute_command", input: { command: LOOK } }] },
        { say: "I look again.", calls: [{ name: "execute_command", input: { command: LOOK } }] },
        { say: "I have looked twice." },
      ],
    },
  });
  const settings = { "intentgate.model": "compatible/scripted", "intentgate.modelUrl": `${model.url}/v1` };
  workbench = await startWorkbench(scene, { settings, env: { OPENAI_API_KEY: KEY, SEEN_BY_COMMANDS: "yes" } });
  editor = await workbench.open({ folder: scene.repo });
}, 240_000);

afterAll(async () => {
  await workbench?.close();
  await model?.close();
  for (const tidy of tidyUp) tidy();
}, 60_000);

/** A question that a failed scene left open would be answered by the next one. */
afterEach(async () => {
  const open = async () => (await modal().isVisible()) || (await editor.page.getByText(REASON).isVisible());
  for (let tries = 0; tries < 10 && (await open()); tries += 1) {
    await editor.page.keyboard.press("Escape");
    await editor.page.waitForTimeout(300);
  }
}, 60_000);

const onDisk = (path: string) => readFileSync(join(scene.repo, path), "utf8");
const intentsText = () => onDisk(".orchestration/active_intents.yaml");
const modal = () => editor.modal;
const press = (label: string) => editor.press(label);
const row = (text: string | RegExp) => editor.row(text);
const REASON = "A reason for the agent; it may be empty.";

it("asks before it writes anything, and sets the gate up when told to", { timeout: 60_000 }, async () => {
  const { page } = editor;
  const setUp = page.locator(".notification-toast").getByRole("button", { name: "Set Up" });
  await setUp.waitFor({ timeout: 40_000 });
  expect(existsSync(join(scene.repo, ".orchestration"))).toBe(false);
  await editor.screenshot("1-offer");
  await setUp.click();
  await expect
    .poll(() => existsSync(join(scene.repo, ".orchestration/active_intents.yaml")), { timeout: 20_000 })
    .toBe(true);
});

it("declares an intent in two questions and shows it in the tree", { timeout: 60_000 }, async () => {
  const { page } = editor;
  await editor.showIntents();
  await page.getByText("No intent is declared, so agents cannot change anything.").waitFor();
  await editor.screenshot("2-empty");
  await editor.command("Intentgate: Declare an Intent");
  await editor.reply("What shall be done? A few words.", "Sign in with a code");
  await editor.reply("Which files may be changed for it?", "src/auth/**");
  await row("INT-001").waitFor();
  expect(intentsText()).toContain("src/auth/**");
  await row("Pending").waitFor();
});

it("shows a call that asks as a dialog with its files and class, and runs it once approved", {
  timeout: 60_000,
}, async () => {
  appendFileSync(join(scene.repo, ".orchestration/policy.yaml"), DELETIONS_ASK);
  await call(scene, "select_active_intent", { intent_id: "INT-001" });
  await row("In progress").waitFor();
  const asked = call(scene, "delete_file", { path: "src/auth/old.ts" });
  await modal().waitFor();
  const text = await modal().textContent();
  expect(text).toContain("INT-001: Sign in with a code");
  expect(text).toContain("New behaviour");
  expect(text).toContain("src/auth/old.ts");
  expect(text).toContain("-export const old = 1;");
  await editor.screenshot("3-dialog");
  expect(existsSync(join(scene.repo, "src/auth/old.ts"))).toBe(true);
  await press("Approve");
  expect((await asked).decision).toBe("allow");
  expect(existsSync(join(scene.repo, "src/auth/old.ts"))).toBe(false);
});

it("waits until the hands rest, and an Enter that comes too late approves nothing", { timeout: 120_000 }, async () => {
  const { page } = editor;
  await editor.openFile("notes.md");
  await typeInto("notes.md");
  const asked = call(scene, "delete_file", { path: "src/auth/sign-in.ts" });
  const typing = await typeFor(30, () => modal().isVisible());
  // Hands that rested because the machine was busy tell nothing.
  if (typing.longestPauseMs < 1_000) expect(typing.seen).toBe(false);
  await modal().waitFor();
  await page.keyboard.press("Enter");
  // What Enter does is to look: the same question stands below the diff.
  const toast = page.locator(".notification-toast").getByRole("button", { name: "Reject" });
  await toast.waitFor();
  expect(onDisk("src/auth/sign-in.ts")).toBe(source);
  await toast.click();
  await editor.reply(REASON, "");
  expect(await asked).toMatchObject({ decision: "deny", code: "HITL_REJECT" });
  expect(onDisk("src/auth/sign-in.ts")).toBe(source);
  await editor.openFile("notes.md");
  await editor.command("File: Revert File");
});

/** Types until the text shows it: an editor that just came up does not hear the first keys. */
async function typeInto(name: string): Promise<void> {
  const text = textOf(name);
  for (let tries = 0; tries < 20 && !(await text.textContent())?.includes("xx"); tries += 1) {
    await text.click();
    await editor.page.keyboard.type("xx");
    await editor.page.waitForTimeout(200);
  }
  await expect.poll(() => text.textContent(), { timeout: 10_000 }).toContain("xx");
}

function textOf(name: string): Locator {
  return editor.page.locator(`.editor-instance[data-uri$="/${name}"] .view-lines, .monaco-editor .view-lines`).first();
}

/**
 * Presses keys without a rest, and says whether something was seen meanwhile, and how long the editor heard nothing at
 * most: a key that did not come to the text, or came late because the machine was busy, is a rest to whoever listens.
 */
async function typeFor(keys: number, look: () => Promise<boolean>): Promise<{ seen: boolean; longestPauseMs: number }> {
  const text = textOf("notes.md");
  let [seen, longestPauseMs, last, shown] = [false, 0, performance.now(), await text.textContent()];
  for (let key = 0; key < keys && !seen; key += 1) {
    await editor.page.keyboard.press(key % 5 === 4 ? "Enter" : "x");
    await editor.page.waitForTimeout(150);
    const now = await text.textContent();
    longestPauseMs = Math.max(longestPauseMs, performance.now() - last);
    if (now !== shown) [last, shown] = [performance.now(), now];
    seen = await look();
  }
  return { seen, longestPauseMs };
}

it("leaves the file alone when it is rejected, and tells the agent why", { timeout: 60_000 }, async () => {
  const asked = call(scene, "delete_file", { path: "src/auth/sign-in.ts" });
  await modal().waitFor();
  await press("Reject");
  await editor.reply(REASON, "we still need it");
  const answer = await asked;
  expect(answer).toMatchObject({ decision: "deny", code: "HITL_REJECT" });
  expect(JSON.stringify(answer)).toContain("we still need it");
  expect(onDisk("src/auth/sign-in.ts")).toBe(source);
});

it("counts a dismissed dialog as a no", { timeout: 60_000 }, async () => {
  const asked = call(scene, "delete_file", { path: "src/auth/sign-in.ts" });
  await modal().waitFor();
  await editor.page.keyboard.press("Escape");
  await editor.page.getByText(REASON).waitFor();
  await editor.page.keyboard.press("Escape");
  expect(await asked).toMatchObject({ decision: "deny", code: "HITL_REJECT" });
  expect(onDisk("src/auth/sign-in.ts")).toBe(source);
});

it("widens the scope only when the expansion is approved", { timeout: 60_000 }, async () => {
  const input = {
    path: "src/pay/pay.ts",
    old_string: "pay = 1",
    new_string: "pay = 2",
    request_scope_expansion: { additional_globs: ["src/pay/pay.ts"], reason: "the client sends it" },
  };
  const first = call(scene, "edit", input);
  await modal().waitFor();
  expect(await modal().textContent()).toContain("src/pay/pay.ts");
  await editor.screenshot("4-expansion");
  await press("Reject");
  await editor.reply(REASON, "");
  expect((await first).decision).toBe("deny");
  expect(intentsText()).not.toContain("src/pay");
  const second = call(scene, "edit", input);
  await modal().waitFor();
  await press("Approve Expansion");
  expect((await second).decision).toBe("allow");
  expect(intentsText()).toContain("src/pay/pay.ts");
  expect(onDisk("src/pay/pay.ts")).toBe("export const pay = 2;\n");
});

it("shows the whole change in the diff editor, and takes the answer below it", { timeout: 60_000 }, async () => {
  writeFileSync(join(scene.repo, ".orchestration/policy.yaml"), "version: 1\napproval:\n  mode: strict\n");
  await call(scene, "read_file", { path: "src/auth/sign-in.ts" });
  await call(scene, "select_active_intent", { intent_id: "INT-001" });
  const asked = call(scene, "write_to_file", { path: "src/auth/sign-in.ts", content: edited });
  await modal().waitFor();
  await press("Show Diff");
  await editor.page.locator(".monaco-diff-editor").waitFor();
  await editor.page.getByText("as write_to_file would leave it").first().waitFor();
  await editor.page.locator(".modified-in-monaco-diff-editor .view-line").filter({ hasText: "100" }).first().waitFor();
  const below = editor.toast("wants to write").getByRole("button", { name: "Approve in Scope" });
  await below.waitFor();
  await editor.screenshot("5-diff");
  await below.click();
  expect((await asked).decision).toBe("allow");
  expect(onDisk("src/auth/sign-in.ts")).toBe(edited);
  // Approved for the rest of the session: the next one does not ask.
  const next = await call(scene, "write_to_file", { path: "src/auth/new.ts", content: "export const n = 1;\n" });
  expect(next.decision).toBe("allow");
});

it("says beside a line, above its function and on hover which intent it was written under", {
  timeout: 90_000,
}, async () => {
  const { page } = editor;
  await editor.openFile("src/auth/sign-in.ts", 2);
  await expect.poll(() => writtenBeside(page, ".view-lines span"), { timeout: 20_000 }).toContain("INT-001");
  await page.locator(".codelens-decoration").filter({ hasText: "INT-001" }).first().waitFor({ timeout: 30_000 });
  await editor.screenshot("6-blame");
  await page.locator(".view-line").filter({ hasText: "name.length" }).first().hover();
  await page.locator(".monaco-hover").filter({ hasText: "Sign in with a code" }).waitFor({ timeout: 20_000 });
  await editor.command("Intentgate: Toggle Colours of Who Wrote What");
  await page.locator(".cgmr").first().waitFor();
  await editor.screenshot("7-colours");
});

it("marks files outside the scope in the explorer and names the intent in the status bar", {
  timeout: 60_000,
}, async () => {
  const { page } = editor;
  await page
    .locator("#intentgate\\.intentgate-vscode\\.intentgate\\.intent, .statusbar-item")
    .filter({ hasText: "INT-001" })
    .first()
    .waitFor();
  await page.keyboard.press("Control+Shift+E");
  await expect
    .poll(() => writtenBeside(page, '[aria-label="notes.md"] .monaco-icon-label'), { timeout: 20_000 })
    .toContain("⊘");
  expect(await writtenBeside(page, '[aria-label="src"] .monaco-icon-label')).not.toContain("⊘");
  await editor.screenshot("8-explorer");
});

it("marks what is wrong in the intents file while it stands there, and only then", {
  timeout: 60_000,
}, async () => {
  const { page } = editor;
  const good = intentsText();
  await editor.command("Intentgate: Open the Intents File");
  await page.locator('.tab.active[data-resource-name="active_intents.yaml"]').waitFor();
  writeFileSync(
    join(scene.repo, ".orchestration/active_intents.yaml"),
    good.replace("\n    owned_scope:", "\n    owned_scop:"),
  );
  await expect.poll(() => page.locator(".squiggly-error").count(), { timeout: 20_000 }).toBeGreaterThan(0);
  await editor.screenshot("9-problem");
  writeFileSync(join(scene.repo, ".orchestration/active_intents.yaml"), good);
  await expect.poll(() => page.locator(".squiggly-error").count(), { timeout: 20_000 }).toBe(0);
});

it("runs the agent in the panel to its end, with what was refused and why", { timeout: 90_000 }, async () => {
  await editor.showIntents();
  const panel = await editor.panel();
  await panel.locator("#text").fill("SCRIPT:note please");
  await panel.locator("#send").click();
  await modal().waitFor({ timeout: 30_000 });
  expect(existsSync(join(scene.repo, "src/auth/note.md"))).toBe(false);
  await press("Approve in Scope");
  await panel.locator(".ended").waitFor({ timeout: 30_000 });
  const said = await panel.locator("#log").textContent();
  expect(said).toContain("SCRIPT:note please");
  expect(said).toContain("works under INT-001");
  expect(said).toContain("Refused: SCOPE_VIOLATION");
  expect(said).toContain("That is all I could do.");
  await editor.screenshot("10-agent");
  expect(onDisk("src/auth/note.md")).toBe("# Note\n");
  expect(onDisk("src/auth/more.md")).toBe("# More\n"); // in scope, so it was not asked about again
  expect(existsSync(join(scene.repo, "src/pay/x.ts"))).toBe(false);
});

it("runs a command that was approved for the session twice, and shows it none of the editor's keys", {
  timeout: 90_000,
}, async () => {
  const panel = await editor.panel();
  await panel.locator("#clear").click();
  await panel.locator("#text").fill("SCRIPT:look please");
  await panel.locator("#send").click();
  await modal().waitFor({ timeout: 30_000 });
  expect(await modal().textContent()).toContain(LOOK);
  await press("Approve for This Session");
  await panel.locator(".ended").waitFor({ timeout: 30_000 });
  const said = await panel.locator("#log").textContent();
  expect(said).toContain("I have looked twice.");
  const told = JSON.stringify(model.requests);
  expect(told).toContain("SEEN_BY_COMMANDS=yes");
  expect(told).not.toContain(KEY);
  expect(said).not.toContain(KEY);
});

it("does not take the editor for an agent, so that a person can still set up a gate from it", () => {
  const hosts = join(scene.env.XDG_STATE_HOME ?? "", "intentgate/hosts");
  const alive = readdirSync(hosts).flatMap((pid) => {
    const words = join("/proc", pid, "cmdline");
    return existsSync(words) ? [readFileSync(words, "utf8")] : [];
  });
  expect(alive.length).toBeGreaterThan(0);
  for (const words of alive) expect(words).toContain("agent.cjs");
});

it("says in the tree what is broken, and goes on once it is mended", { timeout: 60_000 }, async () => {
  const inbox = join(scene.repo, ".orchestration/approvals");
  await editor.command("Intentgate: Focus on Intents View");
  // Sessions that work under it name it too.
  await row("INT-001").first().waitFor();
  renameSync(inbox, `${inbox}-away`);
  writeFileSync(inbox, "no folder\n");
  await row("cannot be used").waitFor();
  rmSync(inbox);
  renameSync(`${inbox}-away`, inbox);
  await row("INT-001").first().waitFor();
  expect(await row("cannot be used").count()).toBe(0);
});

/** What decorations write into the page stands in style sheets, not in the text. */
async function writtenBeside(page: EditorWindow["page"], selector: string): Promise<string> {
  const texts = await page.locator(selector).evaluateAll((found) => {
    const look = Reflect.get(globalThis, "getComputedStyle") as (one: unknown, part: string) => { content: string };
    return found.map((one) => look(one, "::after").content);
  });
  return texts.join(" ");
}
