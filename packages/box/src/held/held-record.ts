/** What is written down of a held command while it runs, so that whoever asks finds it and can end it. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import { onSystemError, replaceFile } from "@intentgate/world";
import { type Holder, holderOf } from "../network/holder.ts";
import { portsBelow } from "../network/listening-ports.ts";
import { endProcess, isRunning, type ProcessMark, readMark } from "../network/process-mark.ts";
import { sessionFolder, sessionFolders } from "../network/session-folder.ts";

/** The process is the one that watches over the command. */
export interface HeldRecord extends ProcessMark {
  id: string;
  session: string;
  root: string;
  /** For people to read; nobody runs it. */
  shown: string;
  /** When it was started. */
  at: string;
  /** Where its output is; null where whoever started it reads it. */
  output: string | null;
}

export interface Held extends HeldRecord {
  /** The host that its session runs in. */
  owner: ProcessMark | null;
  ports: number[];
}

const idShape = /^[a-z0-9]{6,20}$/;

function fileOf(state: string, { session, id }: Pick<HeldRecord, "session" | "id">): string {
  return join(sessionFolder(state, session), `held-${id}.json`);
}

export function writeHeld(state: string, record: HeldRecord): void {
  replaceFile(fileOf(state, record), `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

export function forgetHeld(state: string, record: Pick<HeldRecord, "session" | "id">): void {
  rmSync(fileOf(state, record), { force: true });
}

/** Of all sessions, oldest first. Records of those that ended go. */
export function listHeld(state: string): Held[] {
  const all = sessionFolders(state).flatMap((folder) =>
    namesIn(folder).flatMap((name) => {
      const record = readHeld(join(folder, name));
      if (record !== null && isRunning(record)) return [record];
      rmSync(join(folder, name), { force: true });
      return [];
    }),
  );
  return all
    .map((record) => ({ ...record, ...factsOf(record, holderOf(state, record.session)) }))
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

function factsOf({ pid }: HeldRecord, holder: Holder | null): Pick<Held, "owner" | "ports"> {
  return holder === null ? { owner: null, ports: [] } : { owner: holder.owner, ports: portsBelow(pid, holder.pid) };
}

/** With everything that it started. */
export function stopHeld(held: HeldRecord): void {
  endProcess(held, "SIGTERM");
}

function namesIn(folder: string): string[] {
  const names = onSystemError("any", [], () => readdirSync(folder));
  return names.filter((name) => name.startsWith("held-") && name.endsWith(".json"));
}

function readHeld(file: string): HeldRecord | null {
  const fields = jsonFields(onSystemError(["ENOENT"], "", () => readFileSync(file, "utf8")));
  const mark = readMark(fields);
  const { id, session, root, shown, at, output } = fields;
  const texts = [id, session, root, shown, at].map((text) => (typeof text === "string" ? text : null));
  if (mark === null || texts.includes(null) || !idShape.test(String(id))) return null;
  const [one = "", two = "", three = "", four = "", five = ""] = texts as string[];
  return {
    ...mark,
    id: one,
    session: two,
    root: three,
    shown: four,
    at: five,
    output: typeof output === "string" ? output : null,
  };
}
