/** The workspace folders that a gate stands in front of, each with its opened workspace; says when something changed. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace, type Workspace } from "@intentgate/gate";
import { stateDir, waitingRequests } from "@intentgate/sidecar";
import * as vscode from "vscode";
import { filePlace } from "./file-place.ts";

export interface GovernedFolder {
  folder: vscode.WorkspaceFolder;
  workspace: Workspace;
}

/** A folder whose sidecar cannot be used as it stands. */
export interface BrokenFolder {
  folder: vscode.WorkspaceFolder;
  why: string;
}

export interface GovernedFolders extends vscode.Disposable {
  list(): readonly GovernedFolder[];
  broken(): readonly BrokenFolder[];
  /** Folders of this window without a gate. */
  open(): readonly vscode.WorkspaceFolder[];
  /** The folder a file lies in, with its path as the gate names it; null where no gate stands. */
  of(uri: vscode.Uri): { governed: GovernedFolder; path: string } | null;
  /** Looks again which folders are governed, and tells everybody. */
  refresh(): void;
  /** Intents, sessions, approvals or records changed. */
  onChange: vscode.Event<void>;
}

/** The sidecar is on this machine, so looking at a few stamps is cheaper and surer than a watcher that may be excluded. */
const LOOK_MS = 300;
/** A broken one is opened anew with each of so many looks. */
const LOOKS_AT_BROKEN = 10;

export function createGovernedFolders(log: vscode.LogOutputChannel): GovernedFolders {
  const changed = new vscode.EventEmitter<void>();
  const watchers = new Map<string, { stop(): void }>();
  let known: GovernedFolder[] = [];
  let damaged: BrokenFolder[] = [];
  let seen = "";
  let ticks = 0;

  function refresh(): void {
    openAll();
    changed.fire();
  }

  function openAll(): void {
    const found: GovernedFolder[] = [];
    const broken: BrokenFolder[] = [];
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      if (folder.uri.scheme !== "file") continue;
      try {
        const governed = openFolder(folder);
        if (governed) found.push(governed);
      } catch (error) {
        broken.push({ folder, why: error instanceof Error ? error.message : String(error) });
      }
    }
    // Looked at again several times a second: each trouble is worth one line.
    for (const { folder, why } of broken)
      if (!damaged.some((one) => one.folder.uri.fsPath === folder.uri.fsPath && one.why === why))
        log.error(`${folder.uri.fsPath} cannot be used: ${why}`);
    damaged = broken;
    known = found;
    stopOtherWatchers();
    void vscode.commands.executeCommand("setContext", "intentgate.governed", known.length + damaged.length > 0);
  }

  /** Null where no gate stands; throws where one stands that cannot be used. */
  function openFolder(folder: vscode.WorkspaceFolder): GovernedFolder | null {
    const before = known.find((one) => one.folder.uri.fsPath === folder.uri.fsPath);
    const workspace = before?.workspace ?? openWorkspace(folder.uri.fsPath, { stateDir: stateDir(process.env) });
    if (!existsSync(workspace.home.sidecar)) return null;
    const governed = { folder, workspace };
    fingerprint(governed);
    workspace.home.rules(); // problems in the text are values; what throws is a sidecar that cannot be read
    // Whoever looks into an inbox says so: calls that ask then wait for the person instead of being refused.
    const { sidecar, store } = workspace.home;
    if (!watchers.has(sidecar)) watchers.set(sidecar, store.approvals.watch());
    return governed;
  }

  function stopOtherWatchers(): void {
    const wanted = new Set(known.map(({ workspace }) => workspace.home.sidecar));
    for (const [sidecar, watcher] of watchers) {
      if (wanted.has(sidecar)) continue;
      watchers.delete(sidecar);
      stop(watcher);
    }
  }

  /** Taking its mark out of a broken inbox may fail; the mark runs out by itself. */
  function stop(watcher: { stop(): void }): void {
    try {
      watcher.stop();
    } catch (error) {
      log.debug(String(error));
    }
  }

  function look(): void {
    ticks += 1;
    if (state() === seen && (damaged.length === 0 || ticks % LOOKS_AT_BROKEN !== 0)) return;
    openAll();
    const now = state();
    if (now === seen) return;
    seen = now;
    changed.fire();
  }

  const state = () => `${stamps()}\n${damaged.map(({ why }) => why).join("\n")}`;

  /** Null where one of them cannot be read: why is said when it is opened again. */
  function stamps(): string | null {
    try {
      return known.map(fingerprint).join("\n");
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return null;
    }
  }

  const timer = setInterval(look, LOOK_MS);
  const folderChange = vscode.workspace.onDidChangeWorkspaceFolders(refresh);

  return {
    list: () => known,
    broken: () => damaged,
    open: () =>
      (vscode.workspace.workspaceFolders ?? []).filter(
        (folder) => folder.uri.scheme === "file" && ![...known, ...damaged].some((one) => one.folder === folder),
      ),
    of(uri) {
      if (uri.scheme !== "file") return null;
      const place = filePlace(
        uri.fsPath,
        known.map(({ workspace }) => workspace.home.root),
      );
      const governed = known.find(({ workspace }) => workspace.home.root === place?.root);
      return place && governed ? { governed, path: place.path } : null;
    },
    refresh,
    onChange: changed.event,
    dispose() {
      clearInterval(timer);
      folderChange.dispose();
      for (const watcher of watchers.values()) stop(watcher);
      changed.dispose();
    },
  };
}

function fingerprint({ workspace }: GovernedFolder): string {
  const { sidecar, store } = workspace.home;
  const stamps = ["active_intents.yaml", "policy.yaml", "agent_trace.jsonl", "sessions"].map((name) => {
    const found = statSync(join(sidecar, name), { throwIfNoEntry: false });
    return found ? `${found.mtimeMs}:${found.size}` : "-";
  });
  const waiting = waitingRequests(store.approvals, workspace.now()).map((one) => one.id);
  return [sidecar, ...stamps, ...waiting].join(" ");
}
