/** Lines that were written when the intent demanded something else than now. */
import type { IntentPage, Overlap } from "../../../api/intents.ts";
import { IntentChip, Notice, Path, Paths } from "../../parts/pieces.tsx";
import { linkTo } from "../../state/route.ts";
import { useAnswer } from "../../state/use-answer.ts";
import { counted } from "../../words/time-words.ts";
import { lineWords } from "../../words/words.ts";
import { moveIntent } from "./intent-acts.tsx";

export function SuspectLines({ intent, onAccepted }: { intent: IntentPage; onAccepted(): void }) {
  const { value, reload } = useAnswer("/api/intents/:id/suspect", { ids: { id: intent.id } }, ["ledger", "intents"]);
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
                  {lineWords(range.start_line, range.end_line)}
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

/** Other open intents that own some of the same files. */
export function Overlaps({ overlaps }: { overlaps: readonly Overlap[] | null }) {
  if (overlaps === null || overlaps.length === 0) return null;
  return (
    <section class="section">
      <h2>Shared files</h2>
      <Notice tone="warn" icon="overlap">
        Two agents under different intents may get in each other's way here.
      </Notice>
      <ul class="panel list">
        {overlaps.map((overlap) => (
          <li key={overlap.intent_id} class="overlap">
            <div class="line">
              <IntentChip id={overlap.intent_id} name={overlap.name} />
              <span class="soft push">{counted(overlap.files, "file")}</span>
            </div>
            <Paths paths={overlap.examples.slice(0, 5)} />
            {overlap.files > 5 && <p class="soft">and {overlap.files - 5} more</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
