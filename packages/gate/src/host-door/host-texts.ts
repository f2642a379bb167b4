/** What hosts are told: short, escaped, the most needed first. Texts that others wrote are data in it. */
import { escapedLine, formatProblem, pastedWord, plainLine } from "@intentgate/documents";
import type { Notice, Session } from "@intentgate/engine";
import type { Emitted } from "@intentgate/event-hooks";
import { gateServer } from "@intentgate/hosts";
import { isOpen, renderOpenIntents } from "@intentgate/policy";
import { lineageOf } from "@intentgate/sidecar";
import { contextOf } from "../calls/gate-tools.ts";
import type { Workspace } from "../workspace/workspace.ts";

const LINE = 500;
const LINES = 20;
/** It ends with how to ask for what was kept back. */
const WHOLE_LINE = 2_000;

export const rulesText = `<intent_rules>
In this repository every change belongs to an intent that a person declared. The tools named here are those of the MCP server ${gateServer}.
- Before you change anything, call select_active_intent with the id of an open intent. Reading needs none.
- Change only what lies in its scope. If more is needed, call request_scope_expansion; if no intent fits, call propose_intent.
- A refused call comes back as JSON with a code and a remedy: do what the remedy says, and do not look for another way to the same change.
- When the acceptance criteria are met, call complete_intent.
</intent_rules>`;

/** The intent that the session works under, or those it may take. */
export function workText({ home, lessons }: Workspace, session: Session): string {
  const rules = home.rules();
  if (!rules.ok) return block("intents_unreadable", rules.problems.map(formatProblem));
  const taken = lineageOf(home, session).intent;
  const intent = taken === null ? undefined : rules.value.intents.get(taken.id);
  return intent && isOpen(intent) ? contextOf(home, intent, lessons) : renderOpenIntents(rules.value.intents.values());
}

/** Null for a session that nobody stopped. */
export function stopText({ home }: Pick<Workspace, "home">, session: Session): string | null {
  const { stop } = lineageOf(home, session);
  if (stop === null) return null;
  return `Intentgate: the person stopped this session. Every call is refused until they run \`intentgate resume ${pastedWord(stop.session)}\`.`;
}

/** What the handlers of event hooks have to say. */
export function messagesText(emitted: Emitted | null): string | null {
  const said = emitted?.merged.messages_to_user ?? [];
  return said.length === 0
    ? null
    : block(
        "hook_messages",
        said.map(({ hook, text }) => `${hook}: ${text}`),
      );
}

/** What became of its own work; the rest is the person's business. */
export function noticesForModel(heard: readonly Notice[]): string | null {
  const its = heard.filter(({ kind }) => kind !== "message" && kind !== "warning");
  return its.length === 0 ? null : block("gate_notices", its.map(noticeLine), WHOLE_LINE);
}

export function noticesForPerson(heard: readonly Notice[]): string | null {
  return heard.length === 0 ? null : heard.slice(0, LINES).map(noticeLine).join("\n");
}

export function personText(emitted: Emitted | null, heard: readonly Notice[], no: string | null): string | null {
  const said = (emitted?.merged.messages_to_user ?? []).map(({ hook, text }) => plainLine(`${hook}: ${text}`, LINE));
  const warned = (emitted?.warnings ?? []).map(({ hook, text }) => plainLine(`warning: ${hook}: ${text}`, LINE));
  const notes = (emitted?.suggestions?.notes ?? []).map((note) => plainLine(note, LINE));
  return joined([no, ...said, ...warned, noticesForPerson(heard), ...notes]);
}

/** Whole parts only: half of a block would be worse than none. */
export function fitting(parts: readonly (string | null)[], limit: number): string {
  let text = "";
  for (const part of parts) {
    const next = part === null || part === "" ? text : joined([text, part]);
    if (next !== null && next.length <= limit) text = next;
  }
  return text;
}

/** Null where nothing is left to say. */
export function joined(parts: readonly (string | null)[]): string | null {
  const said = parts.filter((part) => part !== null && part !== "");
  return said.length === 0 ? null : said.join("\n");
}

function noticeLine({ kind, message }: Notice): string {
  return kind === "contained"
    ? plainLine(message, WHOLE_LINE)
    : plainLine(`${kind.replaceAll("_", " ")}: ${message}`, LINE);
}

function block(tag: string, lines: readonly string[], longest = LINE): string {
  const shown = lines.slice(0, LINES).map((line) => `- ${escapedLine(line, longest)}`);
  const more = lines.length > shown.length ? [`- … and ${lines.length - shown.length} more`] : [];
  return [`<${tag}>`, ...shown, ...more, `</${tag}>`].join("\n");
}
