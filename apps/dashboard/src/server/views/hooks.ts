/** *Hooks*: what is declared, whether it runs and how it went, and what a person looks at before they trust it. */
import { createHash } from "node:crypto";
import { isAbsolute } from "node:path";
import type { DeclaredHook, HookReview } from "@intentgate/event-hooks";
import { type LoggedRun, loggedRuns } from "@intentgate/sidecar";
import { contentHash } from "@intentgate/trace";
import type { HookCard, HookReviewView, HookRunRow, HooksView } from "../../api/hooks.ts";
import type { Window } from "../../api/shared.ts";
import { type WantedWindow, windowed } from "../door/asked.ts";
import { asApiProblem, refuse } from "../door/failure.ts";
import { smallText } from "../project/project-tree.ts";
import type { Served } from "../project/served.ts";
import { isSecret } from "./code.ts";

/** As far back as runs are counted. */
const MOST_RUNS = 5_000;

export function hooksView({ workspace }: Served): HooksView {
  const hooks = workspace.eventHooks();
  const runs = runsByHook(workspace.home.root);
  return {
    hooks: hooks.declared().map((declared) => hookCard(declared, runs, (id) => hooks.explain(id, null))),
    actions: hooks
      .actions()
      .filter((action) => action.state === "waiting")
      .map(({ id, at, hook, kind, state, note }) => ({ id, at, hook, kind, state, note })),
  };
}

function newestRuns(root: string): LoggedRun[] {
  const runs: LoggedRun[] = [];
  for (const run of loggedRuns(root)) if (runs.push(run) >= MOST_RUNS) break;
  return runs;
}

function runsByHook(root: string): Map<string, LoggedRun[]> {
  const byHook = new Map<string, LoggedRun[]>();
  for (const run of newestRuns(root)) {
    const known = byHook.get(run.hook);
    if (known) known.push(run);
    else byHook.set(run.hook, [run]);
  }
  return byHook;
}

function hookCard(
  declared: DeclaredHook,
  runs: ReadonlyMap<string, LoggedRun[]>,
  explain: (id: string) => { runs: boolean; text: string },
): HookCard {
  if (declared.kind === "broken") {
    const id =
      declared.lastTrusted?.id ?? declared.file.slice(declared.file.lastIndexOf("/") + 1).replace(/\.ya?ml$/, "");
    return {
      id,
      file: declared.file,
      ...howItWent(runs.get(id) ?? []),
      state: "broken",
      problems: declared.problems.map(asApiProblem),
      in_force: declared.lastTrusted !== null,
    };
  }
  const { hook, trust } = declared;
  const why = explain(hook.id);
  return {
    id: hook.id,
    file: hook.file,
    ...howItWent(runs.get(hook.id) ?? []),
    state: "readable",
    event_type: hook.event_type,
    enabled: hook.enabled,
    blocking: hook.blocking,
    summary: hook.summary,
    trust,
    why_not: why.runs ? null : why.text,
    handler: `${hook.handler.kind}: ${hook.handler.command}`,
    timeout_ms: hook.handler.timeout_ms,
    environments: hook.environments === null ? null : [...hook.environments],
  };
}

function howItWent(runs: readonly LoggedRun[]): Pick<HookCard, "runs" | "failures" | "mean_ms" | "last_run"> {
  const times = runs.flatMap(({ ms }) => (ms === null ? [] : [ms]));
  return {
    runs: runs.length,
    failures: runs.filter((run) => run.outcome !== "ok").length,
    mean_ms: times.length === 0 ? null : Math.round(times.reduce((sum, ms) => sum + ms, 0) / times.length),
    last_run: runs[0] ?? null,
  };
}

export function hookRuns({ workspace }: Served, hook: string | null, window: WantedWindow): Window<HookRunRow> {
  const fitting = newestRuns(workspace.home.root).filter((run) => hook === null || run.hook === hook);
  return windowed(fitting, window, (run) => run);
}

export function hookReview(served: Served, id: string): HookReviewView {
  const { workspace } = served;
  const review = reviewOf(workspace, id);
  const { root } = workspace.home;
  const { file, trust, text, before } = review;
  return {
    file,
    trust,
    digest: shownDigest(review),
    text,
    before,
    files: review.files.map(({ path, bytes, digest, before }) => {
      const text = isAbsolute(path) || isSecret(served, path) ? null : smallText(root, path);
      // Only what was digested is shown: somebody may be writing to it.
      const isThis = text !== null && contentHash(text) === digest;
      return { path, bytes, changed: digest !== before, text: isThis ? text : null };
    }),
    untrustable: review.untrustable && asApiProblem(review.untrustable),
  };
}

function reviewOf(workspace: Served["workspace"], id: string): HookReview {
  const review = workspace.eventHooks().review([id])[0];
  return review ?? refuse(404, "NOT_FOUND", "there is no readable hook of this id", "Look at the list of hooks.");
}

/** Of the hook file and of every file that its handler is made of. */
function shownDigest({ digest, files }: HookReview): string {
  const shown = [digest, ...files.map((file) => [file.path, file.digest])];
  return createHash("sha256").update(JSON.stringify(shown)).digest("hex");
}

export function trustHook(served: Served, id: string, digest: string): HooksView {
  const { workspace, news } = served;
  const review = reviewOf(workspace, id);
  if (review.untrustable) refuse(422, "NOT_ALLOWED", review.untrustable.message, review.untrustable.remedy);
  const other = () => refuse(409, "NOT_ALLOWED", `${id} is not any more what you looked at`, "Look at it again.");
  if (shownDigest(review) !== digest) other();
  const trusted = workspace.eventHooks().trust([id], [review]);
  if (review.trust !== "trusted" && !trusted.includes(id)) other();
  news.tell(["hooks"]);
  return hooksView(served);
}
