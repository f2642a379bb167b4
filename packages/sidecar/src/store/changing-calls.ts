import type { OpenCall, SessionState } from "./store.ts";

/** The open calls that may have changed files: those that must not be lost. */
export function changingCalls({ open }: Pick<SessionState, "open">): OpenCall[] {
  return [...open.values()].filter(({ before }) => Object.keys(before).length > 0);
}
