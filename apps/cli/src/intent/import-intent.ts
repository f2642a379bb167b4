/** `intentgate intent import spec.md`: an intent from a specification that people wrote elsewhere. */
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { type Checked, problem } from "@intentgate/documents";
import { declareIntent, waitingNote } from "@intentgate/gate";
import { importSpec } from "@intentgate/policy";
import { refuse } from "../command/refuse.ts";
import type { Args } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedForPeople } from "../workspace/governed-for-people.ts";
import { told } from "./new-intent.ts";
import { type Subverb, tooMany, wrong } from "./subverb.ts";

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
  const created = await declareIntent(workspace, args.text("id") ?? null, (id) =>
    importSpec(markdown.value, { id, file }),
  );
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
