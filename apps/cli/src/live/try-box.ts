/** The box's part of a trial: before the host is started, and after it has ended. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beginTrial, doubtHost, endTrial, trustHost, type Workspace } from "@intentgate/gate";
import type { Host, LiveHost } from "@intentgate/hosts";
import type { ScriptedModel, Step } from "@intentgate/scripted-model";
import { type DecisionRow, grouped, isSound, summarise } from "@intentgate/sidecar";
import { type BoxProof, createBoxTrial, judgeBox, type Shown, whyNoLine } from "./box-trial.ts";

export interface TriedHost {
  host: Host;
  live: LiveHost;
  workspace: Workspace;
  /** The folder that it is started in. */
  startedIn: string;
  env: NodeJS.ProcessEnv;
  withinMs: number;
}

export interface BoxRun {
  steps: readonly Step[];
  /** See `BoxTrial`. */
  apart: readonly Step[];
  denied: readonly string[] | null;
  begin(): void;
  /** What was shown; from then on the host is in doubt, or no longer. */
  proof(model: ScriptedModel, session: string): BoxProof;
  clear(): void;
}

export async function prepareBox(firing: TriedHost, mark: string): Promise<BoxRun> {
  const { host, live, workspace, startedIn, withinMs } = firing;
  const { home } = workspace;
  const why = await whyNoLine(host, live, firing);
  if (why !== null)
    return { steps: [], apart: [], denied: null, begin() {}, clear() {}, proof: () => ({ kind: "untried", why }) };
  const { steps, apart, denied, given, ruled, beside, withheld, leaves } = createBoxTrial(mark, live);
  const since = workspace.now().getTime();
  const places = [...new Set([home.root, startedIn])].map((folder) => join(folder, leaves));
  return {
    steps,
    apart,
    denied,
    begin() {
      const until = since + withinMs * (apart.length > 0 ? 2 : 1);
      beginTrial(home, { host: host.name, given: [given, ruled], withheld, until });
    },
    proof(model, session) {
      const calls = callsOf(workspace, host);
      const shown = (command: string, word: string) => shownOf(calls, command, readOf(model, `${mark}-${word}`));
      const proof = judgeBox({
        given: shown(given, "given"),
        ruled: shown(ruled, "ruled"),
        beside: beside === null ? null : shown(beside, "beside"),
        withheld: shown(withheld, "withheld"),
        wasLeft: places.some((place) => existsSync(place)),
      });
      if (proof.kind === "failed") doubtHost(home, host.name, new Date(since).toISOString());
      if (proof.kind === "proved" && !isUnboxedElsewhere(calls, session, since)) trustHost(home, host.name);
      return proof;
    },
    clear() {
      endTrial(home);
      for (const place of places) rmSync(place, { force: true });
    },
  };
}

const LOOKED_BACK = 2_000;

/** The newest of a host. */
export function callsOf({ home }: Workspace, { name }: Host): DecisionRow[][] {
  const rows = home.store.decisions.newest(LOOKED_BACK).filter(isSound);
  return [...grouped(rows).values()].filter(([first]) => first?.session.startsWith(`${name}:`));
}

function readOf({ requests }: ScriptedModel, text: string): string | null {
  return requests.find(({ latest }) => latest.includes(text))?.latest ?? null;
}

function shownOf(calls: readonly DecisionRow[][], command: string, said: string | null): Shown {
  const inside = JSON.stringify(command).slice(1, -1);
  const rows = calls.find(([first]) => JSON.stringify(first?.payload ?? "").includes(inside)) ?? [];
  const call = rows.length > 0 ? summarise(rows) : null;
  return {
    said,
    no: call?.outcome === "denied" ? `the gate refused it: ${call.code ?? "no code"}` : null,
    isUnboxed: rows.some(({ code }) => code === "RAN_UNBOXED"),
  };
}

/** What another session of this host did meanwhile is no part of the trial, and keeps it in doubt. */
function isUnboxedElsewhere(calls: readonly DecisionRow[][], own: string, since: number): boolean {
  return calls
    .flat()
    .some((row) => row.code === "RAN_UNBOXED" && row.session !== own && Date.parse(row.timestamp) >= since);
}
