/** What several tools answer with. */
import * as v from "valibot";

export const shownIntent = v.object({
  id: v.string(),
  name: v.string(),
  status: v.picklist(["PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETE"]),
  owned_scope: v.array(v.string()),
  constraints: v.array(v.string()),
  acceptance_criteria: v.array(v.string()),
  related_files: v.array(v.string()),
});

export const question = v.pipe(
  v.string(),
  v.nonEmpty("must not be empty"),
  v.maxLength(4_000, "must be at most 4000 characters long"),
);
