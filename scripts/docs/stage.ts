/** A temporary repository with a home of its own, in which the documents' commands are really run. */
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { readJson } from "../../packages/documents/src/text/read-json.ts";
import { removeFolder } from "../../packages/world/src/files/make-folder.ts";
import { laidOut } from "./laid-out.ts";
import { createSettler } from "./settled-text.ts";

/** What the repository is called in the documents. */
export const SHOWN_REPO = "/projects/shop";

export interface Stage {
  repo: string;
  /** Runs the lines one by one as typed and gives a transcript in a fence. */
  shell(...lines: string[]): string;
  /** Runs one line and shows only these fields of its answer. */
  brief(line: string, ...fields: string[]): string;
  /** Runs the lines at a terminal, where the program takes the one who types for a person. */
  person(...lines: string[]): string;
  /** What a program of node's prints, run while we go on: it may ask a server of ours. */
  printedBy(file: string, ...words: string[]): Promise<string>;
  /** Runs without showing it. */
  quietly(...lines: string[]): void;
  put(path: string, content: string): void;
  /** As it stands on disk, settled. */
  text(path: string): string;
  settle(text: string): string;
  /** Makes a call that nobody is there to approve, and gives the beginning of the request's id. */
  requestOf(line: string): string;
  clear(): void;
}

const firstFiles: Record<string, string> = {
  "src/auth/middleware.ts":
    'export function authMiddleware(header: string): boolean {\n  return header.startsWith("Basic ");\n}\n',
  "src/api/weather.ts": 'export const unit = "celsius";\n',
  "README.md": "# Shop\n",
};

const LONGEST_MS = 60_000;

export function openStage(program: string, files: Record<string, string> = firstFiles): Stage {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-docs-"));
  const repo = join(folder, "shop");
  const bin = join(folder, "bin");
  for (const made of [repo, bin, join(folder, "home"), join(folder, "tmp")]) mkdirSync(made);
  symlinkSync(program, join(bin, "intentgate"));
  const when = "2026-02-16T12:00:00Z";
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH ?? ""}`,
    HOME: join(folder, "home"),
    TMPDIR: join(folder, "tmp"),
    USER: "ann",
    // Transcripts are the same on machines that can contain commands and on those that cannot.
    INTENTGATE_NO_BOX: "1",
    TZ: "UTC",
    LANG: "C.UTF-8",
    NO_COLOR: "1",
    TERM: "dumb",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ann",
    GIT_AUTHOR_EMAIL: "ann@example.invalid",
    GIT_COMMITTER_NAME: "Ann",
    GIT_COMMITTER_EMAIL: "ann@example.invalid",
    GIT_AUTHOR_DATE: when,
    GIT_COMMITTER_DATE: when,
  };
  const settle = createSettler([
    [repo, SHOWN_REPO],
    [join(folder, "home"), "~"],
    [folder, "/projects"],
  ]);
  const run = (command: string, words: string[]) => {
    const done = spawnSync(command, words, { cwd: repo, env, encoding: "utf8", timeout: LONGEST_MS });
    if (done.error) throw done.error;
    return { code: done.status, text: `${done.stdout}${done.stderr}`.replaceAll("\r\n", "\n") };
  };
  const inShell = (line: string) => run("bash", ["-c", `exec 2>&1; ${line}`]);
  const atTerminal = (line: string) => run("script", ["-qefc", `bash -c ${quoted(line)}`, "/dev/null"]);
  const transcript = (lines: readonly string[], how: typeof inShell) =>
    fenced("console", lines.map((line) => shownRun(line, how(line))).join("\n\n"), settle);

  const stage: Stage = {
    repo,
    settle,
    shell: (...lines) => transcript(lines, inShell),
    brief(line, ...fields) {
      const { code, text } = inShell(line);
      const answer = JSON.parse(text) as Record<string, unknown>;
      const kept = Object.fromEntries(fields.map((field) => [field, answer[field]]));
      const shown = laidOut(kept, 0).replace(/\n\}$/, ",\n  …\n}");
      return fenced("console", `$ ${line}\n${shown}${exitNote(code)}`, settle);
    },
    person: (...lines) => transcript(lines, atTerminal),
    async printedBy(file, ...words) {
      const { stdout } = await promisify(execFile)(process.execPath, [file, ...words], {
        cwd: repo,
        env,
        timeout: LONGEST_MS,
      });
      return fenced("text", stdout, settle);
    },
    quietly(...lines) {
      for (const line of lines) {
        const { code, text } = inShell(line);
        if (code !== 0 && code !== 2) throw new Error(`${line}\n${text}`);
      }
    },
    put(path, content) {
      mkdirSync(dirname(join(repo, path)), { recursive: true });
      writeFileSync(join(repo, path), content);
    },
    text: (path) => settle(readFileSync(join(repo, path), "utf8")),
    requestOf(line) {
      const { error } = JSON.parse(inShell(line).text) as { error: { meta: { request_id: string } } };
      settle(error.meta.request_id); // so that its beginning is known wherever it is shown
      return error.meta.request_id.slice(0, 8);
    },
    clear: () => removeFolder(folder),
  };
  for (const [path, content] of Object.entries(files)) stage.put(path, content);
  stage.quietly("git -c init.defaultBranch=main init -q", "git add -A", "git commit -q -m start");
  return stage;
}

/** A call as a person would type it; some shells' echo turns `\n` into a line end, and then it is no JSON any more. */
export function call(tool: string, input: object, session = "s1"): string {
  const text = JSON.stringify({ tool, input, session });
  return `${text.includes("\\") ? "printf %s" : "echo"} ${quoted(text)} | intentgate call`;
}

export function fenced(language: string, text: string, settle: (text: string) => string = (same) => same): string {
  return `\`\`\`${language}\n${settle(text).trimEnd()}\n\`\`\``;
}

function shownRun(line: string, { code, text }: { code: number | null; text: string }): string {
  const shown = text
    .trimEnd()
    .split("\n")
    .map((each) => (each.startsWith("{") ? indented(each) : each))
    .join("\n");
  return `$ ${line}${shown === "" ? "" : `\n${shown}`}${exitNote(code)}`;
}

function exitNote(code: number | null): string {
  return code === 0 ? "" : `\n(exit code ${code})`;
}

function indented(line: string): string {
  const read = readJson(line);
  return read.ok ? laidOut(read.value) : line;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
