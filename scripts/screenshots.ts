/**
 * Takes the pictures of the page, on an example project in which agents work and wait: those that the documents show,
 * or with a folder as argument every view at two widths in two themes, to be looked at.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { giveToNobody, launchBrowser, startServing } from "../test/e2e/serving.ts";
import { playPast, playWaiting } from "./example/play.ts";

interface Shot {
  view: keyof typeof views;
  width: 1440 | 390;
  theme: "light" | "dark";
}

const views = {
  now: "#/now",
  intents: "#/intents",
  intent: "#/intents/INT-007",
  trace: "#/trace",
  code: "#/code/src/auth/middleware.ts?line=11",
  map: "#/map",
  hooks: "#/hooks?hook=ask_for_changelog",
  health: "#/health",
} as const;

const shown: readonly Shot[] = [
  { view: "now", width: 1440, theme: "light" },
  { view: "now", width: 390, theme: "dark" },
  { view: "intents", width: 1440, theme: "light" },
  { view: "trace", width: 1440, theme: "dark" },
  { view: "code", width: 1440, theme: "light" },
  { view: "map", width: 1440, theme: "dark" },
];
const every = (Object.keys(views) as (keyof typeof views)[]).flatMap((view) =>
  ([1440, 390] as const).flatMap((width) =>
    (["light", "dark"] as const).map((theme): Shot => ({ view, width, theme })),
  ),
);

const [what = "", project = "", state = ""] = process.argv.slice(2);
if (what === "--past") await playPast(project, state);
else if (what === "--waiting") await playWaiting(project, state);
else if (what === "") await take(shown, fileURLToPath(new URL("../docs/images", import.meta.url)));
else await take(every, what);

async function take(shots: readonly Shot[], out: string): Promise<void> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-page-"));
  const repo = join(folder, "corner-shop");
  const stateDir = join(folder, "state", "intentgate");
  for (const path of [repo, stateDir, join(folder, "home")]) mkdirSync(path, { recursive: true });
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: join(folder, "home"),
    XDG_STATE_HOME: join(folder, "state"),
    USER: "ann",
    INTENTGATE_HOSTS: "none",
  };
  const user = giveToNobody(folder);
  const play = (part: string) =>
    spawn(process.execPath, [process.argv[1] ?? "", part, repo, stateDir], {
      cwd: repo,
      env,
      stdio: "inherit",
      ...user,
    });
  const [code] = await once(play("--past"), "close");
  if (code !== 0) throw new Error(`the example ended with ${code}`);
  const serving = await startServing(folder, repo, env);
  const browser = await launchBrowser();
  let agents: ReturnType<typeof play> | null = null;
  try {
    await photograph(browser, serving.address, shots, out, () => {
      agents = play("--waiting");
    });
  } finally {
    (agents as ReturnType<typeof play> | null)?.kill();
    await browser.close();
    await serving.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function photograph(
  browser: Browser,
  address: string,
  shots: readonly Shot[],
  out: string,
  letAgentsWait: () => void,
): Promise<void> {
  mkdirSync(out, { recursive: true });
  const entered = await browser.newContext();
  const first = await entered.newPage();
  await first.goto(address);
  await first.getByText("Live", { exact: true }).waitFor();
  letAgentsWait();
  await first.locator("article").nth(2).waitFor();
  const storageState = await entered.storageState();
  for (const { view, width, theme } of shots) {
    const viewport = { width, height: width === 390 ? 844 : 900 };
    const options: BrowserContextOptions = { storageState, viewport, colorScheme: theme, reducedMotion: "reduce" };
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.on("pageerror", (error) => process.stderr.write(`${view}: ${error.stack}\n`));
    await page.goto(`${new URL(address).origin}/${views[view]}`);
    await page.getByRole("heading").first().waitFor({ timeout: 60_000 });
    await wait(1_200); // what is on its way comes in
    writeFileSync(join(out, `${view}-${width}-${theme}.png`), await page.screenshot());
    await context.close();
  }
  await entered.close();
}
