/** Why a hook does not run: the first reason, in the order in which they stand in its way. */

import { basename } from "node:path";
import type { EventContext } from "../declared/event-context.ts";
import { matchHook, type PathGlobs } from "../declared/match-hook.ts";
import { type Environments, standingOf } from "../declared/register-hooks.ts";
import { idOf } from "./compile-hooks.ts";
import type { DeclaredHook, Explanation } from "./event-hooks.ts";
import { whyUnusable } from "./review-hooks.ts";

export function explainHook(
  id: string,
  declared: readonly DeclaredHook[],
  event: EventContext | null,
  { root, here, globs }: { root: string; here: Environments; globs: PathGlobs },
): Explanation {
  const no = (reason: Explanation["reason"], text: string, key: string | null = null): Explanation => {
    return { runs: false, reason, key, text };
  };
  const found = declared.find((one) =>
    one.kind === "readable" ? one.hook.id === id : idOf({ name: basename(one.file) }) === id,
  );
  if (!found) return no("not_registered", `No file .system/hooks/${id}.yaml declares it.`);
  if (found.kind === "broken") {
    const [first] = found.problems;
    const stays = found.lastTrusted ? " The version that a person trusted last stays in force." : "";
    return no(
      "unreadable",
      `${found.file}${first?.line ? `:${first.line}` : ""} ${first?.message ?? "cannot be read"}.${stays}`,
    );
  }
  const { hook, trust } = found;
  const standing = standingOf(hook, here);
  if (!standing.ok) return no(standing.reason, `${standing.why}.`);
  const unusable = whyUnusable(hook, root);
  if (unusable !== null) return no("not_executable", unusable);
  if (trust !== "trusted") {
    const what = trust === "untrusted" ? "Nobody has trusted it yet" : "It changed since a person trusted it";
    return no("untrusted", `${what}: look at it, then run \`intentgate hooks trust ${id}\`.`);
  }
  const matched = event === null ? { ok: true as const } : matchHook(hook, event, globs);
  if (!matched.ok) return no("match", `${matched.key}: ${matched.why}.`, matched.key);
  const text = event === null ? `It runs on ${hook.event_type}.` : "It runs on this event.";
  return { runs: true, reason: "none", key: null, text };
}
