/** A name and what belongs to it, one line a value: the shape of every page about one thing. */
import type { Io } from "./io.ts";

const NAME = 12;

export function factLines(name: string, values: readonly string[], { dim }: Io["color"]): string[] {
  return values.map((value, at) => `  ${dim((at === 0 ? name : "").padEnd(NAME))} ${value}`.trimEnd());
}
