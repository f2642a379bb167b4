/** The program of an interpreter: behind its option, or what it reads where nothing else is named. */
import type { Surroundings } from "../../uses/program.ts";

export function programText(
  texts: readonly (string | null)[],
  options: readonly string[],
  stdin: () => Surroundings["stdin"],
): string | null {
  const [option, program, ...rest] = texts;
  if (option != null && options.includes(option)) {
    return rest.some((text) => text === null || text.startsWith("-")) ? null : (program ?? null);
  }
  const isRead = texts.length === 0 || (texts.length === 1 && option === "-");
  const input = isRead ? stdin() : undefined;
  return input?.kind === "text" ? input.text : null;
}
