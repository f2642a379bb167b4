/** `.system/cache/ability_usage.json`: what is known about earlier use, kept by many processes at once. */
import { renameSync } from "node:fs";
import { join } from "node:path";
import { type Problem, ProblemError } from "@intentgate/documents";
import { systemFolder } from "@intentgate/sidecar";
import { cannotWrite, codeOf, type LockOptions, replaceFile, withFileLock } from "@intentgate/world";
import { type AbilityUsage, noUsage, readAbilityUsage, writeAbilityUsage } from "../suggestions/usage.ts";
import type { RootFiles } from "./root-files.ts";

export interface UsageFile {
  /** What cannot be read counts as never used, and is told. */
  read(): { usage: AbilityUsage; problems: readonly Problem[]; identity: string };
  /**
   * Reads, changes and writes while nobody else does. A broken file is moved aside first, and that is told. `waitMs`:
   * for whom a decision waits; who does not get the lock in that time changes nothing, and that is told too.
   */
  change(step: (usage: AbilityUsage) => AbilityUsage, options?: LockOptions): Promise<readonly Problem[]>;
}

const PATH = ".system/cache/ability_usage.json";

export function createUsageFile(files: RootFiles, now: () => Date): UsageFile {
  function read() {
    const identity = files.identity(PATH) ?? "absent";
    const file = files.read(PATH);
    if (file === null) return { usage: noUsage, problems: [], identity };
    const usage = file.ok ? readAbilityUsage(file.value) : file;
    return usage.ok
      ? { usage: usage.value, problems: [], identity }
      : { usage: noUsage, problems: usage.problems, identity };
  }

  /** Nothing is lost: the next who looks for it finds it beside the new one. */
  function putAside(path: string, problems: readonly Problem[]): Problem[] {
    const aside = `${PATH}.broken-${now().toISOString().replaceAll(/[:.]/g, "-")}`;
    try {
      renameSync(path, join(files.root, aside));
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw cannotWrite(error, PATH);
    }
    return problems.map((one) => ({ ...one, remedy: `It was moved to ${aside}, and a new one is begun.` }));
  }

  return {
    read,
    async change(step, options) {
      try {
        const path = join(systemFolder(files.root, "cache"), "ability_usage.json");
        return await withFileLock(
          `${path}.lock`,
          () => {
            const { usage, problems } = read();
            const told = problems.length > 0 ? putAside(path, problems) : [];
            const next = step(usage);
            if (next !== usage) replaceFile(path, writeAbilityUsage(next));
            return told;
          },
          options,
        );
      } catch (error) {
        // A ranking that is a little less good is no reason to fail what is being ranked for.
        if (error instanceof ProblemError) return error.problems;
        throw error;
      }
    },
  };
}
