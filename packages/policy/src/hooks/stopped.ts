/**
 * A person stopped the session, or one above it: nothing further of it passes, in whatever mode. Reads are refused too.
 * Who stops an agent wants it to stand still; one that reads on gathers what it acts upon a moment later, and costs
 * money meanwhile. What the gate tells of itself still passes: it shows no file and starts nothing, and an agent that
 * asks where it stands finds out that it has to wait.
 */
import { type Deny, deny, type HookContext, type OwnPreHookFn, type Session } from "@intentgate/engine";

/** Who stopped it, when, and by which of the sessions above it; null: it may go on. */
export type StopOf = (session: Session) => { session: string; by: string; at: string } | null;

/** Of the gate's own tools, those that only tell. */
const telling: ReadonlySet<string> = new Set(["list_intents", "why", "find_abilities", "find_documents"]);

export function stopped<Home>(stopOf: StopOf): OwnPreHookFn<Home> {
  return async (context) => (onlyTells(context) ? undefined : (whyStopped(stopOf, context.session) ?? undefined));
}

function onlyTells({ details, normalizedToolName }: HookContext): boolean {
  return details.gateTool && telling.has(normalizedToolName);
}

/** Null: it may go on. */
export function whyStopped(stopOf: StopOf, session: Session): Deny | null {
  const stop = stopOf(session);
  if (stop === null) return null;
  return deny(
    "STOPPED",
    "The person stopped this session; wait until they resume it.",
    "Make no further call. Say in a sentence where you stand, and end your turn.",
    { stopped_at: stop.at },
  );
}
