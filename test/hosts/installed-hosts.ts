/** Where the hosts are that `npm run test:hosts` has installed, and why some are not. */
import { readFileSync } from "node:fs";

export type Installed = { ok: true; folder: string } | { ok: false; why: string };

/** Less than this is left for nothing to be begun. */
const LEAST_MS = 60_000;

/** What has no time left is not run; it has not failed, but in CI, where nobody would see that it never ran. */
export function isLate(): boolean {
  const until = Number(process.env.INTENTGATE_TEST_UNTIL ?? Number.POSITIVE_INFINITY);
  const isOver = Date.now() > until - LEAST_MS;
  if (isOver && process.env.CI === "true") throw new Error("no time was left to run this");
  return isOver;
}

export function installedHost(name: string): Installed {
  if (isLate()) return { ok: false, why: "no time was left" };
  const file = process.env.INTENTGATE_TEST_HOSTS;
  if (!file) return { ok: false, why: "start with: npm run test:hosts" };
  const all = JSON.parse(readFileSync(file, "utf8")) as Record<string, Installed>;
  return all[name] ?? { ok: false, why: "nobody installed it" };
}
