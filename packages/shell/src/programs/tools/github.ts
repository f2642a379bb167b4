/** `gh`: what it shows of a forge, and its requests that only ask. */
import { optionTable, splitArguments } from "../../uses/options.ts";
import { onlyReads, type Program } from "../../uses/program.ts";
import { GAP } from "../../values/value.ts";
import { tool } from "./tool.ts";

const shown = `R|repo: L|limit: json: q|jq: s|state: A|author: a|assignee: l|label: B|base: H|head: c|comments C S|search: m|milestone: app: t|template: mention:
  log log-failed name-only color: job: attempt: branch: b v|verbose exit-status workflow: e|event: u|user: status: created: commit: all
  order: O sort: archived no-archived fork source language: topic: visibility: public secret private include-content f|files r|raw filename:
  required watch interval: i fail-fast o|org: env: ref: k key: a match: extension: size: owner: stars: license: show-token active hostname:
  checks conflict-status y|yaml exclude-drafts exclude-pre-releases patch allowed-by`;

const kinds =
  "pr issue run release workflow gist label repo cache secret variable ruleset project org ssh-key gpg-key codespace extension alias";
const verbs = "list view status diff checks ls";
const searches = "repos issues prs code commits";

const table = tool({
  names: "gh",
  tells: "version help status -h",
  shows: [
    ...kinds.split(" ").flatMap((kind) => verbs.split(" ").map((verb) => `${kind} ${verb}: ${shown}`)),
    ...searches.split(" ").map((what) => `search ${what}: ${shown}`),
    // To the others `-w` opens a browser.
    `run list: ${shown} w:`,
    `auth status: ${shown}`,
    "config get: h|host:",
    "config list: h|host:",
    `status: ${shown}`,
  ],
  helps: "pr issue repo run release workflow api auth gist secret",
});

/** A body makes a request of another kind out of it, and so does a field where no method is named. */
const requestOptions = optionTable(
  "i|include q|jq: t|template: H|header: X|method: f|raw-field: F|field: hostname: paginate slurp silent verbose p|preview:",
);

/** A field `query=TEXT` that asks, and values for it, none of them read from a file. */
function onlyQueries(fields: readonly (string | null)[]): boolean {
  const queries = fields.filter((field) => field?.startsWith("query="));
  const changes = /mutation|subscription/i;
  return (
    queries.length === 1 &&
    fields.every((field) => field !== null && !field.includes(GAP) && /^\w+=(?!@)/.test(field)) &&
    queries.every((query) => /^query=\s*(?:query\b|\{)/.test(query ?? "") && !changes.test(query ?? ""))
  );
}

export const github: Program = {
  names: table.names,
  use(args, around) {
    if (args[0]?.text !== "api") {
      return table.use(args, around);
    }
    const split = splitArguments(requestOptions, args.slice(1));
    if (!split || split.mayHideOption || split.operands.length !== 1) return undefined;
    const methods = split.values("X").map(({ text }) => text?.toUpperCase());
    const fields = split.values("f", "F").map(({ text }) => text);
    if (split.operands[0]?.text === "graphql")
      return methods.length === 0 && onlyQueries(fields) ? onlyReads([]) : undefined;
    const asks = methods.every((method) => method === "GET" || method === "HEAD");
    const isPlain =
      fields.length === 0 || (methods.length > 0 && fields.every((field) => field?.includes("=@") === false));
    return asks && isPlain ? onlyReads([]) : undefined;
  },
};
