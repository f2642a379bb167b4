/** Observe mode and pauses: what would have been refused passes, and is told. Control files are never spared. */
import type { Deny, HookContext, Notice } from "@intentgate/engine";
import type { Governed } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";

export interface SparedParts {
  roots: readonly GovernedRoot[];
  governed: Pick<Governed, "concerned">;
  notify(notice: Notice): void;
}

export function createSpared({ roots, governed, notify }: SparedParts) {
  /** Every root of the call must let it pass: the one it was made from does not speak for another. */
  function why(context: HookContext): string | null {
    const whys = governed.concerned(context).map((reading) => (reading.ok ? whyIn(reading.view.root) : null));
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
    spare(context: HookContext, no: Deny, hook: string): boolean {
      if (no.code === "CONTROL_FILE" || hook === "protectControlFiles") return false;
      const reason = why(context);
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
