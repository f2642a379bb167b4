/** Whether the page feels a long history: what a browser needs with a hundred thousand records against none, by turns. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { writeLongLedger } from "../test/e2e/long-ledger.ts";
import { launchBrowser, type Serving, startServing } from "../test/e2e/serving.ts";
import { quantile } from "./quantile.ts";

const RECORDS = Number(process.env.BENCH_RECORDS ?? 100_000);
const TURNS = Number(process.env.BENCH_TURNS ?? 9);

interface Times {
  /** The browser has painted something of the page. */
  paint: number[];
  /** The newest records are there to be read. */
  rows: number[];
}

async function main(): Promise<void> {
  console.log(
    `node ${process.version}, ${cpus().length} cores, ${RECORDS.toLocaleString("en-US")} records against none`,
  );
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-bench-"));
  chmodSync(folder, 0o755); // another user serves what lies in it
  const servings: Serving[] = [];
  const browser = await launchBrowser();
  try {
    for (const [name, records] of [
      ["empty", 0],
      ["full", RECORDS],
    ] as const)
      servings.push(await serve(join(folder, name), records));
    const times: [Times, Times] = [
      { paint: [], rows: [] },
      { paint: [], rows: [] },
    ];
    for (let turn = -2; turn < TURNS; turn++)
      for (const at of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { paint, rows } = await open(browser, servings[at] as Serving, at === 1);
        if (turn < 0) continue; // both are warm then: node has compiled, the index is read
        times[at].paint.push(paint);
        times[at].rows.push(rows);
      }
    tell("first paint", times[0].paint, times[1].paint);
    tell("first rows", times[0].rows, times[1].rows);
  } finally {
    await browser.close();
    for (const serving of servings) await serving.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function serve(folder: string, records: number): Promise<Serving> {
  const repo = join(folder, "repo");
  for (const made of [join(repo, ".orchestration"), join(folder, "home")]) mkdirSync(made, { recursive: true });
  writeFileSync(join(repo, ".orchestration/active_intents.yaml"), "active_intents: []\n");
  if (records > 0) writeLongLedger(repo, records);
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: join(folder, "home"),
    XDG_STATE_HOME: join(folder, "state"),
    INTENTGATE_HOSTS: "none",
  };
  return startServing(folder, repo, env);
}

/** In a profile of its own, as for the first time. */
async function open(
  browser: Browser,
  { address }: Serving,
  hasRows: boolean,
): Promise<{ paint: number; rows: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(address);
    const { origin } = new URL(address);
    await page.goto("about:blank");
    const start = performance.now();
    await page.goto(`${origin}/#/trace`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await (hasRows ? page.locator(".main div[role=option]").first() : page.locator(".empty").first()).waitFor();
    const rows = performance.now() - start;
    const paint = await page.evaluate<number>('performance.getEntriesByName("first-contentful-paint")[0].startTime');
    return { paint, rows };
  } finally {
    await context.close();
  }
}

function tell(what: string, empty: readonly number[], full: readonly number[]): void {
  const [without, withThem] = [quantile(empty, 0.5), quantile(full, 0.5)];
  console.log(
    `${what}: ${withThem.toFixed(0)} ms against ${without.toFixed(0)} ms, ${(withThem / without).toFixed(2)}×`,
  );
}

await main();
