import { describe, expect, it } from "vitest";
import { contentHash } from "../content-hash.ts";
import { draftRecord } from "../draft-record.ts";
import { readRecord } from "../read-record.ts";
import type { EntityType } from "../record.ts";
import { sealRecord } from "../seal-record.ts";
import { attributeContent } from "./attribute-content.ts";
import { createAttribution, type EntryDetail } from "./attribution.ts";
import { createLedgerIndex } from "./ledger-index.ts";
import { lineKey } from "./line-key.ts";
import { AMBIGUOUS, BEFORE, hows, SINCE, UNRESOLVED } from "./runs.ts";

type Change = [path: string, before: string | null | "unknown", after: string | null, from?: string];

/** A ledger without a disk: each step is one record, named by a letter. */
function ledger() {
  const index = createLedgerIndex();
  const lines: string[] = [];
  const names: string[] = [];
  const bytes = new Map<string, Uint8Array>();
  const now = new Map<string, string>();
  const side = (text: string | null) =>
    text === null
      ? ({ state: "absent" } as const)
      : text === "unknown"
        ? ({ state: "unknown" } as const)
        : ({ state: "present", bytes: Buffer.from(text) } as const);

  function add(name: string, entityType: EntityType, changes: Change[], tool = "write_to_file"): void {
    const draft = draftRecord({
      id: name,
      timestamp: "2026-01-01T00:00:00Z",
      intentId: `INT-${name}`,
      session: "s",
      entityType,
      model: null,
      mutationClass: "INTENT_EVOLUTION",
      tool,
      decision: { id: name, approval: "none", outcome: "OK" },
      revision: "unknown",
      changes: changes.map(([path, before, after, from]) => ({
        relativePath: path,
        absolute: path,
        root: "",
        movedFrom: from ?? null,
        before: side(before),
        after: side(after),
        modeChanged: false,
        predicted: true,
      })),
    });
    const { line } = sealRecord(draft, null, "s");
    index.add(line, 0, 0);
    lines.push(line);
    names.push(name);
    for (const [path, , after, from] of changes) {
      if (from !== undefined) now.delete(from);
      if (after === null) now.delete(path);
      else {
        now.set(path, after);
        bytes.set(contentHash(after), Buffer.from(after));
      }
    }
  }

  function detail(entry: number): EntryDetail {
    const number = index.entry.record.get(entry);
    const record = readRecord(lines[number] as string);
    if ("problem" in record) throw new Error(record.problem);
    const file = record.files[entry - index.record.firstEntry.get(number)];
    const isProgram = record.decision?.tool === "execute_command";
    return { ...file, entity: index.entityOf(number), isProgram, afterHash: file?.after_hash ?? null };
  }

  /** One letter a line; `-` before the ledger, `+` since, `?` unknown, `*` ambiguous. */
  function blame(path: string, text: string, kept = true): string {
    const bytesOf = (hash: string) => (kept ? (bytes.get(hash) ?? null) : null);
    const attribution = createAttribution({ index, detail, bytesOf });
    const keysNow = (name: string) => {
      const known = name === path ? text : now.get(name);
      return known === undefined ? null : new Set(known.split("\n").map(lineKey));
    };
    const origins = attributeContent(path, Buffer.from(text), { index, attribution, detail, bytesOf, keysNow });
    const signs = new Map([
      [BEFORE, "-"],
      [SINCE, "+"],
      [UNRESOLVED, "?"],
      [AMBIGUOUS, "*"],
    ]);
    return (origins ?? [])
      .map(
        ({ entry, how }) =>
          signs.get(entry) ?? `${names[index.entry.record.get(entry)]}${how > 0 ? hows[how]?.[0] : ""}`,
      )
      .join(" ");
  }

  return { add, blame, now };
}

const text = (...words: string[]) => words.map((word) => `const ${word} = make(${word}Value);\n`).join("");

describe("from a content back to its records", () => {
  it("knows every content it ever saw, at any path", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", text("old1", "old2"), text("old1", "new1", "old2")]]);
    add("B", "AI", [["a.ts", text("old1", "new1", "old2"), text("old1", "new1", "old2", "new2")]]);
    expect(blame("a.ts", text("old1", "new1", "old2", "new2"))).toBe("- A - B");
    expect(blame("a.ts", text("old1", "new1", "old2"))).toBe("- A -");
    expect(blame("moved/b.ts", text("old1", "new1", "old2", "new2"))).toBe("- A - B");
  });

  it("gives what was taken away and brought back to who wrote it first", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", null, text("one1", "two2")]]);
    add("B", "AI", [["a.ts", text("one1", "two2"), text("one1")]]);
    add("C", "HUMAN", [["a.ts", text("one1"), text("one1", "two2")]]);
    expect(blame("a.ts", text("one1", "two2"))).toBe("A A");
  });

  it("follows a rename in a record, and edits after it", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", null, text("one1", "two2")]]);
    add("B", "AI", [["b.ts", text("one1", "two2"), text("one1", "two2", "three3"), "a.ts"]]);
    expect(blame("b.ts", text("one1", "two2", "three3"))).toBe("A A B");
  });

  it("gives a person what they changed since, with and without the bytes of before", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", null, text("one1", "two2", "three3")]]);
    const after = text("one1", "mine1", "three3", "mine2");
    expect(blame("a.ts", after)).toBe("A + A +");
    expect(blame("a.ts", after, false)).toBe("Af + Af +");
  });

  it("gives a person an agent's line of which they dropped a word, and not the agent", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", null, "if (isOwner && isAdmin) {\n  grant(everything);\n}\n"]]);
    expect(blame("a.ts", "if (isOwner) {\n  grant(everything);\n}\n")).toBe("+ A A");
  });

  it("does not give an agent a line that a person typed because an agent typed the same elsewhere", () => {
    const { add, blame } = ledger();
    const common = 'import { readFile } from "node:fs/promises";\n';
    add("A", "AI", [["a.ts", null, common + text("one1", "two2")]]);
    add("B", "AI", [["b.ts", text("old1"), text("old1", "new1")]]);
    expect(blame("b.ts", common + text("old1", "new1"))).toBe("+ - B");
    expect(blame("c.ts", common + text("other1"))).toBe("- -");
  });

  it("does not give an agent a second copy of its line in the same file", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", null, text("one1", "two2")]]);
    expect(blame("a.ts", text("one1", "two2", "one1"))).toBe("A A +");
  });

  it("follows a block that a person moved to another file and took away from the first", () => {
    const { add, blame, now } = ledger();
    add("A", "AI", [["a.ts", null, text("one1", "two2", "three3", "four4")]]);
    now.set("a.ts", text("one1", "four4"));
    expect(blame("new.ts", text("top1", "two2", "three3"))).toBe("- Am Am");
  });

  it("says ambiguous where two records fit alike", () => {
    const { add, blame } = ledger();
    const pair = text("same1", "same2");
    add("A", "AI", [["a.ts", null, pair]]);
    add("B", "AI", [["b.ts", null, pair]]);
    add("C", "AI", [["a.ts", pair, text("other1")]]);
    add("D", "AI", [["b.ts", pair, text("other2")]]);
    expect(blame("c.ts", text("top1") + pair)).toBe("- * *");
  });

  it("keeps a copy of a whole block with who wrote it first", () => {
    const { add, blame } = ledger();
    const block = text("same1", "same2", "same3");
    add("A", "AI", [["a.ts", null, block]]);
    add("B", "AI", [["b.ts", text("old1"), text("old1") + block]]);
    expect(blame("b.ts", text("old1") + block)).toBe("- Am Am Am");
  });

  it("brings a branch together: lines of both sides keep their records", () => {
    const { add, blame } = ledger();
    const base = text("old1", "old2", "old3", "old4", "old5");
    const ours = text("old1", "ours1", "old2", "old3", "old4", "old5");
    const theirs = text("old1", "old2", "old3", "old4", "theirs1", "old5");
    add("A", "AI", [["a.ts", base, ours]]);
    add("B", "AI", [["a.ts", base, theirs]]);
    expect(blame("a.ts", text("old1", "ours1", "old2", "old3", "old4", "theirs1", "old5"))).toBe("- Am - - - B -");
  });

  it("credits nobody where a gap was never explained", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", null, text("one1", "two2")]]);
    add("B", "AI", [["a.ts", text("one1", "mystery1"), text("one1", "mystery1", "new1")]]);
    expect(blame("a.ts", text("one1", "mystery1", "new1"), false)).toBe("Am ? B");
  });

  it("finds by their keys what a record without the bytes before left alone", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", null, text("one1", "two2")]]);
    add("B", "HUMAN", [["a.ts", "unknown", text("one1", "mine1", "two2")]]);
    add("C", "AI", [["a.ts", text("one1", "mine1", "two2"), text("one1", "mine1", "two2", "new1")]]);
    expect(blame("a.ts", text("one1", "mine1", "two2", "new1"))).toBe("Af B Af C");
  });

  it("gives no agent what stands in a file whose bytes before nobody kept", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", "unknown", text("one1", "two2")]]);
    expect(blame("a.ts", text("one1", "two2"))).toBe("? ?");
  });

  it("lets a formatter take nothing, whoever ran it", () => {
    const { add, blame } = ledger();
    const wide = "const total = add(first, second);\n";
    const narrow = "const total = add(\n  first,\n  second,\n);\n";
    add("A", "AI", [["a.ts", null, wide]]);
    add("B", "HOOK", [["a.ts", wide, narrow]]);
    expect(blame("a.ts", narrow)).toBe("Af Af Af Af");
    expect(blame("a.ts", "  const total = add(first, second)\n")).toBe("Af");
  });

  it("answers for a chain of many records without running out of stack", () => {
    const { add, blame } = ledger();
    let before = text("line0");
    add("r0", "AI", [["a.ts", null, before]]);
    for (let at = 1; at < 3_000; at++) {
      const after = at % 20 === 0 ? text(`line${at}`) : before + text(`line${at}`);
      add(`r${at}`, "AI", [["a.ts", before, after]]);
      before = after;
    }
    expect(blame("a.ts", before).split(" ").at(-1)).toBe("r2999");
  });
});
