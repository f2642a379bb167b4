/** Text in which commands and names stand between backticks, as messages of the gate have them. */
import { codeParts } from "./code-parts.ts";

export function MessageText({ text }: { text: string }) {
  return <>{codeParts(text).map((part, at) => (part.isCode ? <code key={at}>{part.text}</code> : part.text))}</>;
}
