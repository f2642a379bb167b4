/** A real `intentgate serve` over a scene's repository, and a browser in front of it, for the length of a test. */
import { dirname } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, onTestFinished } from "vitest";
import { makeScene, type Scene, type SceneFiles } from "../stories/scene.ts";
import { giveToNobody, launchBrowser, startServing } from "./serving.ts";

export interface Stage {
  scene: Scene;
  /** With the token in it. */
  address: string;
  origin: string;
  /** Before the test ends. */
  stop(): Promise<void>;
  /** Another start over the same repository. */
  again(words?: readonly string[]): Promise<Stage>;
}

let started: Promise<Browser> | null = null;

/** One browser for the file; every test has a profile of its own. */
export function browser(): Promise<Browser> {
  started ??= launchBrowser();
  return started;
}

export function closeBrowserAtEnd(): void {
  afterAll(async () => (await started)?.close());
}

/** `prepare` may put more into the repository before anything is served. */
export async function serveScene(
  files: SceneFiles,
  prepare: (scene: Scene) => Promise<void> | void = () => undefined,
  words: readonly string[] = [],
): Promise<Stage> {
  const scene = makeScene({ policy: "", ...files });
  const folder = dirname(scene.repo);
  const user = giveToNobody(folder);
  if (user) scene.user = user;
  await prepare(scene);
  const start = async (words: readonly string[] = []): Promise<Stage> => {
    const { address, stop } = await startServing(folder, scene.repo, scene.env, words);
    onTestFinished(stop);
    return { scene, address, origin: new URL(address).origin, stop, again: start };
  };
  return start(words);
}

export interface Opened {
  context: BrowserContext;
  page: Page;
  /** What went wrong in the page: errors, and what its policy stopped. */
  complaints: string[];
}

/** A browser that followed the printed address. */
export async function openPage({ address }: Stage, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await (await browser()).newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints = listenTo(page);
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  return { context, page, complaints };
}

export async function openTab({ context }: Opened, url: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  const complaints = listenTo(page);
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  return { page, complaints };
}

function listenTo(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (said) => said.type() === "error" && complaints.push(said.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return complaints;
}

/** The page moves to another view without being loaded anew. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}
