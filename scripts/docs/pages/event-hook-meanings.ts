/** What each key of a hook file means, in one sentence. A key without one stops the documents from being written. */
export const eventHookMeanings: Readonly<Record<string, string>> = {
  version: "Of the format.",
  id: "The name of the hook and of its file.",
  event_type: "The event that it waits for.",
  enabled: "`false` switches it off.",
  contained:
    "`true`: the script runs in a box. What it changes counts inside the scope of the intent that the session has taken, without one not at all. Where it cannot be contained it fails.",
  blocking: "Only a blocking hook can say no; and what goes wrong with it is a no.",
  environments:
    "Runs only where one of them is `environment` of the policy or `INTENTGATE_ENV`; none given: everywhere.",
  summary: "For readers.",
  match: "Every key that is given must hold; within a key, one of its entries.",
  "match.ability_scope": "Names with `*`, compared with the ability, its operation key and its modules.",
  "match.ability_id": "The name of the tool (`write_to_file`, `mcp.server.tool`) or the id of an ability.",
  "match.operation_key": "`tool.NAME`, or the operation key of an ability.",
  "match.min_duration_ms": "After a call: how long it must have taken.",
  "match.only_if_changed_paths": "Globs as in a scope; one of the changed files must lie there.",
  "match.file_patterns": "Globs as in a scope; one of the files that the event names, read or changed, must lie there.",
  "match.status": "After a call: how it ended; `skipped` is a refused call.",
  "match.stage":
    "`understand`: no intent; `plan`: one is taken; `act`: something was changed; `review`: completion and stop.",
  "match.examples": "Events in part, held to the match whenever the file is read.",
  "match.examples.match": "Events that it must want.",
  "match.examples.not_match": "Events that it must not want.",
  handler: "What runs.",
  "handler.kind":
    "`script`: any program; `module`: a JavaScript or TypeScript file with a default export; `builtin`: a part of the gate.",
  "handler.command":
    "The program with its words, the path of the module, or the name of the builtin; relative to the root.",
  "handler.timeout_ms": "After that it is ended, with all that it started.",
  "handler.files": "Further files that it is made of: trusted with it, and closed to tool calls.",
  effects: "For readers, never interpreted: texts, or `key: text`.",
};
