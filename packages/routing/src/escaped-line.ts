import { plainLine } from "@intentgate/documents";

/** For text between tags that a model reads: it cannot close them. */
export function escapedLine(text: string, limit: number): string {
  return plainLine(text, limit).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
