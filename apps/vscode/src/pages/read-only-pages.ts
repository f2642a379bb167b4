/** Texts that are shown and never saved. An untitled document would want to be saved when it is closed. */
import * as vscode from "vscode";

export interface ReadOnlyPages extends vscode.Disposable {
  /** The address of a page that holds this text; `name` is what its tab says. */
  add(name: string, text: string): vscode.Uri;
}

const SCHEME = "intentgate-page";
/** Older ones are closed by then, or empty when somebody goes back to them. */
const KEPT = 100;

export function createReadOnlyPages(): ReadOnlyPages {
  const texts = new Map<string, string>();
  let count = 0;
  const registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? "",
  });
  return {
    add(name, text) {
      count += 1;
      const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: String(count) });
      texts.set(uri.toString(), text);
      for (const oldest of [...texts.keys()].slice(0, -KEPT)) texts.delete(oldest);
      return uri;
    },
    dispose: () => registered.dispose(),
  };
}
