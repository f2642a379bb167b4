/** The intent that the window shows scope for: the one a person chose, else what the newest session works under. */
import { findIntent } from "@intentgate/gate";
import type { Intent } from "@intentgate/policy";
import { liveSessions } from "@intentgate/sidecar";
import * as vscode from "vscode";
import type { GovernedFolder, GovernedFolders } from "../folders/governed-folders.ts";
import { isOutside } from "./scope-globs.ts";

export interface LookedAt extends vscode.Disposable {
  in(governed: GovernedFolder): Intent | null;
  /** Whether the intent looked at may change neither this nor anything below it. */
  isOutside(governed: GovernedFolder, path: string): boolean;
  choose(governed: GovernedFolder, id: string | null): void;
  onChange: vscode.Event<void>;
}

export function createLookedAt(folders: GovernedFolders, memory: vscode.Memento): LookedAt {
  const changed = new vscode.EventEmitter<void>();
  const listening = folders.onChange(() => changed.fire());
  const keyOf = ({ workspace }: GovernedFolder) => `looked-at:${workspace.home.root}`;

  function intentIn(governed: GovernedFolder): Intent | null {
    const { workspace } = governed;
    const chosen = memory.get<string | null>(keyOf(governed), null);
    const working = liveSessions(workspace).find((session) => session.intent !== null)?.intent?.id ?? null;
    const id = chosen ?? working;
    if (id === null) return null;
    const found = findIntent(workspace.home, id);
    return found.ok ? found.value : null;
  }

  return {
    in: intentIn,
    isOutside(governed, path) {
      const intent = intentIn(governed);
      const rules = governed.workspace.home.rules();
      // What counts, not what stands in the file: a widening that waits for a yes owns nothing yet.
      const counting = intent && rules.ok ? rules.value.intents.get(intent.id) : undefined;
      return counting !== undefined && isOutside(counting, path);
    },
    choose(governed, id) {
      void memory.update(keyOf(governed), id).then(() => changed.fire());
    },
    onChange: changed.event,
    dispose() {
      listening.dispose();
      changed.dispose();
    },
  };
}
