import { describe, expect, it } from "vitest";
import { isControlName } from "../../../../test/support/policy/sample-control-rules.ts";
import type { FileFacts } from "../paths/file-facts.ts";
import { defaultPolicy } from "../policy-file/policy.ts";
import { createEffectsOf } from "./effects-of.ts";

const facts: FileFacts = {
  kind: () => "absent",
  linkTarget: () => "",
  names: () => [],
  mayEnter: () => true,
  ignoresCase: () => false,
};
const describeCall = (tool: string, payload: unknown) =>
  createEffectsOf({ facts, isControlName, policy: () => defaultPolicy })(tool, payload, "/w");
const patch = (...lines: string[]) => ({ patch: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") });

describe("observed_content_hash", () => {
  const hex = "ab".repeat(32);
  const one = (hash: unknown) =>
    describeCall("write_to_file", { path: "src/a.ts", observed_content_hash: hash }).observed;

  it.each<[unknown, Record<string, string>]>([
    [`sha256:${hex}`, { "src/a.ts": `sha256:${hex}` }],
    [hex, { "src/a.ts": `sha256:${hex}` }],
    [hex.toUpperCase(), { "src/a.ts": `sha256:${hex}` }],
    [{ "src/a.ts": hex }, { "src/a.ts": `sha256:${hex}` }],
    [{ "./src//a.ts": hex }, { "src/a.ts": `sha256:${hex}` }],
    [JSON.stringify({ "src/a.ts": hex }), { "src/a.ts": `sha256:${hex}` }],
    [undefined, {}],
    [null, {}],
    ["", { "src/a.ts": "invalid" }],
    ["md5:abc", { "src/a.ts": "invalid" }],
    [hex.slice(1), { "src/a.ts": "invalid" }],
    [`${hex}0`, { "src/a.ts": "invalid" }],
    [`sha256:${hex}\n`, { "src/a.ts": "invalid" }],
    [5, { "src/a.ts": "invalid" }],
    [[hex], { "src/a.ts": "invalid" }],
    [{ "src/a.ts": 5 }, { "src/a.ts": "invalid" }],
    [{ "src/other.ts": hex }, { "src/other.ts": "invalid" }],
    [{ "src/a.ts": hex, "./src/a.ts": "cd".repeat(32) }, { "src/a.ts": "invalid" }],
    ["{broken", { "src/a.ts": "invalid" }],
  ])("%j is read as %j", (given, expected) => {
    expect(one(given)).toEqual(expected);
  });

  it("takes a map for several files, and one hash for none of them", () => {
    const two = patch("*** Update File: src/a.ts", "@@", "-x", "*** Delete File: src/b.ts");
    expect(describeCall("apply_patch", { ...two, observed_content_hash: { "src/b.ts": hex } }).observed).toEqual({
      "src/b.ts": `sha256:${hex}`,
    });
    expect(describeCall("apply_patch", { ...two, observed_content_hash: hex }).observed).toEqual({
      "src/a.ts": "invalid",
      "src/b.ts": "invalid",
    });
  });
});
