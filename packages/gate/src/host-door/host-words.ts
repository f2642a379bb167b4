/** Texts for models in the words of their host: there our own tools have the names that it gives them. */
import type { Host } from "@intentgate/hosts";

type Names = Pick<Host, "ownTool">;

const EXPANSION = "request_scope_expansion";
const OWN =
  /(?<![\w./-])(?:select_active_intent|list_intents|propose_intent|request_scope_expansion|record_lesson|complete_intent|attempt_completion)(?![\w/-]|\.\w)/g;

export function inHostWords(text: string, host: Names): string {
  return text.replace(OWN, (tool) => host.ownTool(tool));
}

/** Of a refusal only what advises: ids, paths and the words of others stay as they are. */
export function refusalInHostWords(refusal: string, host: Names): string {
  const read = readRefusal(refusal);
  if (read === null) return refusal;
  const { message, meta } = read;
  const asked = meta[EXPANSION];
  return JSON.stringify({
    ...read,
    message: inHostWords(message, host),
    meta: {
      ...meta,
      ...(asked === undefined ? {} : { [EXPANSION]: { tool: host.ownTool(EXPANSION), ...Object(asked) } }),
      remedy: inHostWords(meta.remedy, host),
    },
  });
}

interface Told {
  message: string;
  meta: { remedy: string } & Record<string, unknown>;
}

/** Null for what is no refusal of ours, which is handed on as it is. */
function readRefusal(text: string): Told | null {
  if (!text.startsWith('{"type":"tool_error"')) return null;
  const told = JSON.parse(text) as Partial<Told>;
  return typeof told.message === "string" && typeof told.meta?.remedy === "string" ? (told as Told) : null;
}
