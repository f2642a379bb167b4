import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type HookScene, hook, hookFiles, hookScene, runsOf } from "../../../../test/support/hook-scene.ts";
import { until } from "../../../../test/support/patience.ts";

const onWrites = "match: { ability_id: [write_to_file, read_file] }";
const guard = (answer: unknown = {}) => hookFiles("guard", "PreAbilityCall", answer, ["blocking: true", onWrites]);
const soft = (answer: unknown = {}) => hookFiles("soft", "PreAbilityCall", answer, [onWrites]);

async function taken(files: Record<string, string>): Promise<HookScene> {
  const scene = hookScene(files);
  await scene.take();
  return scene;
}
const read = (scene: HookScene) => scene.call("read_file", { path: "src/a.ts" });
const trustOf = (scene: HookScene, id: string) =>
  scene.workspace
    .eventHooks()
    .declared()
    .flatMap((one) => (one.kind === "readable" && one.hook.id === id ? [one.trust] : []))[0];

describe("a hook that nobody trusted", () => {
  it("does not run; what it matches is refused where it is blocking, with the way out", async () => {
    const scene = await taken(guard());
    const answer = await read(scene);
    expect(answer).toMatchObject({
      decision: "deny",
      refusal: { code: "BLOCKED_BY_HOOK", meta: { hook_id: "guard" } },
    });
    expect(answer.refusal?.meta.remedy).toContain("intentgate hooks trust guard");
    expect(runsOf(scene, "guard")).toBe(0);
    expect((await scene.call("list_files", { path: "src" })).decision).toBe("allow");
  });

  it("does not run and is only a warning where it is not", async () => {
    const scene = await taken(soft());
    const answer = await read(scene);
    expect(answer).toMatchObject({
      decision: "allow",
      notices: [{ kind: "warning", message: expect.stringContaining("hooks trust soft") }],
    });
    expect(runsOf(scene, "soft")).toBe(0);
  });

  it("runs as soon as a person trusts it, in other processes too", async () => {
    const scene = await taken({ ...guard(), ...soft() });
    expect(scene.trust("guard", "no_such_hook")).toEqual(["guard"]);
    expect(trustOf(scene, "soft")).toBe("untrusted");
    expect((await read(scene.again())).decision).toBe("allow");
    expect([runsOf(scene, "guard"), runsOf(scene, "soft")]).toEqual([1, 0]);
    expect(scene.trust()).toEqual(["soft"]);
    expect(scene.trust()).toEqual([]);
  });

  it("does not become trusted by what lies in the workspace", async () => {
    const scene = await taken(guard());
    scene.trust();
    const record = readFileSync(join(scene.stateDir, "roots", rootsIn(scene), "trusted-hooks.json"), "utf8");
    const clone = await taken({
      ...guard(),
      ".orchestration/trusted-hooks.json": record,
      ".system/trusted-hooks.json": record,
    });
    expect(trustOf(clone, "guard")).toBe("untrusted");
  });
});

function rootsIn(scene: HookScene): string {
  return readdirSync(join(scene.stateDir, "roots"))[0] ?? "";
}

describe("what was trusted", () => {
  const change: Record<string, (scene: HookScene) => void> = {
    "the script": (scene) => scene.put("scripts/guard.sh", "#!/bin/sh\necho '{}'\n"),
    "a file that it names": (scene) => scene.put("lib/rules.txt", "other\n"),
    "the hook file": (scene) =>
      scene.put(".system/hooks/guard.yaml", `${scene.text(".system/hooks/guard.yaml")}# more\n`),
    "nothing but the script being gone": (scene) => scene.remove("scripts/guard.sh"),
    "a file that it names being gone": (scene) => scene.remove("lib/rules.txt"),
    "the script being a link to another": (scene) => {
      scene.remove("scripts/guard.sh");
      scene.put("scripts/other.sh", "#!/bin/sh\necho '{}'\n");
      symlinkSync("other.sh", join(scene.root, "scripts/guard.sh"));
    },
  };
  it.each(Object.keys(change))("does not run any more after a change of %s", async (what) => {
    const files = guard();
    const yaml = `${files[".system/hooks/guard.yaml"]}  files: [lib/rules.txt]\n`;
    const scene = await taken({ ...files, ".system/hooks/guard.yaml": yaml, "lib/rules.txt": "rules\n" });
    scene.trust();
    expect((await read(scene)).decision).toBe("allow");
    change[what]?.(scene);
    expect(await read(scene)).toMatchObject({
      decision: "deny",
      refusal: { code: "BLOCKED_BY_HOOK", meta: { hook_id: "guard" } },
    });
    expect(runsOf(scene, "guard")).toBe(1);
    expect(trustOf(scene, "guard")).toBe("changed");
  });

  it("runs again when the bytes are as they were", async () => {
    const scene = await taken(guard());
    scene.trust();
    const script = scene.text("scripts/guard.sh");
    scene.put("scripts/guard.sh", "#!/bin/sh\nexit 1\n");
    expect((await read(scene)).decision).toBe("deny");
    scene.put("scripts/guard.sh", script);
    expect((await read(scene)).decision).toBe("allow");
  });

  it("is only what the person was shown", async () => {
    const scene = await taken(guard());
    const hooks = scene.workspace.eventHooks();
    const seen = hooks.review("all");
    expect(seen).toMatchObject([
      { id: "guard", trust: "untrusted", before: null, files: [{ path: "scripts/guard.sh", before: undefined }] },
    ]);
    scene.put("scripts/guard.sh", "#!/bin/sh\ntouch src/evil\n");
    expect(hooks.trust(["guard"], seen)).toEqual([]);
    expect(trustOf(scene, "guard")).toBe("untrusted");
    expect(hooks.trust("all", [])).toEqual([]);
    expect(hooks.trust(["guard"])).toEqual(["guard"]);
  });

  it("stays in force when its file cannot be read any more", async () => {
    const scene = await taken(guard({ error: "no" }));
    scene.trust();
    scene.put(".system/hooks/guard.yaml", "id: guard\n  oops");
    expect(await read(scene)).toMatchObject({
      decision: "deny",
      refusal: { code: "BLOCKED_BY_HOOK", message: expect.stringContaining("no") },
    });
    expect(runsOf(scene, "guard")).toBe(1);
    expect(scene.workspace.eventHooks().declared()).toMatchObject([{ kind: "broken", lastTrusted: { id: "guard" } }]);
    scene.put(".system/hooks/guard.yaml", `${hook("guard", "PreAbilityCall")}surprise: 1\n`);
    expect((await read(scene)).decision).toBe("deny");
  });

  it("ends with the hook file where a person removed it, and comes back with it", async () => {
    const scene = await taken(guard({ error: "no" }));
    scene.trust();
    const yaml = scene.text(".system/hooks/guard.yaml");
    scene.remove(".system/hooks/guard.yaml");
    expect((await read(scene)).decision).toBe("allow");
    scene.put(".system/hooks/guard.yaml", yaml);
    expect(trustOf(scene, "guard")).toBe("trusted");
    scene.remove(".system/hooks/guard.yaml");
    scene.trust(); // all: what is gone is not trusted any more
    scene.put(".system/hooks/guard.yaml", yaml);
    expect(trustOf(scene, "guard")).toBe("untrusted");
  });

  it("stays in force whatever happens to its file where the policy trusts nothing by itself", async () => {
    const scene = await taken({ ...guard({ error: "no" }), ".orchestration/policy.yaml": "trust: always\n" });
    for (const name of ["active_intents.yaml", "policy.yaml"] as const) scene.workspace.home.authored.accept(name);
    scene.trust();
    const refused = { decision: "deny", refusal: { code: "BLOCKED_BY_HOOK" } };
    expect(await read(scene)).toMatchObject(refused);
    scene.put(".system/hooks/guard.yaml", hook("guard", "SessionStop"));
    expect(await read(scene)).toMatchObject(refused);
    scene.remove(".system/hooks/guard.yaml");
    expect(await read(scene)).toMatchObject(refused);
    scene.trust();
    expect((await read(scene)).decision).toBe("allow");
  });
});

describe("a hook file that nobody can read and nobody ever trusted", () => {
  it.each<[string, (scene: HookScene) => void, string]>([
    ["is broken", (scene) => scene.put(".system/hooks/x.yaml", "id: [x"), ".system/hooks/x.yaml"],
    [
      "has an unknown key",
      (scene) => scene.put(".system/hooks/x.yaml", `${hook("x", "SessionStop")}colour: red\n`),
      "x.yaml:6",
    ],
    ["has another name", (scene) => scene.put(".system/hooks/x.yaml", hook("y", "SessionStop")), "not the name"],
    [
      "holds an example that does not match",
      (scene) =>
        scene.put(
          ".system/hooks/x.yaml",
          hook("x", "PreAbilityCall", ["match: { ability_id: a, examples: { match: [{ ability_id: b }] } }"]),
        ),
      "meant to match",
    ],
    ["is a link", (scene) => symlinkSync("/etc/passwd", join(scene.root, ".system/hooks/x.yaml")), "it is a link"],
    ["is a folder", (scene) => mkdirSync(join(scene.root, ".system/hooks/x.yaml")), "cannot be read"],
    [
      "is too large",
      (scene) => scene.put(".system/hooks/x.yaml", `${hook("x", "SessionStop")}#${"x".repeat(70_000)}`),
      "larger",
    ],
    [
      "is no text",
      (scene) => writeFileSync(join(scene.root, ".system/hooks/x.yaml"), Uint8Array.of(0xff, 0xfe)),
      "UTF-8",
    ],
    [
      "declares what another declares",
      (scene) => {
        scene.put(".system/hooks/x.yaml", hook("x", "SessionStop"));
        scene.put(".system/hooks/x.yml", hook("x", "SessionStop"));
      },
      "too",
    ],
  ])("closes what changes things, not what reads, where it %s", async (_what, spoil, why) => {
    const scene = await taken({ ".system/hooks/keep.md": "" });
    await read(scene);
    spoil(scene);
    const answer = await scene.call("write_to_file", { path: "src/new.ts", content: "x" });
    expect(answer).toMatchObject({ decision: "deny", refusal: { code: "HOOK_ERROR" } });
    expect(answer.refusal?.message).toContain(why);
    expect((await read(scene)).decision).toBe("allow");
    expect((await scene.call("write_to_file", { path: "src/new.ts", content: "x" }, { session: "s1" })).decision).toBe(
      "deny",
    );
  });

  it.each<[string, (scene: HookScene) => void]>([
    [
      "a link",
      (scene) => {
        renameSync(join(scene.root, ".system/hooks"), join(scene.root, "elsewhere"));
        symlinkSync("../elsewhere", join(scene.root, ".system/hooks"));
      },
    ],
    [
      "a file",
      (scene) => {
        scene.remove(".system/hooks");
        scene.put(".system/hooks", "");
      },
    ],
  ])("the whole folder being %s closes it too, and what was trusted stays in force", async (_what, spoil) => {
    const scene = await taken(guard({ error: "no" }));
    scene.trust();
    spoil(scene);
    expect(await scene.call("write_to_file", { path: "src/new.ts", content: "x" })).toMatchObject({ decision: "deny" });
    expect(await read(scene)).toMatchObject({ decision: "deny", refusal: { meta: { hook_id: "guard" } } });
  });
});

describe("control files", () => {
  it.each([
    ["the script of a hook", "src/guard.sh"],
    ["a file that a hook names", "src/rules/more.txt"],
    ["a file that would be one", "src/later.sh"],
    ["the log of hooks", ".system/logs/hooks.log"],
    ["a cache", ".system/cache/ability_usage.json"],
    ["a task", ".system/implement/t/tool_call.md"],
    ["a hook file", ".system/hooks/new.yaml"],
  ])("%s cannot be written by a tool call", async (_what, path) => {
    const yaml = `${hook("x", "SessionStop", [], "sh src/guard.sh --with=src/later.sh")}  files: [src/rules]\n`;
    const scene = await taken({ ".system/hooks/x.yaml": yaml, "src/guard.sh": "echo\n", "src/rules/r.txt": "" });
    expect((await scene.call("write_to_file", { path: "src/fine.ts", content: "x" })).decision).toBe("allow");
    const answer = await scene.call("write_to_file", { path, content: "x" });
    expect(answer).toMatchObject({ decision: "deny", refusal: { code: "CONTROL_FILE" } });
  });

  it("a script that a program changed is put back, and so is a hook file", async () => {
    const scene = await taken({
      ".orchestration/policy.yaml": "commands: [{ run: ./work.sh, writes: [src/**] }]\n",
      "work.sh": "#!/bin/sh\necho evil > src/guard.sh\nrm .system/hooks/x.yaml\necho planted > src/later.sh\n",
      ".system/hooks/x.yaml": `${hook("x", "SessionStop", [], "sh src/guard.sh src/later.sh")}  files: [src/guard.sh]\n`,
      "src/guard.sh": "echo '{}'\n",
    });
    scene.put("work.sh", scene.text("work.sh"), 0o755);
    scene.trust();
    const answer = await scene.call("execute_command", { command: "./work.sh" });
    expect(answer.decision).toBe("allow");
    expect(answer.notices.find(({ kind }) => kind === "put_back")?.paths.sort()).toEqual([
      ".system/hooks/x.yaml",
      "src/guard.sh",
      "src/later.sh",
    ]);
    expect([scene.text("src/guard.sh"), scene.has("src/later.sh")]).toEqual(["echo '{}'\n", false]);
    expect(trustOf(scene, "x")).toBe("trusted");
  });

  it("while a program runs, a hook that it removed, weakened or replaced stays in force", async () => {
    const yaml = guard({ error: "no" })[".system/hooks/guard.yaml"] ?? "";
    for (const work of [
      "rm .system/hooks/guard.yaml",
      "rm -r .system/hooks",
      "echo 'id: guard' > .system/hooks/guard.yaml",
      "sed -i s/blocking:.true/enabled:\\ false/ .system/hooks/guard.yaml",
    ]) {
      const scene = await taken({
        ".orchestration/policy.yaml": "commands: [{ run: ./work.sh, writes: [src/**] }]\n",
        ...guard({ error: "no" }),
      });
      scene.put(
        "work.sh",
        `#!/bin/sh\n${work}\ntouch src/begun\nwhile [ -e work.sh ] && ! [ -e src/end ]; do sleep 0.1; done\n`,
        0o755,
      );
      scene.trust();
      const running = scene.call("execute_command", { command: "./work.sh" });
      await until(() => scene.has("src/begun"));
      expect([work, await read(scene)]).toMatchObject([
        work,
        { decision: "deny", refusal: { code: "BLOCKED_BY_HOOK" } },
      ]);
      expect((await read(scene.again())).decision).toBe("deny");
      scene.put("src/end", "");
      await running;
      expect(scene.text(".system/hooks/guard.yaml")).toBe(yaml);
      expect(await read(scene)).toMatchObject({ decision: "deny", refusal: { code: "BLOCKED_BY_HOOK" } });
    }
  });
});

describe("a handler", () => {
  const writes = (what: string) => ({
    ".system/hooks/guard.yaml": hook("guard", "PreAbilityCall", ["blocking: true", "match: { ability_id: read_file }"]),
    "scripts/guard.sh": `#!/bin/sh\n${what}\necho '{}'\n`,
  });

  it("that changes what people author is not believed, and what it widened does not count", async () => {
    const scene = await taken(writes("sed -i 's/src/\\*\\*/' .orchestration/active_intents.yaml"));
    scene.trust();
    expect(await read(scene)).toMatchObject({
      decision: "deny",
      refusal: { code: "HOOK_ERROR", message: expect.stringContaining("active_intents.yaml") },
    });
    await scene.take();
    expect(await scene.call("write_to_file", { path: "docs/x.md", content: "x" })).toMatchObject({
      decision: "deny",
      refusal: { code: "SCOPE_VIOLATION" },
    });
  });

  it("whose own bytes change while it runs is not believed", async () => {
    const scene = await taken(writes("echo '# more' >> scripts/guard.sh"));
    scene.trust();
    expect(await read(scene)).toMatchObject({
      decision: "deny",
      refusal: { code: "BLOCKED_BY_HOOK", message: expect.stringContaining("while it ran") },
    });
    expect((await read(scene)).decision).toBe("deny");
  });

  it("does not get the gate's environment", async () => {
    const scene = await taken(writes("env > .system/cache.txt"));
    scene.trust();
    process.env.A_SECRET_TOKEN = "hunter2";
    await read(scene);
    delete process.env.A_SECRET_TOKEN;
    expect(scene.text(".system/cache.txt")).toContain("INTENTGATE_HOOK=guard");
    expect(scene.text(".system/cache.txt")).not.toContain("hunter2");
  });
});

describe("environments", () => {
  const prod = hookFiles("guard", "PreAbilityCall", { error: "no" }, [
    "blocking: true",
    onWrites,
    "environments: [prod]",
  ]);

  it.each<[string, string | null, string | null, boolean]>([
    ["the policy names it", "prod", null, true],
    ["the policy names it and the surroundings name another", "prod", "dev", true],
    ["only the surroundings name it", null, "prod", true],
    ["the policy names another and the surroundings this", "dev", "prod", true],
    ["nobody names one", null, null, false],
    ["the policy names another", "dev", null, false],
    ["the surroundings name what is no name", null, "prod; rm", false],
    ["the surroundings name nothing", "dev", "", false],
  ])("%s", async (_what, named, added, runs) => {
    const policy = named === null ? "" : `environment: ${named}\n`;
    const scene = hookScene({ ...prod, ".orchestration/policy.yaml": policy }, { environment: added });
    scene.trust();
    expect((await read(scene)).decision).toBe(runs ? "deny" : "allow");
    expect(Object.keys(scene.workspace.eventHooks().registration())).toEqual(runs ? ["PreAbilityCall"] : []);
  });
});

it("a hard link to a hook file from elsewhere is no way to change it unseen", async () => {
  const scene = await taken(guard({ error: "no" }));
  scene.trust();
  for (let times = 0; times < 3; times++) await read(scene);
  linkSync(join(scene.root, ".system/hooks/guard.yaml"), join(scene.root, "src/alias.yaml"));
  scene.put("src/alias.yaml", hook("guard", "SessionStop"));
  // A person did it, and it is seen all the same.
  await until(async () => (await read(scene)).decision === "allow");
});
