/** Writes the demo's project into a new folder of its own and commits it, where there is a git to do so. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createRootRegistry } from "@intentgate/sidecar";
import { shopFiles } from "./shop-files.ts";

export interface Shop {
  /** Holds the project and its state: whoever removes it removes all. */
  place: string;
  folder: string;
  stateDir: string;
  /** False where there is no git; the gate works without it. */
  inGit: boolean;
}

/** Nobody says where: what the demo answers for a person counts in no other place. */
export async function plantShop(): Promise<Shop> {
  const place = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-demo-"));
  const folder = join(place, "corner-shop");
  // As `stateDir` finds it for whoever has `state` for the home of their states.
  const stateDir = join(place, "state", "intentgate");
  for (const [path, content] of Object.entries(shopFiles)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const inGit = [
    ["init", "--quiet"],
    ["add", "--all"],
    ["commit", "--quiet", "--message", "A small shop"],
  ].every((words) => git(folder, words));
  await createRootRegistry(stateDir).add(folder);
  return { place, folder, stateDir, inGit };
}

/** The person's own git settings (signing, hooks, templates) have no business in the demo. */
const SETTINGS = [
  "user.name=Intentgate demo",
  "user.email=demo@example.invalid",
  "commit.gpgsign=false",
  "core.hooksPath=/dev/null",
  "init.defaultBranch=main",
  "init.templateDir=",
];

function git(folder: string, words: readonly string[]): boolean {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
  const settings = SETTINGS.flatMap((setting) => ["-c", setting]);
  const done = spawnSync("git", [...settings, ...words], { cwd: folder, env, stdio: "ignore", timeout: 20_000 });
  return done.status === 0;
}
