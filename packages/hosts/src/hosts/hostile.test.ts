import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decoded, type Recorded, recorded, recording } from "../../../../test/support/hosts/recorded-payloads.ts";
import type { HostName } from "../host/event.ts";
import { readPayload } from "../payload/read-payload.ts";
import { readCursorTool } from "./cursor-tools.ts";
import { hosts } from "./hosts.ts";

const generic = {
  event: "before_tool",
  session: "s",
  cwd: "/w",
  tool: "write_to_file",
  input: { path: "a", content: "b" },
};
/** One of each host and door, and the input that is no object. */
const samples = recorded
  .filter((one) => decoded(one).kind === "before_tool")
  .filter((one, at, all) => all.findIndex(({ host, door }) => host === one.host && door === one.door) === at)
  .concat(recording("copilot-cli/preToolUse-apply_patch"));
const calls: [name: string, Recorded][] = [
  ...samples.map((one): [string, Recorded] => [one.name, one]),
  ["generic", { name: "generic", host: "generic", door: hostOf("generic"), event: "before_tool", payload: generic }],
];

function hostOf(name: HostName) {
  const host = hosts.find((one) => one.name === name);
  if (!host) throw new Error(name);
  return host;
}

/** An empty input is one; Codex also hands on text, and Copilot CLI whatever the model wrote. */
function isInput({ host }: Recorded, key: string, value: unknown): boolean {
  if (!["tool_input", "toolArgs", "input"].includes(key)) return false;
  if (host === "copilot-cli") return true;
  return (host === "codex" && typeof value === "string") || JSON.stringify(value) === "{}";
}

function isRead({ door, event }: Recorded, payload: string | Uint8Array, told: string | null = event): boolean {
  return door.decode(payload, told).ok;
}

describe.each(calls)("a call of %s", (_name, one) => {
  const text = JSON.stringify(one.payload);
  const bytes = (head: number[], tail: number[] = []) => Uint8Array.from([...head, ...Buffer.from(text), ...tail]);

  it("is read as it was recorded, as text and as bytes", () => {
    expect([isRead(one, text), isRead(one, Buffer.from(text)), isRead(one, ` \n${text}\n`)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each<[string, () => string | Uint8Array]>([
    ["nothing", () => ""],
    ["blanks", () => " \n"],
    ["half of it", () => text.slice(0, -1)],
    ["two objects", () => `${text}\n${text}`],
    ["a list of it", () => `[${text}]`],
    ["text with it inside", () => JSON.stringify(text)],
    ["null", () => "null"],
    ["a mark before it", () => `\uFEFF${text}`],
    ["a mark before its bytes", () => bytes([0xef, 0xbb, 0xbf])],
    ["a NUL behind it", () => `${text}\0`],
    ["a NUL before it", () => `\0${text}`],
    ["bytes that are no UTF-8", () => bytes([], [0xff])],
    ["a string cut in the middle of a character", () => Buffer.from(text.replace(/"[^"]*":/, '"é":')).subarray(0, 3)],
    ["a comment in it", () => text.replace("{", "{/* */")],
    ["a trailing comma", () => text.replace(/\}$/, ",}")],
    ["single quotes", () => text.replaceAll('"', "'")],
    ["NaN in it", () => text.replace("{", '{"x":NaN,')],
    ["a key twice", () => text.replace("{", '{"x":1,"x":2,')],
    ["a key twice, spelled in two ways", () => text.replace("{", '{"x":1,"\\u0078":2,')],
    ["a key twice, deep inside", () => text.replace("{", '{"x":[{"y":{"z":1,"z":1}}],')],
    ["a __proto__", () => text.replace("{", '{"__proto__":{"a":1},')],
    ["a __proto__ spelled otherwise", () => text.replace("{", '{"\\u005f_proto__":{"a":1},')],
    ["a __proto__ deep inside", () => text.replace("{", '{"x":[{"__proto__":null}],')],
    ["lists in lists", () => text.replace("{", `{"x":${"[".repeat(100_000)}${"]".repeat(100_000)},`)],
    ["objects in objects", () => text.replace("{", `{"x":${'{"a":'.repeat(150)}1${"}".repeat(150)},`)],
  ])("is refused as %s", (_what, made) => {
    expect(isRead(one, made())).toBe(false);
  });

  it("is refused when it is far too large", () => {
    expect(isRead(one, text.replace("{", `{"x":"${"y".repeat(33_000_000)}",`))).toBe(false);
  });

  it("is refused under another event's name", () => {
    for (const event of ["", "Stop", "nonsense", "__proto__", "constructor", `${one.event} `]) {
      expect(isRead(one, text, event)).toBe(false);
    }
  });

  it("is refused without any field that a call needs, and with one of another type", () => {
    const [needed, free] = [new Set<string>(), [null, 7, true, [], "", "\0", {}]];
    for (const key of Object.keys(one.payload)) {
      const { [key]: _, ...rest } = one.payload;
      if (isRead(one, JSON.stringify(rest))) continue;
      needed.add(key);
      for (const value of free) {
        if (isInput(one, key, value) || key === "timestamp") continue;
        expect({ key, value, read: isRead(one, JSON.stringify({ ...one.payload, [key]: value })) }).toEqual({
          key,
          value,
          read: false,
        });
      }
    }
    const least = ["opencode", "cline", "cursor"].includes(one.host) ? 3 : one.host === "copilot-cli" ? 4 : 5;
    expect(needed.size).toBeGreaterThanOrEqual(least);
  });

  it("is decided alike with keys it does not need", () => {
    const more = {
      ...one.payload,
      constructor: 1,
      toString: {},
      hasOwnProperty: "x",
      prototype: [],
      extra: { deep: [1] },
    };
    expect(one.door.decode(JSON.stringify(more), one.event)).toEqual(one.door.decode(text, one.event));
  });
});

describe("any payload", () => {
  const json = fc.jsonValue({ maxDepth: 4 });

  it.each(hosts.map((host) => [host.name, host] as const))(
    "never makes %s throw, and is refused when it is no call",
    (_name, host) => {
      fc.assert(
        fc.property(
          fc.oneof(
            fc.string(),
            json.map((value) => JSON.stringify(value)),
            fc.uint8Array(),
          ),
          (payload) => {
            for (const event of [null, "PreToolUse", "preToolUse", "BeforeTool", "tool_call", "tool.execute.before"]) {
              expect(host.decode(payload, event).ok).toBe(false);
            }
          },
        ),
        { numRuns: 200 },
      );
    },
  );

  it.each(calls)("made of %s by changing any of its parts never throws, and keeps its session", (_name, one) => {
    const before = decoded(one);
    const paths = leavesOf(one.payload);
    fc.assert(
      fc.property(fc.constantFrom(...paths), json, (path, value) => {
        const changed = structuredClone(one.payload);
        const parent = path
          .slice(0, -1)
          .reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, changed);
        parent[path.at(-1) ?? ""] = value;
        const result = one.door.decode(JSON.stringify(changed), one.event);
        if (!result.ok) return;
        expect(result.value.kind).toBe(before.kind);
        if (result.value.kind === "ignored" || before.kind === "ignored") return;
        const isAboutIt = /session|conversation|agent|parent|root/i.test(path.join("."));
        if (!isAboutIt) expect(result.value.session).toEqual(before.session);
      }),
      { numRuns: 100 },
    );
  });

  function leavesOf(value: unknown, path: string[] = []): string[][] {
    if (typeof value !== "object" || value === null) return [path];
    const inner = Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]));
    return path.length === 0 ? inner : [path, ...inner];
  }
});

describe("reading a payload", () => {
  it("counts no colon or bracket inside of strings", () => {
    for (const payload of [
      { a: 'x":"y' },
      { 'a":': "b:" },
      { a: "\\" },
      { a: '\\"' },
      { a: "{[,:" },
      { a: [{ b: 1 }, { b: 2 }] },
      {},
    ]) {
      expect(readPayload(JSON.stringify(payload))).toEqual({ ok: true, value: payload });
    }
  });

  it("takes every object and nothing that has a key twice", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (payload) => {
        const text = JSON.stringify(payload);
        const isPlain = !text.includes('"__proto__":');
        expect(readPayload(text).ok).toBe(isPlain);
        expect(readPayload(`{"k":1,"k":${text}}`).ok).toBe(false);
      }),
    );
  });
});

describe("a call in Copilot CLI's dress", () => {
  it("is taken for Claude Code's where it has an id, and is then read by Claude Code's rules alone", () => {
    const base = recording("copilot-cli/through-claude/PreToolUse-Write");
    for (const key of ["tool_use_id", "prompt_id", "permission_mode"]) {
      const result = base.door.decode(JSON.stringify({ ...base.payload, [key]: "default" }), base.event);
      if (result.ok) expect(result.value).toMatchObject({ host: "claude-code", call: { tool: "claude-code.Write" } });
    }
  });
});

describe("an input of Cursor that names a thing twice", () => {
  it.each<[string, object]>([
    ["Write", { path: "src/n.ts", contents: "x", file_path: "README.md", content: "y" }],
    ["Write", { path: "src/n.ts", contents: "x", content: "y" }],
    ["Read", { path: "src/n.ts", file_path: "README.md" }],
    ["StrReplace", { path: "src/n.ts", file_path: "README.md", old_string: "a", new_string: "b" }],
    ["Delete", { file_path: "src/n.ts", path: "src/n.ts" }],
  ])("is one that nobody knows: %s %j", (name, input) => {
    expect(readCursorTool(name, input).tool).toBe(`cursor.${name}`);
  });
});
