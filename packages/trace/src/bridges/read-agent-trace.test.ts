import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { full, minimal } from "../../../../test/support/trace/sample-agent-traces.ts";
import { readAgentTrace } from "./read-agent-trace.ts";

const faultsOf = (text: string) => {
  const read = readAgentTrace(text);
  return read.ok ? [] : read.faults.map((fault) => `${fault.line}:${fault.column} ${fault.at} ${fault.message}`);
};

/** The minimal record with the value at a path set, or removed. */
function changed(path: string, value?: unknown): string {
  const copy = structuredClone(full) as unknown as Record<string, unknown>;
  const parts = path.split(".");
  const last = parts.pop() as string;
  const place = parts.reduce((at, part) => at[part] as Record<string, unknown>, copy);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return JSON.stringify(copy);
}

const range = "files.0.conversations.0.ranges.0";
const conversation = "files.0.conversations.0";

describe("a sound file of Agent Trace", () => {
  it.each<[string, string, number]>([
    ["one record on one line", JSON.stringify(minimal), 1],
    ["one record over many lines", JSON.stringify(full, null, 2), 1],
    ["a list", JSON.stringify([minimal, full], null, 1), 2],
    [
      "one record a line, blank lines between and CRLF",
      `${JSON.stringify(minimal)}\r\n\r\n${JSON.stringify(full)}\r\n`,
      2,
    ],
    ["a byte order mark", `\ufeff${JSON.stringify(minimal)}\n`, 1],
    ["no files at all", changed("files", []), 1],
    ["keys of a later minor version", changed("reviewed_by", "ann"), 1],
    ["a Mercurial revision", changed("vcs", { type: "hg", revision: "a1b2c3d4e5f6" }), 1],
    ["a leap second", changed("timestamp", "2016-12-31T23:59:60Z"), 1],
    ["a model with 250 characters", changed(`${conversation}.contributor.model_id`, "ü".repeat(250)), 1],
  ])("%s is read", (_what, text, count) => {
    expect(faultsOf(text)).toEqual([]);
    const read = readAgentTrace(text);
    expect(read.ok && read.records).toHaveLength(count);
  });
});

describe("a file that is no Agent Trace", () => {
  it.each<[string, string, string]>([
    ["nothing", "", "1:1  there is no record"],
    ["an empty list", "[]", "1:1  there is no record"],
    ["a word", "hello", '1:1  not JSON: "h" cannot stand here'],
    ["a record cut off", JSON.stringify(minimal).slice(0, 60), "not JSON: the text ends too early"],
    ["a comma too many", '{\n  "version": "0.1.0",\n}', '3:1  not JSON: "}" cannot stand here'],
    ["single quotes", "{'version': '0.1.0'}", "1:2  not JSON"],
    ["a control character in text", '{"version":"\u0001"}', "1:13  not JSON"],
    [
      "a second line that is broken",
      `${JSON.stringify(minimal)}\n{"version":`,
      "2:12  not JSON: the text ends too early",
    ],
    ["a number", "7", "1:1  must be an object, not 7"],
    ["null in a list", `[${JSON.stringify(minimal)}, null]`, "[1] must be an object, not null"],
    ["nothing but braces", "{}", "1:1  version is missing"],
    ["no version", changed("version"), "version is missing"],
    ["a version that is a number", changed("version", 1), 'version must be a version like "0.1.0", not 1'],
    ["a version of two parts", changed("version", "0.1"), "must be a version"],
    ["a version with a word", changed("version", "v0.1.0"), "must be a version"],
    ["a version with a line end", changed("version", "0.1.0\n"), "must be a version"],
    ["a newer version", changed("version", "1.0.0"), "Agent Trace 1.0.0 is not known here"],
    ["no id", changed("id"), "id is missing"],
    ["an id that is no UUID", changed("id", "record-1"), "id is no UUID"],
    ["an id that is null", changed("id", null), "id must be text, not null"],
    ["no time", changed("timestamp"), "timestamp is missing"],
    ["a time without zone", changed("timestamp", "2026-01-23T14:30:00"), "is no RFC 3339 time"],
    ["a day without time", changed("timestamp", "2026-01-23"), "is no RFC 3339 time"],
    ["the 30th of February", changed("timestamp", "2026-02-30T00:00:00Z"), "is no RFC 3339 time"],
    ["hour 24", changed("timestamp", "2026-02-03T24:00:00Z"), "is no RFC 3339 time"],
    ["a time in seconds", changed("timestamp", 1_700_000_000), "timestamp must be text"],
    ["a revision that is a branch", changed("vcs.revision", "main"), 'vcs.revision "main" is no git commit'],
    ["a short commit", changed("vcs.revision", "a1b2c3d"), "is no git commit"],
    ["a vcs without revision", changed("vcs.revision"), "vcs revision is missing"],
    ["a vcs nobody named", changed("vcs.type", "cvs"), "vcs.type must be one of git, jj, hg, svn"],
    ["an empty jj revision", changed("vcs", { type: "jj", revision: "" }), "must not be empty"],
    ["a tool that is a word", changed("tool", "cursor"), "tool must be an object, not text"],
    ["a tool's version as a number", changed("tool.version", 2), "tool.version must be text"],
    ["metadata as a list", changed("metadata", []), "metadata must be an object, not a list"],
    ["no files", changed("files"), "files is missing"],
    ["files as an object", changed("files", {}), "files must be a list"],
    ["a file without path", changed("files.0.path"), "files[0] path is missing"],
    ["an absolute path", changed("files.0.path", "/etc/passwd"), "files[0].path is no relative path"],
    ["a path that climbs", changed("files.0.path", "src/../../x"), "is no relative path"],
    ["a path of Windows", changed("files.0.path", "C:\\x"), "is no relative path"],
    ["an empty path", changed("files.0.path", ""), "is no relative path"],
    ["a path with a zero byte", changed("files.0.path", "a\u0000b"), "is no relative path"],
    ["no conversations", changed("files.0.conversations"), "files[0] conversations is missing"],
    ["a conversation without ranges", changed(`${conversation}.ranges`), "ranges is missing"],
    [
      "a conversation's address that is a path",
      changed(`${conversation}.url`, "/tmp/t.json"),
      "url is no absolute URI",
    ],
    ["an address with a space", changed(`${conversation}.url`, "https://x.example/a b"), "url is no absolute URI"],
    ["an address with a bare percent", changed(`${conversation}.url`, "https://x.example/%zz"), "is no absolute URI"],
    ["a contributor without type", changed(`${conversation}.contributor.type`), "contributor type is missing"],
    ["a contributor called AI", changed(`${conversation}.contributor.type`, "AI"), "must be one of human, ai, mixed"],
    ["a model of 251 characters", changed(`${conversation}.contributor.model_id`, "x".repeat(251)), "more than 250"],
    ["a related link without url", changed(`${conversation}.related`, [{ type: "x" }]), "related[0] url is missing"],
    ["a related link as text", changed(`${conversation}.related`, ["urn:x:y"]), "related[0] must be an object"],
    ["line 0", changed(`${range}.start_line`, 0), "must be a line number from 1 on, not 0"],
    ["line 1.5", changed(`${range}.end_line`, 1.5), "must be a line number"],
    ["a line as text", changed(`${range}.start_line`, "1"), 'must be a line number from 1 on, not "1"'],
    ["a line beyond all numbers", changed(`${range}.end_line`, 1e300), "must be a line number"],
    ["a range that ends before it begins", changed(`${range}.end_line`, 41), "41 is before start_line 42"],
    ["a hash that is a number", changed(`${range}.content_hash`, 9), "content_hash must be text"],
    [
      "a range's contributor without type",
      changed(`${range}.contributor`, {}),
      "ranges[0].contributor type is missing",
    ],
    [
      "camel case",
      changed(`${range}.contentHash`, "x").replace(/"content_hash":"[^"]*",/, ""),
      'did you mean "content_hash"',
    ],
    ["a slip of the pen", JSON.stringify({ ...minimal, metdata: {} }), 'unknown key "metdata"'],
    ["a key twice", JSON.stringify(minimal).replace('"id"', '"id":"x","id"'), "id this key is there twice"],
    ["the same id twice", JSON.stringify([minimal, minimal]), "is the id of another record too"],
  ])("%s is named with its place", (_what, text, said) => {
    const faults = faultsOf(text);
    expect(faults.join("\n")).toContain(said);
    const read = readAgentTrace(text);
    expect(!read.ok && read.faults.every(({ remedy }) => remedy.endsWith("."))).toBe(true);
  });

  it("is named down to the line and column of the value", () => {
    const text = JSON.stringify(full, null, 2).replace('"end_line": 67', '"end_line": 0');
    const line = text.split("\n").findIndex((one) => one.includes('"end_line": 0'));
    const column = (text.split("\n")[line] as string).indexOf("0") + 1;
    expect(faultsOf(text)).toEqual([
      `${line + 1}:${column} files[0].conversations[0].ranges[0].end_line must be a line number from 1 on, not 0`,
    ]);
  });

  it("tells every fault, not just the first, and counts lines over a whole file", () => {
    const bad = changed("id", "x");
    expect(faultsOf([JSON.stringify(minimal), "", bad, bad].join("\n"))).toEqual(
      ["3", "4"].map((line) => expect.stringMatching(`^${line}:\\d+ id is no UUID`)),
    );
  });

  it("does not take long or deep text for more than it is", () => {
    expect(faultsOf("[".repeat(200_000))).toEqual(["1:202  nested too deeply"]);
    const deep = `${"[".repeat(199_000)}${"]".repeat(199_000)}`;
    expect(faultsOf(changed("metadata", { deep: "HERE" }).replace('"HERE"', deep)).join()).toContain(
      "nested too deeply",
    );
    expect(faultsOf(`{"version":"${"\\u0000".repeat(200_000)}`)).toHaveLength(1);
  });

  it("shows control characters written out", () => {
    expect(faultsOf(changed("files.0.\u001b[2J", 1).replace("path", "pat")).join()).not.toContain("\u001b");
  });
});

it("reads as JSON exactly what JSON.parse reads", () => {
  const pieces = fc.array(
    fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"',
      "1",
      "-",
      "0",
      ".5",
      "e9",
      "true",
      "nul",
      "null",
      " ",
      "\\",
      "\n",
    ),
    { maxLength: 9 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        pieces.map((list) => list.join("")),
        fc.json(),
      ),
      (text) => {
        const parsed = (() => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        })();
        const isBroken = faultsOf(text).some((fault) => fault.includes("not JSON"));
        if (text.trim() !== "" && !text.trim().includes("\n")) expect(isBroken).toBe(!parsed);
      },
    ),
    { numRuns: 3_000 },
  );
});
