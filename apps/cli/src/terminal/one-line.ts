/** Text that others wrote, on a terminal: nothing in it can move the cursor, turn the reading direction, or become a command. */
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

/** A path or an id as it can be pasted into a shell: ids are named by hosts, and a name must not become a command. */
export function shellWord(text: string): string {
  const shown = printable(text);
  return /^[A-Za-z0-9_./@+][A-Za-z0-9_./@+:=-]*$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
