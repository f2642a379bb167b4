/** What would be written for hosts: computed whole before the first byte is, so that a broken file stops all of it. */
import { relative, sep } from "node:path";
import type { Checked, Problem } from "@intentgate/documents";
import {
  addTo,
  hosts as allHosts,
  changedEntries,
  type Host,
  type InstallFile,
  type InstallMode,
  type InstallSettings,
  removeFrom,
  switchedOff,
} from "@intentgate/hosts";
import { machineLines } from "@intentgate/sidecar";
import { findRepository } from "@intentgate/world";
import type { ReceiptFile } from "./receipt.ts";
import { readSettings } from "./settings-file.ts";

export interface PlannedFile {
  /** With forward slashes, relative to the root. */
  path: string;
  before: string | null;
  /** Null: it goes. */
  after: string | null;
  isProgram: boolean;
  /** To be named in git's list of what stays out. */
  keepOut: boolean;
}

export interface InstallPlan {
  mode: InstallMode;
  /** Also those that read another one's settings. */
  hosts: readonly Host[];
  /** Set up by the settings that a team committed; nothing is written for them. */
  byTeam: readonly Host[];
  files: readonly PlannedFile[];
  warnings: readonly string[];
}

export interface PlanRequest {
  root: string;
  mode: InstallMode;
  hosts: readonly Host[];
  settings(mode: InstallMode): InstallSettings;
  /** What was written before, perhaps for other hosts. */
  known: readonly ReceiptFile[];
}

export function planInstall({ root, mode, hosts, settings, known }: PlanRequest): Checked<InstallPlan> {
  const stands = (host: Host, as: InstallMode) => isInstalled(root, host, as, settings(as));
  const byTeam =
    mode === "team"
      ? []
      : withReaders(
          hosts.filter((host) => stands(host, "team")),
          hosts,
        );
  const own = hosts.filter((host) => !byTeam.includes(host));
  const others = allHosts.filter((host) => !hosts.includes(host) && (stands(host, "personal") || stands(host, "team")));
  // A host that reads another's settings gets none of its own: every event would come twice.
  const readers = readersOf([...own, ...others]);
  const wanted = own.filter((host) => !readers.includes(host)).flatMap(({ install }) => install.files(mode));
  const isWanted = ({ path }: { path: string }) => wanted.some((one) => one.path === path);
  // What the other mode left would bring every event twice as well.
  const left = [
    ...(mode === "team" ? own.flatMap(({ install }) => install.files("personal")) : []),
    ...readers.flatMap(({ install }) => [...install.files("personal"), ...install.files("team")]),
  ].filter((file) => !isWanted(file) && !others.some((host) => !readers.includes(host) && hasFile(host, file)));
  // What this person did not write for themselves may be what a team committed: that is theirs to take away.
  const isTheirs = ({ path }: InstallFile) =>
    mode === "personal" && !known.some((one) => one.path === path && one.keptOut) && isOurs(root, path);
  const theirs = left.filter(isTheirs);
  const plan = createEdits(root);
  for (const file of wanted) plan.edit(file, (text) => addTo(file, text, settings(mode)));
  for (const file of left.filter((one) => !theirs.includes(one))) plan.edit(file, (text) => withoutOurs(file, text));
  const keptOut = [
    ...known.filter((one) => one.keptOut && !isWanted(one) && !left.some(({ path }) => path === one.path)),
    ...wanted.filter(({ keepOut }) => keepOut),
  ].map(({ path }) => path);
  const exclude = excludeFile(root, keptOut);
  if (exclude !== null) plan.edit(exclude, (text) => addTo(exclude, text, settings(mode)));

  const { problems, files } = plan.done();
  if (problems.length > 0) return { ok: false, problems };
  const stays = [...new Set(theirs.map(({ path }) => path))].map(
    (path) =>
      `${path} is not of your own making and stays: the agent that reads it asks the gate twice about each call.`,
  );
  return { ok: true, value: { mode, hosts, byTeam, files, warnings: [...offIn(wanted, files, root), ...stays] } };
}

/** The edits of several parts to one file follow each other. */
export function createEdits(root: string) {
  const texts = new Map<string, Omit<PlannedFile, "path">>();
  const problems: Problem[] = [];
  return {
    edit(file: InstallFile, change: (text: string | null) => Checked<string | null>): void {
      const known = texts.get(file.path);
      const read = known ? { ok: true as const, value: known.after } : readSettings(root, file.path);
      const changed = read.ok ? change(read.value) : read;
      if (!read.ok || !changed.ok) {
        if (!changed.ok) problems.push(...changed.problems);
        return;
      }
      const isProgram = file.content.kind === "own" && file.content.executable;
      const before = known ? known.before : read.value;
      texts.set(file.path, { before, after: changed.value, isProgram, keepOut: file.keepOut });
    },
    done() {
      const files = [...texts].map(([path, text]): PlannedFile => ({ path, ...text }));
      return { problems, files: files.filter(({ before, after }) => before !== after) };
    },
  };
}

/** Not even read as settings where our name does not occur: what is not ours may be broken as it likes. */
function withoutOurs(file: InstallFile, text: string | null): Checked<string | null> {
  return text === null || !text.includes("intentgate") ? { ok: true, value: text } : removeFrom(file, text);
}

function isOurs(root: string, path: string): boolean {
  const text = readSettings(root, path);
  return text.ok && text.value?.includes("intentgate") === true;
}

/** Its hooks as they should be; how the server is started may be as an earlier version wrote it. */
function isInstalled(root: string, { install }: Host, mode: InstallMode, settings: InstallSettings): boolean {
  const files = install.files(mode);
  const isThere = (file: InstallFile) => {
    const text = readSettings(root, file.path);
    if (!text.ok || !text.value?.includes("intentgate")) return false;
    const left = removeFrom(file, text.value);
    const changed = changedEntries(file, text.value, settings);
    return left.ok && left.value !== text.value && changed.ok && changed.value.length === 0;
  };
  return files.length > 0 && files.every(isThere);
}

function readersOf(hosts: readonly Host[]): readonly Host[] {
  const names = new Set(hosts.flatMap(({ install }) => install.alsoReadBy));
  return allHosts.filter(({ name }) => names.has(name));
}

/** These, and those among all that read the settings of one of these. */
function withReaders(some: readonly Host[], all: readonly Host[]): readonly Host[] {
  const readers = readersOf(some);
  return all.filter((host) => some.includes(host) || readers.includes(host));
}

function hasFile({ install }: Host, { path }: InstallFile): boolean {
  return [...install.files("personal"), ...install.files("team")].some((file) => file.path === path);
}

/** What people set in these files that keeps hooks from running. */
export function offIn(wanted: readonly InstallFile[], files: readonly PlannedFile[], root: string): string[] {
  const warnings = wanted.flatMap((file) => {
    const planned = files.find(({ path }) => path === file.path)?.after;
    const text = planned === undefined ? readSettings(root, file.path) : { ok: true as const, value: planned };
    const off = text.ok && text.value !== null ? switchedOff(file, text.value) : null;
    return off?.ok ? off.value.map((why) => `${file.path}: ${why}`) : [];
  });
  return [...new Set(warnings)];
}

/** Git's list of what stays out, and nothing else: where no settings are written for hosts. */
export function planKeepOut({ root, settings, known }: Omit<PlanRequest, "hosts" | "mode">): Checked<PlannedFile[]> {
  const exclude = excludeFile(
    root,
    known.filter(({ keptOut }) => keptOut).map(({ path }) => path),
  );
  const plan = createEdits(root);
  if (exclude !== null) plan.edit(exclude, (text) => addTo(exclude, text, settings("personal")));
  const { problems, files } = plan.done();
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: files };
}

/**
 * With a block of lines between two comments, as in TOML, for what the machine writes and for these paths below the root;
 * null without a repository.
 */
export function excludeFile(root: string, paths: readonly string[]): InstallFile | null {
  const repository = findRepository(root);
  if (repository === null) return null;
  const path = slashed(relative(root, `${repository.commonDir}/info/exclude`));
  const below = slashed(relative(repository.top, root));
  const lines = [...new Set(paths)].sort().map((one) => `/${below === "" ? "" : `${below}/`}${one}`);
  const content = { kind: "toml" as const, lines: () => [...machineLines(root, repository), ...lines], taken: [] };
  return { path, keepOut: false, content };
}

function slashed(path: string): string {
  return path.split(sep).join("/");
}
