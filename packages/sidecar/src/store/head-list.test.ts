import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import { CHAIN_START, NO_LIST, verifyLedger } from "@intentgate/trace";
import { beforeEach, describe, expect, it } from "vitest";
import { draftFor, sampleIntentsText, sampleParse } from "../../../../test/support/sidecar/contract-samples.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createFileStore } from "./file-store.ts";
import { createHeadList, type HeadList } from "./head-list.ts";

let folder: string;
const state = () => join(folder, "state/roots/one");
const file = () => join(state(), "heads.jsonl");

beforeEach(() => {
  folder = tempFolder("head-list");
});

const head = (session: string, seq: number) => ({ session, seq, hash: `sha256:${session}${seq}` });

const written = (list: HeadList, one: ReturnType<typeof head>, prev = CHAIN_START) => {
  list.announce(one, prev);
  list.add(one);
};

describe("the list of heads outside the workspace", () => {
  it("knows the newest end of each session, also for another process", () => {
    const list = createHeadList(state());
    expect(list.read()).toEqual(NO_LIST);
    for (const one of [head("a", 1), head("b\n\u2028", 1), head("a", 2)]) list.add(one);
    expect(createHeadList(state()).read()).toEqual({ ...NO_LIST, heads: [head("b\n\u2028", 1), head("a", 2)] });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it("goes on past torn and foreign lines", () => {
    const list = createHeadList(state());
    list.add(head("a", 1));
    appendFileSync(file(), 'null\n7\n{"session":"a","seq":"9","hash":"x"}\n{"session":"a","se');
    list.add(head("b", 1));
    expect(list.read().heads).toEqual([head("a", 1), head("b", 1)]);
  });

  const [one, two, three] = [head("a", 1), head("a", 2), head("a", 3)];
  const other = { ...two, hash: "sha256:other" };
  it.each<[string, (list: HeadList) => void, Partial<ReturnType<HeadList["read"]>>]>([
    ["one that was written", (list) => written(list, one), { heads: [one] }],
    ["one that was announced, and no more", (list) => list.announce(one, CHAIN_START), { announced: [one] }],
    [
      "one that was announced and written all the same before the next",
      (list) => {
        written(list, one);
        list.announce(two, one.hash);
        written(list, three, two.hash);
      },
      { heads: [three] },
    ],
    [
      "one that was announced and never written before another took its place",
      (list) => {
        written(list, one);
        list.announce(other, one.hash);
        written(list, two, one.hash);
      },
      { heads: [two] },
    ],
    [
      "one on top of a record that nobody announced",
      (list) => {
        written(list, one);
        written(list, three, two.hash);
      },
      { heads: [three], strangers: [{ session: "a", seq: 3 }] },
    ],
    [
      "one on top of a record that replaced the one it knows",
      (list) => {
        written(list, one);
        written(list, two, one.hash);
        written(list, three, other.hash);
        written(list, head("a", 4), three.hash);
      },
      { heads: [head("a", 4)], strangers: [{ session: "a", seq: 3 }] },
    ],
    [
      "the first one of a session that began elsewhere",
      (list) => written(list, two, one.hash),
      { heads: [two], strangers: [{ session: "a", seq: 2 }] },
    ],
  ])("knows of %s, also once it was trimmed", (_what, tell, expected) => {
    const list = createHeadList(state(), 300);
    tell(list);
    expect(list.read()).toEqual({ ...NO_LIST, ...expected });
    for (let seq = 1; seq <= 20; seq++)
      written(list, head("b", seq), seq === 1 ? CHAIN_START : head("b", seq - 1).hash);
    expect(readFileSync(file(), "utf8")).toMatch(/^\{"kept":[1-9]/);
    const read = list.read();
    const ofA = (heads: readonly { session: string }[]) => heads.filter(({ session }) => session === "a");
    expect({ heads: ofA(read.heads), announced: ofA(read.announced), strangers: read.strangers }).toEqual({
      ...NO_LIST,
      ...expected,
    });
  });

  it("takes over what was there when it began, once", () => {
    const list = createHeadList(state());
    list.begin(() => [two]);
    list.begin(() => [head("b", 9)]);
    written(list, three, two.hash);
    expect(list.read()).toEqual({ ...NO_LIST, heads: [three] });
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
    expect(list.read().heads).toHaveLength(101);
    expect(list.read().heads.at(-1)).toEqual(head("long", 210));
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

  const storeWith = (headList: HeadList) => {
    writeFileSync(join(folder, "active_intents.yaml"), sampleIntentsText);
    return createFileStore({ folder, clock: () => new Date(), parse: sampleParse, headList });
  };

  it("is told by the ledger of every record, before and after it was written", async () => {
    const store = storeWith(createHeadList(state()));
    store.ledger.ready("a");
    expect(store.ledger.listedEnds()).toEqual(NO_LIST);
    for (const session of ["a", "b", "a"]) await store.ledger.append(session, draftFor(1));
    const listed = store.ledger.listedEnds();
    expect(listed.heads.map(({ session, seq }) => `${session}${seq}`)).toEqual(["b1", "a2"]);
    expect(listed).toMatchObject({ announced: [], strangers: [] });
    const bySession = (heads: readonly { session: string }[]) =>
      heads.toSorted((x, y) => x.session.localeCompare(y.session));
    expect(bySession(listed.heads)).toEqual(bySession(store.ledger.heads()));
    rmSync(join(folder, "agent_trace.jsonl"));
    mkdirSync(join(folder, "agent_trace.jsonl"));
    await expect(store.ledger.append("a", draftFor(2))).rejects.toThrow(ProblemError);
    expect(store.ledger.listedEnds()).toMatchObject({ heads: listed.heads, announced: [{ session: "a", seq: 3 }] });
  });

  it("says nothing that a ledger contradicts, wherever a writer was killed", async () => {
    const real = createHeadList(state());
    const killed = () => {
      throw new Error("killed");
    };
    for (const stop of ["announce", "add", null] as const) {
      const store = storeWith(stop === null ? real : { ...real, [stop]: killed });
      for (const session of ["a", "b"])
        if (stop === null) await store.ledger.append(session, draftFor(1));
        else await expect(store.ledger.append(session, draftFor(1))).rejects.toThrow("killed");
      const elsewhere = { list: store.ledger.listedEnds(), git: [] };
      const { findings, records } = await verifyLedger(store.ledger.placedLines(), store.ledger.heads(), elsewhere);
      expect({ stop, findings, records }).toEqual({
        stop,
        findings: [],
        records: { announce: 0, add: 2, none: 4 }[stop ?? "none"],
      });
    }
  });

  it("goes on to tell of a record that was slipped in, after the session went on from it", async () => {
    const store = storeWith(createHeadList(state()));
    await store.ledger.append("a", draftFor(1));
    // Whoever writes beside the ledger adds a record with its head, without the list.
    await createFileStore({ folder, clock: () => new Date(), parse: sampleParse }).ledger.append("a", draftFor(2));
    const kinds = async () => {
      const elsewhere = { list: store.ledger.listedEnds(), git: [] };
      const { findings } = await verifyLedger(store.ledger.placedLines(), store.ledger.heads(), elsewhere);
      return findings.map(({ kind, seq }) => `${kind} ${seq}`);
    };
    expect(await kinds()).toEqual(["unvouched 2"]);
    await store.ledger.append("a", draftFor(3));
    expect(await kinds()).toEqual(["unvouched 3"]);
  });
});
