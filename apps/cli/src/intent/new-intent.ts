/** `intentgate intent new | import`: a person declares a unit of work. */
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { type Checked, problem } from "@intentgate/documents";
import { declareIntent, readChecks, scopeWarnings, waitingNote } from "@intentgate/gate";
import { type Intent, importSpec } from "@intentgate/policy";
import { refuse } from "../command/refuse.ts";
import { anyWords, type Subverb } from "../command/subverb.ts";
import { type Args, tell } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedForPeople } from "../workspace/workspace-here.ts";
import { tooMany, wrong } from "./subverb.ts";

export const newIntent: Subverb = {
  options: ["name", "scope", "constraint", "criterion", "check", "description", "related", "start"],
  words: anyWords,
  run: declareNew,
};

async function declareNew(args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "intent new");
  if (typeof workspace === "number") return workspace;
  const [, givenId, ...more] = args.words;
  if (more.length > 0) return refuse(io, [tooMany(more)]);
  const name = args.text("name");
  if (name === undefined) {
    const remedy = 'Say in a few words what shall be done: `--name "JWT login"`.';
    return refuse(io, [problem("BAD_INPUT", "the new intent has no name", remedy)]);
  }
  const checks = readChecks(args.list("check"));
  if (!checks.ok) return refuse(io, checks.problems);

  const created = await declareIntent(workspace, givenId ?? null, (id) => ({
    ok: true,
    value: {
      id,
      name,
      status: args.flag("start") ? "IN_PROGRESS" : "PENDING",
      description: args.text("description") ?? null,
      owned_scope: args.list("scope"),
      constraints: args.list("constraint"),
      acceptance_criteria: args.list("criterion"),
      related_files: args.list("related"),
      checks: checks.value,
    },
  }));
  return created.ok ? tellIntent(created.value, waitingNote(workspace.home), io) : refuse(io, created.problems);
}

function tellIntent(intent: Intent, waiting: string | null, io: Io): number {
  const warnings = [...scopeWarnings(intent), ...(waiting ? [waiting] : [])];
  const { bold, green, yellow, dim } = io.color;
  return tell(io, { intent, warnings }, [
    `${green("created")} ${bold(intent.id)}  ${oneLine(intent.name)}  ${dim(intent.status)}`,
    ...intent.owned_scope.map((glob) => `  owns  ${oneLine(glob)}`),
    ...warnings.map((warning) => `${yellow("warning")} ${warning}`),
    "",
    `An agent takes it with select_active_intent("${intent.id}").`,
    `To put a session to work under it yourself: ${bold(`intentgate use ${intent.id}`)}`,
  ]);
}

/** `intentgate intent import spec.md`: an intent from a specification that people wrote elsewhere. */
export const importIntent: Subverb = { options: ["id"], words: anyWords, run: importOne };

async function importOne(args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "intent import");
  if (typeof workspace === "number") return workspace;
  const { home } = workspace;
  const [, given, ...more] = args.words;
  if (more.length > 0) return refuse(io, [tooMany(more)]);
  if (given === undefined) {
    return refuse(io, [
      problem("BAD_INPUT", "a specification's file is missing", "Write `intentgate intent import spec.md`."),
    ]);
  }
  const path = resolve(io.cwd, given);
  const markdown = readSpec(path, given);
  if (!markdown.ok) return refuse(io, markdown.problems);
  const file = fromRoot(home.root, path) ?? given;
  const created = await declareIntent(workspace, args.text("id") ?? null, (id) =>
    importSpec(markdown.value, { id, file }),
  );
  return created.ok ? tellIntent(created.value, waitingNote(home), io) : refuse(io, created.problems);
}

function readSpec(path: string, given: string): Checked<string> {
  try {
    return { ok: true, value: readFileSync(path, "utf8") };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    const why = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    return wrong(
      problem("CANNOT_READ", `${oneLine(given)}: ${why}`, "Name the specification's file, relative to this folder."),
    );
  }
}

/** Relative to the root with forward slashes; null for a file outside it. */
function fromRoot(root: string, path: string): string | null {
  const below = relative(root, path);
  return below === "" || below.startsWith("..") ? null : below.replaceAll("\\", "/");
}
