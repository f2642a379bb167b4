/** What a person narrows records by: the options that `trace log` and `trace export` have in common. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RecordQuery } from "@intentgate/blame";
import { type Checked, type Problem, problem } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { readSince } from "@intentgate/sidecar";
import type { MutationClass } from "@intentgate/trace";
import { fileHere } from "../blame/file-here.ts";
import type { Args } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";

export const filterOptions = ["intent", "file", "session", "model", "class", "since", "until"] as const;
type FilterOption = (typeof filterOptions)[number];

const classes: readonly MutationClass[] = ["AST_REFACTOR", "INTENT_EVOLUTION"];

export function filterOf(args: Args, io: Io, workspace: Workspace): Checked<RecordQuery> {
  const given = (name: FilterOption) => args.text(name);
  const empty = filterOptions.find((name) => given(name)?.trim() === "");
  if (empty) return refused(`--${empty} is empty`, "Say what to look for, or leave the option out.");
  const place = placeOf(given("file"), io, workspace);
  if (!place.ok) return place;
  const mutationClass = classOf(given("class"));
  if (!mutationClass.ok) return mutationClass;
  const since = momentOf("since", given("since"), workspace.now());
  if (!since.ok) return since;
  const until = momentOf("until", given("until"), workspace.now());
  if (!until.ok) return until;
  if (since.value && until.value && since.value >= until.value)
    return refused("--since is not before --until: no time lies between", "Exchange them, or leave one out.");
  return {
    ok: true,
    value: {
      intent: given("intent") ?? null,
      session: given("session") ?? null,
      model: given("model") ?? null,
      ...place.value,
      mutationClass: mutationClass.value,
      since: since.value,
      until: until.value,
    },
  };
}

/** `src/a.ts:42` is a line, unless a file has that very name. */
function placeOf(given: string | undefined, io: Io, workspace: Workspace): Checked<Pick<RecordQuery, "path" | "ids">> {
  if (given === undefined) return { ok: true, value: { path: null, ids: null } };
  const { root } = workspace.home;
  const whole = fileHere(root, io.cwd, given);
  const [, file, line] = /^(.+):(\d*)$/.exec(given) ?? [];
  if (!whole.ok || file === undefined || line === undefined || existsSync(join(root, whole.value)))
    return whole.ok ? { ok: true, value: { path: whole.value, ids: null } } : whole;
  if (!/^[1-9]\d{0,8}$/.test(line))
    return refused(
      `--file ${JSON.stringify(oneLine(given, 80))} names no line`,
      "Lines count from 1: write src/a.ts:42, or the file alone.",
    );
  const path = fileHere(root, io.cwd, file);
  if (!path.ok) return path;
  const ids = workspace.blame().history(path.value, Number(line));
  return ids.ok ? { ok: true, value: { path: null, ids: ids.value } } : ids;
}

function classOf(given: string | undefined): Checked<MutationClass | null> {
  const found = classes.find((one) => one === given?.toUpperCase());
  if (given === undefined || found) return { ok: true, value: found ?? null };
  return refused(`--class ${JSON.stringify(oneLine(given, 40))} is not known`, `Use ${classes.join(" or ")}.`);
}

function momentOf(name: "since" | "until", given: string | undefined, now: Date): Checked<Date | null> {
  const moment = given === undefined ? null : readSince(given, now);
  if (given === undefined || moment !== null) return { ok: true, value: moment };
  return refused(
    `--${name} ${JSON.stringify(oneLine(given, 40))} is not a time`,
    "Write 30m, 12h, 7d, 2w, or a date such as 2026-02-16 or 2026-02-16T12:00:00Z.",
  );
}

function refused(message: string, remedy: string): { ok: false; problems: Problem[] } {
  return { ok: false, problems: [problem("BAD_INPUT", message, remedy)] };
}
