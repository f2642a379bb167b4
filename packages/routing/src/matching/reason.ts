/** Why something is suggested, in our own words and with what the person typed; nothing else gets into it. */
import { escapedLine } from "@intentgate/documents";

const MAX_WORDS = 5;
const MAX_REASON = 200;

/** The words come from the tokeniser: letters and digits only. */
export function reasonFor(matched: readonly string[], about: string): string {
  const words = matched.slice(0, MAX_WORDS).map((word) => `"${escapedLine(word, 30)}"`);
  return escapedLine(`matches ${words.join(", ")}: ${about}`, MAX_REASON);
}
