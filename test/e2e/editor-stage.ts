/** A real VS Code workbench with the packed extension in it, over a scene's repository, and a browser that looks at it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";
import type { Scene } from "../stories/scene.ts";

const vsix = fileURLToPath(new URL("../../apps/vscode/dist/intentgate.vsix", import.meta.url));
const kept = fileURLToPath(new URL("../../node_modules/.cache/intentgate/editor-screenshots", import.meta.url));
const switches = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Editor {
  page: Page;
  /** Runs a command of the palette by its title. */
  command(title: string): Promise<void>;
  openFile(path: string, line?: number): Promise<void>;
  /** The page inside the agent's panel. */
  panel(): Promise<Frame>;
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Scripts are plain JavaScript; what they give is said here. */
async function workbench(): Promise<string> {
  const { codeServer } = (await import(new URL("../../scripts/code-server.mjs", import.meta.url).href)) as {
    codeServer(): Promise<{ ok: true; entry: string } | { ok: false; why: string }>;
  };
  const installed = await codeServer();
  if (!installed.ok) throw new Error(`code-server could not be installed: ${installed.why}`);
  return installed.entry;
}

export async function openEditor(
  scene: Scene,
  settings: Record<string, unknown>,
  extraEnv: Record<string, string> = {},
): Promise<Editor> {
  const entry = await workbench();
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-editor-"));
  const [data, extensions] = [join(folder, "data"), join(folder, "extensions")];
  mkdirSync(join(data, "User"), { recursive: true });
  writeFileSync(join(data, "User/settings.json"), JSON.stringify({ ...plain, ...settings }));
  const places = ["--user-data-dir", data, "--extensions-dir", extensions];
  const env = { ...scene.env, ...extraEnv, INTENTGATE_HOSTS: "none" };
  const put = spawnSync(process.execPath, [entry, ...places, "--install-extension", vsix], {
    env,
    encoding: "utf8",
    timeout: 60_000,
  });
  if (put.status !== 0) throw new Error(`the extension could not be installed: ${put.stdout}${put.stderr}`);
  const port = await freePort();
  const words = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"];
  const server = spawn(process.execPath, [entry, ...places, ...words, "--disable-workspace-trust"], {
    env,
    stdio: "ignore",
    detached: true,
  });
  const browser = await chromium.launch({
    executablePath: process.env.INTENTGATE_TEST_BROWSER ?? "/usr/bin/chromium",
    args: switches,
  });
  try {
    await healthy(port);
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    await page.goto(`http://127.0.0.1:${port}/?folder=${scene.repo}`);
    await page.waitForSelector(".monaco-workbench", { timeout: 60_000 });
    return editorOf(page, () => end(server, browser, folder));
  } catch (error) {
    await end(server, browser, folder);
    throw error;
  }
}

/** Nothing that asks, greets or fetches by itself. */
const plain = {
  "workbench.startupEditor": "none",
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.openRepositoryInParentFolders": "never",
  "workbench.tips.enabled": false,
  "chat.commandCenter.enabled": false,
};

function editorOf(page: Page, close: () => Promise<void>): Editor {
  async function pick(typed: string): Promise<void> {
    await page.keyboard.press("Control+Shift+P");
    const input = page.locator(".quick-input-widget input[type=text]").first();
    await input.waitFor();
    await input.fill(typed);
    await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
    await page.keyboard.press("Enter");
  }
  return {
    page,
    close,
    command: (title) => pick(`>${title}`),
    async openFile(path, line) {
      await page.keyboard.press("Control+P");
      const input = page.locator(".quick-input-widget input[type=text]").first();
      await input.waitFor();
      await input.fill(line === undefined ? path : `${path}:${line}`);
      const name = path.split("/").at(-1) ?? path;
      // Until the search has run, what was opened last stands in the list.
      await page.locator(".quick-input-list .monaco-list-row.focused").filter({ hasText: name }).waitFor();
      await page.keyboard.press("Enter");
      await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    },
    async panel() {
      for (let tries = 0; tries < 150; tries += 1) {
        for (const frame of page.frames()) if ((await frame.locator("#ask").count()) > 0) return frame;
        await sleep(100);
      }
      throw new Error("the agent's panel did not come");
    },
    async screenshot(name) {
      mkdirSync(kept, { recursive: true });
      await page.screenshot({ path: join(kept, `${name}.png`) });
    },
  };
}

async function healthy(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const ok = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await sleep(100);
  }
  throw new Error("the workbench did not start");
}

async function end(server: ChildProcess, browser: Browser, folder: string): Promise<void> {
  await browser.close();
  if (server.pid !== undefined) {
    try {
      process.kill(-server.pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
