/** Which hosts are there: their programs on the path, or their files in the repository or the home folder. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Checked, problem } from "@intentgate/documents";
import { type Host, hostNamed, hostNames, hosts } from "@intentgate/hosts";
import { onSystemError } from "@intentgate/world";
import { programOnPath } from "../program/program-on-path.ts";

export interface Surroundings {
  root: string;
  home: string;
  /** `INTENTGATE_HOSTS` names them instead of looking, or says `none`. */
  env: NodeJS.ProcessEnv;
}

export function findHosts({ root, home, env }: Surroundings): Checked<Host[]> {
  const listed = env.INTENTGATE_HOSTS;
  if (listed !== undefined && listed !== "")
    return listed === "none" ? { ok: true, value: [] } : named(listed.split(","));
  const isHere = (host: Host) => host.install.traces.some((trace) => isThere(join(root, trace)));
  return { ok: true, value: hosts.filter((host) => isHere(host) || isOnMachine(host, { home, env })) };
}

function isOnMachine({ install }: Host, { home, env }: Omit<Surroundings, "root">): boolean {
  const isOnPath = (program: string) => programOnPath(program, env.PATH ?? "") !== null;
  return install.programs.some(isOnPath) || install.traces.some((trace) => isThere(join(home, trace)));
}

/** Read by several hosts. */
const sharedTraces = ["AGENTS.md"];

/** Written for agents, and part of many a clone: it shows that somebody uses one, and not that it is used here. */
const isNotes = (trace: string) => /\.md$|rules$/.test(trace);

/**
 * What in the repository itself shows that agents work here already: settings of one, or notes for one that is on this
 * machine. Whoever names the agents has nothing looked for.
 */
export function tracesOfAgents({ root, home, env }: Surroundings): string[] {
  if (env.INTENTGATE_HOSTS) return [];
  const onMachine = hosts.filter((host) => isOnMachine(host, { home, env }));
  const settings = hosts.flatMap(({ install }) => install.traces.filter((trace) => !isNotes(trace)));
  const notes = onMachine.flatMap(({ install }) => [...install.traces.filter(isNotes), ...sharedTraces]);
  return [...new Set([...settings, ...notes])].filter((trace) => isThere(join(root, trace)));
}

/** Hosts by their names, each once, in the order of our list. */
export function named(names: readonly string[]): Checked<Host[]> {
  const wrong = names.map((name) => name.trim()).find((name) => hostNamed(name) === undefined);
  if (wrong !== undefined) {
    const known = hostNames.filter((name) => hostNamed(name) !== undefined).join(", ");
    const message = `there is no host ${JSON.stringify(wrong.slice(0, 40))}`;
    return { ok: false, problems: [problem("BAD_INPUT", message, `Known are: ${known}.`)] };
  }
  const wanted = new Set(names.map((name) => name.trim()));
  return { ok: true, value: hosts.filter(({ name }) => wanted.has(name)) };
}

/** An empty folder says nothing: one stands in for each that is missing while an agent is on a floor. */
function isThere(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return (
    found !== undefined && !(found.isDirectory() && onSystemError("any", false, () => readdirSync(path).length === 0))
  );
}
