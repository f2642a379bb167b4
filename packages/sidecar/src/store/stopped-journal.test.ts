import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { sessionFileName } from "./session-file-name.ts";
import { createSessionsStore } from "./sessions-store.ts";

const at = "2026-02-18T12:00:00.000Z";
const by = "ann";

let folder: string;
beforeEach(() => {
  folder = tempFolder("stopped");
  mkdirSync(join(folder, "sessions"));
});
const store = () => createSessionsStore({ folder });
const file = (id = "s") => join(folder, "sessions", `${sessionFileName(id)}.jsonl`);
const versions = () =>
  [...readFileSync(file(), "utf8").matchAll(/"version":(\d)/g)].map(([, version]) => Number(version));
const put = (...lines: object[]) => writeFileSync(file(), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const header = (version: number) => ({ kind: "journal", version, session: "s" });

describe("the journal of a session that was stopped", () => {
  it("is one that an older program refuses to read, from the stop on", () => {
    store().append("s", [{ kind: "seen", at }]);
    expect(versions()).toEqual([2]);
    store().append("s", [{ kind: "stopped", at, by }]);
    expect(versions()).toEqual([2, 3]);
    store().append("s", [{ kind: "allowed", at }]);
    store().append("s", [{ kind: "resumed", at, by }]);
    store().append("s", [{ kind: "stopped", at, by }]);
    expect(versions()).toEqual([2, 3]);
    expect(store().read("s").stop).toEqual({ at, by });
  });

  it("begins as one where nothing else was known of the session", () => {
    store().append("s", [{ kind: "stopped", at, by }]);
    expect(versions()).toEqual([3]);
    expect(store().list()).toMatchObject([{ id: "s", stop: { at, by }, startedAt: null }]);
  });

  it("leaves the journals of others to older programs", () => {
    store().append("s", [{ kind: "stopped", at, by }]);
    store().append("t", [{ kind: "seen", at }]);
    expect(readFileSync(file("t"), "utf8")).toContain('"version":2');
  });

  it("is not read where a still newer program wrote it", () => {
    put(header(4), { kind: "stopped", at, by });
    expect(() => store().read("s")).toThrow("newer Intentgate");
    expect(() => store().append("s", [{ kind: "allowed", at }])).toThrow("newer Intentgate");
  });

  it.each<[string, object]>([
    ["without who said it", { kind: "resumed", at }],
    ["without when", { kind: "resumed", by }],
    ["by nobody", { kind: "resumed", at, by: null }],
    ["of another kind", { kind: "resume", at, by }],
    ["of another session", { ...header(3), session: "t" }],
  ])("is not taken back by a word %s", (_what, line) => {
    put(header(3), { kind: "stopped", at, by }, line);
    expect(store().read("s")).toMatchObject({ stop: { at, by }, damaged: 1 });
  });
});
