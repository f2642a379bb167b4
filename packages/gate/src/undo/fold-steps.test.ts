import { contentHash, keyedHash } from "@intentgate/trace";
import { describe, expect, it } from "vitest";
import { foldSteps, type Standing } from "./fold-steps.ts";
import type { Stood, UndoStep } from "./undo-steps.ts";

const FILE = 0o100644;
const key = Buffer.from("key");
const now = (text: string, mode = FILE): Standing => ({
  is: "entry",
  hash: contentHash(text),
  bytes: Buffer.from(text),
  mode,
});
const was = (text: string, mode = FILE): Stood => ({ is: "entry", hash: contentHash(text), mode });
const absent = { is: "absent" } as const;
const unknown: Stood = { is: "unknown" };
const step = (before: Stood, after: Stood): UndoStep => ({ path: "a", call: "c", before, after, isDoubtful: false });

describe("steps that can be taken back", () => {
  it.each<[string, Standing, UndoStep[], Standing]>([
    ["a change", now("b"), [step(was("a"), was("b"))], now("a")],
    ["a creation", now("b"), [step(absent, was("b"))], absent],
    ["a deletion", absent, [step(was("a", 0o100755), absent)], now("a", 0o100755)],
    ["two in a row", now("c"), [step(was("b"), was("c")), step(was("a"), was("b"))], now("a")],
    ["made and removed again", absent, [step(was("b"), absent), step(absent, was("b"))], absent],
    ["there and back", now("a"), [step(was("b"), was("a")), step(was("a"), was("b"))], now("a")],
    ["one that was taken back before", now("b"), [step(was("b"), was("c")), step(was("a"), was("b"))], now("a")],
    [
      "all that were taken back before",
      now("a"),
      [step(was("b"), was("c")), step(was("a"), was("b"))].slice(1),
      now("a"),
    ],
    ["a mode", now("a", 0o100755), [step(was("a"), was("a", 0o100755))], now("a")],
    [
      "a change of content under another mode since",
      now("b", 0o100600),
      [step(was("a"), was("b"))],
      now("a", 0o100600),
    ],
    ["a link that became a file", now("b"), [step(was("target", 0o120777), was("b"))], now("target", 0o120777)],
    ["nothing", now("a"), [], now("a")],
  ])("%s", (_what, stands, steps, wanted) => {
    const { to, stuck } = foldSteps(stands, steps, key);
    expect(stuck).toBeNull();
    expect({ ...to, bytes: null }).toEqual({ ...wanted, bytes: null });
  });
});

describe("steps that somebody or something stands in the way of", () => {
  it.each<[string, Standing, UndoStep[], string]>([
    ["another content", now("x"), [step(was("a"), was("b"))], "changed"],
    ["it was deleted", absent, [step(was("a"), was("b"))], "changed"],
    ["it is there again", now("x"), [step(was("a"), absent)], "changed"],
    ["a change between two steps", now("d"), [step(was("c"), was("d")), step(was("a"), was("b"))], "changed"],
    ["a link with the text of the file", now("b", 0o120777), [step(was("a"), was("b"))], "changed"],
    ["another mode than either", now("a", 0o100600), [step(was("a"), was("a", 0o100755))], "mode"],
    ["nobody knows what it left", now("b"), [step(was("a"), unknown)], "unknown"],
    ["nobody knows what it found", now("b"), [step(unknown, was("b"))], "unknown"],
    ["nobody knows what it found, and it is another now", now("x"), [step(unknown, was("b"))], "changed"],
    [
      "a name without its key",
      now("b"),
      [step(absent, { ...was("b"), hash: keyedHash(Buffer.from("b"), Buffer.from("other")) } as Stood)],
      "changed",
    ],
  ])("%s", (_what, stands, steps, why) => {
    expect(foldSteps(stands, steps, key).stuck?.why).toBe(why);
  });

  it("a secret content is told by its key", () => {
    const secret: Stood = { is: "entry", hash: keyedHash(Buffer.from("b"), key), mode: FILE };
    expect(foldSteps(now("b"), [step(absent, secret)], key).stuck).toBeNull();
    expect(foldSteps(now("b"), [step(absent, secret)], null).stuck?.why).toBe("changed");
  });
});
