/** What a person does in a window of the workbench, and where they look. Every step waits for what it needs to see. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Frame, Locator, Page } from "playwright-core";

const kept = fileURLToPath(new URL("../../node_modules/.cache/intentgate/editor-screenshots", import.meta.url));

const SHORT_MS = 2_000;

export interface EditorWindow {
  page: Page;
  /** Runs a command of the palette by its title. */
  command(title: string): Promise<void>;
  /** For a window that just came up: what is not there yet takes the command and does nothing. */
  commandUntil(title: string, isDone: () => Promise<boolean>): Promise<void>;
  openFile(path: string, line?: number, column?: number): Promise<void>;
  /** The side bar of the extension: intents above, the agent below. */
  showIntents(): Promise<void>;
  /** The dialog in the middle, and a press of one of its buttons. */
  modal: Locator;
  press(label: string): Promise<void>;
  /** The notifications in the corner that say this. */
  toast(text: string | RegExp): Locator;
  /** Types into the box that asks this, and confirms it. */
  reply(question: string, text: string): Promise<void>;
  /** Takes a row of the list that asks this. */
  pick(question: string, row: string): Promise<void>;
  /** The row of the tree that says this. */
  row(text: string | RegExp): Locator;
  /** Presses what a row shows under the pointer, or takes an entry of its context menu, until that had its effect. */
  inline(row: Locator, action: string, isDone: () => Promise<boolean>): Promise<void>;
  /** Opens the group until the row is seen. */
  unfold(group: Locator, row: Locator): Promise<void>;
  menu(row: Locator, entry: string, isDone: () => Promise<boolean>): Promise<void>;
  /** The page inside the agent's panel. */
  panel(): Promise<Frame>;
  screenshot(name: string): Promise<void>;
}

export function windowOn(page: Page): EditorWindow {
  const quick = page.locator(".quick-input-widget");
  const box = quick.locator(".quick-input-box input").first();
  const focused = quick.locator(".monaco-list-row.focused");
  const modal = page.locator(".monaco-dialog-box");

  async function openQuick(keys: string, typed: string, expected: string): Promise<void> {
    const found = focused.filter({ hasText: expected });
    // Until the search has run, what was used last stands in the list; what comes later to be known is not added to it.
    for (let tries = 0; tries < 10 && !(await found.isVisible()); tries += 1) {
      if (await box.isVisible()) await page.keyboard.press("Escape");
      await page.keyboard.press(keys);
      await box.fill(typed, { timeout: 2 * SHORT_MS }).catch(inTime);
      await found.waitFor({ timeout: 2 * SHORT_MS }).catch(inTime);
    }
    await found.waitFor({ timeout: SHORT_MS });
    await page.keyboard.press("Enter");
    await found.waitFor({ state: "hidden" });
  }

  return {
    page,
    modal,
    command: (title) => openQuick("Control+Shift+P", `>${title}`, title),
    commandUntil: (title, isDone) => untilDone(isDone, () => openQuick("Control+Shift+P", `>${title}`, title)),
    async openFile(path, line, column) {
      const name = path.split("/").at(-1) ?? path;
      await openQuick("Control+P", [path, line, column].filter((part) => part !== undefined).join(":"), name);
      await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    },
    async showIntents() {
      const tab = page.getByRole("tab", { name: /Intentgate/ }).first();
      await tab.waitFor();
      if ((await tab.getAttribute("aria-expanded")) !== "true") await tab.click();
      await page.locator("#workbench\\.parts\\.sidebar").getByText("Intents", { exact: true }).first().waitFor();
    },
    press: (label) => modal.getByRole("button", { name: label, exact: true }).click(),
    toast: (text) => page.locator(".notification-toast").filter({ hasText: text }),
    async reply(question, text) {
      await quick.getByText(question).waitFor();
      await box.fill(text);
      await page.keyboard.press("Enter");
      await quick.getByText(question).waitFor({ state: "hidden" });
    },
    async pick(question, row) {
      await quick.getByText(question).waitFor();
      await quick.locator(".monaco-list-row").filter({ hasText: row }).first().click();
      await quick.getByText(question).waitFor({ state: "hidden" });
    },
    row: (text) => page.locator("#workbench\\.parts\\.sidebar .monaco-list-row").filter({ hasText: text }),
    inline: (row, action, isDone) =>
      untilDone(isDone, async () => {
        await row.hover({ timeout: SHORT_MS });
        await row.getByRole("button", { name: action, exact: true }).click({ timeout: SHORT_MS });
      }),
    unfold: (group, row) =>
      untilDone(
        () => row.isVisible(),
        () => group.click({ timeout: SHORT_MS }),
      ),
    menu: (row, entry, isDone) =>
      untilDone(isDone, async (tries) => {
        const items = page.locator(".monaco-menu .action-item");
        if ((await items.count()) > 0) await page.keyboard.press("Escape");
        await row.click({ button: "right", timeout: SHORT_MS });
        const item = items.filter({ hasText: entry }).first();
        await item.hover({ timeout: SHORT_MS });
        // Only keys are heard by a menu that just came up; where the pointer took the focus away, only clicks are.
        if (tries % 2 === 0) await page.keyboard.press("Enter");
        else await item.click({ timeout: SHORT_MS });
      }),
    async panel() {
      for (let tries = 0; tries < 300; tries += 1) {
        for (const frame of page.frames()) if (await hasPanel(frame)) return frame;
        await sleep(100);
      }
      throw new Error("the agent's panel did not come");
    },
    async screenshot(name) {
      mkdirSync(kept, { recursive: true });
      await page.screenshot({ path: join(kept, `${name}.png`), animations: "disabled" });
    },
  };
}

/** The tree may be drawn anew at any moment, and takes away what was just under the pointer: then it is tried again. */
async function untilDone(isDone: () => Promise<boolean>, act: (tries: number) => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 8; tries += 1) {
    await act(tries).catch(inTime);
    for (let looks = 0; looks < 20; looks += 1) {
      if (await isDone()) return;
      await sleep(150);
    }
  }
  throw new Error("it had no effect");
}

function inTime(error: Error): void {
  if (error.name !== "TimeoutError") throw error;
}

/** A frame may go while it is looked at: the workbench loads its web views in two steps. */
function hasPanel(frame: Frame): Promise<boolean> {
  return frame
    .locator("#ask")
    .count()
    .then(
      (found) => found > 0,
      () => false,
    );
}
