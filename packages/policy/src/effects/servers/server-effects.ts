/** What a call to a server of the catalogue touches; null where the catalogue does not speak for it. */
import { shellLine } from "@intentgate/documents";
import { badInput, described, effectsFrom } from "../build-effects.ts";
import { commandEffects } from "../command-effects.ts";
import type { DescribedCall } from "../described-call.ts";
import { type EffectsParts, nothingStaged } from "../effects-of.ts";
import { readExpansion } from "../expansion-request.ts";
import { nothingForeseen } from "../git-foresight.ts";
import { observedHashes } from "../observed-hashes.ts";
import { caseTwins, field, isPayload, payloadProblem } from "../payload.ts";
import { createResolver } from "../resolve-path.ts";
import { knownServer } from "./server-list.ts";
import type { StartedServer } from "./server-places.ts";
import { createServerPlaces } from "./server-places.ts";

export function serverEffects(
  server: StartedServer,
  tool: string,
  input: unknown,
  parts: EffectsParts,
): DescribedCall | null {
  const name = `mcp.${server.name}.${tool}`;
  const policy = parts.policy();
  // What a person declared holds, also where the catalogue knows better.
  if ([name, `mcp__${server.name}__${tool}`].some((one) => Object.hasOwn(policy.tools, one))) return null;
  const tools = server.known === null ? undefined : knownServer(server.known)?.tools;
  const use = tools && Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  if (!use) return null;
  const problem = payloadProblem(input, policy.limits.payload_bytes) ?? caseTwins(input);
  if (problem !== null || !isPayload(input)) return described(name, effectsFrom([badInput(problem ?? "no object")]));

  const resolver = createResolver(parts.facts, server.cwd, parts.isControlName);
  const found = use(input, createServerPlaces(server, resolver));
  if (found.kind === "unknown") {
    const why = `What ${name} touches cannot be told: ${found.why}.`;
    return described(name, effectsFrom([{ kind: "unknown", why, mentions: [] }]));
  }
  if (found.kind === "command") return commandCall(name, found, parts);
  const changed = found.list.flatMap((effect) =>
    effect.kind === "write" || effect.kind === "delete" ? [effect.path] : [],
  );
  const effects = effectsFrom(found.list);
  return {
    // The program is known, and which of its tools only read.
    ...described(name, effects, effects.mutates ? "programs" : "readers"),
    observed: observedHashes(field(input, "observed_content_hash"), changed, resolver.same),
    expansion: readExpansion(field(input, "request_scope_expansion")),
  };
}

function commandCall(
  name: string,
  { words, folder }: { words: readonly string[]; folder: string },
  parts: EffectsParts,
): DescribedCall {
  const command = shellLine(words);
  const { effects, gateCommand, named, ran } = commandEffects(command, {
    cwd: folder,
    resolver: createResolver(parts.facts, folder, parts.isControlName),
    home: parts.home ?? null,
    root: parts.root ?? null,
    staged: parts.staged ?? nothingStaged,
    foresight: nothingForeseen,
    commands: [],
    keeping: "kept",
    isTheGate: () => false,
    standing: () => "elsewhere",
  });
  return { ...described(name, effects), command, ran, gateCommand, named };
}
