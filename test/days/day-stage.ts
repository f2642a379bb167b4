/** A real project from npm with a history, a home folder and a place to push to; under the gate or not. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { HostDriver } from "../hosts/driver.ts";
import { give, put, type Stage, succeed } from "../hosts/stage.ts";
import type { Day } from "./day.ts";

const app = fileURLToPath(new URL("../../apps/cli", import.meta.url));

export interface DayStage extends Stage {
  isGated: boolean;
}

export interface StageWanted {
  day: Day;
  /** Where the project and its packages were installed from npm. */
  project: string;
  driver: HostDriver;
  installed: string;
  url: string;
  isGated: boolean;
  isBoxed: boolean;
}

export async function makeDayStage(wanted: StageWanted): Promise<DayStage> {
  const { day, project, driver, installed, url, isGated, isBoxed } = wanted;
  const base = existsSync("/var/tmp") ? "/var/tmp" : tmpdir();
  const folder = mkdtempSync(join(realpathSync(base), `intentgate-day-${driver.name}-`));
  const home = join(folder, "home");
  const stage: DayStage = {
    ...{ folder, home, installed, url, isGated },
    repo: join(folder, "repo"),
    program: join(folder, "intentgate/bin/intentgate.mjs"),
    env: {
      PATH: [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
      ...(isBoxed ? {} : { INTENTGATE_NO_BOX: "1" }),
      HOME: home,
      ...{ USER: "nobody", SHELL: "/bin/bash", LANG: "C.UTF-8", INTENTGATE_HOSTS: "none", TERM: "xterm-256color" },
      npm_config_update_notifier: "false",
    },
  };
  mkdirSync(home);
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(app, part), join(folder, "intentgate", part), { recursive: true });
  const name = day.project.slice(0, day.project.lastIndexOf("@"));
  cpSync(join(project, "node_modules", name), stage.repo, { recursive: true });
  cpSync(join(project, "node_modules"), join(stage.repo, "node_modules"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  put(stage, ".gitignore", "node_modules/\ncoverage/\n.nyc_output/\n*.log\n.env\n");
  for (const [path, text] of Object.entries(day.files)) put(stage, path, text);
  for (const [path, text] of Object.entries(day.home)) put(stage, join("../home", path), text);
  put(
    stage,
    "../home/.gitconfig",
    "[user]\n\tname = Agent\n\temail = agent@example.invalid\n[init]\n\tdefaultBranch = main\n",
  );
  give(folder);
  await git(stage, "init", "-q");
  await commitHistory(stage);
  if (isGated) {
    await succeed(stage, { program: process.execPath, args: [stage.program, "init", "--yes", "--host", driver.name] });
    put(stage, ".orchestration/active_intents.yaml", intentsOf(day));
  }
  await driver.prepare(stage, (command, talk) => {
    give(folder);
    return succeed(stage, command, talk);
  });
  give(folder);
  // What steers the gate is a person's to commit, and init says so.
  await git(stage, "add", "-A");
  await git(stage, "commit", "-q", "--allow-empty", "-m", "Work with an agent");
  await git(stage, "push", "-q", "-u", "origin", "main");
  return stage;
}

const git = (stage: Stage, ...words: string[]) => succeed(stage, { program: "git", args: words });

/** What a repository has grown from: the code alone, its tests, its papers; a branch of somebody else's, and a remote. */
async function commitHistory(stage: Stage): Promise<void> {
  const steps: [what: string, ...paths: string[]][] = [
    ["Parse options", "package.json", "index.js", ".gitignore"],
    ["Test it", "test"],
    ["Say what it is for", "."],
  ];
  for (const [what, ...paths] of steps) {
    await git(stage, "add", "--", ...paths);
    await git(stage, "commit", "-q", "--allow-empty", "-m", what);
  }
  await git(stage, "switch", "-q", "-c", "wording");
  const readme = join(stage.repo, "README.md");
  const text = existsSync(readme) ? readFileSync(readme, "utf8") : "";
  writeFileSync(readme, `${text}\nMore is in the wiki.\n`);
  give(stage.repo);
  await git(stage, "commit", "-qam", "Name the wiki");
  await git(stage, "switch", "-q", "main");
  await git(stage, "init", "-q", "--bare", join(stage.folder, "remote.git"));
  await git(stage, "remote", "add", "origin", join(stage.folder, "remote.git"));
  await git(stage, "push", "-q", "origin", "main", "wording");
}

function intentsOf({ intent }: Day): string {
  const { id, name, scope } = intent;
  return `active_intents:\n  - id: ${id}\n    name: ${JSON.stringify(name)}\n    status: PENDING\n    owned_scope: ${JSON.stringify(scope)}\n`;
}
