/** Curated context for the model's next turn: what changed under the intent, and what hooks and the gate had to say. */
import { escapedLine } from "@intentgate/documents";
import type { CallAnswer, Notice } from "@intentgate/engine";
import type { Emitted } from "@intentgate/event-hooks";

export interface InjectedContext {
  fromPatch(patch: CallAnswer["contextPatch"]): void;
  fromNotice(notice: Notice): void;
  fromEvent(emitted: Emitted): void;
  /** What is to be told now, once; null where nothing is. */
  take(): string | null;
}

const LINE = 500;
const LINES = 20;

export function createInjectedContext(): InjectedContext {
  let lastChanges = "";
  let changes: string | null = null;
  const messages: string[] = [];
  const notices: string[] = [];
  const ready: string[] = [];

  return {
    fromPatch({ recent_changes }) {
      // The intent itself stands in the system prompt, which is made anew with every turn.
      if (typeof recent_changes !== "string" || recent_changes === lastChanges) return;
      changes = recent_changes;
      lastChanges = recent_changes;
    },
    fromNotice({ kind, message }) {
      if (kind === "message") messages.push(message);
      else if (kind !== "warning") notices.push(`${kind.replaceAll("_", " ")}: ${message}`);
    },
    fromEvent({ merged, suggestions }) {
      for (const { hook, text } of merged.messages_to_user) messages.push(`${hook}: ${text}`);
      if (suggestions !== null && suggestions.text !== "") ready.push(suggestions.text);
    },
    take() {
      const parts = [
        changes,
        block("hook_messages", messages.splice(0)),
        block("gate_notices", notices.splice(0)),
        ...ready.splice(0),
      ].filter((part) => part !== null && part !== "");
      changes = null;
      return parts.length === 0 ? null : parts.join("\n");
    },
  };
}

/** Texts that others wrote are data in it. */
function block(tag: string, lines: readonly string[]): string | null {
  if (lines.length === 0) return null;
  const shown = lines.slice(0, LINES).map((line) => `- ${escapedLine(line, LINE)}`);
  const more = lines.length > LINES ? [`- … and ${lines.length - LINES} more`] : [];
  return [`<${tag}>`, ...shown, ...more, `</${tag}>`].join("\n");
}
