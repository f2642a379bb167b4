/** A governed root in a temp folder with hooks and handlers of its own, opened in this process. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AskApproval, CallAnswer, Notice } from "@intentgate/engine";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "@intentgate/gate";
import { tempFolder } from "./temp-folder.ts";

const intents = `active_intents:
  - id: INT-001
    name: Sample
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`;

export interface HookScene {
  root: string;
  stateDir: string;
  workspace: Workspace;
  notices: Notice[];
  put(path: string, text: string, mode?: number): void;
  text(path: string): string;
  has(path: string): boolean;
  remove(path: string): void;
  call(tool: string, input: unknown, options?: { session?: string; askApproval?: AskApproval }): Promise<CallAnswer>;
  write(path: string, content: string): Promise<CallAnswer>;
  take(session?: string): Promise<CallAnswer>;
  trust(...ids: string[]): readonly string[];
  log(): Record<string, unknown>[];
  /** As another process would see it: nothing remembered. */
  again(options?: WorkspaceOptions): HookScene;
}

/** Files by their path; what lies in `scripts` can be executed. */
export function hookScene(files: Record<string, string> = {}, options: WorkspaceOptions = {}): HookScene {
  const folder = tempFolder("hooks");
  const root = join(folder, "repo");
  const stateDir = join(folder, "state");
  mkdirSync(join(folder, "home"), { recursive: true });
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(join(stateDir, "roots.json"), JSON.stringify({ version: 1, roots: [root] }));
  const all = { ".orchestration/active_intents.yaml": intents, "src/a.ts": "one\n", "src/b.ts": "two\n", ...files };
  for (const [path, text] of Object.entries(all)) put(root, path, text);
  return sceneIn(root, stateDir, join(folder, "home"), options);
}

function sceneIn(root: string, stateDir: string, userHome: string, options: WorkspaceOptions): HookScene {
  const notices: Notice[] = [];
  const onNotice = (notice: Notice) => void notices.push(notice);
  const workspace = openWorkspace(root, { stateDir, userHome, environment: null, onNotice, ...options });
  const scene: HookScene = {
    root,
    stateDir,
    workspace,
    notices,
    put: (path, text, mode) => put(root, path, text, mode),
    text: (path) => readFileSync(join(root, path), "utf8"),
    has: (path) => existsSync(join(root, path)),
    remove: (path) => rmSync(join(root, path), { recursive: true }),
    call: (tool, input, { session = "s1", askApproval } = {}) =>
      workspace.run({ tool, input, session: { id: session, host: "test", model: "m" }, askApproval }),
    write: async (path, content) => {
      await scene.call("read_file", { path });
      return scene.call("write_to_file", { path, content });
    },
    take: (session) => scene.call("select_active_intent", { intent_id: "INT-001" }, { session }),
    trust: (...ids) => workspace.eventHooks().trust(ids.length === 0 ? "all" : ids),
    log: () =>
      scene.has(LOG)
        ? scene
            .text(LOG)
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line))
        : [],
    again: (more = options) => sceneIn(root, stateDir, userHome, more),
  };
  return scene;
}

const LOG = ".system/logs/hooks.log";

function put(root: string, path: string, text: string, mode = path.startsWith("scripts/") ? 0o755 : 0o644): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  chmodSync(join(root, path), mode);
}

/** A hook file; `more` are further lines. */
export function hook(id: string, event: string, more: string[] = [], command = `./scripts/${id}.sh`): string {
  return [`id: ${id}`, `event_type: ${event}`, ...more, "handler:", "  kind: script", `  command: ${command}`, ""].join(
    "\n",
  );
}

/** The two files of a hook whose handler prints this answer; it keeps what it was told in `.system/cache/<id>.json`. */
export function hookFiles(id: string, event: string, answer: unknown, more: string[] = []): Record<string, string> {
  const said = typeof answer === "string" ? answer : JSON.stringify(answer);
  return {
    [`.system/hooks/${id}.yaml`]: hook(id, event, more),
    [`scripts/${id}.sh`]: `#!/bin/sh\nmkdir -p .system/cache\ncat > .system/cache/${id}.json\necho run >> .system/cache/${id}.runs\ncat <<'END'\n${said}\nEND\n`,
  };
}

/** What the handler of `hookFiles` was told last. */
export function told(scene: HookScene, id: string): Record<string, unknown> {
  return JSON.parse(scene.text(`.system/cache/${id}.json`));
}

export function runsOf(scene: HookScene, id: string): number {
  return scene.has(`.system/cache/${id}.runs`) ? scene.text(`.system/cache/${id}.runs`).trim().split("\n").length : 0;
}
