/** In the editor: what a contained command did outside the scope is answered, and a session at work is stopped. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call, type Scene, textOf } from "../stories/scene.ts";
import { editorScene, startWorkbench, type Workbench } from "./editor-stage.ts";
import type { EditorWindow } from "./editor-window.ts";

const LIMIT = { timeout: 120_000 };
const made = (path: string) => `echo what it made > ${path}; echo made > src/auth/made.ts\n`;

let scene: Scene;
let workbench: Workbench;
let editor: EditorWindow;
const tidyUp: (() => void)[] = [];

beforeAll(async () => {
  const files = {
    "docs/kept.md": "what stood there\n",
    "docs/gone.md": "what stood there\n",
    "keep.sh": made("docs/kept.md"),
    "drop.sh": made("docs/gone.md"),
  };
  scene = editorScene({ files, policy: "version: 1\n" }, tidyUp);
  scene.env.INTENTGATE_NO_BOX = "0";
  workbench = await startWorkbench(scene);
  editor = await workbench.open({ folder: scene.repo });
  await editor.showIntents();
  await editor.row("INT-001").waitFor();
  await call(scene, "select_active_intent", { intent_id: "INT-001" });
}, 240_000);

afterAll(async () => {
  await workbench?.close();
  for (const tidy of tidyUp) tidy();
}, 60_000);

const command = (words: string) => call(scene, "execute_command", { command: words });
const recorded = () => readFileSync(join(scene.repo, ".orchestration/agent_trace.jsonl"), "utf8");

it.each([
  ["keep.sh", "docs/kept.md", "Keep", "what it made\n"],
  ["drop.sh", "docs/gone.md", "Discard", "what stood there\n"],
])("asks what becomes of what %s did to %s, and %s is done", LIMIT, async (script, path, answer, text) => {
  expect(await command(`sh ${script}`)).toMatchObject({ decision: "allow", result: { exit_code: 0 } });
  await editor.modal.waitFor();
  const shown = await editor.modal.textContent();
  for (const part of [path, "what stood there", "what it made"]) expect(shown).toContain(part);
  expect(textOf(scene, path)).toBe("what stood there\n");
  await editor.press(answer);
  await editor.modal.waitFor({ state: "detached" });
  await expect.poll(() => recorded().includes(path), { timeout: 20_000 }).toBe(answer === "Keep");
  expect(textOf(scene, path)).toBe(text);
  expect(recorded()).toContain("src/auth/made.ts");
});

it("stops a session from its row, and lets it go on again", LIMIT, async () => {
  const row = editor.row("works under INT-001");
  await row.waitFor();
  await editor.inline(row, "Stop a Session", () => editor.modal.isVisible());
  await editor.press("Stop");
  const stopped = editor.row("stopped by you");
  await stopped.waitFor();
  expect(await call(scene, "read_file", { path: "docs/kept.md" })).toMatchObject({ code: "STOPPED" });
  expect((await call(scene, "read_file", { path: "docs/kept.md" }, "s2")).decision).toBe("allow");
  await editor.inline(stopped, "Let a Session Go On", async () => (await stopped.count()) === 0);
  expect((await call(scene, "read_file", { path: "docs/kept.md" })).decision).toBe("allow");
});
