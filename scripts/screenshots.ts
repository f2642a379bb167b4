/**
 * Takes the pictures of the page, on the project of the demo in which its agents work and wait: those that the documents
 * show, or with a folder as argument every view at two widths in two themes, to be looked at.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { removeFolder } from "../packages/world/src/files/make-folder.ts";
import { giveToNobody, launchBrowser, startServing } from "../test/e2e/serving.ts";

interface Shot {
  view: keyof typeof views;
  width: 1440 | 390;
  theme: "light" | "dark";
}

const views = {
  now: "#/now",
  intents: "#/intents",
  intent: "#/intents/INT-001",
  trace: "#/trace",
  code: "#/code/src/auth/middleware.ts?line=11",
  map: "#/map",
  hooks: "#/hooks",
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

const agentsProgram = fileURLToPath(new URL("../apps/cli/dist/demo-agents.mjs", import.meta.url));
const [out] = process.argv.slice(2);
if (out === undefined) await take(shown, fileURLToPath(new URL("../docs/images", import.meta.url)));
else await take(every, out);

async function take(shots: readonly Shot[], to: string): Promise<void> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-page-"));
  for (const name of ["home", "temp"]) mkdirSync(join(folder, name));
  const env = { PATH: process.env.PATH ?? "", HOME: join(folder, "home"), USER: "ann", INTENTGATE_HOSTS: "none" };
  const asNobody = giveToNobody(folder);
  const agents = startAgents({ ...env, TMPDIR: join(folder, "temp") }, asNobody);
  const [told] = (await once(agents, "message")) as [{ folder: string }];
  const state = join(dirname(told.folder), "state");
  const serving = await startServing(folder, told.folder, { ...env, XDG_STATE_HOME: state });
  const browser = await launchBrowser();
  try {
    await photograph(browser, serving.address, shots, to);
  } finally {
    agents.kill();
    await browser.close();
    await serving.stop();
    removeFolder(folder);
  }
}

function startAgents(env: NodeJS.ProcessEnv, user: { uid: number; gid: number } | undefined): ChildProcess {
  return fork(agentsProgram, [], { env, execArgv: [], stdio: "inherit", ...user });
}

async function photograph(browser: Browser, address: string, shots: readonly Shot[], to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  const entered = await browser.newContext();
  const first = await entered.newPage();
  await first.goto(address);
  await first.getByText("Live", { exact: true }).waitFor();
  await first.locator("article").first().waitFor();
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
    writeFileSync(join(to, `${view}-${width}-${theme}.png`), await page.screenshot());
    await context.close();
  }
  await entered.close();
}
