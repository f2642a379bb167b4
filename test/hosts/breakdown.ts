/** One session of a host in which the gate breaks again and again, each time before a call that must be refused. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Step, startScriptedModel } from "@intentgate/scripted-model";
import type { HostDriver } from "./driver.ts";
import { type Fault, residentFaults, startGate } from "./faults.ts";
import { clear, type Ended, give, makeStage, run, type Stage } from "./stage.ts";

export interface Breakdown {
  ended: Ended;
  /** By the fault's name: whether the call was made, and what the model read about it. */
  outcomes: Map<string, { ran: boolean; told: string }>;
  /** Calls that are allowed, made in between and after all of it: the files that are missing. */
  missing: string[];
}

/** So many refusals in a row close the gate for good: before that, something is allowed. */
const OFTEN = 5;
const nothing = (): void => undefined;

export async function breakDown(
  driver: HostDriver,
  installed: string,
  faults: readonly Fault[],
  changed?: (stage: Stage) => void,
): Promise<Breakdown> {
  const scripts: Record<string, Step[]> = {};
  const model = await startScriptedModel({ scripts });
  const stage = await makeStage(driver, installed, model.url, changed);
  const outcomes: Breakdown["outcomes"] = new Map();
  const fileOf = (at: number) => `docs/broken-${at}.txt`;
  let undo = nothing;
  let last: { fault: Fault; at: number } | null = null;

  /** What came of the fault before is looked at when the model is asked again. */
  async function next(fault: Fault | null, at: number): Promise<void> {
    undo();
    undo = nothing;
    if (last) {
      const told = model.requests.at(-1)?.latest ?? "";
      outcomes.set(last.fault.what, { ran: existsSync(join(stage.repo, fileOf(last.at))), told });
    }
    last = fault === null ? null : { fault, at };
    if (fault === null) return;
    if (residentFaults.includes(fault)) await staying(stage);
    undo = await fault.make(stage);
    give(stage.folder);
  }

  try {
    setResident(stage, "off");
    const well = faults.map((_, at) => `src/auth/well-${at}.txt`).filter((_, at) => at % OFTEN === OFTEN - 1);
    const works = (path: string): Step => ({
      calls: [driver.write(stage, path, "yes\n")],
      before: () => next(null, 0),
    });
    const steps = faults.flatMap((fault, at): Step[] => {
      const broken = { calls: [driver.write(stage, fileOf(at), "no\n")], before: () => next(fault, at) };
      return [broken, ...(at % OFTEN === OFTEN - 1 ? [works(`src/auth/well-${at}.txt`)] : [])];
    });
    scripts.main = [{ calls: [driver.take("INT-001")] }, ...steps, works("src/auth/after.txt"), { say: "done" }];
    const ended = await run(stage, driver.start(stage, "SCRIPT:main please"));
    const missing = [...well, "src/auth/after.txt"].filter((path) => !existsSync(join(stage.repo, path)));
    return { ended, outcomes, missing };
  } finally {
    undo();
    await model.close();
    clear(stage);
  }
}

/** The host waits for the hook for three seconds, and not for ten minutes. */
export function makeImpatient({ impatient }: HostDriver, stage: Stage): void {
  if (!impatient) throw new Error("nobody has said how");
  const { file, from, to } = impatient;
  const path = join(stage.repo, file);
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(path, text.replaceAll(from, to));
}

async function staying(stage: Stage): Promise<void> {
  setResident(stage, "on");
  await startGate(stage);
}

function setResident(stage: Stage, value: "on" | "off"): void {
  const path = join(stage.repo, ".orchestration/policy.yaml");
  const text = readFileSync(path, "utf8").replace(/^resident:.*\n/m, "");
  writeFileSync(path, `${text}resident: ${value}\n`);
}
