/** The ledger for people and scripts: read, checked, put away, shared, and exported for other tools. */
import { runSubverb, type Subverb } from "../command/subverb.ts";
import type { Option, Verb } from "../command/verb.ts";
import { flag, text } from "../command/verb.ts";
import { exportTrace } from "../trace/export.ts";
import { heads, rotate, share } from "../trace/ledger-files.ts";
import { log, show } from "../trace/look-at-records.ts";
import { verify } from "../trace/verify.ts";

const subverbs: Record<string, Subverb> = {
  log,
  show,
  verify,
  heads,
  rotate,
  share,
  export: exportTrace,
};

const options: Record<string, Option> = {
  number: text("COUNT", "log: how many records, newest last (20)", { short: "n" }),
  intent: text("ID", "log, export: only records of this intent"),
  file: text("FILE[:LINE]", "log, export: only records that touch this file or folder, or that led to this line"),
  session: text("ID", "log, export, share: only records of this session"),
  model: text("NAME", "log, export: only records of this model"),
  class: text("CLASS", "log, export: only AST_REFACTOR or INTENT_EVOLUTION"),
  since: text("TIME", "log, export: from then on: 30m, 12h, 7d, 2w or a date"),
  until: text("TIME", "log, export: only before then"),
  format: text("NAME", "export: agent-trace or git-ai"),
  revision: text("COMMIT", "export --format git-ai: the commit that the work began from"),
  git: flag("heads: put them into the git ref refs/intentgate/heads"),
};

export const verb: Verb = {
  name: "trace",
  usage: [
    "[log] [-n COUNT] [--intent ID] [--file FILE[:LINE]] [--session ID] [--model NAME] [--class CLASS] [--since TIME] [--until TIME]",
    "show ID",
    "verify",
    "heads [--git]",
    "rotate",
    "share [--session ID]",
    "export --format agent-trace | git-ai [--revision COMMIT] [what log takes, without -n]",
  ],
  subverbs: Object.keys(subverbs),
  options,
  examples: {
    "intentgate trace log --intent INT-001": "what was changed under an intent",
    "intentgate trace log --file src/auth --since 7d": "what changed a file or a folder this week",
    "intentgate trace log --file src/auth/jwt.ts:42": "what wrote a line, and what stood there before",
    "intentgate trace show 3f2a91c0": "one record: intent, decision, approval, files and line ranges",
    "intentgate trace verify": "find edits, gaps and removals; exit code 1 when there are any",
    "intentgate trace share": "write what is new into segments that can be committed",
    "intentgate trace export --format agent-trace > traces.jsonl": "for other tools, one record a line",
  },
  notes: [
    "`show` takes the id of a record or of the decision behind it; the first characters are enough.",
    "What narrows can be combined. A line is one of the file as it stands now; it is followed back through moves and renames.",
    "`log`, `show` and `export` also read what others shared, each record once; `log` and `show` say so. A segment that is not what was written is named and left out.",
  ],
  run: (args, io) => runSubverb(verb, subverbs, args, io, "log"),
};
