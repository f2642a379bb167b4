import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { searchRuns } from "../../../../test/support/search-runs.ts";
import { editYaml, moveItem } from "./edit-yaml.ts";
import { type PlainMap, type PlainValue, type ReadYaml, readYaml } from "./read-yaml.ts";

/** A random document is a row of segments, one per key, so that a test knows which bytes belong to which key. */
interface Segment {
  key: string;
  text: string;
}

const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom("yes", "a: b", "# x", "- y", "!t", "&a", "*b", "1", "", " "),
);
const scalar = fc.oneof(
  fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,5})?$/).filter((word) => !["null", "true", "false"].includes(word)),
  anyText.map((text) =>
    JSON.stringify(text).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ),
  fc.stringMatching(/^[a-z #:*&-]{0,8}$/).map((text) => `'${text}'`),
  fc.constantFrom("1", "true", "null", "2.5"),
);
const comment = fc.constantFrom("", " # note", "   # [x]: 'y'");
const commentLine = (indent: number) => fc.constantFrom([], [`${" ".repeat(indent)}# - note`], [""], ["", "# - x: 1"]);

const blockList = fc
  .tuple(fc.constantFrom(0, 2, 4), fc.array(fc.tuple(scalar, comment), { minLength: 1, maxLength: 4 }))
  .chain(([indent, items]) =>
    fc
      .tuple(commentLine(indent), commentLine(indent))
      .map(([above, below]) => [
        ...above,
        ...items.map(([item, note]) => `${" ".repeat(indent)}- ${item}${note}`),
        ...below,
      ]),
  );
const flowList = fc
  .tuple(fc.array(scalar, { maxLength: 4 }), fc.constantFrom("", " "))
  .map(([items, blank]) => `[${blank}${items.join(", ")}${blank}]`);
const entryList = fc.array(fc.tuple(scalar, flowList, comment), { minLength: 1, maxLength: 3 }).chain((entries) =>
  fc.constantFrom(0, 2, 4).map((indent) => {
    const pad = " ".repeat(indent);
    return entries.flatMap(([id, list, note]) => [
      `${pad}- id: ${id}${note}`,
      `${pad}  # about`,
      `${pad}  list: ${list}`,
    ]);
  }),
);
const body = fc.oneof(
  fc.tuple(scalar, comment).map(([value, note]) => [` ${value}${note}`]),
  fc.tuple(flowList, comment).map(([value, note]) => [` ${value}${note}`]),
  fc.tuple(comment, blockList).map(([note, lines]) => [note, ...lines]),
  fc.tuple(comment, entryList).map(([note, lines]) => [note, ...lines]),
  comment.map((note) => [note]),
  fc.constantFrom([" |", "  text", "", "  more"], [" >-", "  text"], [" |+", "  text", ""]),
  fc.constantFrom([" {x: 1, 'y': [z]} # c"], ["", "  x: 1", "  # c", "  y:", "  - z"]),
);

const documents = fc
  .record({
    bodies: fc.array(body, { minLength: 1, maxLength: 5 }),
    eol: fc.constantFrom("\n", "\r\n"),
    isOpenEnded: fc.boolean(),
    bom: fc.constantFrom("", "\uFEFF"),
    head: fc.constantFrom("", "# head\n\n"),
  })
  .map(({ bodies, eol, isOpenEnded, bom, head }) => {
    const segments: Segment[] = bodies.map((lines, index) => ({
      key: `k${index}`,
      text: `k${index}:${lines.join(eol)}${eol}`,
    }));
    const last = segments.at(-1)!;
    if (isOpenEnded) last.text = last.text.slice(0, -eol.length);
    return {
      before: bom + head.replaceAll("\n", eol),
      segments,
      text: bom + head.replaceAll("\n", eol) + segments.map((it) => it.text).join(""),
    };
  });

function read(text: string): ReadYaml {
  const result = readYaml(text, "a.yaml", "BAD_INTENTS");
  if (!result.ok) throw new Error(`${result.problems[0]!.message}\n${text}`);
  return result.value;
}

/** What another reader makes of the text. */
const otherReader = (text: string) => parse(text, { logLevel: "silent" }) as PlainMap;

const values = fc.oneof(
  anyText,
  fc.array(anyText, { maxLength: 4 }),
  fc.array(fc.record({ id: anyText, list: fc.array(anyText, { maxLength: 3 }) }), { maxLength: 2 }),
);

describe("an edit of any document", () => {
  it("sets the value it means and leaves the text of all other keys alone", () => {
    fc.assert(
      fc.property(documents, fc.nat(5), values, ({ before, segments, text }, pick, value) => {
        const at = pick % (segments.length + 1);
        const key = segments[at]?.key ?? "added";
        const result = editYaml(read(text), [{ kind: "set", path: [key], value }]);
        if (!result.ok) throw new Error(result.problems[0]!.message);
        expect(otherReader(result.value.text)).toEqual({ ...otherReader(text), [key]: value });
        const unchangedBefore =
          before +
          segments
            .slice(0, at)
            .map((it) => it.text)
            .join("");
        const unchangedAfter = segments
          .slice(at + 1)
          .map((it) => it.text)
          .join("");
        if (at === segments.length) expect(withoutAdded(result.value.text, text)).toBe(true);
        else {
          expect(result.value.text.startsWith(unchangedBefore)).toBe(true);
          expect(result.value.text.slice(unchangedBefore.length).endsWith(unchangedAfter)).toBe(true);
        }
      }),
      { numRuns: searchRuns(1_000) },
    );
  });

  it("appends by inserting and nothing else, comments included", () => {
    fc.assert(
      fc.property(
        documents,
        fc.nat(4),
        fc.array(anyText, { minLength: 1, maxLength: 3 }),
        ({ segments, text }, pick, items) => {
          const { key } = segments[pick % segments.length]!;
          const doc = read(text);
          const old = doc.value![key]!;
          const result = editYaml(doc, [{ kind: "append", path: [key], items }]);
          if (!Array.isArray(old) && old !== null) {
            expect(result.ok).toBe(false);
            return;
          }
          if (!result.ok) throw new Error(result.problems[0]!.message);
          expect(otherReader(result.value.text)).toEqual({
            ...otherReader(text),
            [key]: [...((old ?? []) as PlainValue[]), ...items],
          });
          if (old !== null) expect(withoutAdded(result.value.text, text)).toBe(true);
        },
      ),
      { numRuns: searchRuns(1_000) },
    );
  });

  it("moves an item so that every line of the text is still there", () => {
    fc.assert(
      fc.property(documents, fc.nat(4), fc.nat(4), fc.nat(3), ({ segments, text }, from, to, index) => {
        const source = segments[from % segments.length]!.key;
        const target = segments[to % (segments.length + 1)]?.key ?? "added";
        const doc = read(text);
        const list = doc.value![source];
        const old = doc.value![target] ?? null;
        const result = moveItem(doc, source, index, target);
        const isPossible = Array.isArray(list) && index < list.length && (old === null || Array.isArray(old));
        if (!isPossible) {
          expect(result.ok).toBe(false);
          return;
        }
        if (!result.ok) throw new Error(result.problems[0]!.message);
        const rest = list.filter((_, i) => i !== index);
        const before = otherReader(text);
        const kept = source === target ? rest : ((old ?? []) as PlainValue[]);
        expect(otherReader(result.value.text)).toEqual({ ...before, [source]: rest, [target]: [...kept, list[index]] });
        const comments = (it: string) => it.split(/\r?\n/).filter((line) => line.trimStart().startsWith("#")).length;
        if (!isInline(segments, source) && !isInline(segments, target))
          expect(comments(result.value.text)).toBe(comments(text));
      }),
      { numRuns: searchRuns(1_000) },
    );
  });
});

function isInline(segments: readonly Segment[], key: string): boolean {
  return /^k\d: *\[/.test(segments.find((it) => it.key === key)?.text ?? "");
}

/** True where `after` is `before` with one piece put in. */
function withoutAdded(after: string, before: string): boolean {
  let start = 0;
  while (start < before.length && after[start] === before[start]) start++;
  const tail = before.slice(start);
  return after.endsWith(tail) && after.length >= before.length;
}
