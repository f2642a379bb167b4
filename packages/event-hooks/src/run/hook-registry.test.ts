import { readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type HookScene, hook, hookScene } from "../../../../test/support/hook-scene.ts";
import { createPathGlobs } from "../declared/match-hook.ts";
import { createHookRegistry, type HookRegistry } from "./hook-registry.ts";

interface Opened {
  scene: HookScene;
  running: { since: number | null };
  warnings: string[];
  open(): HookRegistry;
}

function opened(files: Record<string, string> = {}): Opened {
  const scene = hookScene(files);
  const running = { since: null };
  const warnings: string[] = [];
  const parts = {
    at: scene.root,
    state: join(scene.stateDir, "own"),
    globs: createPathGlobs(false),
    runningSince: () => running.since,
  };
  return {
    scene,
    running,
    warnings,
    open: () => createHookRegistry({ ...parts, warn: (text) => warnings.push(text) }),
  };
}

const file = (id: string) => `.system/hooks/${id}.yaml`;
const ids = (registry: HookRegistry) =>
  registry.look().map(({ name, read }) => `${name}${read.ok ? ` ${read.hook.event_type}` : " broken"}`);
const kept = ({ scene }: Opened) => join(scene.stateDir, "own", "compiled-hooks.json");

describe("hook files", () => {
  it("are found by their ending, in the order of their names", () => {
    const { open } = opened({
      [file("b")]: hook("b", "SessionStop"),
      [file("a")]: hook("a", "SessionEnd"),
      ".system/hooks/c.yml": hook("c", "SessionStart"),
      ".system/hooks/readme.md": "x",
      ".system/hooks/deep/d.yaml": hook("d", "SessionStop"),
    });
    expect(ids(open())).toEqual(["a.yaml SessionEnd", "b.yaml SessionStop", "c.yml SessionStart"]);
  });

  it("are seen at once when something changes", () => {
    const { scene, open } = opened({ [file("a")]: hook("a", "SessionStop") });
    const registry = open();
    expect(ids(registry)).toEqual(["a.yaml SessionStop"]);
    scene.put(file("a"), hook("a", "SessionEnd ")); // in place, and of another size
    expect(ids(registry)).toEqual(["a.yaml SessionEnd"]);
    scene.put(file("b"), hook("b", "SessionStop"));
    expect(ids(registry)).toEqual(["a.yaml SessionEnd", "b.yaml SessionStop"]);
    scene.remove(file("a"));
    expect(ids(registry)).toEqual(["b.yaml SessionStop"]);
    scene.remove(".system");
    expect(ids(registry)).toEqual([]);
    scene.put(file("c"), hook("c", "SessionStop"));
    expect(ids(registry)).toEqual(["c.yaml SessionStop"]);
  });

  it("are not read again by the next process, and are when one was touched", () => {
    const all = opened({ [file("a")]: hook("a", "SessionStop"), [file("b")]: hook("b", "SessionStop") });
    ids(all.open());
    const before = JSON.parse(readFileSync(kept(all), "utf8"));
    // What is kept is what is believed while the file is the same.
    before.files[0].read.hook.summary = "kept";
    writeFileSync(kept(all), JSON.stringify(before));
    const summaries = () =>
      all
        .open()
        .look()
        .map(({ read }) => (read.ok ? read.hook.summary : ""));
    expect(summaries()).toEqual(["kept", ""]);
    const saved = statSync(kept(all)).mtimeMs;
    ids(all.open());
    expect(statSync(kept(all)).mtimeMs).toBe(saved);
    all.scene.put(file("a"), `${hook("a", "SessionStop")}summary: new\n`);
    expect(summaries()).toEqual(["new", ""]);
    utimesSync(join(all.scene.root, file("b")), 1, 1);
    expect(summaries()).toEqual(["new", ""]);
  });

  it.each(["", "{", "[]", '{"format":0,"files":[]}', '{"format":1}', "null"])(
    "what is kept and reads %j is not believed",
    (text) => {
      const all = opened({ [file("a")]: hook("a", "SessionStop") });
      ids(all.open());
      writeFileSync(kept(all), text);
      expect(ids(all.open())).toEqual(["a.yaml SessionStop"]);
    },
  );

  it("leave nothing behind where there are none", () => {
    const all = opened();
    expect(ids(all.open())).toEqual([]);
    expect(readdirSync(all.scene.stateDir)).not.toContain("own");
  });

  it("more than a thousand of them are none that could be believed", () => {
    const { scene, open } = opened({ [file("a")]: hook("a", "SessionStop") });
    for (let number = 0; number < 1_000; number++) scene.put(file(`h${number}`), "");
    expect(ids(open())).toEqual([" broken"]);
  });
});

describe("while programs run", () => {
  it("what they change or remove stays as it was, what is new counts, and it is all theirs until they are done", () => {
    const { scene, running, open } = opened({
      [file("a")]: hook("a", "SessionStop"),
      [file("b")]: hook("b", "SessionStop"),
    });
    const registry = open();
    const quiet = ["a.yaml SessionStop", "b.yaml SessionStop"];
    expect(ids(registry)).toEqual(quiet);
    running.since = 1;
    expect(ids(registry)).toEqual(quiet);
    scene.put(file("a"), hook("a", "SessionEnd"));
    scene.remove(file("b"));
    scene.put(file("c"), hook("c", "PreAbilityCall"));
    const theirs = [...quiet, "c.yaml PreAbilityCall"];
    expect(ids(registry)).toEqual(theirs);
    expect(ids(open())).toEqual(theirs);
    scene.remove(".system");
    expect(ids(registry)).toEqual(quiet);
    expect(ids(open())).toEqual(quiet);
    running.since = null;
    expect(ids(registry)).toEqual([]);
    expect(ids(open())).toEqual([]);
  });

  it("a hook that they broke and repaired is as it was", () => {
    const { scene, running, open } = opened({ [file("a")]: hook("a", "SessionStop") });
    const registry = open();
    ids(registry);
    running.since = 1;
    scene.put(file("a"), "id: [");
    expect(ids(registry)).toEqual(["a.yaml SessionStop"]);
    scene.put(file("a"), hook("a", "SessionStop"));
    expect(ids(registry)).toEqual(["a.yaml SessionStop"]);
  });

  it("what a person accepts counts all the same, and only that", () => {
    const { scene, running, open } = opened({
      [file("a")]: hook("a", "SessionStop"),
      [file("b")]: hook("b", "SessionStop"),
    });
    const registry = open();
    ids(registry);
    running.since = 1;
    scene.put(file("a"), hook("a", "SessionEnd"));
    scene.put(file("b"), hook("b", "SessionEnd"));
    const digests = registry.standing().flatMap(({ read }) => (read.ok ? [read.digest] : []));
    registry.accept(
      new Map([
        ["a", digests[0] ?? ""],
        ["b", "sha256:of-another-text"],
      ]),
    );
    expect(ids(registry)).toEqual(["a.yaml SessionEnd", "b.yaml SessionStop"]);
    expect(ids(open())).toEqual(["a.yaml SessionEnd", "b.yaml SessionStop"]);
  });
});

it("a state folder that cannot be written is told, and nothing else comes of it", () => {
  const all = opened({ [file("a")]: hook("a", "SessionStop") });
  symlinkSync("/proc/none/own", join(all.scene.stateDir, "own"));
  expect(ids(all.open())).toEqual(["a.yaml SessionStop"]);
  expect(all.warnings).toMatchObject([expect.stringContaining("CANNOT_WRITE")]);
});
