/** Sockets of other programs that a command could connect to: a read-only bind does not keep anybody from that. */
import { accessSync, constants, lstatSync, readFileSync, realpathSync } from "node:fs";
import { onSystemError } from "@intentgate/world";

/** The rest of a line behind seven columns is the name; what is no path begins otherwise. */
const line = /^[0-9a-f]+: (?:\S+ +){5}\d+ (\/.*)$/gim;

/** Those that are bound now in this network and that this user may write to. `isCovered`: something else lies over it. */
export function foreignSockets(isCovered: (path: string) => boolean): string[] {
  const table = onSystemError("any", "", () => readFileSync("/proc/net/unix", "utf8"));
  const named = [...table.matchAll(line)].map(([, path = ""]) => onSystemError("any", null, () => realpathSync(path)));
  return [...new Set(named)].filter((path): path is string => path !== null && !isCovered(path) && isOpen(path));
}

function isOpen(path: string): boolean {
  return onSystemError("any", false, () => {
    accessSync(path, constants.W_OK);
    return lstatSync(path).isSocket();
  });
}
