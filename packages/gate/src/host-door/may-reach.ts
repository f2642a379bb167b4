/** Paths that a shell completes only when it runs (`../r*o/lib`), held against a place that is known. */

const SPECIAL = /[*?[\]{}()]|[@+!](?=\()/;

export function isPattern(path: string): boolean {
  return SPECIAL.test(path);
}

/**
 * Whether the path, pattern or not, may be the place or lie in it (`in`), or be a folder around it (`above`). Of a name
 * with a pattern only its beginning and its end are compared: a wrong yes costs a question, a wrong no the gate.
 */
export function mayReach(path: string, place: string): "in" | "above" | null {
  const names = namesOf(path);
  const wanted = namesOf(place);
  for (const [at, name] of wanted.entries()) {
    const given = names[at];
    if (given === undefined) return "above";
    if (given === "**") return "in"; // as many folders as there are
    if (!mayBe(given, name)) return null;
  }
  return "in";
}

function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}

function mayBe(given: string, name: string): boolean {
  const first = given.search(SPECIAL);
  if (first < 0) return given === name;
  const [end = ""] = /[^*?[\]{}()]*$/.exec(given) ?? [];
  return name.startsWith(given.slice(0, first)) && name.endsWith(end);
}
