/** Streamed text on a terminal: broken between words as it comes, and nothing in it can move the cursor. */
import { visibleText } from "@intentgate/documents";

export interface TextFlow {
  write(text: string): void;
  /** What is left of the last word goes out, and the line ends. */
  end(): void;
  /** Whether anything stands on the present line. */
  isOpen(): boolean;
}

export function createTextFlow(out: (text: string) => void, width: () => number): TextFlow {
  let column = 0;
  let word = "";
  let gap = false;
  /** Only spaces so far: indentation, which lists and code live from. */
  let isIndented = true;

  function flushWord(): void {
    if (word === "") return;
    isIndented = false;
    const shown = visibleText(word);
    const length = columnsOf(shown);
    const room = Math.max(20, width());
    if (column > 0 && column + (gap ? 1 : 0) + length > room) {
      out("\n");
      column = 0;
    } else if (gap && column > 0) {
      out(" ");
      column += 1;
    }
    for (const piece of cut(shown, room)) {
      if (column > 0 && column + columnsOf(piece) > room) {
        out("\n");
        column = 0;
      }
      out(piece);
      column += columnsOf(piece);
    }
    word = "";
    gap = false;
  }

  return {
    write(text) {
      for (const character of text) {
        if (character === "\n") {
          flushWord();
          out("\n");
          column = 0;
          gap = false;
          isIndented = true;
        } else if (character === " " || character === "\t") {
          flushWord();
          if (!isIndented) gap = true;
          else if (column < width() / 2) {
            out(" ");
            column += 1;
          }
        } else if (character !== "\r") word += character;
      }
    },
    end() {
      flushWord();
      if (column > 0) out("\n");
      column = 0;
      gap = false;
      isIndented = true;
    },
    isOpen: () => column > 0 || word !== "",
  };
}

/** A word longer than a line is broken where the line ends. */
function cut(word: string, room: number): string[] {
  if (columnsOf(word) <= room) return [word];
  const pieces: string[] = [""];
  for (const character of word) {
    const last = pieces.at(-1) ?? "";
    if (columnsOf(last) + columnsOf(character) > room) pieces.push(character);
    else pieces[pieces.length - 1] = last + character;
  }
  return pieces;
}

export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  return columns;
}

function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  );
}
