/** What Codex writes down at the beginning of a turn: the sandbox and the mode that hold in it, wherever they were said. */
import type { Around } from "../host/around.ts";
import type { HostTurn } from "../host/event.ts";
import type { Json } from "../settings/json-tree.ts";
import { readSettingsText, valueAt } from "../settings/read-settings.ts";

export interface CodexTurn {
  sandbox: "workspace-write" | "danger-full-access";
}

/** In the texts of a session this stands with its quotes escaped, and so only where Codex itself wrote it. */
const MARK = '"type":"turn_context"';

/** `another`: it only plans, only reads, or is held by permissions of its own making. Null: nobody can tell. */
export function turnOf(turn: HostTurn | null | undefined, around: Around): CodexTurn | "another" | null {
  const line = turn ? around.lastLine(turn.transcript, MARK) : null;
  const read = line === null ? null : readSettingsText(line, "json");
  if (!turn || !read?.ok) return null;
  const said = (...at: string[]): Json | undefined => valueAt(read.value, ["payload", ...at]);
  if (valueAt(read.value, ["type"]) !== "turn_context" || said("turn_id") !== turn.id) return null;
  const sandbox = said("sandbox_policy", "type");
  if (said("collaboration_mode", "mode") !== "default") return "another";
  if (sandbox === "danger-full-access") return { sandbox };
  const isUsual =
    sandbox === "workspace-write" &&
    said("sandbox_policy", "exclude_slash_tmp") === false &&
    said("permission_profile", "type") === "managed" &&
    entriesOf(said("permission_profile", "file_system", "entries")).every(isUsualEntry);
  return isUsual ? { sandbox } : "another";
}

function entriesOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) && value.length > 0 ? (value as readonly Json[]) : [null];
}

/** Nothing is closed to it, and everything can be read. */
function isUsualEntry(entry: Json): boolean {
  const access =
    typeof entry === "object" && entry !== null && !Array.isArray(entry) ? valueAt(entry, ["access"]) : null;
  return access === "read" || access === "write";
}
