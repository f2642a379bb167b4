/** One column of the board: cards of one size, fetched as they come into sight. */
import type { Column, IntentCard, IntentsView } from "../../../api/intents.ts";
import { hueOf } from "../../parts/hue.ts";
import { Icon } from "../../parts/icon.tsx";
import { Badge, Loading, When } from "../../parts/pieces.tsx";
import { Rows } from "../../parts/rows.tsx";
import { get } from "../../state/client.ts";
import { go } from "../../state/place.ts";
import { useWindow } from "../../state/use-window.ts";
import { counted } from "../../words/time-words.ts";
import { columnWords } from "../../words/words.ts";

export function BoardColumn({ column, text, count }: { column: Column; text: string; count: number | null }) {
  const list = useWindow<IntentCard, IntentsView>(
    `board ${column} ${text}`,
    (from, size, signal) => get("/api/intents", { query: { column, text, from, count: size }, signal }),
    ["intents", "sessions", "overlaps"],
  );
  if (list.total === null) return count === 0 ? null : <Loading rows={3} />;
  if (list.total === 0) return <p class="column-none">{text === "" ? none[column] : "None found"}</p>;
  return (
    <Rows
      class="cards"
      label={`${columnWords(column)} intents`}
      count={list.total}
      rowHeight={116}
      onSee={list.see}
      onOpen={(index) => {
        const card = list.row(index);
        if (card) go("intents", card.id);
      }}
      row={(index) => <Card card={list.row(index)} />}
    />
  );
}

const none: Record<Column, string> = {
  PENDING: "Nothing waits to be started.",
  IN_PROGRESS: "Nothing is in progress. An agent starts a pending intent when it takes it.",
  BLOCKED: "Nothing is blocked.",
  COMPLETE: "Nothing is complete yet.",
  ARCHIVED: "Nothing is archived.",
};

function Card({ card }: { card: IntentCard | undefined }) {
  if (!card) return <span class="card blank" />;
  const [first, ...more] = card.owned_scope;
  return (
    <span class={`card ${hueOf(card.id)}`}>
      <span class="line">
        <span class="chip-dot" />
        <span class="soft cut grow">{card.id}</span>
        {card.sessions > 0 && (
          <Badge tone="info" icon="agent">
            {card.sessions}
            <span class="unseen"> at work</span>
          </Badge>
        )}
        {card.overlaps !== null && card.overlaps.length > 0 && (
          <Badge tone="warn" icon="overlap">
            <span class="unseen">Overlaps with </span>
            {card.overlaps.length === 1 ? card.overlaps[0] : card.overlaps.length}
          </Badge>
        )}
      </span>
      <span class="card-name">{card.name}</span>
      <span class="line card-foot">
        <Icon name="folder" />
        <span class="mono cut grow">
          {first ?? "no files"}
          {more.length > 0 && ` +${more.length}`}
        </span>
        {card.updated_at === null ? (
          card.criteria > 0 && <span class="when">{counted(card.criteria, "criterion", "criteria")}</span>
        ) : (
          <When at={card.updated_at} />
        )}
      </span>
    </span>
  );
}
