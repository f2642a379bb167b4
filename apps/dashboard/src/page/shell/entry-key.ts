/** The key that comes with the printed address: kept for this origin, and taken out of the address at once. */
import { keyStorageName } from "../../api/api.ts";

/** The key in a fragment such as `#key=…`; null where there is none. */
export function keyIn(hash: string): string | null {
  const found = /^#key=([A-Za-z0-9_-]{16,256})$/.exec(hash);
  return found?.[1] ?? null;
}

export function takeKey(place: Location, past: History, kept: Storage): void {
  const key = keyIn(place.hash);
  if (key === null) return;
  kept.setItem(keyStorageName, key);
  past.replaceState(null, "", `${place.pathname}#/now`);
}
