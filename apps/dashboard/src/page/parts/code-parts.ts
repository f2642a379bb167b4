/** A message of the gate as a sentence of its own. A name or a path at its start stays as it is. */
export function sentence(text: string): string {
  const [word = ""] = text.split(" ", 1);
  return /^[a-z]+[,:]?$/.test(word) ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text;
}

/** Cuts a message at its backticks. One that has no partner stays a character. */
export function codeParts(text: string): { text: string; isCode: boolean }[] {
  const pieces = text.split("`");
  if (pieces.length % 2 === 0) {
    const last = pieces.pop() ?? "";
    pieces.push(`${pieces.pop() ?? ""}\`${last}`);
  }
  return pieces.map((piece, at) => ({ text: piece, isCode: at % 2 === 1 })).filter((part) => part.text !== "");
}
