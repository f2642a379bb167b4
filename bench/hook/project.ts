/** A committed repository with a sidecar, in a folder of its own, as a host meets it in the middle of a day's work. */
import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Project {
  folder: string;
  repo: string;
  env: Record<string, string>;
  remove(): void;
}

const FILES = 40;
const INTENTS = 20;
const NOBODY = 65534;

const policy = `version: 1
commands:
  - run: npm
    args: ["test"]
    writes: ["coverage/**"]
`;

export function makeProject(): Project {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-bench-"));
  becomeNobody(folder);
  const repo = join(folder, "repo");
  for (let at = 0; at < FILES; at++) put(repo, `src/auth/part-${at}.ts`, `export const part${at} = ${at};\n`);
  put(repo, "README.md", "# Bench\n");
  put(repo, "package.json", '{ "name": "bench", "scripts": { "test": "node --test" } }\n');
  put(repo, ".orchestration/policy.yaml", policy);
  put(repo, ".orchestration/active_intents.yaml", intentsText());
  put(folder, "state/intentgate/roots.json", JSON.stringify({ version: 1, roots: [repo] }));
  mkdirSync(join(folder, "home"));
  // As a launcher starts it: extra certificates alone cost a start of node more than everything else.
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: join(folder, "home"),
    XDG_STATE_HOME: join(folder, "state"),
    INTENTGATE_HOSTS: "none",
  };
  const identity = ["-c", "user.name=Bench", "-c", "user.email=bench@example.invalid"];
  const git = (...words: string[]) => execFileSync("git", [...identity, ...words], { cwd: repo, env });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "start");
  return { folder, repo, env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function put(repo: string, path: string, text: string): void {
  mkdirSync(dirname(join(repo, path)), { recursive: true });
  writeFileSync(join(repo, path), text);
}

/** Nothing here needs more rights than a folder of its own. */
function becomeNobody(folder: string): void {
  if (process.getuid?.() !== 0) return;
  chownSync(folder, NOBODY, NOBODY);
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}

function intentsText(): string {
  const entries = Array.from({ length: INTENTS }, (_, at) =>
    [
      `  - id: INT-${String(at + 1).padStart(3, "0")}`,
      `    name: Part ${at + 1} of the work`,
      "    status: IN_PROGRESS",
      `    owned_scope: ["src/${at === 0 ? "auth" : `part-${at}`}/**"]`,
      '    constraints: ["Keep the public interface as it is"]',
      '    acceptance_criteria: ["The tests pass"]',
      "    related_files: []",
      "    recent_history: []",
    ].join("\n"),
  );
  return `version: 1\nactive_intents:\n${entries.join("\n")}\n`;
}
