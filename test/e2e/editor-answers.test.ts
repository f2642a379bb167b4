/** Every other way to answer a call in the editor, and whose words the files of the gate then hold. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { atTerminal, call, DELETIONS_ASK, jsonOf, run, type Scene } from "../stories/scene.ts";
import { editorScene, startWorkbench, type Workbench } from "./editor-stage.ts";
import type { EditorWindow } from "./editor-window.ts";

const LIMIT = { timeout: 120_000 };
const POLICY = ".orchestration/policy.yaml";
const INTENTS = ".orchestration/active_intents.yaml";
const REASON = "A reason for the agent; it may be empty.";
const intents = `version: 1
active_intents:
  - id: INT-001
    name: Sign in with a code
    status: IN_PROGRESS
    owned_scope: ["src/auth/**"]
`;
/** Says that it runs, does something, and ends when it is told to. */
const waiting = (name: string, work: string) =>
  `touch ${name}-runs\n${work}\nuntil [ -e ${name}-may-end ]; do sleep 0.1; done\n`;

let scene: Scene;
let workbench: Workbench;
let editor: EditorWindow;
const tidyUp: (() => void)[] = [];

beforeAll(async () => {
  const files = {
    "one.sh": "echo one > one.txt\n",
    "two.sh": "echo two > two.txt\n",
    "three.sh": "echo three > three.txt\n",
    "four.sh": "echo four > four.txt\n",
    "src/auth/old.ts": "export const old = 1;\n",
    "wait.sh": waiting("wait", "true"),
    "widen.sh": waiting("widen", `sed -i 's#"src/pay/\\*\\*"#"src/pay/**", "src/admin/**"#' ${INTENTS}`),
  };
  const policy = `version: 1\n${DELETIONS_ASK}commands:\n  - run: sh wait.sh\n  - run: sh widen.sh\n`;
  scene = editorScene({ files, intents, policy }, tidyUp);
  workbench = await startWorkbench(scene);
  editor = await workbench.open({ folder: scene.repo });
  await editor.showIntents();
  await editor.row("INT-001").waitFor();
  await take();
}, 240_000);

afterAll(async () => {
  await workbench?.close();
  for (const tidy of tidyUp) tidy();
}, 60_000);

const at = (path: string) => join(scene.repo, path);
const text = (path: string) => readFileSync(at(path), "utf8");
const take = (session = "s1") => call(scene, "select_active_intent", { intent_id: "INT-001" }, session);
const command = (words: string, session = "s1") => call(scene, "execute_command", { command: words }, session);
const write = (path: string) => call(scene, "write_to_file", { path, content: "export {};\n" });
const held = async () => jsonOf<{ held: { file: string }[] }>(await run(scene, ["trust", "--json"])).held;
const below = (label: string) => editor.toast("wants to run").getByRole("button", { name: label, exact: true });

it(
  "writes a command into the policy when it is declared there, and nobody is asked about it again",
  LIMIT,
  async () => {
    const asked = command("sh one.sh");
    await editor.modal.waitFor();
    expect(await editor.modal.textContent()).toContain("sh one.sh");
    await editor.screenshot("11-command");
    expect(text(POLICY)).not.toContain("one.sh");
    await editor.press("Declare in the Policy");
    expect((await asked).decision).toBe("allow");
    expect(text("one.txt")).toBe("one\n");
    expect(text(POLICY)).toContain('- run: "sh one.sh"');
    expect(text(POLICY)).toContain("- run: sh wait.sh");
    await take("s2");
    expect((await command("sh one.sh", "s2")).decision).toBe("allow");
    expect(await editor.modal.count()).toBe(0);
  },
);

it("asks below instead when told to, where every answer of the dialog can be given", LIMIT, async () => {
  const asked = command("sh two.sh");
  await editor.modal.waitFor();
  await editor.press("Ask Below");
  await editor.modal.waitFor({ state: "detached" });
  for (const label of ["Approve", "For This Session", "Declare", "Reject"]) await below(label).waitFor();
  await editor.screenshot("12-below");
  expect(existsSync(at("two.txt"))).toBe(false);
  await below("Approve").click();
  expect((await asked).decision).toBe("allow");
  expect(text("two.txt")).toBe("two\n");
  expect(text(POLICY)).not.toContain("two.sh");
});

it("takes a no below, with its reason", LIMIT, async () => {
  const asked = command("sh three.sh");
  await editor.modal.waitFor();
  await editor.press("Ask Below");
  await below("Reject").click();
  await editor.reply(REASON, "not on a Friday");
  const answer = await asked;
  expect(answer).toMatchObject({ decision: "deny", code: "HITL_REJECT" });
  expect(JSON.stringify(answer)).toContain("not on a Friday");
  expect(existsSync(at("three.txt"))).toBe(false);
});

it("lets a question wait in the status bar when it is closed below, and asks it again from there", LIMIT, async () => {
  const asked = command("sh three.sh");
  await editor.modal.waitFor();
  await editor.press("Ask Below");
  const toast = editor.toast("wants to run");
  await toast.hover();
  await toast.getByRole("button", { name: /^Clear Notification/ }).click();
  await toast.waitFor({ state: "detached" });
  const bar = editor.page.locator(".statusbar-item").filter({ hasText: "1 waiting" });
  await bar.click();
  await editor.modal.waitFor();
  await editor.press("Approve for This Session");
  expect((await asked).decision).toBe("allow");
  expect(text("three.txt")).toBe("three\n");
  await bar.waitFor({ state: "detached" });
  expect((await command("sh three.sh")).decision).toBe("allow");
  expect(await editor.modal.count()).toBe(0);
});

it("declares from below as well", LIMIT, async () => {
  const asked = command("sh four.sh");
  await editor.modal.waitFor();
  await editor.press("Ask Below");
  await below("Declare").click();
  expect((await asked).decision).toBe("allow");
  expect(text("four.txt")).toBe("four\n");
  expect(text(POLICY)).toContain('- run: "sh four.sh"');
});

it("says so when the question was answered elsewhere while the dialog stood there", LIMIT, async () => {
  const asked = call(scene, "delete_file", { path: "src/auth/old.ts" });
  await editor.modal.waitFor();
  const { approvals } = jsonOf<{ approvals: { id: string }[] }>(await run(scene, ["approvals", "--json"]));
  await atTerminal(scene, ["approvals", "reject", approvals[0]?.id ?? "none", "--reason", "no"]).done;
  expect((await asked).decision).toBe("deny");
  await editor.press("Approve");
  await editor.toast("It was answered elsewhere").waitFor();
  expect(existsSync(at("src/auth/old.ts"))).toBe(true);
});

it("counts what a person types and saves while a call runs as theirs", LIMIT, async () => {
  const running = command("sh wait.sh");
  await expect.poll(() => existsSync(at("wait-runs")), { timeout: 20_000 }).toBe(true);
  await typeAfter('"src/auth/**"', ', "src/pay/**"');
  await editor.page.keyboard.press("Control+S");
  await expect.poll(() => text(INTENTS), { timeout: 10_000 }).toContain("src/pay/**");
  await editor.page.locator(".tab.active:not(.dirty)").waitFor();
  writeFileSync(at("wait-may-end"), "");
  const ran = await running;
  expect(ran.decision).toBe("allow");
  expect((ran.notices ?? []).filter(({ kind }) => kind === "held")).toEqual([]);
  expect(await held()).toEqual([]);
  await take();
  expect((await write("src/pay/a.ts")).decision).toBe("allow");
});

it("does not count what a program wrote into the file meanwhile, though the person saved below it", LIMIT, async () => {
  const running = command("sh widen.sh");
  await expect.poll(() => existsSync(at("widen-runs")), { timeout: 20_000 }).toBe(true);
  await editor.page.locator(".view-line").filter({ hasText: "src/admin/**" }).first().waitFor();
  await typeAfter("Sign in with a code", " or a key");
  await editor.page.keyboard.press("Control+S");
  const warning = editor.toast("holds what a program wrote while a call ran");
  await warning.waitFor();
  await editor.screenshot("13-program-wrote");
  expect(text(INTENTS)).toContain("Sign in with a code or a key");
  await take();
  expect(await write("src/admin/a.ts")).toMatchObject({ decision: "deny", code: "SCOPE_VIOLATION" });
  writeFileSync(at("widen-may-end"), "");
  expect((await running).notices?.map(({ kind }) => kind)).toContain("held");
  await take();
  expect(await write("src/admin/a.ts")).toMatchObject({ decision: "deny", code: "SCOPE_VIOLATION" });
});

it("shows what is held beside what was accepted, and accepts it when told to", LIMIT, async () => {
  await editor.toast("holds what a program wrote").getByRole("button", { name: "Look and Accept" }).click();
  const accept = editor.toast("A program changed active_intents.yaml").getByRole("button", { name: /^Accept/ });
  await accept.waitFor();
  await editor.page.locator(".original-in-monaco-diff-editor .view-line").filter({ hasText: "owned_scope" }).waitFor();
  await editor.screenshot("14-accept");
  expect(await held()).toMatchObject([{ file: "active_intents.yaml" }]);
  await accept.click();
  await expect.poll(held, { timeout: 20_000 }).toEqual([]);
  await take();
  expect((await write("src/admin/a.ts")).decision).toBe("allow");
});

/** Puts the cursor behind a text of the intents file, as the search of the workbench finds it, and types there. */
async function typeAfter(found: string, typed: string): Promise<void> {
  const lines = text(INTENTS).split("\n");
  const line = lines.findIndex((one) => one.includes(found));
  const column = (lines[line] ?? "").indexOf(found) + found.length + 1;
  await editor.openFile(INTENTS, line + 1, column);
  await editor.page
    .locator(".statusbar-item")
    .filter({ hasText: `Ln ${line + 1}, Col ${column}` })
    .waitFor();
  await editor.page.keyboard.insertText(typed);
  await editor.page.locator(".view-line").filter({ hasText: typed.trim() }).first().waitFor();
}
