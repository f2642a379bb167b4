/** `mcp-server-git`: each tool is a git command on `repo_path`, and is read as one. */
import { posix } from "node:path";
import { field, type Payload } from "../payload.ts";
import { type KnownServer, type ServerTool, type ServerUse, unknown } from "./server.ts";
import { type ServerPlaces, textAt } from "./server-places.ts";

type Words = (input: Payload) => (string | null)[] | null;

/** A value that git would take for an option is none that the tool is meant for. */
function runs(words: Words): ServerTool {
  return (input, { server }) => {
    const folder = repository(input, server.cwd);
    const given = words(input);
    if (folder === null) return unknown("which repository is meant cannot be told");
    if (given === null || given.some((word) => word === null)) return unknown("a field does not hold what it should");
    return { kind: "command", words: ["git", ...(given as string[])], folder };
  };
}

function repository(input: Payload, cwd: ServerPlaces["server"]["cwd"]): string | null {
  const path = textAt(input, "repo_path");
  if (path === null || path === "" || path.startsWith("~")) return null;
  if (path.startsWith("/")) return posix.resolve(path);
  return cwd === null ? null : posix.resolve(cwd, path);
}

function value(input: Payload, key: string): string | null {
  const text = textAt(input, key);
  return text === null || text === "" || text.startsWith("-") ? null : text;
}

/** Nothing where the field is absent. */
function maybe(input: Payload, key: string, option: string[] = []): (string | null)[] {
  const given = field(input, key);
  return given === undefined || given === null ? [] : [...option, value(input, key)];
}

function staged(input: Payload, places: ServerPlaces): ServerUse {
  const files = field(input, "files");
  const list = Array.isArray(files) ? files : [null];
  return runs(() => ["add", "--", ...list.map((file) => (typeof file === "string" ? file : null))])(input, places);
}

export const git: KnownServer = {
  name: "git",
  startedAs: ["mcp-server-git", "mcp_server_git", "mcp/git"],
  tools: {
    git_status: runs(() => ["status"]),
    git_diff_unstaged: runs(() => ["diff"]),
    git_diff_staged: runs(() => ["diff", "--cached"]),
    git_diff: runs((input) => ["diff", value(input, "target")]),
    git_log: runs((input) => [
      "log",
      ...maybe(input, "start_timestamp", ["--since"]),
      ...maybe(input, "end_timestamp", ["--until"]),
    ]),
    git_show: runs((input) => ["show", value(input, "revision")]),
    git_branch: runs((input) => [
      "branch",
      "--list",
      ...maybe(input, "contains", ["--contains"]),
      ...maybe(input, "not_contains", ["--no-contains"]),
    ]),
    git_add: staged,
    git_commit: runs((input) => ["commit", "-m", textAt(input, "message")]),
    git_commit_signed: runs((input) => ["commit", "-S", ...maybe(input, "key_id"), "-m", textAt(input, "message")]),
    git_reset: runs(() => ["reset"]),
    git_create_branch: runs((input) => ["branch", value(input, "branch_name"), ...maybe(input, "base_branch")]),
    git_checkout: runs((input) => ["checkout", value(input, "branch_name")]),
    git_init: runs(() => ["init"]),
  },
};
