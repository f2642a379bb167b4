/** Makes the copies that a command works on, in the folder of its run. What is new or other there afterwards is its doing. */
import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onSystemError, SYSTEM_PATH, systemProgram } from "@intentgate/world";
import type { Copies } from "../plan/copies.ts";

/** So that the words of one program are not too many. */
const AT_ONCE = 500;

/** `upper`: an empty folder. Throws where something of it could not be copied. */
export function layCopies(root: string, upper: string, { joined, copied, bound }: Copies): void {
  for (const folder of joined) mkdirSync(join(upper, folder), { recursive: true });
  for (const { path, kind } of bound) {
    // Only what something is mounted on.
    if (kind === "folder") mkdirSync(join(upper, path), { recursive: true });
    else writeFileSync(join(upper, path), "");
  }
  for (const { folder, names } of copied) {
    const why = copyEntries(join(root, folder), names, join(upper, folder));
    if (why !== null) throw new Error(`what it works on could not be copied: ${why}`);
  }
  // Once they are filled, as one may be closed to writing; the inner first, as one may be closed to entering.
  for (const folder of joined.toReversed()) chmodSync(join(upper, folder), lstatSync(join(root, folder)).mode & 0o7777);
}

/** Says why some of it could not be copied; null where all of it was. */
function copyEntries(from: string, names: readonly string[], to: string): string | null {
  let why: string | null = null;
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE).map((name) => `./${name}`);
    const done = spawnSync(systemProgram("cp"), ["-a", "--reflink=auto", "-t", to, "--", ...some], {
      cwd: from,
      env: { PATH: SYSTEM_PATH, LC_ALL: "C" },
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
    });
    if (done.status !== 0) why ??= done.stderr?.split("\n")[0] || "cp failed";
  }
  return why;
}

const MOST_FILES = 200;
const LARGEST = 1_000_000;

/** Plain files of the folder for scratch: what one command wrote there the next one reads. Folders may hold sockets of others. */
export function copyScratch(scratch: string, upper: string): void {
  const entries = onSystemError("any", [], () => readdirSync(scratch, { withFileTypes: true }));
  const names = entries.flatMap((entry) => {
    if (!entry.isFile() || entry.name.includes("\ufffd")) return [];
    const stat = onSystemError("any", undefined, () => lstatSync(join(scratch, entry.name), { throwIfNoEntry: false }));
    const isOwn = stat?.uid === process.getuid?.() && (stat?.mode ?? 0) & 0o400;
    return isOwn && (stat?.size ?? LARGEST) < LARGEST ? [entry.name] : [];
  });
  // One that is gone by then is nobody's loss.
  copyEntries(scratch, names.slice(0, MOST_FILES), upper);
}

/** What programs are started from and set up by. Nobody listens there, and caches that have to be written are none of it. */
const ofHome = [
  ...[".asdf", ".bun", ".cabal", ".cargo", ".deno", ".dotnet", ".fnm", ".ghcup", ".go", ".hex", ".m2", ".mix"],
  ...[".nodenv", ".npm-global", ".nuget", ".nvm", ".opam", ".pub-cache", ".pyenv", ".rbenv", ".rustup", ".rvm"],
  ...[
    ".sdkman",
    ".stack",
    ".volta",
    ".yarn",
    "go",
    "go/bin",
    "go/pkg",
    ".config/git",
    ".local/bin",
    ".local/lib",
    ".local/pipx",
  ],
  ...[".local/share/fnm", ".local/share/mise", ".local/share/pipx", ".local/share/pnpm", ".local/share/uv"],
  ...[".cache/Cypress", ".cache/ms-playwright", ".cache/node", ".cache/puppeteer"],
];
const files = [".gitconfig", ".tool-versions", ".yarnrc", ".yarnrc.yml"];

/**
 * The home folder is an empty one for the command: what listens in it would answer even where it is read-only. Says which
 * folders of it are there, read-only. `path`: where programs are looked for.
 */
export function copyHome(home: string, upper: string, path: string, root: string): string[] {
  const named = path.split(":").flatMap((one) => (one.startsWith(`${home}/`) ? [one.slice(home.length + 1)] : []));
  const shown = [...new Set([...ofHome, ...named])].filter((one) => isPlainFolder(home, one) && !isAbove(one));
  for (const one of shown) mkdirSync(join(upper, one), { recursive: true });
  const own = files.filter((one) => onSystemError("any", false, () => lstatSync(join(home, one)).isFile()));
  copyEntries(home, own, upper);
  return shown.map((one) => join(home, one));

  function isAbove(one: string): boolean {
    return `${root}/`.startsWith(`${join(home, one)}/`);
  }
}

/** No folder on the way is a link, which could lead to anything. */
function isPlainFolder(home: string, relative: string): boolean {
  if (relative.split("/").some((name) => name === "" || name === "." || name === "..")) return false;
  for (let at = relative; at !== "."; at = dirname(at)) {
    const stat = onSystemError("any", undefined, () => lstatSync(join(home, at), { throwIfNoEntry: false }));
    if (!stat?.isDirectory()) return false;
  }
  return true;
}
