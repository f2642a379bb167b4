/** Reads the ledger for people and scripts, and checks that nobody changed it. */
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { KnownRecord } from "@intentgate/trace";
import type { Workspace } from "@intentgate/workspace";
import { badCount, MOST_SHOWN, readCount } from "../count.ts";
import { governedHere } from "../governed-here.ts";
import { pickById } from "../ids.ts";
import type { Io } from "../io.ts";
import { refuseWith } from "../refuse.ts";
import { fits, readLedger } from "../trace/read-ledger.ts";
import { recordTable, renderRecord } from "../trace/render-record.ts";
import { checkLedger, renderCheck } from "../trace/verify.ts";
import { type Args, exitCodes, type Verb } from "../verb.ts";

/** More records than these under the beginning of an id, and it is no id. */
const MOST_ALIKE = 100;

export const verb: Verb = {
  name: "trace",
  summary: "read and verify the ledger",
  usage: ["[log] [-n COUNT] [--intent ID] [--file FILE] [--session ID]", "show ID", "verify"],
  subverbs: ["log", "show", "verify"],
  options: {
    number: { type: "string", short: "n", value: "COUNT", help: "how many records, newest last (20)" },
    intent: { type: "string", value: "ID", help: "only records of this intent" },
    file: { type: "string", value: "FILE", help: "only records that touch this file, or the folder above it" },
    session: { type: "string", value: "ID", help: "only records of this session" },
  },
  examples: [
    { run: "intentgate trace log --intent INT-001", does: "what was changed under an intent" },
    { run: "intentgate trace log --file src/auth", does: "what changed a file or a folder" },
    { run: "intentgate trace show 3f2a91c0", does: "one record: intent, decision, approval, files and line ranges" },
    { run: "intentgate trace verify", does: "find edits, gaps and removals; exit code 1 when there are any" },
  ],
  notes: ["`show` takes the id of a record or of the decision behind it; the first characters are enough."],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [what = "log", id, ...more] = args.words;
  if (!verb.subverbs?.includes(what))
    return refuseWith(io, "BAD_INPUT", `"trace ${what}" is not known`, "Use log, show ID or verify.");
  if (what === "show" ? id === undefined || more.length > 0 : id !== undefined) {
    return refuseWith(
      io,
      "BAD_INPUT",
      `"trace ${args.words.join(" ")}" cannot be understood`,
      "Only `trace show ID` takes an id, and just one.",
    );
  }
  const workspace = governedHere(io);
  if (what === "verify") return verify(workspace, io);
  return what === "show" ? show(workspace, io, id ?? "") : log(workspace, io, args);
}

async function log(workspace: Workspace, io: Io, args: Args): Promise<number> {
  const count = readCount(args.text("number"), 20);
  if (count === null)
    return refuseWith(io, "BAD_INPUT", badCount(args.text("number")), `Give a whole number from 1 to ${MOST_SHOWN}.`);
  const given = args.text("file");
  const file = given === undefined ? null : rootRelative(workspace.home.root, io.cwd, given);
  if (file === "outside")
    return refuseWith(
      io,
      "BAD_INPUT",
      `${given} lies outside ${workspace.home.root}`,
      "Name a file inside the repository.",
    );
  const filter = {
    intent: args.text("intent") ?? null,
    file: file === null ? null : file.path,
    session: args.text("session") ?? null,
  };
  const { records, unreadable } = await readLedger(
    workspace.home.store.ledger,
    (record) => fits(record, filter),
    count,
  );
  if (io.json) {
    io.printJson({ records, unreadable_lines: unreadable });
    return exitCodes.done;
  }
  const filtered = Object.values(filter).some((one) => one !== null);
  if (records.length === 0) {
    io.print(
      filtered
        ? "No record fits. `intentgate trace log` shows the newest ones."
        : "The ledger is empty: nothing was changed through the gate yet.",
    );
  } else for (const line of recordTable(records, io.color)) io.print(line);
  if (unreadable > 0) io.complain(`${unreadable} lines of the ledger cannot be read: run \`intentgate trace verify\`.`);
  return exitCodes.done;
}

async function show(workspace: Workspace, io: Io, id: string): Promise<number> {
  const idsOf = (record: KnownRecord) => [record.id, ...(record.decision ? [record.decision.id] : [])];
  const isAlike = (record: KnownRecord) => idsOf(record).some((one) => one.startsWith(id));
  const { records } = await readLedger(workspace.home.store.ledger, isAlike, MOST_ALIKE);
  const found = pickById(records, id, idsOf);
  if (found.kind === "none") {
    return refuseWith(
      io,
      "NOT_FOUND",
      `no record has the id ${JSON.stringify(id)}`,
      "`intentgate trace log` lists them.",
    );
  }
  if (found.kind === "many") {
    return refuseWith(
      io,
      "BAD_INPUT",
      `${JSON.stringify(id)} fits ${found.ids.length} records`,
      `Give more of the id: ${found.ids.slice(0, 5).join(", ")}.`,
    );
  }
  if (io.json) io.printJson(found.value);
  else {
    const rules = workspace.home.rules();
    const intent =
      rules.ok && found.value.intent_id !== null ? rules.value.intents.get(found.value.intent_id) : undefined;
    io.print(renderRecord(found.value, intent?.name ?? null, io.color));
  }
  return exitCodes.done;
}

async function verify(workspace: Workspace, io: Io): Promise<number> {
  const check = await checkLedger(workspace.home.store.ledger);
  if (io.json) io.printJson(check);
  else io.print(renderCheck(check, io.color));
  return check.findings.length === 0 ? exitCodes.done : exitCodes.failed;
}

/** People name files from where they stand; the ledger names them from the root. */
function rootRelative(root: string, cwd: string, given: string): { path: string } | "outside" {
  const path = relative(root, resolve(cwd, given)).split(sep).join("/");
  return path === ".." || path.startsWith("../") || isAbsolute(path) ? "outside" : { path };
}
