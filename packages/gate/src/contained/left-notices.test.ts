import { describe, expect, it } from "vitest";
import { withLeft } from "./left-notices.ts";

const nothing = { runs: 0, left: [], stuck: [] };
const failed = { ok: false, why: "no space left" } as const;
const judged = { ok: true, told: ["Kept back: b."] } as const;
const stuck = [{ folder: "/state/stuck/run-a", paths: ["a"] }];

describe("the end of a run that was thrown away", () => {
  it("is what it was where nothing was begun: a failure stays one", () => {
    expect([withLeft(failed, "/r", nothing), withLeft(judged, "/r", nothing)]).toEqual([failed, judged]);
  });

  it("does not say that nothing was kept where what was begun is in the tree", () => {
    expect(withLeft(failed, "/r", { ...nothing, runs: 1 })).toEqual({
      ok: true,
      told: [expect.stringMatching(/broken off \(no space left\).*brought to its end/)],
    });
  });

  it.each([
    ["left as somebody changed it", { ...nothing, runs: 1, left: ["a"] }, /changed these since.* \/r\/a$/],
    ["stuck", { ...nothing, stuck }, /some of these may be as it left them.*\/state\/stuck\/run-a. \/r\/a$/],
  ])("tells what is %s, whether or not it failed", (_what, replayed, line) => {
    for (const end of [failed, judged])
      expect(withLeft(end, "/r", replayed)).toEqual({
        ok: true,
        told: [expect.any(String), expect.stringMatching(line)],
      });
  });

  it("says of what is stuck alone not that it came to its end", () => {
    expect(JSON.stringify(withLeft(failed, "/r", { ...nothing, stuck }))).not.toContain("was brought to its end");
  });
});
