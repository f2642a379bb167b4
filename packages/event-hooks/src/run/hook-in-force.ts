/** One hook with what the gate must know of it at every call: found out once, when its file is read. */
import type { EventHook } from "../declared/event-hook.ts";
import { hasOpenWords, scriptFiles } from "./handler-files.ts";

export interface HookInForce {
  hook: EventHook;
  /** Of the hook file that this version was read from. */
  digest: string;
  /** The files its handler is made of that no tool call may change. */
  scripts: readonly string[];
  /** Words of its command may name more of them, which is seen in the root. */
  hasOpenWords: boolean;
}

export function inForceAs(hook: EventHook, digest: string): HookInForce {
  return { hook, digest, scripts: scriptFiles(hook.handler), hasOpenWords: hasOpenWords(hook.handler) };
}
