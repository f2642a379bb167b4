import { describe, expect, it } from "vitest";
import { createMasker } from "./mask.ts";

const one = "0f8fad5b-d9cb-469f-a165-70867728950e";
const two = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const content = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const mask = () => createMasker({ "/tmp/x/repo": "<repo>", "/tmp/x": "<temp>" });

describe("masking", () => {
  it("calls an id after the part in which it is first seen, and the same everywhere", () => {
    const masker = mask();
    expect(masker.text(`${one} ${two} ${one}`, "3")).toBe("<id 3.1> <id 3.2> <id 3.1>");
    expect(masker.json({ of: two }, "L1")).toEqual({ of: "<id 3.2>" });
    expect(masker.text(`show ${one.slice(0, 8)}`, "4")).toBe("show <id 3.1>…");
  });

  it.each<[string, unknown, unknown]>([
    ["a time", { at: "2026-11-16T03:32:05.822Z" }, { at: "<time>" }],
    ["a duration", { ms: 24.4, duration_ms: 6 }, { ms: "<ms>", duration_ms: "<ms>" }],
    ["a process", { pid: 4711 }, { pid: "<pid>" }],
    ["a path, the longer first", "/tmp/x/repo/a and /tmp/x/home", "<repo>/a and <temp>/home"],
    ["a path in a key", { "/tmp/x/repo/a": 1 }, { "<repo>/a": 1 }],
    ["the seal of a record", { integrity: { hash: content } }, { integrity: { hash: "<seal 1.1>" } }],
    ["a time of the day", "until 04:30:52", "until <clock>"],
    ["a process in a sentence", "the gate (process 4711)", "the gate (process <pid>)"],
    ["a hash with a key", `hmac-${content}`, "<keyed hash 1.1>"],
    ["a task", "task-87f3fc4b39", "<task 1.1>"],
    ["a commit", { revision_id: "a".repeat(40) }, { revision_id: "<commit 1.1>" }],
    ["JSON in a text, which is unfolded", { reason: `{"id":"${one}"}` }, { reason: { "(JSON)": { id: "<id 1.1>" } } }],
  ])("hides %s", (_what, given, hidden) => {
    expect(mask().json(given, "1")).toEqual(hidden);
  });

  it.each<[string, unknown]>([
    ["the hash of a content", { content_hash: content, hash: content }],
    ["the place of a seal that says there is none", { integrity: { prev: `sha256:${"0".repeat(64)}` } }],
    ["numbers that are no durations", { line: 12, seq: 3, exit_code: 2, denials_in_a_row: 8 }],
    ["a day", "2026-11-16"],
    ["what is nearly an id", "0f8fad5b-d9cb-469f-a165"],
    ["what is nearly JSON", "{ not JSON }"],
    ["order and emptiness", { b: [], a: null, c: {}, d: "" }],
  ])("leaves %s", (_what, given) => {
    expect(JSON.stringify(mask().json(given, "1"))).toBe(JSON.stringify(given));
  });

  it("keeps the chain of seals visible", () => {
    const masker = mask();
    masker.json({ integrity: { hash: content } }, "L1");
    expect(masker.json({ integrity: { prev: content } }, "L2")).toEqual({ integrity: { prev: "<seal L1.1>" } });
  });

  it("does not hide that two ids are two", () => {
    expect(mask().json([one, two], "1")).not.toEqual(mask().json([one, one], "1"));
  });
});
