/** Whether the agents of this machine are gated in a folder: the facts that the answers are made of. */
import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Workspace } from "@intentgate/gate";
import { type Gated, gatedAnswer, type Host, watchedFiles } from "@intentgate/hosts";
import { rootStateDir } from "@intentgate/sidecar";
import { aroundHost, lookAt } from "./around-host.ts";
import { hostProgram, hostPrograms } from "./host-program.ts";
import { hostStandings, type Standing, type StandingPlace } from "./host-standing.ts";
import { type LiveProof, openLiveProofs } from "./live-proofs.ts";
import { homeOf, userFiles } from "./user-files.ts";

/** The place where a person stands, who would start an agent there. */
export function standingPlace({ home, stateDir }: Workspace, startedIn: string, env: NodeJS.ProcessEnv): StandingPlace {
  return { root: home.root, mainRoot: home.authoredAt, startedIn, state: stateDir, env };
}

/** Those that were set up, and those whose programs are here all the same. */
export function gatedAgents(place: StandingPlace): Gated[] {
  return hostStandings(place)
    .filter(({ isSetUp, isPresent }) => isSetUp || isPresent)
    .map((standing) => gatedHere(standing, place));
}

export function gatedHere({ host, isSetUp, levels }: Standing, place: StandingPlace): Gated {
  const [program] = hostPrograms(host, place.env.HOME || homedir(), place.env);
  const started = program === undefined ? null : hostProgram(program);
  const proof = program === undefined ? undefined : proofs(place).find(provedBy(host, program, place));
  return gatedAnswer({ host, isSetUp, version: started?.version ?? null, place, levels, proof: proof ?? null });
}

export function proofs({ state, root }: StandingPlace) {
  return openLiveProofs(rootStateDir(state, root));
}

/** By what a proof is known again: it counts as long as nothing of this is another. */
export function provedBy(host: Host, program: string, place: StandingPlace): Omit<LiveProof, "at"> {
  return {
    ...{ host: host.name, folder: place.startedIn },
    ...{ program: hostProgram(program).stamp, settings: settingsStamp(host, place) },
  };
}

function settingsStamp(host: Host, place: StandingPlace): string {
  const ours = (["personal", "team"] as const).flatMap((mode) => host.install.files(mode).map(({ path }) => path));
  const home = homeOf(place.env);
  // The first holds the hooks; others the host may write to all the time.
  const own = userFiles(host, home, place.env)
    .slice(0, 1)
    .map(({ path }) => join(home, path));
  const written = [...[place.root, place.mainRoot].flatMap((root) => ours.map((path) => join(root, path))), ...own];
  const watched = watchedFiles(host, aroundHost(host, place, "root")).map(({ place: path, look }) => [path, look]);
  const all = [...watched, ...[...new Set(written)].map((path) => [path, lookAt(path)])];
  return createHash("sha256").update(JSON.stringify(all)).digest("hex");
}
