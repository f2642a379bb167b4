import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answering, type HookScene, hookFile, makeHookScene, withExamples } from "./hook-scene.ts";
import { call } from "./scene.ts";

interface Explained {
  runs: boolean;
  reason: string | null;
  key: string | null;
  text: string;
}

async function explained(scene: HookScene, id: string, event?: object): Promise<Explained & { exit: number | null }> {
  const words = event ? ["explain", id, "--event", "-", "--json"] : ["explain", id, "--json"];
  const ran = await scene.hooks(words, { input: event ? JSON.stringify(event) : "" });
  return { exit: ran.code, ...JSON.parse(ran.out) };
}

describe("6.2: a hook is not executing", () => {
  const match = 'match: { ability_scope: "mcp.*", stage: act }\n';
  const event = { event_type: "PostAbilityCall", ability_id: "mcp.files.write", status: "success", stage: "act" };

  it("and each reason is named, the first one first, until it runs", async () => {
    const scene = makeHookScene();
    const file = (more = "") => hookFile("h", "PostAbilityCall", { rest: match + more });
    scene.declare("h", `${file()}enbled: true\n`);
    expect(await explained(scene, "h")).toMatchObject({ exit: 1, runs: false, reason: "unreadable" });
    scene.declare("h", file("enabled: false\n"));
    const disabled = await explained(scene, "h");
    expect(disabled).toMatchObject({ exit: 1, reason: "disabled" });
    expect(disabled.text).toBe(".system/hooks/h.yaml says `enabled: false`.");
    scene.declare("h", file("environments: [dev]\n"));
    expect(await explained(scene, "h")).toMatchObject({
      reason: "environment",
      text: "it runs in dev, and none is set.",
    });
    scene.declare("h", file());
    const missing = await explained(scene, "h");
    expect(missing).toMatchObject({ reason: "not_executable" });
    expect(missing.text).toContain("./scripts/hooks/h.sh does not exist");
    scene.declare("h", file(), answering({}));
    chmodSync(join(scene.repo, "scripts/hooks/h.sh"), 0o644);
    const plain = await explained(scene, "h");
    expect(plain).toMatchObject({ reason: "not_executable" });
    expect(plain.text).toContain("chmod +x scripts/hooks/h.sh");
    chmodSync(join(scene.repo, "scripts/hooks/h.sh"), 0o755);
    const untrusted = await explained(scene, "h");
    expect(untrusted).toMatchObject({ reason: "untrusted" });
    expect(untrusted.text).toContain("intentgate hooks trust h");
    await scene.trust();
    expect(await explained(scene, "h", { ...event, event_type: "PreAbilityCall" })).toMatchObject({
      reason: "match",
      key: "event_type",
    });
    expect(await explained(scene, "h", { ...event, ability_id: "read_file" })).toMatchObject({
      reason: "match",
      key: "ability_scope",
      text: "ability_scope: it wants mcp.*, and the event names read_file.",
    });
    expect(await explained(scene, "h", { ...event, stage: "plan" })).toMatchObject({ reason: "match", key: "stage" });
    expect(await explained(scene, "h", event)).toEqual({
      exit: 0,
      id: "h",
      runs: true,
      reason: null,
      key: null,
      text: "It runs on this event.",
    });
    scene.declare("h", file(), answering({ logs: [] }));
    const changed = await explained(scene, "h");
    expect(changed).toMatchObject({ exit: 1, reason: "untrusted" });
    expect(changed.text).toContain("changed since a person trusted it");
  });

  it("as nobody declared it: the nearest name is told", async () => {
    const scene = await withExamples();
    const { code, err } = await scene.hooks(["explain", "post_tool_tracker"]);
    expect(code).toBe(1);
    expect(err).toContain("NOT_FOUND");
    expect((await scene.hooks(["explain", "post_tool_use_trackr"])).err).toContain(
      "Did you mean post_tool_use_tracker?",
    );
  });

  it("and nobody needs to call the registration: every process goes by the files as they stand", async () => {
    const scene = makeHookScene();
    scene.declare("guard", hookFile("guard", "PreAbilityCall", { blocking: true }), answering({ error: "no" }));
    await scene.trust();
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    expect(scene.has("told.json")).toBe(true);
    scene.declare("guard", hookFile("guard", "PreAbilityCall", { blocking: true, rest: "enabled: false\n" }));
    expect(await call(scene, "select_active_intent", { intent_id: "INT-001" })).toMatchObject({ decision: "allow" });
  });
});

describe("6.2: unexpected or heavy behaviour", () => {
  const heavy = hookFile("heavy", "SessionStop", { rest: 'match: { only_if_changed_paths: ["services/**"] }\n' });
  const stop = { changed_files: ["services/a.ts"] };

  it("a heavy hook begins switched off and is switched on for an environment", async () => {
    const scene = makeHookScene();
    scene.declare("heavy", `${heavy}enabled: false\n`, answering({}));
    await scene.trust();
    expect((await scene.emit("SessionStop", stop)).runs).toEqual([]);
    scene.declare("heavy", `${heavy}environments: [dev]\n`);
    await scene.trust();
    expect((await scene.emit("SessionStop", stop)).runs).toEqual([]);
    expect((await scene.emit("SessionStop", stop, { INTENTGATE_ENV: "dev" })).runs).toMatchObject([{ outcome: "ok" }]);
  });

  it("what the surroundings say can add a hook, and never switch off one that blocks", async () => {
    const scene = makeHookScene({ policy: "environment: prod\n" });
    const rest = "environments: [prod]\n";
    scene.declare(
      "guard",
      hookFile("guard", "PreAbilityCall", { blocking: true, rest }),
      answering({ error: "not in prod" }),
    );
    await scene.trust();
    for (const INTENTGATE_ENV of ["dev", "", "none", "prod"]) {
      const told = await scene.emit("PreAbilityCall", { ability_id: "x" }, { INTENTGATE_ENV });
      expect(told).toMatchObject({ exit: 2, refusal: { hook: "guard", reason: "not in prod" } });
    }
  });

  it("a narrow match keeps a handler from running at all", async () => {
    const scene = makeHookScene();
    scene.declare("heavy", heavy, answering({}));
    await scene.trust();
    await scene.emit("SessionStop", { changed_files: ["docs/a.md"] });
    expect(scene.has("told.json")).toBe(false);
    await scene.emit("SessionStop", stop);
    expect(scene.has("told.json")).toBe(true);
  });
});

describe("6.2: false positives in hooks that validate", () => {
  it("are kept out by operation key, by environment, or by the handler itself", async () => {
    const scene = makeHookScene();
    const skips = `#!/bin/sh
case $(cat) in
  *'"ability_id":"read_file"'*) printf '{"logs":[{"level":"debug","message":"low risk, skipped"}]}' ;;
  *) printf '{"error":"blocked_by_policy"}' ;;
esac
`;
    const rest = 'match: { operation_key: ["tool.write_to_file", "tool.read_file"] }\n';
    scene.declare("guard", hookFile("guard", "PreAbilityCall", { blocking: true, rest }), skips);
    await scene.trust();
    const exit = async (name: string) =>
      (await scene.emit("PreAbilityCall", { ability_id: name, operation_key: `tool.${name}` })).exit;
    expect([await exit("write_to_file"), await exit("read_file"), await exit("list_files")]).toEqual([2, 0, 0]);
  });
});

describe("6.1: where to look", () => {
  it("the log names every run, what went wrong, and what the handler said about it", async () => {
    const scene = makeHookScene();
    scene.declare(
      "talks",
      hookFile("talks", "SessionStop"),
      "#!/bin/sh\necho 'cannot reach the build server' >&2\nexit 4\n",
    );
    await scene.trust();
    const told = await scene.emit("SessionStop");
    expect(told).toMatchObject({ exit: 0, runs: [{ hook: "talks", outcome: "failed" }] });
    expect(scene.log()[0]).toMatchObject({
      level: "warn",
      event: "SessionStop",
      hook: "talks",
      outcome: "failed",
      stderr: "cannot reach the build server",
    });
  });
});
