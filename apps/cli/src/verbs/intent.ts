/** Intents: a person declares, changes and moves them; everybody may look. */
import { runSubverb, type Subverb } from "../command/subverb.ts";
import type { Option, Verb } from "../command/verb.ts";
import { flag, text } from "../command/verb.ts";
import { editIntent } from "../intent/edit-intent.ts";
import { listIntents } from "../intent/list-intents.ts";
import {
  acceptIntent,
  archiveOneIntent,
  blockIntent,
  completeIntent,
  reopenIntent,
  startIntent,
} from "../intent/move-intent.ts";
import { importIntent, newIntent } from "../intent/new-intent.ts";
import { showIntent } from "../intent/show-intent.ts";

const subverbs: Record<string, Subverb> = {
  new: newIntent,
  list: listIntents,
  show: showIntent,
  edit: editIntent,
  start: startIntent,
  complete: completeIntent,
  block: blockIntent,
  reopen: reopenIntent,
  archive: archiveOneIntent,
  accept: acceptIntent,
  import: importIntent,
};

const options: Record<string, Option> = {
  name: text("TEXT", "what shall be done, in a few words"),
  scope: text("GLOB", "files it owns, in quotes; may be repeated; with edit: replaces", { multiple: true }),
  "add-scope": text("GLOB", "edit: files it shall own too", { multiple: true }),
  "remove-scope": text("GLOB", "edit: a glob to take out of its scope", { multiple: true }),
  constraint: text("TEXT", "what must hold while working; told to the agent", { multiple: true }),
  criterion: text("TEXT", "when it is done; confirmed by a person", { multiple: true }),
  check: text("COMMAND", "a command that must succeed when it is done; no shell", { multiple: true }),
  description: text("TEXT", "more words"),
  related: text("FILE", "a file the agent should know", { multiple: true }),
  start: flag("new: begin with IN_PROGRESS"),
  id: text("ID", "import: the id; by default the next free INT-nnn"),
  all: flag("list: completed and archived ones too"),
  status: text("STATUS", "list: PENDING, IN_PROGRESS, BLOCKED or COMPLETE"),
};

export const verb: Verb = {
  name: "intent",
  usage: [
    "new [ID] --name TEXT --scope GLOB … [--check COMMAND …] [--start] [options]",
    "list [--all] [--status STATUS]",
    "show ID",
    "edit ID [--name TEXT] [--add-scope GLOB …] [--remove-scope GLOB …] [options]",
    "start | complete | block | reopen | archive | accept ID",
    "import SPEC.md [--id ID]",
  ],
  subverbs: Object.keys(subverbs),
  options,
  examples: {
    'intentgate intent new --name "JWT login" --scope "src/auth/**" --check "npm test"':
      "declare an intent; it gets the next free id",
    'intentgate intent edit INT-001 --add-scope "docs/auth.md"': "widen it; sessions must select it again",
    "intentgate intent complete INT-001": "close it: nothing may be changed under it any more",
    "intentgate intent import specs/001-login/spec.md": "make an intent of a feature specification",
  },
  notes: [
    "PENDING → IN_PROGRESS (start, or an agent takes it) → COMPLETE (complete) → IN_PROGRESS (reopen); IN_PROGRESS ↔ BLOCKED (block, start).",
    "accept notes on the entry that you looked at the intent and its changes as they are now (accepted_at); it opens and closes nothing.",
    "With edit, --scope, --constraint, --criterion, --check and --related replace the whole list, and an empty text empties it.",
    "All edits keep the comments, order and spacing of active_intents.yaml. An agent may only list and show.",
  ],
  run: (args, io) => runSubverb(verb, subverbs, args, io),
};
