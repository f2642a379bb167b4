/** What a person does with intents, lines, keys and the agent from the editor, and what other extensions see of us. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ScriptedModel, startScriptedModel } from "@intentgate/scripted-model";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call, DELETIONS_ASK, jsonOf, run, type Scene } from "../stories/scene.ts";
import { addProbe, type Probed, probedIn } from "./editor-probe.ts";
import { editorScene, startWorkbench, type Workbench } from "./editor-stage.ts";
import type { EditorWindow } from "./editor-window.ts";

const LIMIT = { timeout: 120_000 };
const KEY = "key-of-the-secret-store-0123456789";
const intents = `version: 1
active_intents:
  - id: INT-001
    name: Sign in with a code
    status: PENDING
    owned_scope: ["src/auth/**"]
  - id: INT-002
    name: Tidy the payments
    status: IN_PROGRESS
    owned_scope: ["src/pay/**"]
`;

let scene: Scene;
let workbench: Workbench;
let editor: EditorWindow;
let model: ScriptedModel;
const tidyUp: (() => void)[] = [];

beforeAll(async () => {
  const files = { "src/pay/pay.ts": "export const pay = 1;\n", "notes.md": "Nobody's business.\n" };
  scene = editorScene({ files, intents, policy: DELETIONS_ASK }, tidyUp);
  model = await startScriptedModel({
    scripts: {
      greet: [{ say: "Good morning." }],
      remove: [
        { say: "I take it.", calls: [{ name: "select_active_intent", input: { intent_id: "INT-002" } }] },
        { say: "I remove.", calls: [{ name: "delete_file", input: { path: "src/pay/pay.ts" } }] },
        { say: "I removed it." },
      ],
    },
  });
  const settings = { "intentgate.modelUrl": `${model.url}/v1` };
  workbench = await startWorkbench(scene, { settings, addExtensions: addProbe });
  editor = await workbench.open({ folder: scene.repo });
  await editor.showIntents();
  await editor.row("INT-001").waitFor();
}, 240_000);

afterAll(async () => {
  await workbench?.close();
  await model?.close();
  for (const tidy of tidyUp) tidy();
}, 60_000);

const at = (path: string) => join(scene.repo, path);
const first = () => editor.row("INT-001");

interface Listed {
  intents: { id: string; status: string; archived: boolean }[];
}

/** Where an intent stands by what is on disk. */
async function standing(id: string): Promise<string | undefined> {
  const { intents: all } = jsonOf<Listed>(await run(scene, ["intent", "list", "--all", "--json"]));
  const found = all.find((one) => one.id === id);
  return found?.archived ? "archived" : found?.status;
}

const stands = (status: string) => async () => (await standing("INT-001")) === status;

it("moves an intent along its life from the tree: start, block, complete, reopen, archive", LIMIT, async () => {
  await editor.inline(first(), "Start", stands("IN_PROGRESS"));
  await editor.menu(first(), "Block", stands("BLOCKED"));
  await editor.inline(first(), "Start", stands("IN_PROGRESS"));
  await editor.inline(first(), "Complete", stands("COMPLETE"));
  await editor.unfold(editor.row(/^Complete/), first()); // what is done is folded
  await editor.inline(first(), "Reopen", stands("IN_PROGRESS"));
  await editor.row(/^In progress2/).waitFor();
  await editor.screenshot("15-tree");
  await editor.menu(first(), "Block", stands("BLOCKED"));
  await editor.menu(first(), "Archive", stands("archived"));
  await first().waitFor({ state: "detached" });
});

it("binds a session that took no intent, which may then work under it", LIMIT, async () => {
  const edit = { path: "src/pay/pay.ts", old_string: "pay = 1", new_string: "pay = 2" };
  expect(await call(scene, "edit", edit, "s9")).toMatchObject({ decision: "deny", code: "INTENT_REQUIRED" });
  await editor.command("Intentgate: Bind a Session to an Intent");
  await editor.pick("Which intent?", "INT-002");
  await editor.pick("Who works under INT-002?", "s9");
  await editor.row("1 session").waitFor();
  await call(scene, "read_file", { path: "src/pay/pay.ts" }, "s9");
  expect((await call(scene, "edit", edit, "s9")).decision).toBe("allow");
  expect(readFileSync(at("src/pay/pay.ts"), "utf8")).toContain("pay = 2");
});

it("answers why a line is there on a page beside it, which is nothing to be saved", LIMIT, async () => {
  await editor.openFile("src/pay/pay.ts", 1);
  await editor.command("Intentgate: Why Is This Line Here?");
  const page = await pageWith("Why src/pay/pay.ts:1");
  await page.getByText("Tidy the payments").waitFor();
  await editor.screenshot("16-why");
  expect(await editor.page.locator(".tab.dirty").count()).toBe(0);
  expect(await editor.page.locator(".tab").filter({ hasText: "Untitled" }).count()).toBe(0);
  await editor.command("View: Close All Editors");
});

it("shows the scope of the intent that a person chose to look at", LIMIT, async () => {
  await editor.command("Intentgate: Declare an Intent");
  await editor.reply("What shall be done? A few words.", "Write notes");
  await editor.reply("Which files may be changed for it?", "notes.md");
  await editor.row("INT-003").waitFor();
  await editor.page.locator(".statusbar-item").filter({ hasText: "INT-002" }).click();
  await editor.pick("Which intent?", "INT-003");
  await editor.page.locator(".statusbar-item").filter({ hasText: "INT-003" }).waitFor();
  await editor.row("looked at").waitFor();
});

it("offers our tools to the models of the editor, and they pass the same door", LIMIT, async () => {
  await editor.command("Probe: Look");
  const seen = await probed();
  expect(seen.tools).toEqual([
    "intentgate_list_intents",
    "intentgate_request_scope_expansion",
    "intentgate_select_active_intent",
    "intentgate_why",
  ]);
  expect(seen.listed).toContain("INT-002");
  expect(seen.selected).toContain("src/pay/**");
  expect(seen.invented).toContain("INTENT_NOT_FOUND");
  expect(seen.elsewhere).toContain("is no governed folder of this window");
  expect(seen.why).toContain("Tidy the payments");
});

it("completes the keys and the fixed values of the intents file", LIMIT, async () => {
  const seen = await probed();
  expect(seen.keys).toEqual(expect.arrayContaining(["owned_scope", "constraints", "acceptance_criteria"]));
  expect(seen.values).toEqual(expect.arrayContaining(["PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETE"]));
});

it("keeps keys in the secret store, uses them, and forgets them", LIMIT, async () => {
  const panel = await editor.panel();
  await panel.locator("#model", { hasText: "no model" }).waitFor();
  await editor.command("Intentgate: Store a Model Key");
  await editor.pick("Whose key?", "OpenAI");
  await editor.reply("Key of OpenAI", KEY);
  await editor.toast("secret store").waitFor();
  await panel.locator("#text").fill("SCRIPT:greet please");
  await panel.locator("#send").click();
  await panel.locator(".text", { hasText: "Good morning." }).waitFor();
  await panel.locator(".ended").waitFor();
  expect(model.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  const asked = model.requests.length;
  await editor.command("Intentgate: Forget All Model Keys");
  await editor.toast("All model keys are forgotten.").waitFor();
  await panel.locator("#clear").click();
  await panel.locator("#text").fill("SCRIPT:greet again");
  await panel.locator("#send").click();
  await panel.locator(".ended").waitFor();
  expect(model.requests.length).toBe(asked);
});

it("shows the way with a scripted agent where no model is configured", LIMIT, async () => {
  const panel = await editor.panel();
  await panel.locator("#clear").click();
  await panel.locator("#tour").click();
  await editor.modal.waitFor();
  await editor.press("Approve");
  await panel.locator(".ended").waitFor();
  const said = await panel.locator("#log").textContent();
  expect(said).toContain("Refused: INTENT_REQUIRED");
  expect(said).toContain("Refused: SCOPE_VIOLATION");
  await editor.screenshot("17-tour");
  expect(existsSync(at("src/pay/intentgate-tour.md"))).toBe(true);
  expect(existsSync(at("intentgate-tour-outside.md"))).toBe(false);
});

it("stops the agent while its question stands below, and nothing is done", LIMIT, async () => {
  const panel = await editor.panel();
  await editor.command("Intentgate: Store a Model Key");
  await editor.pick("Whose key?", "OpenAI");
  await editor.reply("Key of OpenAI", KEY);
  await panel.locator("#clear").click();
  await panel.locator("#text").fill("SCRIPT:remove please");
  await panel.locator("#send").click();
  await editor.modal.waitFor();
  await editor.press("Show Diff");
  await editor.modal.waitFor({ state: "detached" });
  await panel.locator("#stop").click();
  await panel.locator(".ended").waitFor();
  expect(existsSync(at("src/pay/pay.ts"))).toBe(true);
  expect(await panel.locator("#log").textContent()).not.toContain("I removed it.");
});

/** What the probe wrote last. */
async function probed(): Promise<Probed> {
  await expect.poll(() => existsSync(probedIn(scene.repo)), { timeout: 20_000 }).toBe(true);
  return JSON.parse(readFileSync(probedIn(scene.repo), "utf8")) as Probed;
}

/** The page of a web view that says this. */
async function pageWith(text: string) {
  for (let tries = 0; tries < 200; tries += 1) {
    for (const frame of editor.page.frames().slice(1))
      if (
        await frame
          .getByText(text)
          .count()
          .then(Boolean, () => false)
      )
        return frame;
    await editor.page.waitForTimeout(100);
  }
  throw new Error(`no page says ${text}`);
}
