/** Asks once before sessions are stopped: by the button at one, the button for all, or a key. */
import { signal } from "@preact/signals";
import type { SessionCard } from "../../../api/now.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { complain, say } from "../../parts/toasts.tsx";
import { post } from "../../state/client.ts";
import { nowShown, sessionWords } from "../../state/now-state.ts";
import { counted } from "../../words/time-words.ts";

/** Who is to be stopped once the person says so. */
const asked = signal<SessionCard | "all" | null>(null);

export function askToStop(who: SessionCard | "all"): void {
  asked.value = who;
}

export function StopDialog() {
  const who = asked.value;
  if (who === null) return null;
  const close = () => {
    asked.value = null;
  };
  return (
    <Dialog title={who === "all" ? "Stop every agent at work?" : `Stop ${sessionWords(who.id)}?`} onClose={close}>
      <p>
        Every further call of {who === "all" ? "them" : "it"} is refused, reads too, until you let{" "}
        {who === "all" ? "them" : "it"} go on. Servers that {who === "all" ? "they hold" : "it holds"} end, contained
        commands that run end and nothing of them counts, and what {who === "all" ? "they" : "it"} asked you is
        withdrawn.
      </p>
      <p class="soft">
        {who === "all"
          ? "Sessions that begin from now on are not stopped."
          : "Its helpers stop with it. A new session of the same agent is not stopped."}
      </p>
      <div class="dialog-acts">
        <button type="button" class="button" onClick={close}>
          Cancel
        </button>
        <button
          type="button"
          class="button danger sure"
          data-first
          onClick={() => {
            close();
            void stop(who);
          }}
        >
          {who === "all" ? "Stop all" : "Stop"}
        </button>
      </div>
    </Dialog>
  );
}

async function stop(who: SessionCard | "all"): Promise<void> {
  if (who === "all") {
    const answer = await post("/api/sessions/stop", {}, {});
    if (!answer.ok) complain(answer.problems);
    else if (answer.value.sessions === 0) say("No agent is at work: there was nothing to stop");
    else say(`Stopped: ${counted(answer.value.sessions, "session")}`);
  } else {
    const answer = await post("/api/sessions/:id/stop", { id: who.id }, {});
    if (answer.ok) say("Stopped: every further call is refused");
    else complain(answer.problems);
  }
  nowShown.value.reload();
}

export async function resumeAll(): Promise<void> {
  const answer = await post("/api/sessions/resume", {}, {});
  if (answer.ok) say(`${counted(answer.value.sessions, "session")} may go on`);
  else complain(answer.problems);
  nowShown.value.reload();
}
