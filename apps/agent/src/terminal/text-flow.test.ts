import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsOf, createTextFlow } from "./text-flow.ts";

function flowed(pieces: readonly string[], width: number): string {
  let out = "";
  const flow = createTextFlow(
    (text) => {
      out += text;
    },
    () => width,
  );
  for (const piece of pieces) flow.write(piece);
  flow.end();
  return out;
}

describe("streamed text", () => {
  it("is broken between words, however it comes", () => {
    expect(flowed(["The qui", "ck brown f", "ox jumps over the lazy dog"], 20)).toBe(
      "The quick brown fox\njumps over the lazy\ndog\n",
    );
  });

  it("keeps its own lines and their indentation", () => {
    expect(flowed(["- one\n   - two\n\nthree"], 40)).toBe("- one\n   - two\n\nthree\n");
    expect(flowed(["  ", "  if (x)  y"], 40)).toBe("    if (x) y\n");
  });

  it.each([
    ["moves the cursor", "a\u001b[2Jb", "a\\u001b[2Jb\n"],
    ["goes back on the line", "good\rbad", "goodbad\n"],
    ["turns the direction", "a\u202eb", "a\\u202eb\n"],
    ["leaves a gap for nothing", "a\u3164b", "a\\u3164b\n"],
    ["rings", "a\u0007b", "a\\u0007b\n"],
  ])("shows what %s as text", (_what, text, shown) => {
    expect(flowed([text], 40)).toBe(shown);
  });

  it("keeps together what comes in halves", () => {
    expect(flowed(["a\ud83d", "\ude42❤", "\ufe0f"], 40)).toBe("a🙂❤\ufe0f\n");
  });

  it("is the same in whatever pieces, and no line is wider than the terminal", () => {
    const text = fc.array(fc.constantFrom("a", "word", " ", "  ", "\n", "漢字", "é", "🙂", "x".repeat(50)), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 20, max: 90 }), (words, width) => {
        const whole = words.join("");
        const once = flowed([whole], width);
        expect(flowed([...whole], width)).toBe(once);
        for (const line of once.split("\n")) expect(columnsOf(line)).toBeLessThanOrEqual(width);
        expect(once.replace(/\s/g, "")).toBe(whole.replace(/\s/g, ""));
      }),
    );
  });
});
