/** A server on a floor: whatever its own path logic does, it changes no control file and sees nothing that the gate keeps. */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { probeFloor } from "@intentgate/box";
import { commandOn, followFloor, layFloor } from "@intentgate/gate";
import type { ServerSpec } from "./server-config.ts";

interface ContainedPlace {
  root: string;
  sidecar: string;
  stateDir: string;
  env: NodeJS.ProcessEnv;
  complain(text: string): void;
}

interface Contained {
  spec: ServerSpec;
  /** To be told when it has ended. */
  ended(): void;
}

/** Null where every one of them can be contained; else why not, and what to do. */
export function whyNotContained(servers: readonly ServerSpec[]): string | null {
  const far = servers.find(({ start }) => start.kind === "http");
  if (far !== undefined)
    return `NOT_CONTAINED  ${far.name} is reached over HTTP and runs elsewhere. Contain it where it runs, or leave --contain out.`;
  const answer = probeFloor();
  return answer.can ? null : `NOT_CONTAINED  ${answer.why}. ${answer.remedy}`;
}

export type Contain = (spec: ServerSpec) => Contained;

export function containServer(spec: ServerSpec, { root, sidecar, stateDir, env, complain }: ContainedPlace): Contained {
  const { start } = spec;
  if (start.kind === "http") return { spec, ended: () => undefined };
  const floor = layFloor({
    ...{ root: realpathSync(root), home: realpathSync(env.HOME ?? homedir()), cwd: realpathSync(start.cwd), stateDir },
    ...{ sidecars: [sidecar], program: null, env, host: null, shown: {} },
  });
  const [command = "", ...args] = commandOn(floor, [start.command, ...start.args], true);
  let ended: () => void = () => undefined;
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  void followFloor(floor, end, { complain, onStanding: () => undefined }).then((stood) => {
    if (!stood) complain(`intentgate: NOT_CONTAINED  no floor could be laid below the server ${spec.name}`);
  });
  return { spec: { ...spec, start: { ...start, command, args } }, ended: () => ended() };
}
