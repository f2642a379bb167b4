/** Puts together what is known of a call that a person is asked about: how it was read, where it leads, what it may destroy. */

import { type ApprovalRequest, changedPaths, committedPaths, type HookContext } from "@intentgate/engine";
import { agentName } from "@intentgate/hosts";
import {
  type GovernedCall,
  makeQuestion,
  type PathPlace,
  type Place,
  type Question,
  takenIntent,
  type Waiting,
} from "@intentgate/policy";
import { knownFiles, type LookedAt } from "./known-files.ts";

export interface AskAboutParts {
  place(absolute: string): Place;
  isSecret(root: string, relative: string): boolean;
}

export interface AskAbout {
  context: HookContext;
  call: GovernedCall;
  requests: readonly ApprovalRequest[];
  waiting: Waiting;
}

export function createAskAbout({ place, isSecret }: AskAboutParts) {
  return ({ context, call, requests, waiting }: AskAbout): Question => {
    const known = filesOf(context, place, isSecret);
    return makeQuestion(
      {
        agent: agentName(context.session),
        requests,
        toolName: context.toolName,
        normalizedToolName: context.normalizedToolName,
        effects: context.effects,
        details: context.details,
        intentId: context.intentId,
        display: (absolute) => shownPath(place(absolute), absolute),
        place: (absolute) => pathPlace(place(absolute), call, requests),
        files: known.files,
        moreFiles: known.more,
      },
      waiting,
    );
  };
}

function shownPath(at: Place, absolute: string): string {
  return at.kind === "inside" ? at.relative || "." : absolute;
}

/** Of an intent that is to be started, what its scope would be. */
function pathPlace(at: Place, { concerned }: GovernedCall, requests: readonly ApprovalRequest[]): PathPlace {
  if (at.kind !== "inside") return at.kind;
  const view = concerned.flatMap((reading) => (reading.ok ? [reading.view] : [])).find(({ root }) => root === at.root);
  const started = requests.flatMap(({ topic, details }) =>
    topic === "start_intent" ? [details.owned_scope].flat() : [],
  );
  if (view && started.some((glob) => typeof glob === "string" && view.matches(glob, at.relative))) return "in scope";
  const intent = view && takenIntent(view);
  return intent && view.covers(intent, at.relative) ? "in scope" : "out of scope";
}

/** Of what lies outside all roots nothing is looked up, and what git only takes along stays as it is. */
function filesOf({ effects }: HookContext, place: AskAboutParts["place"], isSecret: AskAboutParts["isSecret"]) {
  const becomes = new Map<string, LookedAt["becomes"]>();
  for (const effect of effects.list) {
    if (effect.kind === "delete") becomes.set(effect.absolute, "gone");
    else if (effect.kind === "move") becomes.set(effect.from.absolute, "moved");
  }
  const stays = committedPaths(effects);
  const byRoot = new Map<string, Map<string, LookedAt>>();
  for (const { absolute } of changedPaths(effects)) {
    const at = place(absolute);
    if (at.kind !== "inside" || stays.has(absolute)) continue;
    const files = byRoot.get(at.root) ?? new Map<string, LookedAt>();
    files.set(at.relative, { path: at.relative, becomes: becomes.get(absolute) ?? "changed" });
    byRoot.set(at.root, files);
  }
  const all = [...byRoot].map(([root, files]) =>
    knownFiles(root, [...files.values()], (relative) => isSecret(root, relative)),
  );
  return { files: all.flatMap(({ files }) => files), more: all.reduce((sum, { more }) => sum + more, 0) };
}
