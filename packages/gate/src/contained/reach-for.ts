/** Which hosts the command of a call gets to, from the policy, what people answered, and the settings of installers here. */
import { dirname, join } from "node:path";
import type { Effects, Reach } from "@intentgate/engine";
import { type Policy, reachOf } from "@intentgate/policy";
import { type InstallSettings, type SettingsFile, settingsInHome } from "@intentgate/shell";
import type { GovernedRoot } from "@intentgate/sidecar";
import { onSystemError, readRegular } from "@intentgate/world";
import type { AllowedHosts } from "./allowed-hosts.ts";

export interface ReachParts {
  policyOf(root: GovernedRoot): Policy;
  allowed: Pick<AllowedHosts, "under">;
  userHome: string;
  env: NodeJS.ProcessEnv;
}

/** `made.intentId`: without an intent nothing is reached. */
export type ReachFor = (root: GovernedRoot, made: { intentId: string; cwd: string; effects: Effects }) => Reach | null;

export function createReachFor({ policyOf, allowed, userHome, env }: ReachParts): ReachFor {
  return (root, { intentId, cwd, effects }) => {
    const run = effects.list.find((effect) => effect.kind === "run");
    if (run?.kind !== "run") return null;
    const { commands, containment } = policyOf(root);
    return reachOf(run.command, {
      // Where a declaration does not mean this command, its hosts are not meant either.
      commands: run.known.by === "declaration" ? commands : [],
      settings: installSettings({ root: root.root, cwd, home: userHome, env }),
      allow: containment.network.allow,
      answered: allowed.under(root, intentId),
    });
  };
}

export interface SettingsPlace {
  root: string;
  cwd: string;
  home: string;
  env: NodeJS.ProcessEnv;
}

/** Of the project from this folder up to the root, then the person's own. */
export function installSettings({ root, cwd, home, env }: SettingsPlace): InstallSettings {
  const folders: string[] = [];
  for (let at = cwd; at.startsWith(`${root}/`); at = dirname(at)) folders.push(at);
  const places = (file: SettingsFile) => [
    ...[...folders, root].map((folder) => join(folder, file)),
    ...settingsInHome[file].map((path) => join(home, path)),
  ];
  return { env, texts: (file) => places(file).flatMap(textAt) };
}

/** What is longer is nobody's settings. */
const MOST_BYTES = 64_000;

/** What cannot be read names no host; where the tool goes there all the same, it is not let. */
function textAt(path: string): string[] {
  const bytes = onSystemError("any", null, () => readRegular(path));
  return bytes === null || bytes.length > MOST_BYTES ? [] : [bytes.toString("utf8")];
}
