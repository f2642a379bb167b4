/** What a scripted model says, and how it finds its place in the script from the conversation alone. */

export interface StepCall {
  name: string;
  input: unknown;
  /** Sent as it is, in place of the input's JSON: for arguments that are no JSON. */
  raw?: string;
}

export interface Step {
  say?: string;
  calls?: readonly StepCall[];
  /** Done when the step is reached and before it is answered: to wait for something, or to break something. */
  before?: () => Promise<unknown>;
}

/** By name. The last `SCRIPT:<name>` in the user's text chooses; the step is the number of the assistant's tool turns after it. */
export type Scripts = Readonly<Record<string, readonly Step[]>>;

export interface Turn {
  role: "user" | "assistant" | "other";
  text: string;
  callsTools: boolean;
  /** All that stands in it, results of tools included. */
  shown: string;
}

/** Where in which script a conversation stands. */
export interface Place {
  script: string;
  step: number;
}

const marker = /SCRIPT:([A-Za-z0-9_-]+)/g;

export function placeIn(turns: readonly Turn[]): Place | null {
  let script: string | null = null;
  let step = 0;
  let previous: Turn | null = null;
  for (const turn of turns) {
    const named = turn.role === "user" ? [...turn.text.matchAll(marker)].at(-1)?.[1] : undefined;
    if (named !== undefined) {
      script = named;
      step = 0;
    } else if (turn.callsTools && !(previous?.role === "assistant" && previous.callsTools)) {
      // A host may take one turn with two calls apart; it is still one turn.
      step += 1;
    }
    previous = turn;
  }
  return script === null ? null : { script, step };
}

/** What the model has not answered yet: the results of its last calls, or the prompt. */
export function latestIn(turns: readonly Turn[]): string {
  const last = turns.findLastIndex(({ role }) => role === "assistant");
  return turns
    .slice(last + 1)
    .map(({ shown }) => shown)
    .join("\n");
}

/** Whoever offers no tools (a title, a summary) is not in the play and gets a word. */
export function stepAt(scripts: Scripts, place: Place | null, offersTools: boolean): Step {
  const steps = place && Object.hasOwn(scripts, place.script) ? scripts[place.script] : undefined;
  if (!place || !steps) return { say: "ok" };
  const step = steps[place.step] ?? { say: "script end" };
  return (step.calls?.length ?? 0) > 0 && !offersTools ? { say: "ok" } : step;
}
