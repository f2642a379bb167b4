/** A real VS Code workbench with the packed extension in it, over a scene's repository, and a browser that looks at it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { removeFolder } from "../../packages/world/src/files/make-folder.ts";
import { makeScene, type Scene, type SceneFiles } from "../stories/scene.ts";
import { type EditorWindow, windowOn } from "./editor-window.ts";
import { giveToNobody, launchBrowser } from "./serving.ts";

const vsix = fileURLToPath(new URL("../../apps/vscode/dist/intentgate.vsix", import.meta.url));

/** What a window shows: a folder, or a file that names several. */
export type Shown = { folder: string } | { workspace: string };

export interface Workbench {
  /** A window of its own, with an extension host of its own. */
  open(shown: Shown): Promise<EditorWindow>;
  close(): Promise<void>;
}

/** A scene that is over when the file is, and whose programs run as somebody who owns nothing else. */
export function editorScene(files: SceneFiles, tidyUp: (() => void)[]): Scene {
  const scene = makeScene(files, (tidy) => tidyUp.push(tidy));
  const user = giveToNobody(dirname(scene.repo));
  return user ? { ...scene, user } : scene;
}

export interface WorkbenchOptions {
  settings?: Record<string, unknown>;
  env?: Record<string, string>;
  /** May put further extensions where the workbench finds them. */
  addExtensions?: (folder: string) => void;
}

export async function startWorkbench(
  scene: Pick<Scene, "env">,
  { settings = {}, env: more = {}, addExtensions }: WorkbenchOptions = {},
): Promise<Workbench> {
  const entry = await codeServerEntry();
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-editor-"));
  const [data, extensions] = [join(folder, "data"), join(folder, "extensions")];
  mkdirSync(join(data, "User"), { recursive: true });
  writeFileSync(join(data, "User/settings.json"), JSON.stringify({ ...plain, ...settings }));
  const user = giveToNobody(folder);
  const places = ["--user-data-dir", data, "--extensions-dir", extensions];
  const env = { ...scene.env, ...more, INTENTGATE_HOSTS: "none" };
  const put = spawnSync(process.execPath, [entry, ...places, "--install-extension", vsix], {
    env,
    encoding: "utf8",
    timeout: 60_000,
    ...user,
  });
  if (put.status !== 0) throw new Error(`the extension could not be installed: ${put.stdout}${put.stderr}`);
  addExtensions?.(extensions);
  const port = await freePort();
  const words = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"];
  const server = spawn(process.execPath, [entry, ...places, ...words, "--disable-workspace-trust"], {
    env,
    stdio: "ignore",
    detached: true,
    ...user,
  });
  const browser = await launchBrowser();
  const close = () => end(server, browser, folder);
  try {
    await healthy(port);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    close,
    async open(shown) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
      page.setDefaultTimeout(60_000); // of a machine that does much else
      const query = "folder" in shown ? `folder=${shown.folder}` : `workspace=${shown.workspace}`;
      await page.goto(`http://127.0.0.1:${port}/?${query}`);
      await page.waitForSelector(".monaco-workbench");
      if ("workspace" in shown) await withFolders(page);
      return windowOn(page);
    },
  };
}

/** The first window on a file of folders now and then reads it before it can, and stays without any: it is loaded anew. */
async function withFolders(page: Page): Promise<void> {
  const folder = page.locator(".explorer-folders-view .monaco-list-row").first();
  for (let tries = 0; tries < 5; tries += 1) {
    if (tries > 0) await page.reload();
    const isShown = await folder.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (isShown) return;
  }
  throw new Error("the window shows no folder");
}

/** Scripts are plain JavaScript; what they give is said here. */
async function codeServerEntry(): Promise<string> {
  const { codeServer } = (await import(new URL("../../scripts/code-server.mjs", import.meta.url).href)) as {
    codeServer(): Promise<{ ok: true; entry: string } | { ok: false; why: string }>;
  };
  const installed = await codeServer();
  if (!installed.ok) throw new Error(`code-server could not be installed: ${installed.why}`);
  return installed.entry;
}

/** Nothing that asks, greets, fetches or saves by itself. */
const plain = {
  "workbench.startupEditor": "none",
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "git.openRepositoryInParentFolders": "never",
  "workbench.tips.enabled": false,
  "chat.commandCenter.enabled": false,
};

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
  removeFolder(folder);
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
