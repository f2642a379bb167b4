/** The bodies that may be sent; the types are those of the contract. */
import * as v from "valibot";
import type { TrustBody } from "../../api/hooks.ts";
import type { EditIntentBody, MoveBody, NewIntentBody, ScopePreviewBody } from "../../api/intents.ts";
import type { AnswerBody } from "../../api/now.ts";

const line = v.pipe(v.string(), v.maxLength(2_000));
const name = v.pipe(v.string(), v.maxLength(500));
const description = v.pipe(v.string(), v.maxLength(20_000));
const lines = v.pipe(v.array(line), v.maxLength(500));
const digest = v.pipe(v.string(), v.maxLength(200));
const id = v.pipe(v.string(), v.maxLength(128));

export const noBody = v.strictObject({});

export const answerBody: v.GenericSchema<AnswerBody> = v.variant("answer", [
  v.strictObject({ answer: v.picklist(["once", "standing", "command", "declare"]) }),
  v.strictObject({ answer: v.literal("reject"), reason: v.pipe(v.string(), v.maxLength(2_000)) }),
]);

export const newIntentBody: v.GenericSchema<NewIntentBody> = v.strictObject({
  id: v.optional(id),
  name,
  description: v.optional(description),
  owned_scope: lines,
  constraints: v.optional(lines),
  acceptance_criteria: v.optional(lines),
  related_files: v.optional(lines),
  checks: v.optional(lines),
  start: v.optional(v.boolean()),
});

export const editIntentBody: v.GenericSchema<EditIntentBody> = v.strictObject({
  digest,
  name: v.optional(name),
  description: v.optional(description),
  owned_scope: v.optional(lines),
  constraints: v.optional(lines),
  acceptance_criteria: v.optional(lines),
  related_files: v.optional(lines),
  checks: v.optional(lines),
});

export const moveBody: v.GenericSchema<MoveBody> = v.strictObject({
  move: v.picklist(["start", "complete", "block", "reopen", "archive", "accept"]),
});

export const scopePreviewBody: v.GenericSchema<ScopePreviewBody> = v.strictObject({
  globs: lines,
  except: v.nullable(id),
});

export const trustBody: v.GenericSchema<TrustBody> = v.strictObject({ digest });
