/** A package of Debian that tests need, installed where that is allowed. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { runBounded } from "./run-bounded.mjs";

const APT_MS = 4 * 60_000;

/** Null where `found` answers after all, else why not. */
export async function installPackage(name, found, say) {
  if (found()) return null;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return `there is no ${name}`;
  say(`${name} is being installed\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const until = Date.now() + APT_MS;
  const apt = (...words) => runBounded("apt-get", words, { env, withinMs: until - Date.now() });
  const install = () => apt("install", "-y", "--no-install-recommends", name);
  let done = await install();
  if (done.code !== 0) {
    await apt("update");
    done = await install();
  }
  return found() ? null : `${name} could not be installed: ${done.out.trim().split("\n").at(-1) ?? ""}`;
}

/** What every box needs. Null where it answers after all, else why not. */
export function installBubblewrap(say) {
  return installPackage("bubblewrap", () => spawnSync("bwrap", ["--version"], { stdio: "ignore" }).status === 0, say);
}
