import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tryFileLock } from "@intentgate/world";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import type { Change } from "../changes/change.ts";
import { ABSENT } from "../changes/stood.ts";
import { layerName } from "../plan/box-plan.ts";
import { discardRun, replayRuns, rootIdentity } from "./journal.ts";
import { applyKept, dropKept, keepChanges, keptBase, keptChanges, keptIds, keptLayer } from "./kept-changes.ts";

const made: Change = {
  ...{ path: "a.txt", isContested: false, does: "create", stood: ABSENT },
  made: { kind: "file", mode: 0o644, size: 3, names: 1, target: "" },
};

/** A root, a state folder, and a run that made `a.txt`. */
function stage() {
  const [root, state] = [tempFolder("root"), tempFolder("state")];
  const run = join(state, "runs/run-abcdef");
  mkdirSync(join(run, layerName("root", "upper")), { recursive: true });
  writeFileSync(join(run, layerName("root", "upper"), "a.txt"), "new");
  return { root, state, run };
}

describe("what was kept back", () => {
  const kept = () => {
    const { root, state, run } = stage();
    keepChanges(run, state, "id-abcdef", root, [made]);
    return {
      root,
      state,
      folder: join(state, "kept-changes/id-abcdef"),
      file: join(state, "kept-changes/id-abcdef/kept.json"),
    };
  };

  it("is applied, and leaves no half of a file beside it", async () => {
    const { root, state, folder } = kept();
    expect(readdirSync(folder).toSorted()).toEqual(["kept.json", layerName("root", "upper")].toSorted());
    expect([keptChanges(state, "id-abcdef").map(({ path }) => path), [...keptBase(state, "id-abcdef")]]).toEqual([
      ["a.txt"],
      [["a.txt", "absent"]],
    ]);
    expect(await applyKept(state, "id-abcdef")).toEqual({ is: "applied", applied: ["a.txt"] });
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("new");
    // What is at its end is begun by nobody again.
    expect(readdirSync(folder).toSorted()).toEqual(["kept.json", layerName("root", "upper")].toSorted());
  });

  it("is applied although somebody died while writing down what is about to be", async () => {
    const { state, folder } = kept();
    writeFileSync(join(folder, "journal.json.new"), '{"root":');
    expect(await applyKept(state, "id-abcdef")).toEqual({ is: "applied", applied: ["a.txt"] });
  });

  it.each([
    ["empty", (file: string) => truncateSync(file, 0)],
    ["half written", (file: string) => truncateSync(file, 20)],
    ["a list", (file: string) => writeFileSync(file, "[]")],
    ["without what stood there", (file: string) => writeFileSync(file, '{"root":"/","rootId":"1","changes":[{}]}')],
    ["without changes", (file: string) => writeFileSync(file, '{"root":"/","rootId":"1","base":{}}')],
  ])("is as good as gone where it is %s", async (_how, spoil) => {
    const { root, state, file } = kept();
    spoil(file);
    expect([
      keptLayer(state, "id-abcdef"),
      keptChanges(state, "id-abcdef").map(({ path }) => path),
      keptBase(state, "id-abcdef").size,
    ]).toEqual([null, [], 0]);
    expect(await applyKept(state, "id-abcdef")).toMatchObject({ is: "gone" });
    expect(existsSync(join(root, "a.txt"))).toBe(false);
    dropKept(state, "id-abcdef");
    expect(keptIds(state)).toEqual([]);
  });
});

describe("what a run that died was about to apply", () => {
  const replay = async (journal: (root: string) => string) => {
    const { root, state, run } = stage();
    writeFileSync(join(run, "journal.json"), journal(root));
    const replayed = await replayRuns(state);
    return { replayed, isApplied: existsSync(join(root, "a.txt")), left: readdirSync(join(state, "runs")) };
  };
  const whole = (root: string, rootId = rootIdentity(root)) =>
    JSON.stringify({ root, rootId, run: "abcdef", git: null, changes: [made], watched: [], unit: [] });

  it("is brought to its end", async () => {
    expect(await replay(whole)).toEqual({ replayed: { runs: 1, left: [], stuck: [] }, isApplied: true, left: [] });
  });

  it.each<[string, (root: string) => string]>([
    ["half of it is written down", (root) => whole(root).slice(0, -9)],
    ["nothing is written down", () => ""],
    ["it is no object", () => "[]"],
    ["the root is another folder now", (root) => whole(root, "1:1")],
    ["the root is gone", (root) => whole(`${root}/gone`, "1:1")],
  ])("is forgotten where %s", async (_why, journal) => {
    expect(await replay(journal)).toEqual({ replayed: { runs: 0, left: [], stuck: [] }, isApplied: false, left: [] });
  });
});

const journal = (root: string, more: object) =>
  JSON.stringify({ root, rootId: rootIdentity(root), run: "abcdef", git: null, watched: [], unit: [], ...more });

describe("a run that cannot be brought to its end", () => {
  const head: Change = { ...made, path: ".git/HEAD" };

  it.each<[string, (root: string) => object]>([
    [
      "git's common folder is gone",
      (root) => ({ git: { folder: join(root, "gone"), own: "", name: "" }, changes: [head] }),
    ],
    [
      "git's common folder is a file by now",
      (root) => ({ git: { folder: join(root, "file"), own: "", name: "" }, changes: [made, head] }),
    ],
    [
      "git's common folder is reached through a link by now",
      (root) => ({ git: { folder: join(root, "link/git"), own: "", name: "" }, changes: [head] }),
    ],
  ])("is told once, and in nobody's way: %s", async (_why, more) => {
    const { root, state, run } = stage();
    writeFileSync(join(root, "file"), "");
    mkdirSync(join(root, "elsewhere/git"), { recursive: true });
    symlinkSync("elsewhere", join(root, "link"));
    writeFileSync(join(run, "journal.json"), journal(root, more(root)));
    const other = join(state, "runs/run-zzzzzz");
    mkdirSync(join(other, layerName("root", "upper")), { recursive: true });
    writeFileSync(join(other, layerName("root", "upper"), "a.txt"), "new");
    writeFileSync(join(other, "journal.json"), journal(root, { changes: [made] }));
    const first = await replayRuns(state);
    expect(first.stuck).toEqual([
      { folder: expect.stringMatching(/stuck.run-abcdef/), paths: expect.arrayContaining([".git/HEAD"]) },
    ]);
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("new");
    expect(readdirSync(first.stuck[0]?.folder ?? "")).toContain(layerName("root", "upper"));
    expect([await replayRuns(state), readdirSync(join(state, "runs"))]).toEqual([{ runs: 0, left: [], stuck: [] }, []]);
  });
});

describe("a run that is thrown away", () => {
  const whole = (root: string) => journal(root, { changes: [made] });

  it("comes to its end first where it was begun", async () => {
    const { root, state, run } = stage();
    writeFileSync(join(run, "journal.json"), whole(root));
    expect(await discardRun(run, state)).toEqual({ runs: 1, left: [], stuck: [] });
    expect([readFileSync(join(root, "a.txt"), "utf8"), existsSync(run)]).toEqual(["new", false]);
  });

  it("tells of what somebody changed since", async () => {
    const { root, state, run } = stage();
    writeFileSync(join(run, "journal.json"), whole(root));
    writeFileSync(join(root, "a.txt"), "theirs");
    expect(await discardRun(run, state)).toEqual({ runs: 1, left: ["a.txt"], stuck: [] });
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("theirs");
  });

  it("tells of what cannot be brought to its end, and where it lies", async () => {
    const { root, state, run } = stage();
    const git = { folder: join(root, "gone"), own: "", name: "" };
    writeFileSync(join(run, "journal.json"), journal(root, { git, changes: [{ ...made, path: ".git/HEAD" }] }));
    const { stuck } = await discardRun(run, state);
    expect(stuck).toEqual([{ folder: expect.stringMatching(/stuck.run-abcdef/), paths: [".git/HEAD"] }]);
    expect(existsSync(run)).toBe(false);
  });

  it("leaves nothing where it was not begun", async () => {
    const { root, state, run } = stage();
    await discardRun(run, state);
    expect([existsSync(join(root, "a.txt")), existsSync(run)]).toEqual([false, false]);
  });

  it("goes only when nobody applies any more", async () => {
    const { root, state, run } = stage();
    const release = tryFileLock(join(state, "apply.lock"));
    const gone = discardRun(run, state);
    expect(existsSync(run)).toBe(true);
    // Who applies comes so far only now.
    writeFileSync(join(run, "journal.json"), whole(root));
    release?.();
    await gone;
    expect([readFileSync(join(root, "a.txt"), "utf8"), existsSync(run)]).toEqual(["new", false]);
  });
});
