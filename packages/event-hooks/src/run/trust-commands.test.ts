import { describe, expect, it } from "vitest";
import { type HookScene, hook, hookFiles, hookScene } from "../../../../test/support/hook-scene.ts";

const blocking = ["blocking: true", "match: { ability_id: [write_to_file, read_file] }"];
const read = (scene: HookScene) => scene.call("read_file", { path: "src/a.ts" });
const trustOf = (scene: HookScene, id: string) =>
  scene.workspace
    .eventHooks()
    .review([id])
    .map(({ trust }) => trust)[0];

async function taken(files: Record<string, string>): Promise<HookScene> {
  const scene = hookScene(files);
  await scene.take();
  return scene;
}

describe("what was trusted", () => {
  const exchanged = (command: string) =>
    taken({
      ".system/hooks/guard.yaml": hook("guard", "PreAbilityCall", blocking, JSON.stringify(command)),
      ...Object.fromEntries(
        ["gatecheck", "hooks/n.js", "hooks/check.sh", "pym/chk.py", "tools/c.sh", "tools/Makefile", "Makefile"].map(
          (file) => [file, "# something\n"],
        ),
      ),
    });

  it.each<[string, string]>([
    ["sh gatecheck", "gatecheck"],
    ["sh -eu gatecheck", "gatecheck"],
    ["node hooks/n.js", "hooks/n.js"],
    ["/usr/bin/make check", "Makefile"],
    ["/usr/bin/make check", "GNUmakefile"],
    ["make -f tools/Makefile", "tools/Makefile"],
    ["true gatecheck", "gatecheck"],
  ])("that is `%s` does not run with another %s, and no tool call may write that", async (command, path) => {
    const scene = await exchanged(command);
    expect(scene.trust()).toEqual(["guard"]);
    expect(await scene.call("write_to_file", { path, content: "x" })).toMatchObject({
      decision: "deny",
      refusal: { code: "CONTROL_FILE" },
    });
    scene.put(path, "# something else\n");
    expect(trustOf(scene, "guard")).toBe("changed");
    expect(await read(scene)).toMatchObject({ decision: "deny", refusal: { code: "BLOCKED_BY_HOOK" } });
  });

  it.each([
    "cd hooks && ./check.sh",
    "env -C hooks ./check.sh",
    "node hooks/n",
    "python3 -m pym.chk",
    'sh "$PWD/tools/c.sh"',
    "for f in tools/*.sh; do sh $f; done",
    "make -C tools",
    "npm --prefix tools run x",
  ])("cannot be `%s`: nobody can tell what runs", async (command) => {
    const scene = await exchanged(command);
    expect(scene.trust()).toEqual([]);
    expect(scene.workspace.eventHooks().review("all")).toMatchObject([
      { untrustable: { code: "BAD_HOOK", remedy: expect.stringContaining("handler.files") } },
    ]);
    expect(await read(scene)).toMatchObject({ decision: "deny", refusal: { code: "BLOCKED_BY_HOOK" } });
  });

  it("is nothing that is not there yet", async () => {
    const { "scripts/guard.sh": script = "", ...files } = hookFiles("guard", "PreAbilityCall", {}, blocking);
    const scene = await taken(files);
    expect(scene.trust()).toEqual([]);
    scene.put("scripts/guard.sh", script);
    expect(await read(scene)).toMatchObject({ decision: "deny", refusal: { code: "BLOCKED_BY_HOOK" } });
    expect(scene.trust()).toEqual(["guard"]);
    scene.remove("scripts/guard.sh");
    expect((await read(scene)).refusal?.message).toContain("does not exist");
  });
});
