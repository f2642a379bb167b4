/** The name of a session among those at work. */
import { nameAmong } from "../words/name-among.ts";
import { nowShown } from "./now-state.ts";

export function sessionWords(id: string): string {
  return nameAmong(id, nowShown.value.value?.sessions ?? []);
}
