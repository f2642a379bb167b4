/**
 * Lines end at `\n` and nowhere else: `\r` stays in its line, and a last line without an end counts as a line.
 * Every line keeps its terminator, so joining the lines gives the text back.
 */
export function splitLines(text: string): string[];
export function splitLines(bytes: Uint8Array): Uint8Array[];
export function splitLines(whole: string | Uint8Array): string[] | Uint8Array[] {
  return typeof whole === "string" ? splitText(whole) : splitBytes(whole);
}

function splitText(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
    lines.push(text.slice(start, end + 1));
    start = end + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

function splitBytes(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, end + 1));
    start = end + 1;
  }
  if (start < bytes.length) lines.push(bytes.subarray(start));
  return lines;
}
