/**
 * One host, started for a call that the gate must refuse and for commands that it is given other lines for; once more
 * where a rule of its own can only be one of its first words.
 */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { addTo, type Host, watchedFiles } from "@intentgate/hosts";
import { type ScriptedModel, type Step, startScriptedModel } from "@intentgate/scripted-model";
import { summarise } from "@intentgate/sidecar";
import { removeFolder } from "@intentgate/world";
import { aroundHost } from "../hosts/around-host.ts";
import { userHookSettings } from "../hosts/hook-settings.ts";
import { oneLine } from "../terminal/one-line.ts";
import { type Canary, createCanary } from "./canary.ts";
import { canaryEnvironment, ledBy } from "./canary-environment.ts";
import { type Facts, judge, type Verdict } from "./judge.ts";
import { runProgram } from "./run-program.ts";
import { callsOf, prepareBox, type TriedHost } from "./try-box.ts";

export interface Firing extends TriedHost {
  program: string;
  /** Our hooks stand in the person's own settings. */
  hasOwnHooks: boolean;
  signal: AbortSignal;
}

type Script = "canary" | "ruled";
const promptOf = (script: Script) =>
  `SCRIPT:${script} This is the canary of \`intentgate doctor --live\`; no model reads it.`;

export async function fireCanary(firing: Firing): Promise<Verdict> {
  const { host, live, program, workspace, startedIn, env, withinMs, signal } = firing;
  const { root } = workspace.home;
  const around = aroundHost(host, { root, startedIn, env }, "root");
  const files = watchedFiles(host, around);
  const untried = (why: string): Verdict => ({
    kind: "untried",
    why: `${why}, and the canary must not leave this machine`,
  });
  const elsewhere = live.leadsElsewhere(around);
  if (elsewhere !== null) return untried(elsewhere);
  const canary = createCanary(root);
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-live-"));
  const call = live.asks(canary.path);
  const box = await prepareBox(firing, canary.mark);
  const done: Step = { say: "done" };
  const scripts: Record<Script, Step[]> = {
    canary: [{ calls: [call] }, ...box.steps, done],
    ruled: [...box.apart, done],
  };
  const model = await startScriptedModel({ scripts });
  try {
    const isApart = box.apart.length > 0;
    const prepared = (script: Script) => {
      const denied = isApart && script === "canary" ? null : box.denied;
      const start = live.start({ ...around, url: model.url, prompt: promptOf(script), folder, denied });
      const given = { ...canaryEnvironment(env, { folder, stateDir: workspace.stateDir, files }), ...start.env };
      return { start, request: { program, args: start.args, cwd: startedIn, env: given, withinMs, signal } };
    };
    const { start, request } = prepared("canary");
    const led = ledBy(files, request.env, live);
    if (led !== null) return untried(led);
    for (const [path, text] of Object.entries({ ...start.files, ...ownHooks(firing, start.files) })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text, { mode: 0o600 });
    }
    box.begin();
    const ran = await runProgram(request);
    const wasWritten = canary.remove();
    const facts = seen(model, host, canary, workspace);
    const verdict = judge({ ...ran, output: oneLine(ran.output, 200), wasWritten, ...facts });
    // The same files and variables, and a rule among its words.
    if (verdict.kind === "denied" && isApart) await runProgram(prepared("ruled").request);
    endSessions(workspace, host, canary);
    return verdict.kind === "denied" ? { ...verdict, box: box.proof(model, verdict.session) } : verdict;
  } finally {
    box.clear();
    canary.remove();
    await model.close();
    removeFolder(folder);
  }
}

/** The hooks in the person's own settings, and nothing else of these. */
function ownHooks(
  { host, live, hasOwnHooks, workspace }: Firing,
  settings: Readonly<Record<string, string>>,
): Record<string, string> {
  const [file] = hasOwnHooks ? host.install.user(live.own) : [];
  if (file === undefined) return {};
  const text = addTo(file, settings[file.path] ?? null, userHookSettings(workspace.stateDir));
  if (!text.ok) throw new ProblemError(text.problems);
  return { [file.path]: text.value };
}

/** Not every host says that it has ended, and nobody is to take it for one that still works. */
function endSessions(workspace: Workspace, host: Host, { mark }: Canary): void {
  const { home, now } = workspace;
  const rows = callsOf(workspace, host).flat();
  const tried = rows.filter(({ payload }) => JSON.stringify(payload ?? "").includes(mark));
  for (const session of new Set(tried.map((row) => row.session)))
    if (!home.store.sessions.read(session).ended)
      home.store.sessions.append(session, [{ kind: "ended_session", at: now().toISOString() }]);
}

function seen(
  { requests }: ScriptedModel,
  host: Host,
  { path }: Canary,
  workspace: Workspace,
): Pick<Facts, "decision" | "wasRequested" | "modelReadWhy"> {
  const rows = callsOf(workspace, host).find(([first]) =>
    JSON.stringify(first?.payload ?? "").includes(basename(path)),
  );
  const call = rows ? summarise(rows) : null;
  const isDenied = call?.outcome === "denied";
  return {
    decision: call && { invocation: call.invocation_id, session: call.session, code: call.code, isDenied },
    wasRequested: requests.some(({ answer }) => (answer?.calls?.length ?? 0) > 0),
    modelReadWhy:
      call?.code !== null && requests.some(({ step, text }) => step === 1 && text.includes(call?.code ?? "\0")),
  };
}
