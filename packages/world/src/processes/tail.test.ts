import { describe, expect, it } from "vitest";
import { createTail, shownText } from "./tail.ts";

describe("what is kept of a program's words", () => {
  const kept = (most: number, ...chunks: (string | Buffer)[]) => {
    const tail = createTail(most);
    for (const chunk of chunks) tail.add(Buffer.from(chunk));
    return tail.text();
  };

  it("is all of them where they are few", () => {
    expect(kept(10, "one ", "two")).toBe("one two");
    expect(kept(10)).toBe("");
  });

  it("is their end where they are many", () => {
    expect(kept(5, "x".repeat(300_000), "end")).toBe("xxend");
    expect(kept(3, ...Array.from({ length: 1_000 }, (_, at) => `${at % 10}`.repeat(200)))).toBe("999");
  });

  it("begins with a whole character", () => {
    expect(kept(4, "€€€")).toBe("€");
    expect(kept(4, Buffer.from("ab€").subarray(0, 4))).toBe("ab\ufffd");
  });
});

describe("what acts on a screen is not shown", () => {
  it.each<[string, string, string]>([
    ["colours", "\u001b[1;31mred\u001b[0m", "red"],
    ["a moved cursor", "a\u001b[2J\u001b[10;10Hb", "ab"],
    ["a title", "\u001b]0;title\u0007text", "text"],
    ["a link", "\u001b]8;;http://x\u001b\\text\u001b]8;;\u001b\\", "text"],
    ["a device's own words", "\u001bPq#0\u001b\\text", "text"],
    ["short ones", "\u001bc\u001b(Btext", "text"],
    ["one-byte ones", "\u009b31mtext", "31mtext"],
    ["what is not finished", "text\u001b[", "text"],
    ["steps back", "ok\b\b\u007fno", "okno"],
    ["a filler that looks like a blank", "a\u3164\u115fb", "ab"],
    ["a turned direction", "a\u202eb\u2066c", "abc"],
    ["a line that is written over", "shown\rhidden", "shown\nhidden"],
  ])("%s", (_what, text, expected) => {
    expect(shownText(text)).toBe(expected);
  });

  it("in time bounded by the length", () => {
    for (const part of ["\u001b[", "\u001b]", "\u001b", "\u001b[0;", "\u001b  "]) {
      expect(shownText(part.repeat(100_000))).not.toContain("\u001b");
    }
  });
});
