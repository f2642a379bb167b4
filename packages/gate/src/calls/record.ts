/** The only place that drafts a record of the ledger. */
import { ProblemError } from "@intentgate/documents";
import type { FileChange } from "@intentgate/engine";
import { type GovernedRoot, intentTextDigest, type KeptBytes, type RunningCall } from "@intentgate/sidecar";
import {
  type Candidate,
  type DraftInput,
  draftRecord,
  keyedHash,
  readChangeSyntax,
  type Syntax,
  type TraceDraft,
} from "@intentgate/trace";

export interface RecordParts {
  newId(): string;
  now(): Date;
  isSecret(root: string, relative: string): boolean;
  syntax: Syntax;
}

/** One record in the words of the gate. */
export interface Recorded extends Pick<DraftInput, "copies" | "isFromGit" | "putBack" | "tool" | "decision"> {
  session: string;
  intentId: string | null;
  by: RecordedBy;
  changes: readonly FileChange[];
  /** Whether the definitions that changed are looked for. Without, the mutation class is the cautious one. */
  isParsed: boolean;
}

export type RecordedBy =
  | { entityType: "AI" | "HOOK"; model: string }
  | { entityType: "HUMAN" }
  | { entityType: "UNKNOWN"; candidates: readonly Candidate[] | null };

export type Recorder = (root: GovernedRoot, what: Recorded) => Promise<TraceDraft>;

export function createRecorder(parts: RecordParts): Recorder {
  return async (root, { session, intentId, by, changes, isParsed, copies, isFromGit, putBack, tool, decision }) => {
    const draft = draftRecord({
      id: parts.newId(),
      timestamp: parts.now().toISOString(),
      intentId: intentId ?? "none",
      session,
      entityType: by.entityType,
      model: "model" in by ? by.model : null,
      ...("candidates" in by && by.candidates !== null ? { candidates: by.candidates } : {}),
      isFromGit,
      ...(putBack ? { putBack } : {}),
      copies,
      tool,
      changes,
      revision: root.revision(),
      decision,
      mutationClass: "INTENT_EVOLUTION",
      ...(isParsed ? { syntax: await readChangeSyntax(changes, parts.syntax) } : {}),
      intentDigest: intentTextDigest(root, intentId),
      secrets: secretsIn(changes, root, parts.isSecret),
    });
    await root.store.ledger.append(session, draft);
    keepBothSides(draft, changes, root, parts.isSecret);
    return draft;
  };
}

/** So many of a record's files are kept as they were left: a merge needs them once somebody changed one again. */
const MOST_LEFT = 1_000;

/** What changed for certain, whoever else has its bytes. What cannot be kept is not undone; the record stands. */
function keepBothSides(
  { files }: TraceDraft,
  changes: readonly FileChange[],
  { root, kept }: Pick<GovernedRoot, "root" | "kept">,
  isSecret: RecordParts["isSecret"],
): void {
  for (const [at, { relativePath, movedFrom, before, after, displaced }] of changes.entries()) {
    const file = files[at];
    if (!file || [relativePath, movedFrom].some((path) => path !== null && isSecret(root, path))) continue;
    const sides = [
      ...(file.copied_from === undefined ? [[file.before_hash, before] as const] : []),
      ...(at < MOST_LEFT ? [[file.after_hash, after] as const] : []),
      [file.displaced_hash, displaced?.bytes] as const,
    ];
    for (const [hash, bytes] of sides)
      if (hash !== undefined && bytes?.state === "present" && !tryToKeep(kept, hash, bytes.bytes)) return;
  }
}

function tryToKeep(kept: KeptBytes, hash: string, bytes: Uint8Array): boolean {
  try {
    kept.keep(hash, bytes);
    return true;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}

/** Who may have made a change that nobody saw being made. A person is always among them: people work while programs run. */
export function candidatesAmong(
  calls: readonly Pick<RunningCall, "invocationId" | "session" | "model">[],
): Candidate[] {
  const ofCalls = calls.map(
    ({ invocationId, session, model }): Candidate => ({
      entity_type: "AI",
      session,
      invocation_id: invocationId,
      model_identifier: model,
    }),
  );
  return [...ofCalls, { entity_type: "HUMAN" }];
}

/** Which files are secret, and how a record names their contents. A file that was secret under its former name is, too. */
function secretsIn(
  changes: readonly FileChange[],
  root: Pick<GovernedRoot, "root" | "secretKey">,
  isSecret: RecordParts["isSecret"],
): NonNullable<DraftInput["secrets"]> {
  const isOne = (path: string | null) => path !== null && isSecret(root.root, path);
  const secret = changes.filter(({ relativePath, movedFrom }) => isOne(relativePath) || isOne(movedFrom));
  return {
    paths: new Set(secret.map(({ relativePath }) => relativePath)),
    hash: (bytes) => keyedHash(bytes, root.secretKey.make()),
  };
}
