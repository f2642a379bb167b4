/** In whatever order the levels of a host tell of equal calls without ids: each call is decided once and ends once. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PreToolUseResult } from "@intentgate/engine";
import fc from "fast-check";
import { expect, it } from "vitest";
import { searchRuns } from "../../../../test/support/search-runs.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { openWorkspace } from "../open-workspace.ts";

const levels = ["user", "personal", "plugin"];

interface Play {
  /** How many equal calls, how many levels tell of each, and which of the questions a person says yes to. */
  calls: number;
  levels: number;
  yes: readonly boolean[];
  /** Whether the host says when each call happened. */
  isTimed: boolean;
  /** Which of the tellings that are possible comes next. */
  order: readonly number[];
}

const plays: fc.Arbitrary<Play> = fc.record({
  calls: fc.integer({ min: 1, max: 4 }),
  levels: fc.integer({ min: 1, max: 3 }),
  yes: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  isTimed: fc.boolean(),
  order: fc.array(fc.nat(1_000), { minLength: 24, maxLength: 24 }),
});

async function gateAt(folder: string) {
  const root = join(folder, "repo");
  mkdirSync(join(root, ".orchestration"), { recursive: true });
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/a.ts"), "one\n");
  const intent =
    'active_intents:\n  - id: INT-001\n    name: One\n    status: IN_PROGRESS\n    owned_scope: ["src/**"]\n';
  writeFileSync(join(root, ".orchestration/active_intents.yaml"), intent);
  writeFileSync(join(root, ".orchestration/policy.yaml"), "approval:\n  mode: strict\n");
  // As the host's next process would: nothing in memory is shared.
  const gate = () => openWorkspace(root, { stateDir: join(folder, "state"), ownerPid: process.pid });
  await gate().run({ tool: "select_active_intent", input: { intent_id: "INT-001" }, session: { id: "s" } });
  return { root, gate };
}

it("decides and asks once for each call, lets no more run than were allowed, and ends each that ran once", async () => {
  await fc.assert(
    fc.asyncProperty(plays, async (play) => {
      const { root, gate } = await gateAt(tempFolder("levels"));
      const told = levels.slice(0, play.levels);
      const call = {
        toolName: "edit",
        payload: { file_path: "src/a.ts", old_string: "one", new_string: "two" },
        session: { id: "s" },
        cwd: root,
        callId: null,
      };
      const asked: boolean[] = [];
      const ask = async () => {
        asked.push(play.yes[asked.length] === true);
        return asked.at(-1) === true;
      };
      const answers = Array.from({ length: play.calls }, () => new Map<string, PreToolUseResult>());
      const ended = Array.from({ length: play.calls }, () => new Set<string>());
      const ran = new Set<number>();
      let ends = 0;
      for (const choice of play.order) {
        const possible = answers.flatMap((heard, at) =>
          told.flatMap((level) => {
            if (!heard.has(level)) return [{ phase: "before", at, level }];
            const isLet = heard.size === told.length && [...heard.values()].every((one) => one.allowExecution);
            return isLet && !ended[at]?.has(level) ? [{ phase: "after", at, level }] : [];
          }),
        );
        const next = possible[choice % Math.max(possible.length, 1)];
        if (next === undefined) break;
        const telling = { level: next.level, moment: play.isTimed ? String(next.at) : null };
        if (next.phase === "before") {
          answers[next.at]?.set(next.level, await gate().before(call, ask, undefined, telling));
          continue;
        }
        ran.add(next.at);
        ended[next.at]?.add(next.level);
        // The end of a call is told at another moment than its beginning.
        if ((await gate().after(call, true, { ...telling, moment: "later" })) !== null) ends++;
      }
      const decided = new Set(answers.flatMap((one) => [...one.values()].map(({ context }) => context.invocationId)));
      expect(decided.size).toBe(play.calls);
      expect(asked.length).toBe(play.calls);
      const allowed = asked.filter((yes) => yes).length;
      expect(ran.size).toBeLessThanOrEqual(allowed);
      // Where the host says when, every level of a call gets the answer to that call.
      if (play.isTimed) expect(ran.size).toBe(allowed);
      expect(ends).toBe(ran.size);
      expect(gate().home.store.sessions.read("s").open.size).toBe(allowed - ran.size);
    }),
    { numRuns: searchRuns(80) },
  );
}, 120_000);
