/** Text that others wrote, on a terminal: nothing in it can move the cursor or turn the reading direction. */
import { printable } from "@intentgate/documents";

export function oneLine(text: string, limit = 120): string {
  const line = printable(text.slice(0, limit * 8))
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...line];
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join("")}…`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
