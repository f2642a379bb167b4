/** One generated command: what is said of it before it runs, and whether its run bears that out. */
import type { Effect, Risk } from "@intentgate/engine";
import { createControlRules, createEffectsOf, defaultPolicy, isControlName } from "@intentgate/policy";
import { classifyShell } from "@intentgate/shell";
import type { Box } from "./box.ts";
import { missedByEffects, missedByWrites } from "./claims.ts";
import { type Ground, groundOf } from "./ground.ts";
import type { Change } from "./tree-shot.ts";

export interface Said {
  /** UNKNOWN also where the files that are there make the reading doubtful, as the gate sees it. */
  risk: Risk;
  writes: readonly string[];
  effects: readonly Effect[];
}

export type Find = Parameters<typeof classifyShell>[1]["find"];

export interface Judged {
  command: string;
  said: Said;
  changes: Change[];
  /** Why the run contradicts what was said; null where it does not. */
  wrong: null | { how: "safe, and it changed" | "paths miss" | "effects miss"; missed: Change[] };
}

export interface Judge {
  say(command: string): Said;
  /** Runs it unless it is not known: then nothing was said that could be wrong. */
  judge(command: string): Promise<Judged>;
}

export function createJudge(box: Box, find?: Find): Judge {
  const ground = groundOf(box.area, box.tree);
  const cwd = `${box.area}/work`;
  const control = createControlRules([]);
  const effectsOf = createEffectsOf({
    facts: ground.facts,
    isControlName: (name) => isControlName(name, control),
    policy: () => defaultPolicy,
    home: `${box.area}/home`,
  });

  const say = (command: string): Said => {
    const { risk, writes } = classifyShell(command, find ? { cwd, find } : { cwd });
    const { effects } = effectsOf("execute_command", { command }, cwd);
    // A path with strange characters in it is refused as well.
    const isRefused = effects.risk === "UNKNOWN" || effects.list.some(({ kind }) => kind === "bad_path");
    return { risk: isRefused ? "UNKNOWN" : risk, writes, effects: effects.list };
  };
  return {
    say,
    async judge(command) {
      const said = say(command);
      if (said.risk === "UNKNOWN") return { command, said, changes: [], wrong: null };
      const { changes, hung } = await box.run(command);
      const wrong = contradiction(ground, said, changes);
      // What was killed half-way may have left what it would have cleared away.
      return { command, said, changes, wrong: hung && said.risk !== "SAFE" ? null : wrong };
    },
  };
}

function contradiction(ground: Ground, said: Said, changes: readonly Change[]): Judged["wrong"] {
  if (said.risk === "SAFE") return changes.length === 0 ? null : { how: "safe, and it changed", missed: [...changes] };
  const byPaths = missedByWrites(ground, said.writes, changes);
  if (byPaths.length > 0) return { how: "paths miss", missed: byPaths };
  const byEffects = missedByEffects(ground, said.effects, changes);
  return byEffects.length > 0 ? { how: "effects miss", missed: byEffects } : null;
}
