/** Which ports are listened on in a session's network, and by whom. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { onSystemError } from "@intentgate/world";

/** By the number of the socket. */
export function listeningPorts(holder: number): Map<string, number> {
  const ports = new Map<string, number>();
  for (const table of ["tcp", "tcp6"]) {
    const text = onSystemError("any", "", () => readFileSync(`/proc/${holder}/net/${table}`, "latin1"));
    for (const line of text.split("\n").slice(1)) {
      const [, local = "", , state, , , , , , socket = ""] = line.trim().split(/\s+/);
      if (state === LISTENING) ports.set(socket, Number.parseInt(local.slice(local.lastIndexOf(":") + 1), 16));
    }
  }
  return ports;
}

const LISTENING = "0A";

/** Those that a process or one below it listens on. */
export function portsBelow(pid: number, holder: number): number[] {
  const ports = listeningPorts(holder);
  const found = new Set<number>();
  for (const one of [pid, ...below(pid)]) {
    const fds = onSystemError("any", [], () => readdirSync(`/proc/${one}/fd`));
    for (const fd of fds) {
      const target = onSystemError("any", "", () => readlinkSync(`/proc/${one}/fd/${fd}`));
      const port = ports.get(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? "");
      if (port !== undefined) found.add(port);
    }
  }
  return [...found].sort((a, b) => a - b);
}

function below(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...below(child)]);
}

export function childrenOf(pid: number): number[] {
  const tasks = onSystemError("any", [], () => readdirSync(`/proc/${pid}/task`));
  return tasks.flatMap((task) =>
    onSystemError("any", "", () => readFileSync(`/proc/${pid}/task/${task}/children`, "latin1"))
      .split(" ")
      .filter(Boolean)
      .map(Number),
  );
}
