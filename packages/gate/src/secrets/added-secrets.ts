/** What looks like a key or a password in what a call would write, and stands in none of the files that it changes. */
import { type FoundSecret, secretsIn } from "@intentgate/documents";
import { changedPaths, type HookContext } from "@intentgate/engine";
import type { Place } from "@intentgate/policy";
import { readWhole } from "@intentgate/world";

/** Where passwords are made up: there only what has the form of a real key is told. */
const MADE_UP =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|mocks?|__mocks__|examples?)\/|[._-](?:test|spec)\.[^/]*$/i;

export function isMadeUp(path: string): boolean {
  return MADE_UP.test(path);
}

const MOST_TEXTS = 2_000;

export function addedSecrets(
  { payload, effects }: Pick<HookContext, "payload" | "effects">,
  place: (absolute: string) => Place,
): FoundSecret[] {
  const changed = changedPaths(effects).map(({ absolute }) => ({ absolute, at: place(absolute) }));
  const inside = changed.flatMap(({ absolute, at }) => (at.kind === "scratch" ? [] : [{ absolute, at }]));
  if (inside.length === 0) return [];
  const found = new Map(
    textsIn(payload)
      .flatMap(secretsIn)
      .map((one) => [one.value, one]),
  );
  if (found.size === 0) return [];
  const areMadeUp = inside.every(({ absolute, at }) => isMadeUp(at.kind === "inside" ? at.relative : absolute));
  for (const { absolute } of inside) for (const { value } of secretsIn(textAt(absolute))) found.delete(value);
  return [...found.values()].filter(({ isGuess }) => !(isGuess && areMadeUp));
}

function textAt(absolute: string): string {
  const { bytes } = readWhole(absolute);
  return bytes.state === "present" ? Buffer.from(bytes.bytes).toString("utf8") : "";
}

/** Of all depths; one more than are looked at is one that nobody wrote by hand. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const open = [value];
  for (let one = open.pop(); one !== undefined && texts.length < MOST_TEXTS; one = open.pop()) {
    if (typeof one === "string") texts.push(one);
    else if (typeof one === "object" && one !== null) open.push(...Object.values(one));
  }
  return texts;
}
