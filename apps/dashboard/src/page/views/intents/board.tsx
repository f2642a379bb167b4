/** The board: a column for each status, as long as need be. */
import { useEffect } from "preact/hooks";
import type { Column } from "../../../api/intents.ts";
import { Icon } from "../../parts/icon.tsx";
import { MessageText } from "../../parts/message-text.tsx";
import { Command, Empty, Notice, Problems, ViewHead } from "../../parts/pieces.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Segments } from "../../parts/segments.tsx";
import { go, route, setQuery } from "../../state/place.ts";
import { narrow } from "../../state/screen.ts";
import { useAnswer } from "../../state/use-answer.ts";
import { grouped } from "../../words/time-words.ts";
import { columnWords } from "../../words/words.ts";
import { BoardColumn } from "./board-column.tsx";
import { IntentDetails, StatusIcon } from "./intent-details.tsx";
import { IntentForm } from "./intent-form.tsx";

const open: readonly Column[] = ["PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETE"];

function Board() {
  const { query } = route.value;
  const text = query.text ?? "";
  const board = useAnswer("/api/intents", { query: { count: 1, text } }, ["intents"]);
  useNewKey();
  const counts = board.value?.counts;
  const columns: readonly Column[] = (counts?.ARCHIVED ?? 0) > 0 && query.archived ? [...open, "ARCHIVED"] : open;
  const chosen = columns.find((column) => column === query.column) ?? "IN_PROGRESS";
  const none = counts !== undefined && text === "" && Object.values(counts).every((count) => count === 0);
  return (
    <div class="view fills">
      <ViewHead title="Intents">
        <SearchField label="Search" value={text} onSearch={(words) => setQuery({ text: words })} />
        <button type="button" class="button primary" onClick={() => setQuery({ new: "1" })}>
          <Icon name="plus" /> New intent
        </button>
      </ViewHead>
      <div class="board-top">
        <Problems problems={board.problems} />
        {board.value?.waiting && (
          <Notice tone="warn" icon="alert">
            <MessageText text={board.value.waiting} />
          </Notice>
        )}
        {narrow.value && !none && (
          <Segments
            label="Status"
            chosen={chosen}
            choices={columns.map(
              (column) => [column, `${columnWords(column)} ${grouped(counts?.[column] ?? 0)}`] as const,
            )}
            onChoose={(column) => setQuery({ column })}
          />
        )}
      </div>
      {none ? (
        <Empty icon="intents" title="No intent is declared yet">
          <p>
            An intent is a piece of work you declare: a name, the files it may change, and when it is done. Agents can
            read without one, and change nothing.
          </p>
          <button type="button" class="button primary" onClick={() => setQuery({ new: "1" })}>
            <Icon name="plus" /> Declare the first
          </button>
          <p>or in the terminal</p>
          <Command text={'intentgate intent new --name "…" --scope "src/**"'} />
        </Empty>
      ) : (
        <div class="board">
          {columns
            .filter((column) => !narrow.value || column === chosen)
            .map((column) => (
              <section key={column} class="column" aria-label={columnWords(column)}>
                <header class="column-head">
                  <StatusIcon column={column} />
                  <h2>{columnWords(column)}</h2>
                  <span class="count">{grouped(counts?.[column] ?? 0)}</span>
                </header>
                <BoardColumn column={column} text={text} count={counts?.[column] ?? null} />
              </section>
            ))}
        </div>
      )}
      {(counts?.ARCHIVED ?? 0) > 0 && (
        <div class="board-foot">
          <button
            type="button"
            class="button quiet small"
            aria-pressed={query.archived === "1"}
            onClick={() => setQuery({ archived: query.archived ? "" : "1" })}
          >
            {query.archived ? "Hide archived" : `Show ${grouped(counts?.ARCHIVED ?? 0)} archived`}
          </button>
        </div>
      )}
      {query.new && (
        <IntentForm intent={null} onClose={() => setQuery({ new: "" })} onDone={(id) => go("intents", id)} />
      )}
    </div>
  );
}

function useNewKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inField = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog");
      if (event.key !== "n" || event.ctrlKey || event.metaKey || event.altKey || inField || event.defaultPrevented)
        return;
      event.preventDefault();
      setQuery({ new: "1" });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** *Intents*: the declared work as a board, and one intent in full. */
export function IntentsPage() {
  const { item } = route.value;
  return item === "" ? <Board /> : <IntentDetails key={item} id={item} />;
}
