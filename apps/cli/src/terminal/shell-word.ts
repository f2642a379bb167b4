/** A path or an id as it can be pasted into a shell: ids are named by hosts, and a name must not become a command. */
import { printable } from "@intentgate/documents";

export function shellWord(text: string): string {
  const shown = printable(text);
  return /^[A-Za-z0-9_./@+][A-Za-z0-9_./@+:=-]*$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
