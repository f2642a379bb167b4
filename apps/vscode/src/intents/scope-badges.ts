/** Marks in the explorer which files lie outside the scope of the intent being worked on. */
import * as vscode from "vscode";
import type { GovernedFolders } from "../folders/governed-folders.ts";
import type { LookedAt } from "./looked-at.ts";

export function registerScopeBadges(folders: GovernedFolders, lookedAt: LookedAt): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration(uri) {
      if (!vscode.workspace.getConfiguration("intentgate").get("scopeBadges", true)) return undefined;
      const found = folders.of(uri);
      const intent = found && lookedAt.in(found.governed);
      if (!found || !intent || !lookedAt.isOutside(found.governed, found.path)) return undefined;
      return {
        badge: "⊘",
        tooltip: `Outside the scope of ${intent.id}`,
        color: new vscode.ThemeColor("intentgate.outsideScope"),
        propagate: false,
      };
    },
  };
  const refresh = () => changed.fire(undefined);
  return vscode.Disposable.from(
    vscode.window.registerFileDecorationProvider(provider),
    lookedAt.onChange(refresh),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("intentgate.scopeBadges")) refresh();
    }),
    changed,
  );
}
