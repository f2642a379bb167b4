import { describe, expect, it } from "vitest";
import { sampleDraft } from "../../../../test/support/trace/sample-draft.ts";
import { type ChainLink, sealRecord } from "../records/seal-record.ts";
import { believeSegments } from "./believe-segments.ts";
import { segmentName, segmentText } from "./segment.ts";

interface Sealed {
  line: string;
  seq: number;
  hash: string;
}

/** A chain of so many records; another `salt`, another chain. */
function chainOf(length: number, salt = "", session = "s"): Sealed[] {
  const sealed: Sealed[] = [];
  let last: ChainLink | null = null;
  for (let at = 0; at < length; at++) {
    const { record, line } = sealRecord(sampleDraft(at, `change ${at} ${salt}`), last, session);
    last = { seq: record.integrity.seq, hash: record.integrity.hash };
    sealed.push({ line, ...last });
  }
  return sealed;
}

/** Records `from` to `to` of a chain, as they are shared. */
function segment(chain: readonly Sealed[], from: number, to: number, first = chain[0]?.hash as string) {
  const held = chain.slice(from - 1, to);
  const header = { session: "s", chain: first, from, to, hash: held.at(-1)?.hash as string };
  const lines = segmentText(
    header,
    held.map(({ line }) => line),
  )
    .trimEnd()
    .split("\n");
  return { name: segmentName(header), lines: () => lines };
}

/** The chain with another record in place of one, and everything after it sealed anew. */
function rewritten(chain: readonly Sealed[], at: number): Sealed[] {
  const kept = chain.slice(0, at - 1);
  const after: Sealed[] = [];
  let last: ChainLink | null = kept.at(-1) ?? null;
  for (let seq = at; seq <= chain.length; seq++) {
    const { record, line } = sealRecord(sampleDraft(seq, "forged"), last, "s");
    last = { seq, hash: record.integrity.hash };
    after.push({ line, ...last });
  }
  return [...kept, ...after];
}

const nobody = () => false;
const judged = (offered: ReturnType<typeof segment>[], isOwn: (hash: string) => boolean = nobody) => {
  const { believed, left } = believeSegments(offered, isOwn);
  return { believed: believed.map(short), left: left.map(({ name, why }) => `${short(name)}: ${why}`) };
};
const short = (name: string) => name.replace(/^.*-(\d+-\d+)\.jsonl$/, "$1");

const chain = chainOf(5);

describe("shared segments are believed", () => {
  it("where they are what they say, whole chains and parts of them", () => {
    expect(judged([segment(chain, 1, 2), segment(chain, 3, 5)])).toEqual({ believed: ["1-2", "3-5"], left: [] });
    expect(judged([segment(chain, 1, 2), segment(chain, 1, 5)]).left).toEqual([]);
    expect(judged([segment(chain, 3, 5)]).left).toEqual([]); // a gap is for `trace verify` to tell
    expect(judged([])).toEqual({ believed: [], left: [] });
  });

  it("where sessions of the same name are others' chains", () => {
    expect(judged([segment(chain, 1, 5), segment(chainOf(3, "other"), 1, 3)]).left).toEqual([]);
  });

  it("where they hold what this machine's ledger holds too", () => {
    const own = new Set(chain.map(({ hash }) => hash));
    expect(judged([segment(chain, 1, 5)], (hash) => own.has(hash)).left).toEqual([]);
  });
});

describe("shared segments are left out, and named", () => {
  const whole = segment(chain, 1, 5);
  const changed = (change: (lines: string[]) => string[]) => ({ ...whole, lines: () => change(whole.lines()) });

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      "an edited line",
      (lines) => lines.with(2, (lines[2] as string).replace("change 1", "change 7")),
      /line 3: .*changed/,
    ],
    ["a removed line", (lines) => lines.toSpliced(3, 1), /line 4: .*missing/],
    ["a removed end", (lines) => lines.slice(0, -1), /ends before/],
    ["a line too many", (lines) => [...lines, "{}"], /line 7/],
    ["no first line", (lines) => lines.slice(1), /first line/],
    ["nothing in it", () => [], /first line/],
    ["another's line ends", (lines) => lines.map((line) => `${line}\r`), /changed|first line/],
  ])("with %s", (_what, change, why) => {
    const { believed, left } = judged([changed(change), segment(chainOf(2, "other"), 1, 2)]);
    expect(believed).toEqual(["1-2"]);
    expect(left).toEqual([expect.stringMatching(why)]);
  });

  it("under a name that is not theirs", () => {
    expect(judged([{ ...whole, name: whole.name.replace("1-5", "1-6") }]).left).toHaveLength(1);
  });

  it("both, where two hold other records of one number, or one does not follow the other", () => {
    const forged = rewritten(chain, 3);
    expect(judged([segment(chain, 1, 5), segment(forged, 1, 4)])).toMatchObject({ believed: [], left: { length: 2 } });
    expect(judged([segment(chain, 1, 3), segment(forged, 4, 5)])).toMatchObject({ believed: [], left: { length: 2 } });
    expect(judged([segment(chain, 1, 2), segment(forged, 3, 5)]).left).toEqual([]); // nothing here contradicts it
  });

  it("where they add to a chain that began on this machine", () => {
    const own = new Set(chain.slice(0, 3).map(({ hash }) => hash));
    const isOwn = (hash: string) => own.has(hash);
    expect(judged([segment(chain, 1, 3)], isOwn).left).toEqual([]);
    expect(judged([segment(chain, 1, 5)], isOwn).left).toEqual([
      expect.stringMatching(/record 4 would be this machine's/),
    ]);
    expect(judged([segment(rewritten(chain, 2), 1, 5)], isOwn).left).toEqual([expect.stringMatching(/record 2/)]);
  });

  it("without drawing others with them: what follows an edited one is believed", () => {
    const edited = segment(chain, 1, 3);
    const lines = edited.lines().with(1, (edited.lines()[1] as string).replace("change 0", "change 9"));
    expect(judged([{ ...edited, lines: () => lines }, segment(chain, 4, 5)]).believed).toEqual(["4-5"]);
  });
});
