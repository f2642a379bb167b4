/** A check as typed, in words: quotes hold words together, and there is no shell that could read more into it. */
import { type Checked, problem } from "@intentgate/documents";
import { splitLine } from "@intentgate/shell";

const operators = new Set(["|", "&", ";", "<", ">", "$", "`", "(", ")", "\n"]);

export function splitWords(text: string): Checked<string[]> {
  const split = splitLine(text, {
    isSign: (sign) => operators.has(sign),
    isSignInQuotes: () => false,
    escapes: false,
  });
  const shown = JSON.stringify(text);
  if (split.ends === "sign") {
    return bad(`the check ${shown} contains ${JSON.stringify(split.sign)}, which only a shell understands`);
  }
  if (split.ends === "open") return bad(`the check ${shown} has a quote that does not end`);
  return split.words[0] ? { ok: true, value: [...split.words] } : bad("a check is empty");
}

function bad(message: string): Checked<string[]> {
  const remedy = "Checks run without a shell: name one program and its words, or put the rest into a script.";
  return { ok: false, problems: [problem("BAD_INPUT", message, remedy)] };
}
