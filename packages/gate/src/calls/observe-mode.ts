/** Observe mode and pauses: what would have been refused passes, and is told. Control files never pass, nor what a person stopped. */
import type { Deny, HookContext, Notice } from "@intentgate/engine";
import type { GovernedCall } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";

export interface ObserveModeParts {
  roots: readonly GovernedRoot[];
  notify(notice: Notice): void;
}

export type ObserveMode = ReturnType<typeof createObserveMode>;

/** For whoever asks what enforcing would do. */
export const neverObserves: ObserveMode = { why: () => null, letsPass: () => false };

export function createObserveMode({ roots, notify }: ObserveModeParts) {
  /** Every root of the call must let it pass: the one it was made from does not speak for another. */
  function why({ concerned }: GovernedCall): string | null {
    const whys = concerned.map((reading) => (reading.ok ? whyIn(reading.view.root) : null));
    return whys.includes(null) ? null : (whys[0] ?? null);
  }

  function whyIn(path: string): string | null {
    const root = roots.find((one) => one.root === path);
    const rules = root?.rules();
    if (!root || !rules?.ok) return null;
    const paused = root.pauses.active();
    if (paused) return `paused until ${paused.until}`;
    return rules.value.policy.mode === "observe" ? "observe mode" : null;
  }

  return {
    why,
    letsPass(context: HookContext, no: Deny, hook: string, call: GovernedCall): boolean {
      if (no.code === "CONTROL_FILE" || hook === "protectControlFiles") return false;
      // By the hook too: where the journal cannot be read, nobody knows that the session was not stopped.
      if (no.code === "STOPPED" || hook === "stopped") return false;
      const reason = why(call);
      // A gate tool's refusal (an unknown intent, say) is an answer, not a hindrance.
      if (reason === null || !context.isMutatingTool) return false;
      notify({
        kind: "observed",
        message: `${reason}: enforcing would have stopped this (${no.code}): ${no.reason}`,
        paths: context.touchedPaths,
      });
      return true;
    },
  };
}
