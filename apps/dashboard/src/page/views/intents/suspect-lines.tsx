/** Lines that were written when the intent demanded something else than now. */
import type { IntentPage, SuspectView } from "../../../api/intents.ts";
import { Notice, Path } from "../../parts/pieces.tsx";
import { get } from "../../state/client.ts";
import { linkTo } from "../../state/route.ts";
import { useAnswer } from "../../state/use-answer.ts";
import { counted } from "../../words/time-words.ts";
import { moveIntent } from "./intent-acts.tsx";

export function SuspectLines({ intent, onAccepted }: { intent: IntentPage; onAccepted(): void }) {
  const { value, reload } = useAnswer<SuspectView>(
    `suspect ${intent.id} ${intent.digest}`,
    (signal) => get("/api/intents/:id/suspect", { ids: { id: intent.id }, signal }),
    ["ledger", "intents"],
  );
  if (value === null || value.files.length === 0) return null;
  const accepted = () => {
    reload();
    onAccepted();
  };
  return (
    <section class="section">
      <div class="section-head">
        <h2>To be looked at again</h2>
        <button type="button" class="button small more" onClick={() => moveIntent(intent.id, "accept", accepted)}>
          I looked: all is well
        </button>
      </div>
      <Notice tone="warn" icon="alert">
        These lines were written under other rules or criteria than the intent has now.
      </Notice>
      <ul class="panel list">
        {value.files.map((file) => (
          <li key={file.path} class="list-line wraps">
            <Path path={file.path} />
            <span class="ranges">
              {file.ranges.slice(0, 8).map((range) => (
                <a key={range.start_line} href={linkTo("code", file.path, { line: String(range.start_line) })}>
                  {range.start_line === range.end_line
                    ? `line ${range.start_line}`
                    : `lines ${range.start_line} to ${range.end_line}`}
                </a>
              ))}
              {file.ranges.length > 8 && <span class="soft">and {file.ranges.length - 8} more</span>}
            </span>
          </li>
        ))}
      </ul>
      {value.more_files > 0 && <p class="soft">and {counted(value.more_files, "more file")}</p>}
    </section>
  );
}
