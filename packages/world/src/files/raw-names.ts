/**
 * Names that are not UTF-8. A byte that belongs to no character stands for itself as the half of a surrogate pair that
 * no UTF-8 text holds: so every name has one text, other programs know it too, and wherever it is shown it is spelled out.
 */
const RAW = /(?<![\ud800-\udbff])[\udc80-\udcff]/;
const LONGEST_CHARACTER = 4;

export function isRawName(path: string): boolean {
  return RAW.test(path);
}

export function nameOf(bytes: Buffer): string {
  let name = "";
  for (let at = 0; at < bytes.length; ) {
    const character = characterAt(bytes, at);
    name += character ?? String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
    at += character === null ? 1 : Buffer.byteLength(character);
  }
  return name;
}

function characterAt(bytes: Buffer, at: number): string | null {
  for (let length = 1; length <= LONGEST_CHARACTER && at + length <= bytes.length; length += 1) {
    const part = bytes.subarray(at, at + length);
    const text = part.toString("utf8");
    if (Buffer.from(text, "utf8").equals(part)) return text;
  }
  return null;
}

/** The path as the file system has it: what is handed to it in the place of the text. */
export function onDisk(path: string): string | Buffer {
  if (!isRawName(path)) return path;
  const parts = path.split(/((?<![\ud800-\udbff])[\udc80-\udcff])/);
  return Buffer.concat(
    parts.map((part) => (RAW.test(part) ? Buffer.from([part.charCodeAt(0) - 0xdc00]) : Buffer.from(part, "utf8"))),
  );
}
