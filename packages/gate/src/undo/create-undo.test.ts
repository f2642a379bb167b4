import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type HookScene, hook, hookScene } from "../../../../test/support/hook-scene.ts";
import type { Undo } from "./create-undo.ts";

async function working(files: Record<string, string> = {}): Promise<HookScene> {
  const scene = hookScene(files);
  scene.trust();
  expect((await scene.take()).decision).toBe("allow");
  return scene;
}

function takeBack(undo: Undo, meddle: () => void = () => undefined) {
  const calls = undo.calls(() => true, 100);
  const plan = undo.plan(calls);
  const chosen = plan.flatMap((one) => ("entry" in one ? [{ ...one, isBack: true }] : []));
  meddle();
  return undo.apply(chosen, { calls, by: "ann" });
}

describe("undo", () => {
  it("takes back what a handler made of the call's files, too", async () => {
    const scene = await working({
      ".system/hooks/format.yaml": hook("format", "PostAbilityCall", ["match: { only_if_changed_paths: src/** }"]),
      "scripts/format.sh":
        "#!/bin/sh\ntr a-z A-Z < src/a.ts > src/a.new && cat src/a.new > src/a.ts; rm src/a.new\necho '{}'\n",
    });
    await scene.write("src/a.ts", "abc\n");
    expect(scene.text("src/a.ts")).toBe("ABC\n");
    expect(await takeBack(scene.workspace.undo())).toMatchObject({ back: ["src/a.ts"], left: [] });
    expect(scene.text("src/a.ts")).toBe("one\n");
  });

  it("leaves what changes between the look and the moment, and puts the rest back", async () => {
    const scene = await working();
    await scene.write("src/a.ts", "1\n");
    await scene.write("src/b.ts", "2\n");
    const done = await takeBack(scene.workspace.undo(), () => scene.put("src/a.ts", "saved by a person\n"));
    expect(done).toMatchObject({ back: ["src/b.ts"], left: [{ path: "src/a.ts", why: "it changed again meanwhile" }] });
    expect([scene.text("src/a.ts"), scene.text("src/b.ts")]).toEqual(["saved by a person\n", "two\n"]);
    const record = scene.workspace.home.store.ledger.newest(1)[0];
    expect(record).toMatchObject({
      decision: { tool: "undo", outcome: "FAILED" },
      files: [{ relative_path: "src/b.ts" }],
    });
  });

  it("changes nothing that it could not keep first", async () => {
    const scene = await working();
    await scene.write("src/a.ts", "1\n");
    const undo = scene.workspace.undo();
    const folder = join(scene.workspace.home.authoredState, "kept");
    const done = await takeBack(undo, () => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, "no folder");
    });
    expect(done).toMatchObject({ id: null, left: [{ why: "what stands there could not be kept first" }] });
    expect(scene.text("src/a.ts")).toBe("1\n");
  });

  it("does nothing where it could not be recorded", async () => {
    const scene = await working();
    await scene.write("src/a.ts", "1\n");
    const undo = scene.workspace.undo();
    const ledger = join(scene.workspace.home.sidecar, "agent_trace.jsonl");
    const closed = () => {
      rmSync(ledger);
      mkdirSync(ledger);
    };
    await expect(takeBack(undo, closed)).rejects.toThrow();
    expect(scene.text("src/a.ts")).toBe("1\n");
  });

  it("has no call for what a person wrote between calls", async () => {
    const scene = await working();
    await scene.write("src/a.ts", "1\n");
    scene.put("src/a.ts", "by a person\n");
    await scene.call("read_file", { path: "src/a.ts" });
    await scene.write("src/a.ts", "2\n");
    const tools = scene.workspace.home.store.ledger.newest(9).map(({ decision }) => decision.tool);
    expect(tools).toEqual(["write_to_file", "between_calls", "write_to_file"]);
    const calls = scene.workspace.undo().calls(() => true, 9);
    expect(calls.flatMap(({ records }) => records.map((one) => one.decision?.tool))).toEqual([
      "write_to_file",
      "write_to_file",
    ]);
    // The person's edit stands between the two: only the newer one can go.
    expect(scene.workspace.undo().plan(calls)).toMatchObject([{ does: "left", why: "it changed since" }]);
    expect(scene.workspace.undo().plan(calls.slice(0, 1))).toMatchObject([{ does: "restore" }]);
  });

  it("goes through no link that came meanwhile", async () => {
    const scene = await working();
    await scene.write("src/new/a.ts", "1\n");
    const outside = join(scene.root, "../outside");
    const done = await takeBack(scene.workspace.undo(), () => {
      rmSync(join(scene.root, "src/new"), { recursive: true });
      mkdirSync(outside);
      writeFileSync(join(outside, "a.ts"), "1\n");
      chmodSync(join(outside, "a.ts"), 0o644);
      symlinkSync(outside, join(scene.root, "src/new"));
    });
    expect(done).toMatchObject({ id: null, left: [{ why: "a folder above it is a link" }] });
    expect(existsSync(join(outside, "a.ts"))).toBe(true);
  });
});
