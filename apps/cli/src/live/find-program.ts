/** Where a host's program lies: on the path, or where installers put it. */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative, sep } from "node:path";
import type { Host } from "@intentgate/hosts";
import { hostPrograms } from "../hosts/host-program.ts";
import { isProgram } from "../program/program-on-path.ts";

export type Found = { program: string } | { program: null; why: string };

/** A program in the repository is the repository's own code: somebody else may have written it, so it is not started. */
export function findProgram(host: Host, root: string, env: NodeJS.ProcessEnv): Found {
  const { programs } = host.install;
  const all = [
    ...hostPrograms(host, env.HOME || homedir(), env),
    ...programs.map((name) => join(root, "node_modules/.bin", name)).filter(isProgram),
  ];
  const outside = all.find((path) => !isInside(path, root));
  if (outside !== undefined) return { program: outside };
  const [own] = all;
  const why =
    own === undefined
      ? `no program ${programs.join(" or ")} was found`
      : `the only program that was found, ${own}, lies in this repository, whose code is not started for a trial`;
  return { program: null, why };
}

/** By its own place as well as by that of what it links to. */
function isInside(path: string, root: string): boolean {
  const places = [path, realpathSync(path)];
  const roots = [root, realpathSync(root)];
  return places.some((place) => roots.some((folder) => relative(folder, place).split(sep)[0] !== ".."));
}
