/** The name of an intent that nobody named: the first line of what the person asked for, else what would be changed. */
import { plainLine } from "@intentgate/documents";

const LONGEST = 80;
/** Whose it is says nothing of the work, and names end up in the repository. */
const homes = /(?:\/home|\/Users|[A-Za-z]:\\Users)[\\/][^\s\\/"'`:]+/g;

/** The first line that says something; null for a command of the host, or what a program put in a person's mouth. */
export function promptLine(prompt: string): string | null {
  const first = prompt
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .find((line) => line !== "");
  if (first === undefined || /^[</@!]/.test(first)) return null;
  const said = plainLine(first.replace(/^[\s"'#>*-]+|["']$/g, "").replace(homes, "~"), LONGEST);
  return /\p{L}/u.test(said) ? said : null;
}

export function nameFor(relatives: readonly string[]): string {
  const [first = ""] = relatives;
  return plainLine(relatives.length === 1 ? `Change ${first}` : `Change ${relatives.length} files`, LONGEST);
}
