import { describe, expect, it } from "vitest";
import { aroundOf } from "../../../../test/support/hosts/around-of.ts";
import { codex } from "./codex.ts";
import { turnOf } from "./codex-turn.ts";

const places = { root: "/home/dev/shop", home: "/home/dev", ownFolder: "/home/dev/.codex" };
const transcript = "/home/dev/.codex/sessions/rollout.jsonl";
const turn = { transcript, id: "t1" };

const entries = [
  { path: { type: "special", value: { kind: "root" } }, access: "read" },
  { path: { type: "special", value: { kind: "slash_tmp" } }, access: "write" },
];
const usual = {
  turn_id: "t1",
  approval_policy: "on-request",
  sandbox_policy: { type: "workspace-write", network_access: false, exclude_slash_tmp: false },
  permission_profile: { type: "managed", file_system: { type: "restricted", entries } },
  collaboration_mode: { mode: "default" },
};
const line = (payload: object, type = "turn_context") => JSON.stringify({ timestamp: "2026-11-19", type, payload });
const around = (...lines: readonly string[]) => aroundOf(places, { at: { [transcript]: `${lines.join("\n")}\n` } });
const read = (...lines: readonly string[]) => turnOf(turn, around(...lines));

describe("what Codex wrote down for a turn", () => {
  it("is its sandbox", () => {
    expect(read(line(usual))).toEqual({ sandbox: "workspace-write" });
    const open = { ...usual, sandbox_policy: { type: "danger-full-access" }, permission_profile: { type: "disabled" } };
    expect(read(line(open))).toEqual({ sandbox: "danger-full-access" });
    expect(read(line(open), line({ text: "more" }, "response_item"), line(usual))).toEqual({
      sandbox: "workspace-write",
    });
  });

  it.each<[string, object]>([
    ["only reads", { sandbox_policy: { type: "read-only" } }],
    ["has a sandbox that nobody knows", { sandbox_policy: { type: "external-sandbox" } }],
    ["takes /tmp away", { sandbox_policy: { ...usual.sandbox_policy, exclude_slash_tmp: true } }],
    ["says of /tmp nothing", { sandbox_policy: { type: "workspace-write" } }],
    ["only plans", { collaboration_mode: { mode: "plan" } }],
    ["is in a mode without a name", { collaboration_mode: undefined }],
    [
      "has files that are closed to it",
      {
        permission_profile: {
          type: "managed",
          file_system: { entries: [...entries, { path: { type: "path", path: "/x" }, access: "none" }] },
        },
      },
    ],
    ["has permissions of another kind", { permission_profile: { type: "mine" } }],
    ["has permissions without entries", { permission_profile: { type: "managed", file_system: { entries: [] } } }],
  ])("is another one where it %s", (_what, more) => {
    expect(read(line({ ...usual, ...more }))).toBe("another");
  });

  it.each<[string, readonly string[]]>([
    ["there is nothing", []],
    ["it is of another turn", [line({ ...usual, turn_id: "t2" })]],
    ["a later turn has begun", [line(usual), line({ ...usual, turn_id: "t2" })]],
    ["the line is broken off", [line(usual).slice(0, -3)]],
    ["a text of the session looks like it", [line({ output: line(usual) }, "response_item")]],
    [
      "another kind of line has it inside",
      [JSON.stringify({ payload: JSON.parse(line(usual)), type: "response_item" })],
    ],
  ])("is not known where %s", (_what, lines) => {
    expect(read(...lines)).toBe(null);
  });

  it("is not known without a turn", () => {
    expect([turnOf(null, around(line(usual))), turnOf(undefined, around(line(usual)))]).toEqual([null, null]);
  });
});

describe("rules of a turn that is written down", () => {
  const server = ["codex", "app-server", "--listen", "unix://"];
  const kind = (payload: object | null, startedWith: readonly string[], own: Record<string, string> = {}) =>
    codex.rules(
      { tool: "Bash", command: "ls", startedWith, turn },
      aroundOf(places, { own, at: payload === null ? {} : { [transcript]: line(payload) } }),
      {},
    ).kind;

  it("hold for a program that is told over a protocol what it may", () => {
    expect(kind(usual, server)).toBe("sandboxed");
    expect(kind({ ...usual, sandbox_policy: { type: "danger-full-access" } }, server)).toBe("none");
    expect(kind(null, server)).toBe("unclear");
    expect(kind({ ...usual, turn_id: "t2" }, server)).toBe("unclear");
  });

  it("come before what a file and the command line say", () => {
    const open = { "config.toml": 'sandbox_mode = "danger-full-access"\n' };
    expect(kind(usual, ["codex", "-s", "danger-full-access"], open)).toBe("sandboxed");
    expect(kind({ ...usual, sandbox_policy: { type: "read-only" } }, ["codex"], open)).toBe("unclear");
    expect(kind({ ...usual, collaboration_mode: { mode: "plan" } }, ["codex"], open)).toBe("unclear");
  });

  it("are not the only ones: a profile in a file stays unread, and rules act", () => {
    expect(kind(usual, ["codex"], { "config.toml": 'profile = "careful"\n' })).toBe("unclear");
    expect(kind(usual, ["codex"], { "rules/a.rules": "prefix_rule(['ls'], 'prompt')\n" })).toBe("matched");
  });

  it("let files be spoken for only where it is known that the turn may write", () => {
    const files = (payload: object | null) =>
      codex.fileRules?.(
        { tool: "apply_patch", paths: ["/home/dev/shop/a.ts"], startedWith: ["codex"], turn },
        aroundOf(places, { at: payload === null ? {} : { [transcript]: line(payload) } }),
        {},
      ).kind;
    expect(files(usual)).toBe("none");
    for (const none of [null, { ...usual, sandbox_policy: { type: "read-only" } }, { ...usual, turn_id: "t2" }])
      expect(files(none)).toBe("unclear");
  });
});
