/** Plays the story through a real workspace and compares what the gate decided with what it should have. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CallAnswer } from "@intentgate/engine";
import { openWorkspace, toAnswer, type Workspace } from "@intentgate/gate";
import type { OpenApproval } from "@intentgate/sidecar";
import type { LedgerCheck } from "@intentgate/trace";
import type { Step } from "./story.ts";

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
  play(steps: readonly Step[], audience: Audience): Promise<Played[]>;
}

export interface StageOptions {
  /** Whom the gate asks: the script, or whoever looks at the page. */
  asks: "script" | "page";
  now?: () => Date;
}

export function openStage(folder: string, stateDir: string, { asks, now }: StageOptions): Stage {
  let question: ((entry: OpenApproval) => Promise<ReturnType<typeof toAnswer> | null>) | null = null;
  const answering = async (entry: OpenApproval) => (question ? question(entry) : null);
  const terminal = asks === "script" ? answering : null;
  const workspace = openWorkspace(folder, { stateDir, terminal, ...(now ? { now } : {}) });

  async function playOne(step: Step, audience: Audience): Promise<Played> {
    let asked: OpenApproval | null = null;
    let stood = 0;
    question = async (entry) => {
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
    async play(steps, audience) {
      const all: Played[] = [];
      for (const [at, step] of steps.entries()) {
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

/** The demo is a self-test too: what must hold when the whole story is over. */
export function faultsOf(played: readonly Played[], workspace: Workspace, check: LedgerCheck): string[] {
  const faults = played
    .filter((one) => !one.asExpected)
    .map(
      (one) =>
        `${one.step.tool} by ${one.step.agent}: expected ${one.step.expect}, got ${one.got}${one.asked ? " after a question" : ""}`,
    );
  const writes = played.filter((one) => one.got === "allow" && ["write_to_file", "edit"].includes(one.step.tool));
  if (check.records !== writes.length)
    faults.push(`the ledger has ${check.records} records for ${writes.length} changes`);
  if (check.findings.length > 0)
    faults.push(`the ledger does not verify: ${check.findings.map((one) => one.kind).join(", ")}`);
  if (check.anchor !== "heads_and_list") faults.push("the ledger was verified without its heads or their list");
  if (!existsSync(join(workspace.home.root, "src/payments/refund.ts")))
    faults.push("src/payments is gone, although its removal was rejected");
  const rules = workspace.home.rules();
  const status = rules.ok ? rules.value.intents.get("INT-001")?.status : "unreadable";
  if (status !== "COMPLETE") faults.push(`INT-001 is ${status}, not COMPLETE`);
  return faults;
}
