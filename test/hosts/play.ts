/** Two sessions of one host at the same time, and what a model tried in them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ScriptedModel, type SeenRequest, type Step, startScriptedModel } from "@intentgate/scripted-model";
import { until } from "../support/patience.ts";
import type { HostDriver } from "./driver.ts";
import { clear, type Ended, give, makeStage, put, run, type Stage, trustEventHooks } from "./stage.ts";

export interface Play {
  stage: Stage;
  model: ScriptedModel;
  /** The session that takes INT-001, and the one that runs from its start to its end in between. */
  main: Ended;
  other: Ended;
  /** Last of all, in a folder below the root. */
  below: Ended;
  /** What the model was shown as the result of a step: the next question of the same script. */
  resultOf(script: string, step: number): string;
  /** The first question of a script. */
  begin(script: string): SeenRequest;
  end(): Promise<void>;
}

const eventTypes = ["UserPromptSubmit", "SessionStart", "SessionEnd", "SessionStop"];

export async function play(driver: HostDriver, installed: string): Promise<Play> {
  const scripts: Record<string, Step[]> = {};
  const model = await startScriptedModel({ scripts, chunkBytes: 40 });
  const stage = await makeStage(driver, installed, model.url);
  for (const type of eventTypes) declare(stage, type);
  await trustEventHooks(stage);
  const ground = { ...stage };
  const does = (...calls: NonNullable<Step["calls"]>): Step => ({ calls });
  const write = (path: string, text: string) => does(driver.write(ground, path, text));
  const reached = (script: string, step: number) =>
    until(() => model.requests.some((one) => one.script === script && one.step === step));
  const done = (steps: number): Step[] =>
    driver.subagentDone ? [does(driver.subagentDone), { say: "done" }] : [{ say: `done after ${steps}` }];

  let other: Promise<Ended> | null = null;
  scripts.main = [
    write("src/auth/new.ts", "no\n"),
    does(driver.take("INT-001")),
    {
      ...does(
        driver.write(ground, "src/auth/new.ts", "one\ntwo\nthree\n"),
        ...(driver.read ? [driver.read(ground, "src/auth/token.ts")] : []),
      ),
      before: () => {
        other ??= run(stage, driver.start(ground, "SCRIPT:other please"));
        return other;
      },
    },
    does(driver.edit(ground, "src/auth/token.ts", "export const age = 60;", "export const age = 90;")),
    write("docs/out.md", "no\n"),
    does(driver.shell("echo no > README.md")),
    does(driver.shell("echo yes > src/auth/by-shell.txt")),
    does(driver.subagent("SCRIPT:part please")),
    // Some hosts do not wait for their subagents.
    { say: "all done", before: () => reached("part", 2) },
  ];
  scripts.part = [write("src/auth/part.ts", "part\n"), does(driver.shell("echo no > docs-part.md")), ...done(2)];
  scripts.other = [
    write("src/auth/other.ts", "no\n"),
    does(driver.subagent("SCRIPT:stray please")),
    { ...does(driver.take("INT-002")), before: () => reached("stray", 1) },
    write("src/pay/refund.ts", "refund\n"),
    write("src/auth/other.ts", "no\n"),
    { say: "all done" },
  ];
  scripts.stray = [write("src/auth/stray.ts", "no\n"), ...done(1)];

  scripts.below = [
    does(driver.take("INT-001")),
    does(driver.shell("echo below > src/auth/below.txt")),
    { say: "all done" },
  ];

  const main = await run(stage, driver.start(ground, "SCRIPT:main please"));
  put(stage, "docs/src/auth/kept.txt", "kept\n");
  give(join(stage.repo, "docs"));
  const below = await run(stage, { ...driver.start(ground, "SCRIPT:below please"), folder: "docs" });
  return {
    stage,
    model,
    main,
    below,
    other: (await other) ?? { code: null, out: "never started", timedOut: false },
    begin: (script) => questionOf(model, script, 0),
    resultOf: (script, step) => resultOf(model, script, step),
    async end() {
      await model.close();
      clear(stage);
    },
  };
}

/** What the model was shown as the result of a step. */
export function resultOf(model: ScriptedModel, script: string, step: number): string {
  return questionOf(model, script, step + 1).latest;
}

function questionOf({ requests }: ScriptedModel, script: string, step: number): SeenRequest {
  const found = requests.find((one) => one.script === script && one.step === step && one.tools.length > 0);
  if (!found) throw new Error(`the model was never asked for step ${step} of ${script}`);
  return found;
}

function declare(stage: Stage, type: string): void {
  const id = type.toLowerCase();
  const command = ".system/heard.sh";
  put(stage, command, "#!/bin/sh\necho '{}'\n", 0o755);
  put(
    stage,
    `.system/hooks/${id}.yaml`,
    `id: ${id}\nevent_type: ${type}\nenabled: true\nsummary: Heard.\nhandler:\n  kind: script\n  command: ./${command}\n  timeout_ms: 20000\n`,
  );
}

export interface LedgerRow {
  intent: string;
  session: string;
  path: string;
  /** None where nobody knows which lines. */
  ranges: (readonly [number, number])[];
  outcome: string;
}

interface LedgerRecord {
  intent_id: string;
  decision: { outcome: string };
  files: {
    relative_path: string;
    conversations: { url: string; ranges: "unknown" | { start_line: number; end_line: number }[] }[];
  }[];
}

export function ledgerOf(stage: Stage): LedgerRow[] {
  return linesOf<LedgerRecord>(stage, ".orchestration/agent_trace.jsonl").flatMap(({ intent_id, files, decision }) =>
    files.flatMap(({ relative_path: path, conversations }) =>
      conversations.map(({ url, ranges }) => ({
        intent: intent_id,
        session: url,
        path,
        ranges: ranges === "unknown" ? [] : ranges.map((one) => [one.start_line, one.end_line] as const),
        outcome: decision.outcome,
      })),
    ),
  );
}

export function linesOf<T>(stage: Stage, path: string): T[] {
  const lines = readFileSync(join(stage.repo, path), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}
