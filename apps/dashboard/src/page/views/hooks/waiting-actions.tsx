/** What hooks asked to be done: it waits for a person in the terminal. */
import type { HooksView } from "../../../api/hooks.ts";
import { Badge, Command, When } from "../../parts/pieces.tsx";

const kinds: Readonly<Record<string, string>> = {
  open_file: "Open a file",
  run_command: "Run a command",
  create_task: "Start a task",
};

export function WaitingActions({ actions }: { actions: HooksView["actions"] }) {
  return (
    <section class="section">
      <h2>Asked for by hooks</h2>
      <ul class="panel list">
        {actions.map((action) => (
          <li key={action.id} class="list-line wraps">
            <span class="strong">{kinds[action.kind] ?? action.kind}</span>
            <span class="soft">by {action.hook}</span>
            <Badge tone={action.state === "waiting" ? "warn" : "plain"}>{action.state}</Badge>
            {action.note !== null && <span class="soft">{action.note}</span>}
            <span class="push">
              <When at={action.at} />
            </span>
          </li>
        ))}
      </ul>
      <p class="soft small-line">To do or drop one:</p>
      <Command text="intentgate hooks actions" />
    </section>
  );
}
