/** The moves that an intent allows now; what cannot be taken back at once is asked twice. */
import { useState } from "preact/hooks";
import type { IntentMove, IntentPage } from "../../../api/intents.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Bullets } from "../../parts/pieces.tsx";
import { complain, say } from "../../parts/toasts.tsx";
import { post } from "../../state/client.ts";

const moves: Record<IntentMove, { words: string; done: string; asks: string | null }> = {
  start: { words: "Start", done: "in progress", asks: null },
  complete: {
    words: "Complete",
    done: "complete",
    asks: "You confirm that its criteria are met. Agents can change nothing more under it until it is reopened.",
  },
  block: { words: "Block", done: "blocked", asks: null },
  reopen: { words: "Reopen", done: "open again", asks: null },
  archive: { words: "Archive", done: "archived", asks: "It leaves the board. What was recorded under it stays." },
  accept: { words: "Accept what stands there", done: "accepted", asks: null },
};

const order: readonly IntentMove[] = ["start", "complete", "reopen", "block", "archive"];

export function IntentActs({ intent, onMoved }: { intent: IntentPage; onMoved(): void }) {
  const [asking, setAsking] = useState<IntentMove | null>(null);
  const offered = order.filter((move) => intent.moves.includes(move));
  const press = (move: IntentMove) =>
    moves[move].asks === null ? moveIntent(intent.id, move, onMoved) : setAsking(move);
  return (
    <div class="acts">
      {offered.map((move, at) => (
        <button
          key={move}
          type="button"
          class={`button ${at === 0 ? "primary" : ""} ${move === "archive" ? "quiet" : ""}`}
          onClick={() => press(move)}
        >
          {move === "start" && intent.column === "BLOCKED" ? "Unblock" : moves[move].words}
        </button>
      ))}
      {asking !== null && (
        <Dialog title={`${moves[asking].words} ${intent.id}?`} onClose={() => setAsking(null)}>
          <p>{moves[asking].asks}</p>
          {asking === "complete" && intent.acceptance_criteria.length > 0 && (
            <Bullets lines={intent.acceptance_criteria} />
          )}
          <div class="dialog-acts">
            <button type="button" class="button" onClick={() => setAsking(null)}>
              Cancel
            </button>
            <button
              type="button"
              class="button primary"
              onClick={() => {
                setAsking(null);
                moveIntent(intent.id, asking, onMoved);
              }}
            >
              {moves[asking].words}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

export async function moveIntent(id: string, move: IntentMove, onMoved: () => void): Promise<void> {
  const response = await post("/api/intents/:id/move", { id }, { move });
  if (response.ok) say(`${id} is ${moves[move].done}`);
  else complain(response.problems);
  onMoved();
}
