/** Whatever stands in a settings file: what we add comes out again, and every other byte is as before. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchRuns } from "../../../../test/support/search-runs.ts";
import type { InstallFile, InstallSettings } from "../host/install.ts";
import { hosts } from "../hosts/hosts.ts";
import { addTo, removeFrom } from "./edit-file.ts";

const settings: InstallSettings = {
  command: "intentgate hook",
  windows: "intentgate.cmd hook",
  mcp: { command: "/opt/intentgate", args: ["mcp", "a b"], env: { A: "" } },
  runScript: null,
};

const files = hosts.flatMap((host) =>
  host.install.files("team").map((file) => [`${host.name} ${file.path}`, file] as const),
);
const jsonFiles = files.filter(([, { content }]) => content.kind === "json");
const tomlFiles = files.filter(([, { content }]) => content.kind === "toml");

type Value = string | number | boolean | null | Value[] | Map<string, Value>;

/** Names that our own edits look for, so that they are met half built, empty, and full of others' things. */
const names = fc.constantFrom(
  "hooks",
  "PreToolUse",
  "BeforeTool",
  "preToolUse",
  "Stop",
  "mcpServers",
  "mcp",
  "permissions",
  "allow",
  "version",
  "a",
  "b",
);
const strings = fc.constantFrom(
  "",
  "x",
  "{",
  "}",
  ",",
  "//",
  "/*",
  '"',
  "\\",
  "é",
  "intentgate",
  "mine hook claude-code PreToolUse",
);
const scalars = fc.oneof(strings, fc.integer(), fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: Value; map: Map<string, Value> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    tie("map"),
  ),
  map: fc.array(fc.tuple(names, tie("value")), { maxLength: 4 }).map((entries) => new Map(entries)),
}));
/** What hosts accept under these names, mostly. */
const hooks = fc.oneof(
  fc.constant(new Map<string, Value>()),
  fc
    .array(fc.tuple(names, fc.array(value, { maxLength: 2 })), { maxLength: 3 })
    .map((entries) => new Map<string, Value>(entries)),
);
const root = fc
  .tuple(fc.array(fc.tuple(names, value), { maxLength: 4 }), fc.option(hooks), fc.option(hooks))
  .map(([entries, one, other]) => {
    const map = new Map<string, Value>(
      entries.filter(([key]) => !["hooks", "mcpServers", "mcp", "permissions"].includes(key)),
    );
    if (one) map.set("hooks", one);
    if (other) map.set("mcpServers", other);
    return map;
  });

interface Taste {
  newline: string;
  indent: string;
  blanks: readonly string[];
  trailing: boolean;
}
const taste: fc.Arbitrary<Taste> = fc.record({
  newline: fc.constantFrom("\n", "\r\n"),
  indent: fc.constantFrom("", "  ", "\t", "    "),
  blanks: fc.array(fc.constantFrom("", "", " ", "\n", "\t", " /* c */ ", "/*,}*/", "// c {,\n"), {
    minLength: 1,
    maxLength: 7,
  }),
  trailing: fc.boolean(),
});

/** Written by a person with this taste: blanks and comments wherever JSON lets them stand. */
function written(given: Value, { newline, indent, blanks, trailing }: Taste): string {
  let used = 0;
  const blank = () => (blanks[used++ % blanks.length] ?? "").replaceAll("\n", newline);
  const write = (one: Value, depth: number): string => {
    if (!Array.isArray(one) && !(one instanceof Map)) return JSON.stringify(one);
    const items = Array.isArray(one)
      ? one.map((inner) => write(inner, depth + 1))
      : [...one].map(([key, inner]) => `${JSON.stringify(key)}${blank()}:${blank()}${write(inner, depth + 1)}`);
    const [open, close] = Array.isArray(one) ? "[]" : "{}";
    const line = indent === "" ? "" : `${newline}${indent.repeat(depth + 1)}`;
    const body = items.map((item) => `${blank()}${line}${item}${blank()}`).join(",");
    return `${open}${body}${trailing && items.length > 0 ? `,${blank()}` : blank()}${line}${close}`;
  };
  return write(given, 0);
}

const document = fc
  .tuple(
    root,
    taste,
    fc.constantFrom("", "\n", "\r\n", "\n\n", " // end"),
    fc.constantFrom("", "\uFEFF", "\n", "/* begin */ "),
  )
  .map(([map, style, tail, head]) => `${head}${written(map, style)}${tail}`);

function added(file: InstallFile, text: string | null): string | null {
  const result = addTo(file, text, settings);
  return result.ok ? result.value : null;
}

describe.each(jsonFiles)("in %s", (_name, file) => {
  it("what is added can be removed, to the byte, and adding twice is adding once", () => {
    let edited = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          { weight: 8, arbitrary: document },
          fc.constantFrom("", " ", "\n", "\r\n", "\uFEFF", "{}", "{ }", "{\n}\n", "{\n\n}"),
        ),
        (text) => {
          const once = added(file, text);
          if (once === null) return;
          edited += 1;
          expect(once).not.toBe(text);
          expect(removeFrom(file, once)).toEqual({ ok: true, value: text });
          expect(added(file, once)).toBe(once);
        },
      ),
      { numRuns: searchRuns(400) },
    );
    expect(edited).toBeGreaterThan(searchRuns(100));
  });

  it("what is there already stays in its order, byte for byte", () => {
    fc.assert(
      fc.property(document, (text) => {
        const once = added(file, text);
        if (once !== null) expect(isLeftOver(text, once)).toBe(true);
      }),
      { numRuns: searchRuns(200) },
    );
  });
});

describe.each(tomlFiles)("in %s", (_name, file) => {
  it("what is added can be removed, to the byte, and adding twice is adding once", () => {
    const line = fc.constantFrom(
      "",
      "a = 1",
      "# c",
      "[t]",
      'b = "intent"',
      "c = '''",
      "\r",
      "[mcp_servers.other]",
      "x\r",
    );
    const text = fc
      .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
      .map(([lines, newline, ends]) => {
        return lines.join(newline) + (ends ? newline : "");
      });
    fc.assert(
      fc.property(text, (before) => {
        const once = added(file, before);
        expect(once).not.toBeNull();
        expect(removeFrom(file, once ?? "")).toEqual({ ok: true, value: before });
        expect(added(file, once)).toBe(once);
        expect(once?.startsWith(before)).toBe(true);
      }),
      { numRuns: searchRuns(500) },
    );
  });
});

/** `all` with some of its characters left out is `some`. */
function isLeftOver(some: string, all: string): boolean {
  let at = 0;
  for (const char of all) if (some.startsWith(char, at)) at += char.length;
  return at === some.length;
}
