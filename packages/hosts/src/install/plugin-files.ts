/** What the plugins of several hosts have in common: a manifest, and the hooks in a file of their own. */
import type { Claim, InstallFile } from "../host/install.ts";
import type { JsonMap } from "../settings/json-tree.ts";

/** What is not said here (its version) is added when it is built. */
export function pluginManifest(path: string, more: JsonMap = {}, claims: InstallClaims = () => []): InstallFile {
  const description = "No change without an intent: the gate and the ledger between this agent and the code.";
  return file(path, `${JSON.stringify({ name: "intentgate", description, ...more }, null, 2)}\n`, claims);
}

export function pluginHooks(claims: InstallClaims): InstallFile {
  return file("hooks/hooks.json", null, claims);
}

type InstallClaims = Extract<InstallFile["content"], { kind: "json" }>["claims"];

function file(
  path: string,
  skeleton: string | null,
  claims: (...given: Parameters<InstallClaims>) => readonly Claim[],
) {
  return { path, keepOut: false, content: { kind: "json" as const, skeleton, claims, marks: [], off: [] } };
}
