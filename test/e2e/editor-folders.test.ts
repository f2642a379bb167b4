/** Windows with several folders, folders without a gate, and whose conversation the panel holds. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ScriptedModel, startScriptedModel } from "@intentgate/scripted-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, DELETIONS_ASK, type Scene } from "../stories/scene.ts";
import { editorScene, startWorkbench, type Workbench } from "./editor-stage.ts";
import type { EditorWindow } from "./editor-window.ts";

const LIMIT = { timeout: 120_000 };
const SIDECAR = ".orchestration/active_intents.yaml";
const OFFER = "Intentgate can stand between agents";
const intent = (name: string) => `version: 1
active_intents:
  - id: INT-001
    name: ${name}
    status: IN_PROGRESS
    owned_scope: ["src/**"]
`;
const note = (name: string) => [
  { say: "I take it.", calls: [{ name: "select_active_intent", input: { intent_id: "INT-001" } }] },
  { say: "I write.", calls: [{ name: "write_to_file", input: { path: `src/${name}.md`, content: `# ${name}\n` } }] },
  { say: `The ${name} is done.` },
];

let api: Scene;
let web: Scene;
let workbench: Workbench;
let model: ScriptedModel;
const tidyUp: (() => void)[] = [];

beforeAll(async () => {
  const files = { "src/old.ts": "export const old = 1;\n" };
  api = editorScene({ files, intents: intent("Serve it") }, tidyUp);
  web = { ...editorScene({ files, intents: intent("Show it"), policy: DELETIONS_ASK }, tidyUp), env: api.env };
  model = await startScriptedModel({
    scripts: { first: note("first"), second: note("second"), third: note("third") },
  });
  const settings = { "intentgate.model": "compatible/scripted", "intentgate.modelUrl": `${model.url}/v1` };
  workbench = await startWorkbench(api, { settings });
}, 240_000);

afterAll(async () => {
  await workbench?.close();
  await model?.close();
  for (const tidy of tidyUp) tidy();
}, 60_000);

const has = (scene: Scene, path: string) => existsSync(join(scene.repo, path));

describe("a window with two folders", () => {
  let editor: EditorWindow;

  beforeAll(async () => {
    const workspace = join(dirname(api.repo), "both.code-workspace");
    const folders = [
      { name: "api", path: api.repo },
      { name: "web", path: web.repo },
    ];
    writeFileSync(workspace, JSON.stringify({ folders }));
    editor = await workbench.open({ workspace });
    await editor.showIntents();
  }, 120_000);

  it("shows the intents of both, each below its folder", LIMIT, async () => {
    await editor.row("Serve it").waitFor();
    await editor.row("Show it").waitFor();
    const rows = await editor.page.locator("#workbench\\.parts\\.sidebar .monaco-list-row").allTextContents();
    const order = ["api", "Serve it", "web", "Show it"].map((text) => rows.findIndex((row) => row.includes(text)));
    expect(order).toEqual([...order].sort((one, other) => one - other));
    expect(order[0]).toBe(0);
  });

  it("says in the dialog which folder a call is for, and changes only that one", LIMIT, async () => {
    await call(web, "select_active_intent", { intent_id: "INT-001" });
    const asked = call(web, "delete_file", { path: "src/old.ts" });
    await editor.modal.waitFor();
    const text = await editor.modal.textContent();
    expect(text).toContain("web: The agent wants to delete");
    expect(text).toContain(`Folder: ${web.repo}`);
    expect(text).not.toContain(api.repo);
    await editor.screenshot("18-two-folders");
    await editor.press("Approve");
    expect((await asked).decision).toBe("allow");
    expect(has(web, "src/old.ts")).toBe(false);
    expect(has(api, "src/old.ts")).toBe(true);
    await editor.page.locator(".statusbar-item").filter({ hasText: "web: INT-001" }).waitFor();
  });

  it("begins a new conversation when the next prompt is for the other folder", LIMIT, async () => {
    const panel = await editor.panel();
    const work = panel.locator("#work");
    expect(await work.locator("option").allTextContents()).toEqual([
      "api: the agent chooses",
      "api: INT-001  Serve it",
      "web: the agent chooses",
      "web: INT-001  Show it",
    ]);
    await work.selectOption({ label: "api: the agent chooses" });
    await panel.locator("#text").fill("SCRIPT:first please");
    await panel.locator("#send").click();
    await editor.modal.waitFor();
    expect(await editor.modal.textContent()).toContain(`Folder: ${api.repo}`);
    await editor.press("Approve");
    await panel.locator(".text", { hasText: "The first is done." }).waitFor();
    await panel.locator("#send").waitFor();
    expect([has(api, "src/first.md"), has(web, "src/first.md")]).toEqual([true, false]);

    await work.selectOption({ label: "web: the agent chooses" });
    await panel.locator("#text").fill("SCRIPT:second please");
    await panel.locator("#send").click();
    await editor.modal.waitFor();
    await editor.press("Approve");
    await panel.locator(".note", { hasText: "a new conversation" }).waitFor();
    await panel.locator(".text", { hasText: "The second is done." }).waitFor();
    await panel.locator("#send").waitFor();
    expect([has(api, "src/second.md"), has(web, "src/second.md")]).toEqual([false, true]);
    const told = model.requests.at(-1)?.text ?? "";
    expect(told).toContain("SCRIPT:second");
    expect(told).not.toContain("SCRIPT:first");
  });

  it("takes one of two prompts that are sent at once, and gives the other one back", LIMIT, async () => {
    const panel = await editor.panel();
    await panel.locator("#clear").click();
    const before = model.requests.length;
    await panel.evaluate(sendBoth, ["SCRIPT:third please", "And then this."] as const);
    await panel.locator(".note", { hasText: "still at work" }).waitFor();
    await editor.modal.waitFor();
    await editor.press("Approve");
    await panel.locator(".text", { hasText: "The third is done." }).waitFor();
    await panel.locator("#send").waitFor();
    expect(await panel.locator("#text").inputValue()).toBe("And then this.");
    expect(await panel.locator(".prompt").count()).toBe(1);
    expect(model.requests.slice(before).filter(({ text }) => text.includes("And then this."))).toEqual([]);
  });
});

describe("a folder without a gate", () => {
  const asIt = (createSidecar: string) =>
    editorScene(
      {
        intents: null,
        files: { ".vscode/settings.json": JSON.stringify({ "intentgate.createSidecar": createSidecar }) },
      },
      tidyUp,
    );

  it("gets one without a question where the setting says always", LIMIT, async () => {
    const scene = asIt("always");
    const editor = await workbench.open({ folder: scene.repo });
    const governed = editor.toast("is governed now");
    await governed.waitFor();
    expect(has(scene, SIDECAR)).toBe(true);
    expect(await editor.toast(OFFER).count()).toBe(0);
    await governed.getByRole("button", { name: "Declare an Intent" }).click();
    await editor.reply("What shall be done? A few words.", "Begin");
    await editor.reply("Which files may be changed for it?", "src/**");
    await editor.toast("INT-001 is declared").waitFor();
    expect(readFileSync(join(scene.repo, SIDECAR), "utf8")).toContain("Begin");
    await editor.page.close();
  });

  it("stays as it is where the setting says never, until the person sets it up", LIMIT, async () => {
    const scene = asIt("never");
    const editor = await workbench.open({ folder: scene.repo });
    await nothingOffered(editor);
    expect(has(scene, ".orchestration")).toBe(false);
    await editor.showIntents();
    await editor.screenshot("19-no-gate");
    await editor.page.getByRole("button", { name: "Set up Intentgate" }).click();
    await expect.poll(() => has(scene, SIDECAR), { timeout: 20_000 }).toBe(true);
    await editor.page.close();
  });

  it("is asked about again after Not Now", LIMIT, async () => {
    const scene = asIt("ask");
    const editor = await workbench.open({ folder: scene.repo });
    await editor.toast(OFFER).getByRole("button", { name: "Not Now" }).click();
    await editor.toast(OFFER).waitFor({ state: "detached" });
    await editor.page.reload();
    await editor.toast(OFFER).waitFor();
    expect(has(scene, ".orchestration")).toBe(false);
    await editor.page.close();
  });

  it("is not asked about again after Never Here", LIMIT, async () => {
    const scene = asIt("ask");
    const editor = await workbench.open({ folder: scene.repo });
    await editor.toast(OFFER).getByRole("button", { name: "Never Here" }).click();
    await expect.poll(() => editor.page.evaluate(isRemembered, "declined"), { timeout: 10_000 }).toBe(true);
    await editor.page.reload();
    await nothingOffered(editor);
    expect(has(scene, ".orchestration")).toBe(false);
    await editor.page.close();
  });
});

/** Our log is shown by the extension, so it runs by then, and whatever it had to ask was asked before. */
async function nothingOffered(editor: EditorWindow): Promise<void> {
  await editor.page.waitForSelector(".monaco-workbench", { timeout: 60_000 });
  const log = editor.page.locator(".panel .monaco-select-box, .panel select").filter({ hasText: "Intentgate" }).first();
  await editor.commandUntil("Intentgate: Show the Log", () => log.isVisible());
  expect(await editor.page.getByText(OFFER).count()).toBe(0);
}

/** Runs in the window, whose memory is in the browser: whether it holds this word yet. */
async function isRemembered(word: string): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name ?? ""));
    const stores = [...database.objectStoreNames];
    const held = await Promise.all(stores.map((one) => done(database.transaction(one).objectStore(one).getAll())));
    database.close();
    if (JSON.stringify(held).includes(word)) return true;
  }
  return false;
}

/** Runs in the panel: the second prompt leaves before anything could come back. */
function sendBoth(prompts: readonly string[]): void {
  for (const prompt of prompts) {
    const text = document.querySelector<HTMLTextAreaElement>("#text");
    if (text) text.value = prompt;
    document.querySelector<HTMLFormElement>("#ask")?.requestSubmit();
  }
}
