import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { draftFor, sampleIntentsText, sampleParse } from "./contract-samples.ts";
import { createFileStore } from "./file-store.ts";
import { createHeadList } from "./head-list.ts";

let folder: string;
const state = () => join(folder, "state/roots/one");
const file = () => join(state(), "heads.jsonl");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "head-list-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const head = (session: string, seq: number) => ({ session, seq, hash: `sha256:${session}${seq}` });

describe("the list of heads outside the workspace", () => {
  it("knows the newest end of each session, also for another process", () => {
    const list = createHeadList(state());
    expect(list.read()).toEqual([]);
    for (const one of [head("a", 1), head("b\n\u2028", 1), head("a", 2)]) list.add(one);
    expect(createHeadList(state()).read()).toEqual([head("b\n\u2028", 1), head("a", 2)]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it("goes on past torn and foreign lines", () => {
    const list = createHeadList(state());
    list.add(head("a", 1));
    appendFileSync(file(), 'null\n7\n{"session":"a","seq":"9","hash":"x"}\n{"session":"a","se');
    list.add(head("b", 1));
    expect(list.read()).toEqual([head("a", 1), head("b", 1)]);
  });

  it("is trimmed without losing a session, and not again for nothing", () => {
    const list = createHeadList(state(), 2_000);
    for (let seq = 1; seq <= 200; seq++) list.add(head("long", seq));
    expect(statSync(file()).size).toBeLessThan(2_100);
    for (let at = 0; at < 100; at++) list.add(head(`s${at}`, 1));
    const before = statSync(file());
    expect(before.size).toBeGreaterThan(4_000); // every session is needed
    for (let seq = 201; seq <= 210; seq++) createHeadList(state(), 2_000).add(head("long", seq));
    expect(statSync(file()).ino).toBe(before.ino);
    expect(list.read()).toHaveLength(101);
    expect(list.read().at(-1)).toEqual(head("long", 210));
  });

  it.each<[string, () => void]>([
    ["a folder stands in its place", () => mkdirSync(file(), { recursive: true })],
    ["a file stands in its folder's place", () => writeFileSync(join(folder, "state"), "")],
  ])("is not ready, and refuses, where %s", (_what, spoil) => {
    spoil();
    const list = createHeadList(state());
    expect(() => list.ready()).toThrow(ProblemError);
    expect(() => list.add(head("a", 1))).toThrow(ProblemError);
  });

  it("is told by the ledger of every record, after it was written", async () => {
    writeFileSync(join(folder, "active_intents.yaml"), sampleIntentsText);
    const headList = createHeadList(state());
    const store = createFileStore({ folder, clock: () => new Date(), parse: sampleParse, headList });
    store.ledger.ready("a");
    expect(store.ledger.listedHeads()).toEqual([]);
    for (const session of ["a", "b", "a"]) await store.ledger.append(session, draftFor(1));
    expect(store.ledger.listedHeads().map(({ session, seq }) => `${session}${seq}`)).toEqual(["b1", "a2"]);
    const bySession = (heads: { session: string }[]) => heads.toSorted((x, y) => x.session.localeCompare(y.session));
    expect(bySession(store.ledger.listedHeads())).toEqual(bySession(store.ledger.heads()));
    rmSync(join(folder, "agent_trace.jsonl"));
    mkdirSync(join(folder, "agent_trace.jsonl"));
    const told = readFileSync(file(), "utf8");
    await expect(store.ledger.append("a", draftFor(2))).rejects.toThrow(ProblemError);
    expect(readFileSync(file(), "utf8")).toBe(told);
  });
});
