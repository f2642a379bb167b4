/** Other open intents that own some of the same files. */
import type { Overlap } from "../../../api/intents.ts";
import { IntentChip, Notice, Path } from "../../parts/pieces.tsx";
import { counted } from "../../words/time-words.ts";

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
            <ul class="file-lines">
              {overlap.examples.slice(0, 5).map((path) => (
                <li key={path}>
                  <Path path={path} />
                </li>
              ))}
            </ul>
            {overlap.files > 5 && <p class="soft">and {overlap.files - 5} more</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
