/** Which hooks exist and run here, grouped by event: what the orchestrator goes by. */
import { type EventHook, type EventType, eventTypes, type Handler } from "./event-hook.ts";

export interface RegisteredHook {
  id: string;
  handler: { kind: Handler["kind"]; command: string };
}

export type Registration = Partial<Record<EventType, RegisteredHook[]>>;

export type Standing = { ok: true } | { ok: false; reason: "disabled" | "environment"; why: string };

/**
 * `named` are the environments of the policy; `added` is what the surroundings add. A blocking hook cannot be switched
 * off by adding: it runs as soon as one of the policy's environments is its own.
 */
export interface Environments {
  named: readonly string[];
  added: readonly string[];
}

export function standingOf(hook: Pick<EventHook, "enabled" | "environments" | "file">, here: Environments): Standing {
  if (!hook.enabled) return { ok: false, reason: "disabled", why: `${hook.file} says \`enabled: false\`` };
  const { environments } = hook;
  if (environments === null) return { ok: true };
  const all = [...here.named, ...here.added];
  if (environments.some((one) => all.includes(one))) return { ok: true };
  const is = all.length === 0 ? "none is set" : `this is ${all.join(", ")}`;
  return { ok: false, reason: "environment", why: `it runs in ${environments.join(", ")}, and ${is}` };
}

/** In the order in which they run: by id, so that it depends on nothing else. */
export function standingHooks<T extends { hook: EventHook }>(hooks: readonly T[], here: Environments): T[] {
  return hooks
    .filter(({ hook }) => standingOf(hook, here).ok)
    .sort(({ hook: one }, { hook: other }) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));
}

export function registrationOf(hooks: readonly EventHook[], here: Environments): Registration {
  const registration: Registration = {};
  const standing = standingHooks(
    hooks.map((hook) => ({ hook })),
    here,
  );
  for (const type of eventTypes) {
    const own = standing.filter(({ hook }) => hook.event_type === type);
    if (own.length > 0)
      registration[type] = own.map(({ hook: { id, handler } }) => ({
        id,
        handler: { kind: handler.kind, command: handler.command },
      }));
  }
  return registration;
}
