/** Which hosts a contained command gets to: those of its registries for an install, those of its declaration for any other. */
import { coversHost } from "@intentgate/documents";
import type { Reach } from "@intentgate/engine";
import { type InstallSettings, installOf } from "@intentgate/shell";
import type { DeclaredCommand } from "../policy-file/policy.ts";
import { declaredUse, plainWords } from "./declared-command.ts";
import { settingsBefore } from "./settings-before.ts";

export interface ReachFacts {
  commands: readonly DeclaredCommand[];
  settings: InstallSettings;
  /** What the policy allows every install. */
  allow: readonly string[];
  /** What a person allowed under this intent. */
  answered: readonly string[];
}

/** Null where it gets to none. Only a whole line of plain words does: what stands beside an install would get there too. */
export function reachOf(line: string, { commands, settings, allow, answered }: ReachFacts): Reach | null {
  const words = plainWords(line);
  if (words === null) return null;
  const { set, command } = settingsBefore(line);
  const started = plainWords(command) ?? words;
  const declared = commands.filter(
    (one) => one.network.length > 0 && declaredUse([one], started, "root", set) !== null,
  );
  const named = declared.flatMap(({ network }) => network);
  const install = installOf(words, settings);
  if (install === null || install.hosts.some(isAddress))
    return named.length === 0 ? null : { hosts: named, unanswered: [], install: null };
  const { hosts, ...run } = install;
  const known = [...named, ...allow, ...answered];
  const unanswered = hosts.filter((host) => !known.some((one) => coversHost(one, host)));
  return { hosts: [...new Set([...hosts, ...known])], unanswered, install: run };
}

/** No name that a person could judge by, and mostly this machine. */
function isAddress(host: string): boolean {
  return /^(?:\[|[\d.]+(?::|$))|^(?:.*\.)?localhost(?::|$)/.test(host);
}
