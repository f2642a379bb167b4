/**
 * A command that another program will run: what was decided on, under an id that is good once. The folder lies in the
 * state folder, where no tool call reaches.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import { isAlive, onSystemError } from "@intentgate/world";
import { dropSandboxPlace } from "./sandbox-place.ts";
import { ticketFiles } from "./ticket-files.ts";

export interface TicketOrder {
  /** For whoever judges what came of it; plain data. */
  order: Record<string, unknown>;
  /** Canonical: redeemed elsewhere, it is none. */
  folder: string;
  /** Null where node starts it. */
  started: { run: string; words: readonly string[]; variables: readonly (readonly [string, string])[] } | null;
  /** For a host that may run it in a sandbox of its own. */
  sandboxed: { place: string; words: readonly string[] } | null;
}

/** Longer than a person takes to answer a host's own question about it. */
const GOOD_FOR_S = 900;
const KEPT_MS = 86_400_000;

export function newTicketId(): string {
  return randomBytes(16).toString("hex");
}

export function isTicketId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

export function writeTicket(stateDir: string, id: string, { order, folder, started, sandboxed }: TicketOrder): void {
  const place = folderOf(stateDir, id);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const write = (name: string, text: string) => writeFileSync(join(place, name), text, { mode: 0o600 });
  write(ticketFiles.order, JSON.stringify(order));
  write(ticketFiles.until, `${Math.floor(Date.now() / 1_000) + GOOD_FOR_S}\n`);
  write(ticketFiles.folder, ended([folder]));
  if (started === null) return;
  if (sandboxed !== null) {
    write(ticketFiles.place, ended([sandboxed.place]));
    write(ticketFiles.sandboxed, ended(sandboxed.words));
  }
  write(ticketFiles.run, ended([started.run]));
  write(ticketFiles.variables, ended(started.variables.flat()));
  // Last: without them it is one that node starts, and that one finds nothing to start.
  write(ticketFiles.words, ended(started.words));
}

function ended(texts: readonly string[]): string {
  const bad = texts.find((text) => text.includes("\0"));
  if (bad !== undefined) throw new Error("a word with a zero byte cannot be handed to a program");
  return texts.map((text) => `${text}\0`).join("");
}

/** `unseen`: nobody came with it. `refused`: somebody came, and it was not good there. */
export type TicketState = "unseen" | "refused" | "redeemed" | "failed" | "judged" | "gone";

export function ticketState(stateDir: string, id: string): TicketState {
  const place = placeItRanIn(stateDir, id);
  const folders = [folderOf(stateDir, id), ...(place === null ? [] : [place])];
  const has = (name: string) => folders.some((folder) => existsSync(join(folder, name)));
  if (!isTicketId(id) || !has(ticketFiles.order)) return "gone";
  if (has(ticketFiles.judged)) return "judged";
  if (has(ticketFiles.failed)) return "failed";
  if (has(ticketFiles.redeemed)) return "redeemed";
  return has(ticketFiles.seen) ? "refused" : "unseen";
}

/** Who redeemed it is at it. Where a host runs it in a sandbox of its own, nobody can tell, and it is taken for over. */
export function isTicketAtWork(stateDir: string, id: string): boolean {
  if (ticketState(stateDir, id) !== "redeemed") return false;
  const file = join(folderOf(stateDir, id), ticketFiles.redeemed);
  const [pid = "", started = ""] = onSystemError(["ENOENT"], "", () => readFileSync(file, "utf8")).split(" ");
  return Number(pid) > 1 && isAlive(Number(pid), started);
}

/** Null where there is none. */
export function readOrder(stateDir: string, id: string): Record<string, unknown> | null {
  if (!isTicketId(id)) return null;
  const text = onSystemError(["ENOENT"], null, () =>
    readFileSync(join(folderOf(stateDir, id), ticketFiles.order), "utf8"),
  );
  return text === null ? null : jsonFields(text);
}

export function markTicket(stateDir: string, id: string, as: "judged" | "failed"): void {
  writeFileSync(join(folderOf(stateDir, id), ticketFiles[as]), "", { mode: 0o600 });
}

/** Where it left its shell is read after its end, in one of these. */
export function folderAfterFiles(stateDir: string, id: string, place: string | null): string[] {
  const folders = [folderOf(stateDir, id), ...(place === null ? [] : [place])];
  return folders.map((folder) => join(folder, ticketFiles.folderAfter));
}

export function dropTicket(stateDir: string, id: string): void {
  if (!isTicketId(id)) return;
  const place = placeOf(stateDir, id);
  if (place !== null) dropSandboxPlace(place);
  rmSync(folderOf(stateDir, id), { recursive: true, force: true });
}

/** Where it left what it wrote; null where the host ran it in no sandbox of its own. */
export function placeItRanIn(stateDir: string, id: string): string | null {
  const place = placeOf(stateDir, id);
  const isOutside = existsSync(join(folderOf(stateDir, id), ticketFiles.seen));
  return place !== null && !isOutside && existsSync(join(place, ticketFiles.seen)) ? place : null;
}

/** Null where no sandbox was thought of. */
function placeOf(stateDir: string, id: string): string | null {
  if (!isTicketId(id)) return null;
  const file = join(folderOf(stateDir, id), ticketFiles.place);
  return onSystemError(["ENOENT"], null, () => readFileSync(file, "utf8").replace(/\0$/, ""));
}

/** Nobody redeems it from now on; false where somebody did. */
export function spoilTicket(stateDir: string, id: string): boolean {
  const isFirst = onSystemError(["EEXIST", "ENOENT"], false, () => {
    writeFileSync(join(folderOf(stateDir, id), ticketFiles.redeemed), "", { mode: 0o600, flag: "wx" });
    return true;
  });
  if (isFirst) markTicket(stateDir, id, "failed");
  return isFirst;
}

export function ticketIds(stateDir: string): string[] {
  return onSystemError(["ENOENT"], [], () => readdirSync(join(stateDir, "tickets"))).filter(isTicketId);
}

/** Of calls whose end nobody told; one that may still run is none. */
export function oldTickets(stateDir: string, now: number): string[] {
  return ticketIds(stateDir).filter((id) => {
    const stat = statSync(folderOf(stateDir, id), { throwIfNoEntry: false });
    if (stat === undefined || now - stat.mtimeMs <= KEPT_MS) return false;
    const owner = readOrder(stateDir, id)?.owner;
    return ticketState(stateDir, id) !== "redeemed" || typeof owner !== "number" || !isAlive(owner, null);
  });
}

function folderOf(stateDir: string, id: string): string {
  return join(stateDir, "tickets", id);
}
