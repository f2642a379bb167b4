/** Who wrote each line of what an editor shows, also of bytes that are not saved yet; kept until something changes. */
import type { LineCredit } from "@intentgate/blame";
import * as vscode from "vscode";
import type { GovernedFolder, GovernedFolders } from "../folders/governed-folders.ts";

export interface FileCredits extends vscode.Disposable {
  /** Null where no gate stands, or the file has no lines. */
  of(document: vscode.TextDocument): Credited | null;
  onChange: vscode.Event<void>;
}

export interface Credited {
  governed: GovernedFolder;
  path: string;
  credits: readonly LineCredit[];
}

/** Larger ones would hold up the editor's extensions. */
const LARGEST = 2_000_000;

export function createFileCredits(folders: GovernedFolders, log: vscode.LogOutputChannel): FileCredits {
  const changed = new vscode.EventEmitter<void>();
  const kept = new Map<string, { version: number; credited: Credited | null }>();
  const listening = folders.onChange(() => {
    kept.clear();
    changed.fire();
  });
  const closing = vscode.workspace.onDidCloseTextDocument((document) => kept.delete(document.uri.toString()));

  function look(document: vscode.TextDocument): Credited | null {
    const found = folders.of(document.uri);
    const text = document.getText();
    if (!found || text.length > LARGEST) return null;
    const { governed, path } = found;
    try {
      const credits = governed.workspace.blame().content(path, Buffer.from(text, "utf8"));
      return credits && { governed, path, credits };
    } catch (error) {
      log.error(`${path} cannot be attributed: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }

  return {
    of(document) {
      const key = document.uri.toString();
      const known = kept.get(key);
      if (known?.version === document.version) return known.credited;
      const credited = look(document);
      kept.set(key, { version: document.version, credited });
      return credited;
    },
    onChange: changed.event,
    dispose() {
      listening.dispose();
      closing.dispose();
      changed.dispose();
    },
  };
}
