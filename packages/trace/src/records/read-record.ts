/** Reads every form a ledger line may have into one shape; only the full form is ever written. */
import { readJson } from "@intentgate/documents";
import { type Fields, isFields, type KnownFile, type KnownRecord, type ReadRecord, textOr } from "./known-record.ts";
import { readFiles, readFlatFile } from "./read-record-files.ts";
import type { Integrity, MutationClass, TraceDraft } from "./record.ts";

const NEWEST_VERSION = 1;

export function readRecord(line: string): ReadRecord {
  const json = readJson(line);
  if (!json.ok) return { problem: "not JSON" };
  const { value: parsed } = json;
  if (!isFields(parsed)) return { problem: "not a JSON object" };
  const version = parsed.version ?? NEWEST_VERSION;
  if (version !== NEWEST_VERSION) return { problem: `written by a newer version (${JSON.stringify(version)})` };
  const { id, timestamp } = parsed;
  if (typeof id !== "string" || id === "") return { problem: "id is missing" };
  if (typeof timestamp !== "string" || Number.isNaN(Date.parse(timestamp)))
    return { problem: "timestamp is missing or no time" };
  const head = { id, timestamp, intent_id: textOr(parsed.intent_id, null), vcs: vcsOf(parsed.vcs) };
  return "files" in parsed ? readListed(parsed, head) : readFlat(parsed, head);
}

type Head = Pick<KnownRecord, "id" | "timestamp" | "intent_id" | "vcs">;

function readListed(fields: Fields, head: Head): ReadRecord {
  const files = readFiles(fields.files, head.intent_id);
  if ("problem" in files) return files;
  return {
    form: files.form,
    ...head,
    intent_id: head.intent_id ?? specificationOf(files.list),
    mutation_class: classOf(fields.mutation_class),
    ...groundsOf(fields),
    description: textOr(fields.description, ""),
    files: files.list,
    decision: decisionOf(fields.decision),
    integrity: integrityOf(fields.integrity),
    ...(typeof fields.intent_digest === "string" ? { intent_digest: fields.intent_digest } : {}),
  };
}

/** One file a line: `file`, `content_hash`, `mutation_type`, `tool`. */
function readFlat(fields: Fields, head: Head): ReadRecord {
  const file = readFlatFile(fields, head.intent_id);
  if ("problem" in file) return file;
  const tool = textOr(fields.tool, "");
  return {
    form: "flat",
    ...head,
    mutation_class: classOf(fields.mutation_type),
    description: tool === "" ? file.relative_path : `${tool}: ${file.relative_path}`,
    files: [file],
    decision: tool === "" ? null : { id: "unknown", tool, approval: "unknown", outcome: "UNKNOWN" },
    integrity: null,
  };
}

function vcsOf(value: unknown): { revision_id: string } {
  return { revision_id: isFields(value) ? textOr(value.revision_id, "unknown") : "unknown" };
}

/** Anything but the known name of a refactoring is the class that promises nothing. */
function classOf(value: unknown): MutationClass | null {
  if (typeof value !== "string") return null;
  return value === "AST_REFACTOR" ? "AST_REFACTOR" : "INTENT_EVOLUTION";
}

/** How sure the class is, and why. */
function groundsOf({ mutation_confidence: sure, mutation_signals: why }: Fields) {
  return {
    ...(typeof sure === "number" && sure >= 0 && sure <= 1 ? { mutation_confidence: sure } : {}),
    ...(Array.isArray(why) ? { mutation_signals: why.filter((one) => typeof one === "string") } : {}),
  };
}

function specificationOf(files: readonly KnownFile[]): string | null {
  const related = files.flatMap((file) => file.conversations.flatMap((conversation) => conversation.related));
  return related.find((link) => link.type === "specification")?.value ?? null;
}

function decisionOf(value: unknown): TraceDraft["decision"] | null {
  if (!isFields(value)) return null;
  const outcome = value.outcome === "OK" || value.outcome === "FAILED" ? value.outcome : "UNKNOWN";
  const { id, tool, approval } = value;
  return { id: textOr(id, "unknown"), tool: textOr(tool, "unknown"), approval: textOr(approval, "unknown"), outcome };
}

function integrityOf(value: unknown): Integrity | null {
  if (!isFields(value)) return null;
  const { session, seq, prev, hash } = value;
  if (typeof session !== "string" || typeof seq !== "number") return null;
  return typeof prev === "string" && typeof hash === "string" ? { session, seq, prev, hash } : null;
}
