import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hook, hookFiles, hookScene, runsOf } from "../../../../test/support/hook-scene.ts";
import { declaresNothing } from "./hook-places.ts";

const guard = hook("guard", "PreAbilityCall", ["blocking: true", "match: { ability_id: write_to_file }"]);

describe("nothing is declared", () => {
  const bare = (make: (root: string, state: string) => void) => {
    const { root, stateDir } = hookScene();
    const state = join(stateDir, "own");
    mkdirSync(state);
    make(root, state);
    return declaresNothing(root, state);
  };

  it("where there is no folder for hooks, and none were kept", () => {
    expect(bare(() => undefined)).toBe(true);
    expect(bare((root) => mkdirSync(join(root, ".system")))).toBe(true);
  });

  it.each<[string, (root: string, state: string) => void]>([
    ["an empty folder for hooks", (root) => mkdirSync(join(root, ".system/hooks"), { recursive: true })],
    [
      "a file in its place",
      (root) => [mkdirSync(join(root, ".system")), writeFileSync(join(root, ".system/hooks"), "")],
    ],
    ["a file in the place of the folder above", (root) => writeFileSync(join(root, ".system"), "")],
    [
      "a link that leads nowhere",
      (root) => [mkdirSync(join(root, ".system")), symlinkSync("gone", join(root, ".system/hooks"))],
    ],
    ["hooks that were kept", (_, state) => writeFileSync(join(state, "compiled-hooks.json"), "{}")],
  ])("is not said of %s", (_, make) => expect(bare(make)).toBe(false));

  it("is a problem where the state cannot be looked into", () => {
    const { root, stateDir } = hookScene();
    writeFileSync(join(stateDir, "own"), "");
    expect(() => declaresNothing(root, join(stateDir, "own"))).toThrow("CANNOT_READ");
  });
});

describe("in a root without hooks", () => {
  it("a hook that a person adds counts with the next call of the same process", async () => {
    const scene = hookScene();
    expect((await scene.take()).decision).toBe("allow");
    expect((await scene.write("src/a.ts", "1\n")).decision).toBe("allow");
    scene.put(".system/hooks/guard.yaml", guard);
    scene.put("scripts/guard.sh", "#!/bin/sh\necho '{}'\n");
    expect((await scene.write("src/a.ts", "2\n")).refusal?.code).toBe("BLOCKED_BY_HOOK"); // nobody has trusted it
    expect(scene.text("src/a.ts")).toBe("1\n");
  });

  it("the files of its handler are control files from then on", async () => {
    const scene = hookScene();
    await scene.take();
    scene.put("src/check.sh", "#!/bin/sh\necho '{}'\n");
    expect((await scene.write("src/check.sh", "#!/bin/sh\n")).decision).toBe("allow");
    scene.put(".system/hooks/check.yaml", hook("check", "PostAbilityCall", [], "./src/check.sh"));
    expect((await scene.write("src/check.sh", "#!/bin/sh\nexit 1\n")).refusal?.code).toBe("CONTROL_FILE");
  });

  it("a file that nobody can read refuses changes", async () => {
    const scene = hookScene();
    await scene.take();
    scene.put(".system/hooks/guard.yaml", "id: [");
    expect((await scene.write("src/a.ts", "1\n")).refusal?.code).toBe("HOOK_ERROR");
  });

  it("a hook that is trusted runs, and one that was removed does not", async () => {
    const scene = hookScene(hookFiles("after", "PostAbilityCall", {}, ["match: { ability_id: write_to_file }"]));
    scene.trust();
    await scene.take();
    await scene.write("src/a.ts", "1\n");
    expect(runsOf(scene, "after")).toBe(1);
    scene.remove(".system/hooks");
    await scene.again().write("src/a.ts", "2\n");
    expect(runsOf(scene, "after")).toBe(1);
  });

  it("under `trust: always` a hook that was trusted stays in force without its file", async () => {
    const scene = hookScene({
      ".orchestration/policy.yaml": "version: 1\ntrust: always\n",
      ".system/hooks/guard.yaml": guard,
      "scripts/guard.sh": `#!/bin/sh\necho '{"error":"no"}'\n`,
    });
    scene.workspace.home.authored.accept("active_intents.yaml");
    scene.workspace.home.authored.accept("policy.yaml");
    scene.trust();
    await scene.take();
    scene.remove(".system/hooks");
    expect((await scene.again().write("src/a.ts", "1\n")).refusal?.code).toBe("BLOCKED_BY_HOOK");
  });
});
