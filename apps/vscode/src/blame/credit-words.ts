/** How a line's origin is said in the editor: a few words beside it, and a page when somebody asks. */
import type { ExplainedLine, ExplainedRecord, LineCredit } from "@intentgate/blame";

export type CreditKind = "agent" | "person" | "suspect" | "older" | "unsure";

export function kindOf(credit: LineCredit, isSuspect: (credit: LineCredit) => boolean): CreditKind {
  if (credit.credit === "before_ledger") return "older";
  if (credit.credit === "since") return "person";
  if (credit.credit !== "record") return "unsure";
  if (credit.entity_type === "HUMAN") return "person";
  if (credit.entity_type === "UNKNOWN") return "unsure";
  return isSuspect(credit) ? "suspect" : "agent";
}

/** Null where there is nothing worth saying: most lines are older than the ledger. */
export function besideLine(credit: LineCredit, now: Date): string | null {
  switch (credit.credit) {
    case "before_ledger":
      return null;
    case "since":
      return "you, or your tools, since the last record";
    case "unknown":
      return "nobody saw who wrote this";
    case "ambiguous":
      return `one of ${credit.candidates.length} records`;
    case "record": {
      const who = credit.entity_type === "HUMAN" ? "a person" : agentName(credit.model);
      const intent = credit.intent_id === null ? "" : `${credit.intent_id} · `;
      return `${intent}${who} · ${ago(credit.at, now)}`;
    }
  }
}

export function whyMarkdown(line: ExplainedLine): string {
  switch (line.credit) {
    case "record":
      return recordPage(line.record);
    case "before_ledger":
      return line.git === null
        ? "No record wrote this line, and git does not know it either."
        : `No record wrote this line. Git says: ${asText(line.git.author)}, ${day(line.git.at)}, *${asText(line.git.summary)}*.`;
    case "since":
      return "Written through no call since the last record of this file: yours, or your tools'.";
    case "unknown":
      return "The ledger has a gap here: somebody wrote between two records. No agent is credited.";
    case "ambiguous":
      return [`${line.candidates.length} records fit; nothing tells which.`, ...line.candidates.map(recordPage)].join(
        "\n\n---\n\n",
      );
  }
}

function recordPage(record: ExplainedRecord): string {
  const { intent, decision } = record;
  const lines = [
    intent
      ? `**${asText(intent.id)}** ${asText(intent.name ?? "(no longer declared)")}`
      : "**No intent**: written outside of one",
    "",
    `${record.entity_type === "AI" ? asText(agentName(record.model)) : record.entity_type.toLowerCase()} · ${day(record.at)}${decision ? ` · ${asText(decision.tool)}` : ""}`,
    "",
    `*${asText(record.description)}*`,
  ];
  if (record.seal === "broken") lines.unshift("**This record was altered: do not rely on it.**", "");
  if (intent?.suspect) lines.push("", "**Suspect:** the intent demands something else by now.");
  if (decision && decision.approval !== "none") lines.push("", `Approved: ${asText(decision.approval)}`);
  for (const criterion of intent?.acceptance_criteria ?? []) lines.push("", `- ${asText(criterion)}`);
  return lines.join("\n");
}

/** Names come from files that agents may have written: they are text, never markup. */
export function asText(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>&~$]/g, (sign) => `\\${sign}`).replace(/[\r\n]+/g, " ");
}

function day(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

export function ago(at: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 1000));
  if (!Number.isFinite(seconds)) return "at an unknown time";
  const steps = [
    [60, "second"],
    [60, "minute"],
    [24, "hour"],
    [30, "day"],
    [12, "month"],
    [Number.POSITIVE_INFINITY, "year"],
  ] as const;
  let value = seconds;
  for (const [size, word] of steps) {
    if (value < size) return value === 0 ? "just now" : `${value} ${word}${value === 1 ? "" : "s"} ago`;
    value = Math.floor(value / size);
  }
  return at;
}

function agentName(model: string): string {
  return model === "unknown" ? "an agent" : model;
}

/** `INT-001 · 12 of 20 lines`; null where no record wrote any of them under an intent. */
export function lensTitle(lines: readonly LineCredit[]): string | null {
  const counts = new Map<string, number>();
  for (const line of lines)
    if (line.credit === "record" && line.intent_id !== null)
      counts.set(line.intent_id, (counts.get(line.intent_id) ?? 0) + 1);
  if (counts.size === 0) return null;
  const ids = [...counts].sort((a, b) => b[1] - a[1]);
  const written = ids.reduce((sum, [, count]) => sum + count, 0);
  const names = ids.slice(0, 3).map(([id]) => id);
  const more = ids.length > 3 ? ` and ${ids.length - 3} more` : "";
  const share = written === lines.length ? "all lines" : `${written} of ${lines.length} lines`;
  return `${names.join(", ")}${more} · ${share}`;
}
