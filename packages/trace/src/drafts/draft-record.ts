/** From what a call really changed to a record of it, without any of the content. */

import { visibleText } from "@intentgate/documents";
import type { FileBytes, FileChange } from "@intentgate/engine";
import { contentHash } from "../contents/content-hash.ts";
import { isBinary } from "../contents/is-binary.ts";
import { byteLines, type ComparedLines, changesIn, compareLines, type LineChanges } from "../lines/line-ranges.ts";
import { type LinesOfChange, tracedLines } from "../lines/traced-lines.ts";
import { orWrittenAnew } from "../lines/written-anew.ts";
import type {
  Candidate,
  EntityType,
  MutationClass,
  TraceConversation,
  TraceDraft,
  TracedLines,
  TraceFile,
  TraceRange,
} from "../records/record.ts";
import type { ChangeSyntax } from "./change-syntax.ts";

/** Comparing more bytes than these line by line would hold the gate up; the hashes are kept all the same. */
const MAX_COMPARED_BYTES = 32 * 1024 * 1024;

export interface DraftInput {
  id: string;
  /** RFC 3339. */
  timestamp: string;
  intentId: string;
  session: string;
  entityType: EntityType;
  /** Null where the host did not say. */
  model: string | null;
  /** Who may have made it, where nobody saw who did. */
  candidates?: readonly Candidate[];
  /** Counts where `syntax` is missing. */
  mutationClass: MutationClass;
  syntax?: ChangeSyntax;
  tool: string;
  decision: { id: string; approval: string; outcome: TraceDraft["decision"]["outcome"] };
  revision: string;
  changes: readonly FileChange[];
  /** By path: the files that these were copied from, as they stood. Their lines stay whose they were. */
  copies?: ReadonlyMap<string, { path: string; bytes: Uint8Array }>;
  /** Git brought the contents in from its objects. */
  isFromGit?: boolean;
  /** Paths at which a person brought an earlier content back. */
  putBack?: ReadonlySet<string>;
  /** Of the intent's constraints and criteria as they stand; missing where there is no intent. */
  intentDigest?: string | null;
  /** Paths whose lines get no keys, and whose contents another name: short secrets could be guessed from plain hashes. */
  secrets?: { paths: ReadonlySet<string>; hash(bytes: Uint8Array): string };
}

export function draftRecord(input: DraftInput): TraceDraft {
  const compared = input.changes.map((change) => {
    const found = compare(asCopied(change, input));
    return input.entityType === "HUMAN" && typeof found === "object" ? orWrittenAnew(found) : found;
  });
  const lines = input.changes.map((change, at) => ({
    path: change.relativePath,
    lines: linesOf(change, compared[at] ?? "unknown"),
  }));
  const traced = tracedLines(lines, input.entityType === "HUMAN");
  const looked = input.changes.map((change, at) => {
    const { [at]: sides = "unknown" } = compared;
    return {
      change,
      kind: kindOf(change),
      lines: sides === "unknown" ? sides : changesIn(sides, namer(input, change)),
      traced: input.secrets?.paths.has(change.relativePath) ? unkeyed(traced[at]) : (traced[at] ?? {}),
    };
  });
  return {
    id: input.id,
    timestamp: input.timestamp,
    intent_id: input.intentId,
    ...(input.syntax?.mutation ?? { mutation_class: input.mutationClass }),
    description: describeChanges(
      input.tool,
      looked.map(({ change, kind, lines }) => ({
        path: change.relativePath,
        kind,
        movedFrom: change.movedFrom,
        lines,
      })),
    ),
    vcs: { revision_id: input.revision },
    files: looked.map(({ change, kind, lines, traced }) =>
      fileOf(
        asCopied(change, input),
        kind,
        lines,
        { ...sourceOf(change, input), ...traced, conversations: [conversationOf(input, change, lines)] },
        namer(input, change),
      ),
    ),
    decision: {
      id: input.decision.id,
      tool: input.tool,
      approval: input.decision.approval,
      outcome: input.decision.outcome,
    },
    ...(typeof input.intentDigest === "string" ? { intent_digest: input.intentDigest } : {}),
  };
}

/** A copy is compared with what it was copied from, as a moved file is with what was moved. */
function asCopied(change: FileChange, { copies }: DraftInput): FileChange {
  const source = copies?.get(change.relativePath);
  return source ? { ...change, before: { state: "present", bytes: source.bytes } } : change;
}

function sourceOf(
  { relativePath }: FileChange,
  { copies, isFromGit, putBack }: DraftInput,
): Pick<TraceFile, "copied_from" | "from_git" | "put_back"> {
  const source = copies?.get(relativePath);
  return {
    ...(source ? { copied_from: source.path } : {}),
    ...(isFromGit ? { from_git: true as const } : {}),
    ...(putBack?.has(relativePath) ? { put_back: true as const } : {}),
  };
}

type Namer = (bytes: Uint8Array) => string;

function namer({ secrets }: DraftInput, { relativePath }: FileChange): Namer {
  return secrets?.paths.has(relativePath) ? secrets.hash : contentHash;
}

function unkeyed({ line_keys: _, ...rest }: TracedLines = {}): TracedLines {
  return rest;
}

function kindOf(change: FileChange): TraceFile["change"] {
  if (change.movedFrom !== null && change.after.state !== "absent") return "renamed";
  if (change.after.state === "absent") return "deleted";
  if (change.before.state === "absent") return "created";
  return change.modeChanged && sameBytes(change.before, change.after) ? "mode" : "modified";
}

function sameBytes(before: FileBytes, after: FileBytes): boolean {
  if (before.state !== "present" || after.state !== "present") return false;
  return Buffer.compare(before.bytes, after.bytes) === 0;
}

function compare({ before, after }: FileChange): ComparedLines | "binary" | "unknown" {
  if (before.state === "unknown" || after.state === "unknown") return "unknown";
  const beforeBytes = before.state === "present" ? before.bytes : null;
  const afterBytes = after.state === "present" ? after.bytes : null;
  if ((beforeBytes?.length ?? 0) + (afterBytes?.length ?? 0) > MAX_COMPARED_BYTES) return "unknown";
  return compareLines(beforeBytes, afterBytes);
}

/** Where nobody kept the bytes before, what stands there now is still worth keys: they find what was there already. */
function linesOf({ after }: FileChange, compared: ReturnType<typeof compare>): LinesOfChange["lines"] {
  if (typeof compared === "object") return compared;
  const isText = compared === "unknown" && after.state === "present" && after.bytes.length <= MAX_COMPARED_BYTES;
  return isText && !isBinary(after.bytes) ? { after: byteLines(after.bytes) } : null;
}

function fileOf(
  change: FileChange,
  kind: TraceFile["change"],
  lines: LineChanges | "unknown",
  rest: TracedLines & Pick<TraceFile, "conversations" | "copied_from" | "from_git" | "put_back">,
  nameOf: Namer,
): TraceFile {
  return {
    relative_path: change.relativePath,
    change: kind,
    ...(kind === "renamed" && change.movedFrom !== null ? { renamed_from: change.movedFrom } : {}),
    ...(change.before.state === "present" ? { before_hash: nameOf(change.before.bytes) } : {}),
    ...(change.after.state === "present" ? { after_hash: nameOf(change.after.bytes) } : {}),
    ...modesOf(change),
    ...displacedBy(change, nameOf),
    ...(lines !== "unknown" && lines.binary ? { binary: true as const } : {}),
    ...rest,
  };
}

const PLAIN_FILE = 0o100644;

/** None where one of the two is not known: it would look as if it had changed. */
function modesOf({ modes, before, after }: FileChange): Pick<TraceFile, "before_mode" | "after_mode"> {
  const isKnown = (mode: number | null | undefined, { state }: FileBytes) => state === "absent" || mode != null;
  if (!isKnown(modes?.before, before) || !isKnown(modes?.after, after)) return {};
  return { ...modeAs("before_mode", modes?.before), ...modeAs("after_mode", modes?.after) };
}

function modeAs(name: "before_mode" | "after_mode" | "displaced_mode", mode: number | null | undefined) {
  return typeof mode === "number" && mode !== PLAIN_FILE ? { [name]: mode.toString(8).padStart(6, "0") } : {};
}

function displacedBy({ displaced }: FileChange, nameOf: Namer): Pick<TraceFile, "displaced_hash" | "displaced_mode"> {
  if (displaced === undefined || displaced.bytes.state === "absent") return {};
  const displaced_hash = displaced.bytes.state === "present" ? nameOf(displaced.bytes.bytes) : "unknown";
  return { displaced_hash, ...modeAs("displaced_mode", displaced.mode) };
}

function conversationOf(
  input: DraftInput,
  { relativePath }: FileChange,
  lines: LineChanges | "unknown",
): TraceConversation {
  const isSecret = input.secrets?.paths.has(relativePath) ?? false;
  const named = (range: TraceRange) => (isSecret ? range : { ...range, ...input.syntax?.namesOf(relativePath, range) });
  return {
    url: input.session,
    contributor: {
      entity_type: input.entityType,
      model_identifier: input.model ?? "unknown",
      ...(input.candidates ? { candidates: input.candidates } : {}),
    },
    ranges: lines === "unknown" ? "unknown" : lines.ranges.map(named),
    related: [{ type: "specification", value: input.intentId }],
  };
}

const MAX_CHARACTERS = 300;
const NAMED_FILES = 2;

interface DescribedChange {
  path: string;
  kind: TraceFile["change"];
  movedFrom: FileChange["movedFrom"];
  lines: LineChanges | "unknown";
}

/** The one computed line that says what a record is about; never a word of the model's. */
function describeChanges(tool: string, changes: readonly DescribedChange[]): string {
  const [only, ...others] = changes;
  if (!only) return clip(`${tool}: no files`);
  if (others.length === 0) return clip(`${tool}: ${named(only)} (${extent(only)})`);
  const names = changes.slice(0, NAMED_FILES).map((change) => change.path);
  const rest = changes.length > NAMED_FILES ? ["…"] : [];
  return clip(`${tool}: ${changes.length} files (${[...names, ...rest].join(", ")})`);
}

function named(change: DescribedChange): string {
  return change.movedFrom === null ? change.path : `${change.movedFrom} → ${change.path}`;
}

function extent(change: DescribedChange): string {
  if (change.kind === "mode") return "mode";
  const { lines } = change;
  const size = lines === "unknown" ? "lines unknown" : lines.binary ? "binary" : `+${lines.added} -${lines.removed}`;
  return change.kind === "deleted" ? `deleted, ${size}` : size;
}

function clip(line: string): string {
  const clean = visibleText(line.slice(0, MAX_CHARACTERS)).replaceAll("\t", " ");
  return line.length > MAX_CHARACTERS ? `${clean}…` : clean;
}
