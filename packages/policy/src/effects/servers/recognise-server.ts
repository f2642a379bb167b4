/** Which server of the catalogue a person has started: told by their command line, never by what the server says. */
import { posix } from "node:path";
import { factsOf } from "@intentgate/shell";
import type { KnownServer } from "./server.ts";
import { serverList } from "./server-list.ts";

export interface Recognised {
  known: string;
  /** What follows the name of the server. */
  words: string[];
}

/** These launch what another word of theirs says. */
const otherPackage = /^(-p|--package|--from|-c|--call|--with)(=|$)/;

export function recogniseServer(command: string, args: readonly string[]): Recognised | null {
  const program = baseName(command);
  const direct = named(program);
  if (direct) return { known: direct.name, words: [...args] };
  const { startsPackage } = factsOf(program);
  switch (startsPackage?.by) {
    case "name":
      return launched(args, startsPackage.behind);
    case "path":
      return script(args);
    case "module":
      return module(args);
    case "image":
      return image(args);
    default:
      return null;
  }
}

export function recogniseAddress(url: string): Recognised | null {
  const plain = url.replace(/\/+$/, "");
  const found = serverList.find(({ startedAs }) => startedAs.includes(plain));
  return found ? { known: found.name, words: [] } : null;
}

function launched(args: readonly string[], skipped: readonly string[]): Recognised | null {
  for (const [at, word] of args.entries()) {
    if (otherPackage.test(word)) return null;
    if (word.startsWith("-") || skipped.includes(word)) continue;
    return found(named(withoutVersion(word)), args.slice(at + 1));
  }
  return null;
}

function script(args: readonly string[]): Recognised | null {
  const at = args.findIndex((word) => !word.startsWith("-") && word !== "run");
  const path = (args[at] ?? "").replaceAll("\\", "/");
  const inPackage = serverList.find(({ startedAs }) =>
    startedAs.some((name) => path.includes(`/node_modules/${name}/`)),
  );
  const inBin = path.includes("/node_modules/.bin/") ? named(baseName(path)) : undefined;
  return found(inPackage ?? inBin, args.slice(at + 1));
}

function module(args: readonly string[]): Recognised | null {
  const at = args.indexOf("-m");
  return at < 0 ? null : found(named(args[at + 1] ?? ""), args.slice(at + 2));
}

/** Inside the container paths are others: only servers that name no files of ours are taken for known. */
function image(args: readonly string[]): Recognised | null {
  const at = args.findIndex((word) => named(word.split("@")[0]?.replace(/:[^/]*$/, "") ?? "") !== undefined);
  const server = at < 0 ? undefined : named((args[at] as string).split("@")[0]?.replace(/:[^/]*$/, "") ?? "");
  return server && !["filesystem", "git", "playwright"].includes(server.name)
    ? found(server, args.slice(at + 1))
    : null;
}

function found(server: KnownServer | undefined, words: readonly string[]): Recognised | null {
  return server ? { known: server.name, words: [...words] } : null;
}

function named(name: string): KnownServer | undefined {
  return serverList.find(({ startedAs }) => startedAs.includes(name));
}

function baseName(path: string): string {
  return posix.basename(path.replaceAll("\\", "/")).replace(/\.(exe|cmd|js|mjs|cjs)$/i, "");
}

function withoutVersion(word: string): string {
  const at = word.indexOf("@", 1);
  const plain = at < 0 ? word : word.slice(0, at);
  return plain.split("==")[0] ?? plain;
}
