import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runWithOwnHooks } from "../../../docs/guides/examples/own-hooks.ts";
import type { Produce } from "../produce.ts";
import { fenced, openStage } from "../stage.ts";

const source = "docs/guides/examples/own-hooks.ts";

export const ownHooksScene: Produce = async ({ root, program }) => {
  const stage = openStage(program);
  try {
    const stateDir = join(stage.repo, "..", "library-state");
    mkdirSync(stateDir);
    stage.quietly("intentgate init --yes");
    const told = async (answer: boolean) => {
      const lines: string[] = [];
      await runWithOwnHooks(stage.repo, stateDir, answer, (line) => lines.push(line));
      return fenced("text", lines.join("\n"), stage.settle);
    };
    return {
      blocks: {
        "hooks.example": fenced("ts", readFileSync(join(root, source), "utf8")),
        "hooks.yes": await told(true),
        "hooks.no": await told(false),
      },
    };
  } finally {
    stage.clear();
  }
};
