/** `intentgate intent import spec.md`: an intent from a specification that people wrote elsewhere. */
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { type Checked, problem } from "@intentgate/documents";
import { addIntent, importSpec, readIntents } from "@intentgate/policy";
import { governedForPeople } from "../governed-for-people.ts";
import type { Io } from "../io.ts";
import { oneLine } from "../one-line.ts";
import { refuse } from "../refuse.ts";
import type { Args } from "../verb.ts";
import { told } from "./new-intent.ts";
import { nextId } from "./next-id.ts";
import { findIntent, type Subverb, tooMany, waitingNote, wrong } from "./subverb.ts";

export const importIntent: Subverb = { options: ["id"], run };

async function run(args: Args, io: Io): Promise<number> {
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
  const at = workspace.now().toISOString();
  let id = args.text("id") ?? "";
  const edited = await home.store.intents.edit((text) => {
    const read = readIntents(text, ".orchestration/active_intents.yaml");
    if (!read.ok) return read;
    id = args.text("id") ?? nextId(read.value.intents.keys());
    const draft = importSpec(markdown.value, { id, file });
    return draft.ok ? addIntent(text, { ...draft.value, created_at: at, updated_at: at }) : draft;
  });
  if (!edited.ok) return refuse(io, edited.problems);
  const created = findIntent(home, id);
  return created.ok ? told(created.value, waitingNote(home), io) : refuse(io, created.problems);
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
