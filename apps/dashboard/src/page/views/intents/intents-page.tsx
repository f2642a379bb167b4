/** *Intents*: the declared work as a board, and one intent in full. */
import { route } from "../../state/place.ts";
import { Board } from "./board.tsx";
import { IntentDetails } from "./intent-details.tsx";

export function IntentsPage() {
  const { item } = route.value;
  return item === "" ? <Board /> : <IntentDetails key={item} id={item} />;
}
