/** Runs the handler of an event hook in a box: what it changes is judged by the intent of the event's session. */
import type { Effects } from "@intentgate/engine";
import type { ContainHandler } from "@intentgate/event-hooks";
import type { Machine } from "@intentgate/policy";
import { type GovernedRoot, lineageOf } from "@intentgate/sidecar";
import { hashNow } from "@intentgate/world";
import { type Call, openCall } from "../calls/call.ts";
import type { Recorder } from "../calls/record.ts";
import type { ContainCommand } from "../contained/contain-command.ts";
import { recordAsHook } from "./observe-again.ts";

export interface ContainHandlerParts {
  contain: ContainCommand<Call>;
  machine(): Promise<Machine>;
  record: Recorder;
  newId(): string;
}

/** Nothing is known of it beforehand. */
const effects: Effects = { risk: "UNKNOWN", mutates: true, list: [], why: [] };

export function createContainHandler(parts: ContainHandlerParts): (root: GovernedRoot) => ContainHandler {
  return (root) =>
    async ({ words, cwd, environment }, { hook, session: id }) => {
      const machine = await parts.machine();
      if (machine.can !== true) return { ok: false, why: machine.why };
      const session = { id };
      const intentId = lineageOf(root, session).intent?.id ?? null;
      const name = `event hook ${hook}`;
      const made = { ...{ cwd, effects, intentId, session }, invocationId: parts.newId() };
      const call = openCall();
      call.kindOfRun = { kind: "rehearsed", keeps: intentId === null ? "nothing" : "scope", reach: null };
      const run = await parts.contain({ ...made, toolName: name, normalizedToolName: name }, call)(
        words,
        cwd,
        environment,
      );
      if (run?.kind !== "runs") return { ok: false, why: "no box was set up for it" };
      return {
        ok: true,
        words: run.words as [string, ...string[]],
        environment: run.environment,
        async end(code) {
          // It said nothing that one would run it once more for: what a handler says is its answer.
          const ended = await run.end(code, "");
          if ("again" in ended) return { ok: false, why: "it would have to run twice" };
          const changed = (call.exact ?? []).map((change) => ({ change, hash: hashNow(change.absolute) }));
          if (changed.length > 0) await recordAsHook(root, made, hook, changed, parts.record);
          return ended;
        },
      };
    };
}
