/** Plays the script through a real workspace and compares what the gate decided with what it should have. */
import type { CallAnswer } from "@intentgate/engine";
import { openWorkspace, toAnswer, type Workspace, type WorkspaceOptions } from "@intentgate/gate";
import type { OpenApproval } from "@intentgate/sidecar";
import type { Step } from "./script.ts";

export interface Played {
  step: Step;
  answer: CallAnswer;
  got: string;
  asExpected: boolean;
  /** What was asked, if a person was. */
  asked: OpenApproval | null;
  /** Without the time the question stood. */
  ms: number;
}

export interface Audience {
  announce(step: Step, number: number): Promise<void>;
  question(entry: OpenApproval, step: Step): Promise<void>;
  outcome(played: Played): Promise<void>;
}

export interface Stage {
  workspace: Workspace;
  play(script: readonly Step[], audience: Audience): Promise<Played[]>;
}

export function openStage(folder: string, stateDir: string): Stage {
  let asking: ((entry: OpenApproval) => ReturnType<NonNullable<WorkspaceOptions["terminal"]>>) | null = null;
  const workspace = openWorkspace(folder, { stateDir, terminal: async (entry) => (asking ? asking(entry) : null) });

  async function playOne(step: Step, audience: Audience): Promise<Played> {
    let asked: OpenApproval | null = null;
    let stood = 0;
    asking = async (entry) => {
      const since = performance.now();
      asked = entry;
      await audience.question(entry, step);
      stood += performance.now() - since;
      return step.person
        ? toAnswer(step.person.answer, "demo", workspace.now().toISOString(), step.person.reason)
        : null;
    };
    const began = performance.now();
    const session = { id: step.agent, host: "demo", model: "scripted" };
    const answer = await workspace.run({ tool: step.tool, input: step.input, session, cwd: folder });
    const ms = performance.now() - began - stood;
    const got = outcomeOf(answer);
    const asExpected = got === step.expect && (asked !== null) === (step.person !== null);
    return { step, answer, got, asExpected, asked, ms };
  }

  return {
    workspace,
    async play(script, audience) {
      const all: Played[] = [];
      for (const [at, step] of script.entries()) {
        await audience.announce(step, at + 1);
        const played = await playOne(step, audience);
        await audience.outcome(played);
        all.push(played);
      }
      return all;
    },
  };
}

/** `allow`, the refusal's code, or what went wrong in the tool itself. */
function outcomeOf(answer: CallAnswer): string {
  if (answer.decision === "deny") return answer.refusal?.code ?? "deny";
  if (answer.failed) return `FAILED: ${answer.error?.message ?? "the tool failed"}`;
  const { success, error } = (answer.result ?? {}) as { success?: unknown; error?: unknown };
  return success === false ? `FAILED: ${String(error)}` : "allow";
}
