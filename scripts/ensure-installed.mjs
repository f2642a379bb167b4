/** Installs the dependencies when they are missing or not the ones that package-lock.json names. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const lockfile = join(root, "package-lock.json");

if (!isInstalled()) {
  process.stderr.write("npm ci …\n");
  const done = npm(["ci"]);
  if (done.status !== 0) {
    process.stderr.write(`${done.stdout ?? ""}${done.stderr ?? ""}${done.error ?? ""}\n`);
    process.stderr.write("the dependencies could not be installed\n");
    process.exit(1);
  }
}

function npm(args) {
  // Inside `npm run`, npm says where it is; outside, the shell finds it.
  const path = process.env.npm_execpath;
  const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 64 * 1024 * 1024 };
  if (path?.endsWith(".js")) return spawnSync(process.execPath, [path, ...args], options);
  return spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
}

/** npm notes in `.package-lock.json` what it put into node_modules. */
function isInstalled() {
  const installed = join(root, "node_modules/.package-lock.json");
  if (!existsSync(installed)) return false;
  const present = packagesIn(installed);
  return Object.entries(packagesIn(lockfile)).every(([path, wanted]) => {
    if (!path.includes("node_modules/")) return true; // a folder of this repository
    if (!present[path]) return Boolean(wanted.optional || wanted.devOptional || wanted.peer);
    return present[path].version === wanted.version;
  });
}

function packagesIn(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages;
}
