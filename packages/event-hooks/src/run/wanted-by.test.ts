import fc from "fast-check";
import { expect, it } from "vitest";
import type { EventContext, PreAbilityCallContext } from "../declared/event-context.ts";
import type { EventHook } from "../declared/event-hook.ts";
import { matchHook } from "../declared/match-hook.ts";
import { mayConcern, wantedBy } from "./emit-event.ts";
import type { HooksInForce } from "./hooks-in-force.ts";
import { createPathGlobs } from "./path-globs.ts";

const name = fc.constantFrom("src", "db", "a.ts", "Src", "é", "e\u0301", "[id]", "deep");
const wild = fc.oneof(name, fc.constantFrom("*", "**", "*.ts", "{src,db}", "s?c"));
const glob = fc
  .tuple(fc.constantFrom("", "", "", "!", "./"), fc.array(wild, { minLength: 1, maxLength: 3 }))
  .map(([start, names]) => start + names.join("/"));
const globs = fc.option(fc.array(glob, { minLength: 1, maxLength: 2 }));
const file = fc.oneof(
  fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/")),
  fc.array(name, { minLength: 1, maxLength: 2 }).map((names) => `${names.join("/")}/`),
  fc.constantFrom("./", "src/../db/a.ts", "db//a.ts"),
);

const match = fc.record({
  ability_scope: fc.option(fc.constantFrom(["*"], ["write_*"], ["mcp.*"], ["tool.write_to_file"])),
  ability_id: fc.option(fc.constantFrom(["write_to_file"], ["read_file"])),
  operation_key: fc.constant(null),
  min_duration_ms: fc.constant(null),
  only_if_changed_paths: globs,
  file_patterns: globs,
  status: fc.constant(null),
  stage: fc.option(fc.constantFrom(["act" as const], ["plan" as const])),
});

function hook(id: string, given: EventHook["match"]): EventHook {
  const handler = { kind: "script" as const, command: "x", timeout_ms: 1, files: [] };
  const about = {
    id,
    file: `${id}.yaml`,
    enabled: true,
    blocking: false,
    environments: null,
    summary: "",
    examples: 0,
  };
  return { ...about, event_type: "PreAbilityCall", match: given, handler, effects: [] };
}

it("leaves out no hook that wants the event, however many are told apart beforehand", () => {
  for (const ignoreCase of [false, true]) {
    fc.assert(
      fc.property(fc.array(match, { maxLength: 6 }), fc.array(file, { maxLength: 3 }), (matches, files) => {
        const paths = createPathGlobs(ignoreCase);
        const all = matches.map((one, at) => ({
          hook: hook(`h${at}`, one),
          digest: "",
          scripts: [],
          hasOpenWords: false,
        }));
        const inForce: HooksInForce = { byEvent: new Map([["PreAbilityCall", all]]), unreadable: [], all };
        const ability = { ability_id: "write_to_file", operation_key: "tool.write_to_file" };
        const event: PreAbilityCallContext = {
          ...{ event_type: "PreAbilityCall", session_id: "s", timestamp: "2025-01-15T09:00:00Z", stage: "act" },
          ...ability,
          files_touched: [...files, "src/read.ts"],
          changed_files: files,
        };
        const wanted = all.filter((one) => matchHook(one.hook, event as EventContext, paths).ok);
        expect(wantedBy(event, inForce, paths)).toEqual(wanted);
        expect(wantedBy(event, inForce, paths)).toEqual(wanted); // remembered by now
        const without = files.map((one) => one.replace(/\/$/, ""));
        if (wanted.length > 0) {
          expect(mayConcern("PreAbilityCall", ability, () => without, inForce, paths)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  }
});

it("asks nothing of a call when every hook waits for changes elsewhere", () => {
  const paths = createPathGlobs(false);
  const none = {
    ability_scope: null,
    ability_id: null,
    operation_key: null,
    min_duration_ms: null,
    file_patterns: null,
    status: null,
    stage: null,
  };
  const one = {
    hook: hook("h", { ...none, only_if_changed_paths: ["db/**"] }),
    digest: "",
    scripts: [],
    hasOpenWords: false,
  };
  const inForce: HooksInForce = { byEvent: new Map([["PreAbilityCall", [one]]]), unreadable: [], all: [one] };
  const concerns = (...files: string[]) =>
    mayConcern("PreAbilityCall", { ability_id: "x" }, () => files, inForce, paths);
  expect([
    concerns("src/a.ts"),
    concerns(),
    concerns("db"),
    concerns("db/a"),
    concerns("./"),
    concerns("dbx/a"),
  ]).toEqual([false, false, true, true, true, false]);
});
