/** Writes the demo's project into an empty folder and commits it, where there is a git to do so. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectFiles } from "./project.ts";

const IDENTITY = ["-c", "user.name=Intentgate demo", "-c", "user.email=demo@example.invalid"];
/** The person's own git settings (signing, hooks, templates) have no business in the demo. */
const PLAIN = [
  "-c",
  "commit.gpgsign=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "init.defaultBranch=main",
  "-c",
  "init.templateDir=",
];

/** True when the project was committed; the gate works without git too. */
export function plantProject(folder: string): boolean {
  for (const [path, content] of Object.entries(projectFiles)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return [
    ["init", "--quiet"],
    ["add", "--all"],
    ["commit", "--quiet", "--message", "A small shop"],
  ].every((words) => git(folder, words));
}

function git(folder: string, words: readonly string[]): boolean {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
  const done = spawnSync("git", [...IDENTITY, ...PLAIN, ...words], {
    cwd: folder,
    env,
    stdio: "ignore",
    timeout: 20_000,
  });
  return done.status === 0;
}
