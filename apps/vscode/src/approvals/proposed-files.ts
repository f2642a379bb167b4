/** Opens what a call would make of a file beside what stands there, in the diff editor. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { OpenApproval } from "@intentgate/sidecar";
import * as vscode from "vscode";
import type { GovernedFolder } from "../folders/governed-folders.ts";

const SCHEME = "intentgate-proposed";

export interface ProposedFiles extends vscode.Disposable {
  show(governed: GovernedFolder, entry: OpenApproval): Promise<void>;
  /** Once it is answered, what was proposed is no longer of interest. */
  close(entry: OpenApproval): Promise<void>;
}

export function proposedFiles(): ProposedFiles {
  const texts = new Map<string, string>();
  const registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? "",
  });

  function page(entry: OpenApproval, path: string, side: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${path}`, query: `${entry.id}:${side}` });
    texts.set(uri.toString(), text);
    return uri;
  }

  async function showFile(governed: GovernedFolder, entry: OpenApproval, path: string, after: string): Promise<void> {
    const file = join(governed.workspace.home.root, path);
    const before = existsSync(file) ? vscode.Uri.file(file) : page(entry, path, "before", "");
    const title = `${path} (as ${entry.shown.tool} would leave it)`;
    await vscode.commands.executeCommand("vscode.diff", before, page(entry, path, "after", after), title, {
      preview: false,
    });
  }

  return {
    async show(governed, entry) {
      for (const file of entry.shown.diff) {
        if (file.proposed !== null) await showFile(governed, entry, file.path, file.proposed);
        else {
          const more = file.moreLines > 0 ? [`… ${file.moreLines} more lines`] : [];
          const uri = page(entry, `${file.path}.diff`, "lines", [...file.lines, ...more].join("\n"));
          await vscode.window.showTextDocument(uri, { preview: false });
        }
      }
    },
    async close(entry) {
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      await vscode.window.tabGroups.close(tabs.filter(({ input }) => isOf(entry, input)));
      for (const key of [...texts.keys()]) if (isOf(entry, { uri: vscode.Uri.parse(key) })) texts.delete(key);
    },
    dispose: () => registered.dispose(),
  };
}

function isOf(entry: OpenApproval, input: unknown): boolean {
  const { uri, modified } = (input ?? {}) as { uri?: vscode.Uri; modified?: vscode.Uri };
  const shown = modified ?? uri;
  return shown?.scheme === SCHEME && shown.query.startsWith(`${entry.id}:`);
}
