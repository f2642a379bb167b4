/** Text that others wrote between tags of ours, which a model reads: it cannot close them. */
import { plainLine } from "./plain-line.ts";

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** On one line of at most `limit` characters. */
export function escapedLine(text: string, limit: number): string {
  return escapeXml(plainLine(text, limit));
}
