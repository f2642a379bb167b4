/**
 * The table over every way out: characters that hide, act or mislead, written down by what is known of them and not taken
 * from the set that is tested; and what people write, which must stay.
 */
import { describe, expect, it } from "vitest";

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
}

const c0 = range(0x00, 0x1f).filter((one) => one !== "\t" && one !== "\n");

export const hidden: Readonly<Record<string, readonly string[]>> = {
  "C0 controls": [...c0, "\u007f"],
  "C1 controls": range(0x80, 0x9f),
  "what ends a line for some reader": ["\u0085", "\u2028", "\u2029"],
  "what turns the reading direction": [
    ...range(0x202a, 0x202e),
    ...range(0x2066, 0x2069),
    "\u200e",
    "\u200f",
    "\u061c",
  ],
  "what has no width": ["\u200b", "\u200c", "\u200d", ...range(0x2060, 0x2064), "\ufeff", "\u00ad", "\u034f", "\u180e"],
  "what shows as nothing": ["\u3164", "\u115f", "\u1160", "\uffa0", "\u17b4", "\u17b5", "\u2800", "\ufffc\ufeff"],
  "what marks notes": ["\ufff9", "\ufffa", "\ufffb"],
  "selectors that stand alone": [...range(0xfe00, 0xfe0f), ...range(0xe0100, 0xe0110), "\u{e01ef}"],
  tags: ["\u{e0001}", ...range(0xe0020, 0xe007f)],
  "private use and places without a character": ["\ue000", "\u{f0000}", "\u{10fffd}", "\ufdd0", "\uffff", "\u{1fffe}"],
  "half pairs": ["\ud800", "\udfff"],
};

export const sequences: Readonly<Record<string, string>> = {
  "clears the screen": "\u001b[2J",
  "moves up and overwrites": "\u001b[1A\u001b[2K",
  "sets the title": "\u001b]0;safe\u0007",
  "links elsewhere": "\u001b]8;;http://x\u001b\\y\u001b]8;;\u001b\\",
  "clears with one byte": "\u009b2J",
  "begins the line anew": "rm -rf /\rls",
  "hides a word in tags": [..."evil"].map((one) => String.fromCodePoint(0xe0000 + (one.codePointAt(0) ?? 0))).join(""),
};

const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** What of these stands in a text as it is. */
function rawIn(text: string): string[] {
  const found = Object.values(hidden)
    .flat()
    .filter((one) => (half.test(one) ? half.test(text) : text.includes(one)));
  return [...found, ...(acting.exec(text) ?? [])].map((one) => JSON.stringify(one));
}

/** What people write, and must be able to read. */
export const plainTexts = [
  "Grüße aus Köln",
  "漢字とかな",
  "한국어",
  "עברית",
  "Ünïcödé – “quoted” … ½ €",
  "👍 🎉 🇩🇪",
  "❤️ 1️⃣ ☎︎",
];

/** Each takes a text that others wrote and gives what reaches the reader. */
export function hidesNothing(sinks: Record<string, (text: string) => string | Promise<string>>): void {
  describe.each(Object.entries(sinks))("%s", (_, told) => {
    it.each(Object.entries(hidden))("shows or leaves out %s", async (_, characters) => {
      for (const one of characters) expect([one, rawIn(await told(`a${one}b`))]).toEqual([one, []]);
    });

    it.each(Object.entries(sequences))("lets nothing through that %s", async (_, sequence) => {
      expect(rawIn(await told(`a${sequence}b`))).toEqual([]);
    });

    it.each(plainTexts)("leaves %s as it is", async (text) => {
      expect(await told(text)).toContain(text);
    });
  });
}

/** The strings of a JSON text, as who reads it gets them. */
export function stringsIn(text: string): string {
  const found: string[] = [];
  JSON.parse(text, (key, value) => {
    found.push(key, ...(typeof value === "string" ? [value] : []));
    return value;
  });
  return found.join(" ");
}
