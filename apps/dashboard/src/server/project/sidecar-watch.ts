/**
 * Tells which parts of the workspace changed, whoever changed them: told by the system where it can, and by looking now
 * and then where it cannot or forgot to.
 */
import { existsSync, type FSWatcher, readdirSync, watch } from "node:fs";
import { join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import type { GovernedRoot } from "@intentgate/sidecar";
import { findRepository, identity, onSystemError } from "@intentgate/world";
import type { Topic } from "../../api/api.ts";
import type { News } from "./news.ts";

interface Folder {
  path: string;
  rules: readonly { topics: readonly Topic[]; only: RegExp }[];
}

const LOOK_MS = 1_000;
const ANY = /^/;

export function watchSidecar(root: GovernedRoot, news: News): { stop(): void } {
  const folders = watchedFolders(root);
  const files = watchedFiles(root);
  const watchers = new Map<string, FSWatcher>();
  let known = new Map(files.map(({ path }) => [path, seen(path)]));

  function follow({ path, rules }: Folder): void {
    if (watchers.has(path) || !existsSync(path)) return;
    onSystemError("any", undefined, () => {
      const watcher = watch(path, { persistent: false }, (_event, name) => {
        for (const { topics, only } of rules) if (name === null || only.test(name)) news.tell(topics);
      });
      // Gone, or too many are watched: then the looking now and then must do.
      watcher.on("error", () => forget(path));
      watchers.set(path, watcher);
    });
  }

  function forget(path: string): void {
    watchers.get(path)?.close();
    watchers.delete(path);
  }

  function look(): void {
    for (const folder of [...folders, ...scriptFolders(root)]) {
      if (existsSync(folder.path)) follow(folder);
      else if (watchers.has(folder.path)) {
        forget(folder.path);
        for (const { topics } of folder.rules) news.tell(topics);
      }
    }
    const now = new Map(files.map(({ path }) => [path, seen(path)]));
    for (const { path, topics } of files) if (now.get(path) !== known.get(path)) news.tell(topics);
    known = now;
  }

  for (const folder of [...folders, ...scriptFolders(root)]) follow(folder);
  const timer = setInterval(look, LOOK_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      for (const path of [...watchers.keys()]) forget(path);
    },
  };
}

/** Scripts of hooks lie beside them as a rule; one that lies elsewhere is seen when the page is next asked for. */
function scriptFolders({ authoredAt }: GovernedRoot): Folder[] {
  const hooks = join(authoredAt, ".system", "hooks");
  // None where it is not there, or no folder; what is wrong with it the doctor says.
  const entries = onSystemError("any", [], () => readdirSync(hooks, { withFileTypes: true }));
  const folders = entries.filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => ({ path: join(hooks, name), rules: [{ topics: ["hooks"], only: ANY }] }));
}

function seen(path: string): string {
  try {
    return identity(path);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return "closed"; // that it cannot be looked at is what there is to see
  }
}

function watchedFolders({ sidecar, authoredAt, state }: GovernedRoot): Folder[] {
  const system = join(authoredAt, ".system");
  return [
    {
      path: sidecar,
      rules: [
        { topics: ["calls", "sessions"], only: /^decisions\.jsonl$/ },
        { topics: ["ledger", "files"], only: /^agent_trace\.jsonl$/ },
        { topics: ["intents", "health"], only: /^active_intents\.yaml$/ },
        { topics: ["policy", "health"], only: /^policy\.yaml$/ },
      ],
    },
    { path: join(sidecar, "sessions"), rules: [{ topics: ["sessions"], only: ANY }] },
    { path: join(sidecar, "approvals"), rules: [{ topics: ["approvals"], only: /\.(json|used)$/ }] },
    { path: join(sidecar, "ledger"), rules: [{ topics: ["ledger"], only: ANY }] },
    { path: join(system, "hooks"), rules: [{ topics: ["hooks"], only: ANY }] },
    { path: join(system, "logs"), rules: [{ topics: ["hooks"], only: /^hooks\.log$/ }] },
    { path: state, rules: [{ topics: ["policy", "health"], only: /^pause\.json$/ }] },
  ];
}

function watchedFiles({
  root,
  sidecar,
  authoredAt,
  state,
}: GovernedRoot): { path: string; topics: readonly Topic[] }[] {
  const repository = findRepository(root);
  const git = repository ? ["index", "HEAD"].map((name) => join(repository.gitDir, name)) : [];
  return [
    { path: join(sidecar, "decisions.jsonl"), topics: ["calls", "sessions"] },
    { path: join(sidecar, "agent_trace.jsonl"), topics: ["ledger", "files"] },
    { path: join(sidecar, "active_intents.yaml"), topics: ["intents", "health"] },
    { path: join(sidecar, "policy.yaml"), topics: ["policy", "health"] },
    { path: join(sidecar, "sessions"), topics: ["sessions"] },
    { path: join(sidecar, "approvals"), topics: ["approvals"] },
    { path: join(authoredAt, ".intentignore"), topics: ["policy"] },
    { path: join(authoredAt, ".system", "hooks"), topics: ["hooks"] },
    { path: join(state, "pause.json"), topics: ["policy", "health"] },
    ...git.map((path) => ({ path, topics: ["files" as const] })),
  ];
}
