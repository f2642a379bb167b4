/** What code that is not trusted has no business with: keys, tokens, and what the gate keeps. */
import { posix } from "node:path";
import { keyPlaces } from "@intentgate/world";

/** Whether they are there is for the caller to look at. */
export function hiddenPlaces(home: string, state: string): string[] {
  return [state, ...keyPlaces.map((path) => posix.join(home, path))];
}
