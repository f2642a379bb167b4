/** `ext::sh -c …`: an address that names the program which git talks to. */
import type { Nested, Word } from "../../uses/program.ts";

/**
 * Undefined: a helper is named that is not known; an empty list: the addresses run nothing.
 * `programs`: the values of `--upload-pack` and its kind, which a shell gets with the repository behind it.
 */
export function addressRuns(addresses: readonly Word[], programs: readonly Word[] = []): Nested[] | undefined {
  const found: Nested[] = programs.map(({ text }) => ({
    runs: "script",
    text: text === null ? null : `${text} "$REPOSITORY"`,
    folder: null,
  }));
  for (const { text } of addresses) {
    if (!text?.includes("::")) continue;
    const words = text.startsWith("ext::") ? commandOf(text.slice("ext::".length)) : undefined;
    if (!words) return undefined;
    found.push({ runs: "words", words, moreArguments: false, folder: null });
  }
  return found;
}

/** Words end at a space; `% ` is a space within a word, `%%` a percent sign. */
function commandOf(text: string): Word[] | undefined {
  const words = [""];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (sign === " ") words.push("");
    else if (sign !== "%") words.push(`${words.pop() ?? ""}${sign}`);
    else {
      at += 1;
      const meant = text[at] ?? "";
      if (meant !== " " && meant !== "%") return undefined;
      words.push(`${words.pop() ?? ""}${meant}`);
    }
  }
  const kept = words.filter((word) => word !== "");
  return kept.length === 0 ? undefined : kept.map((word) => ({ text: word, glob: false }));
}
