/** From lines to intents in the editor: beside the cursor, on hover, above functions, and as colours on demand. */
import { explainLine } from "@intentgate/blame";
import { formatProblem } from "@intentgate/documents";
import * as vscode from "vscode";
import type { GovernedFolders } from "../folders/governed-folders.ts";
import type { ReadOnlyPages } from "../pages/read-only-pages.ts";
import { asText, whyMarkdown } from "./credit-words.ts";
import { createFileCredits } from "./file-credits.ts";
import { registerFunctionLenses } from "./function-lenses.ts";
import { registerGutterColours } from "./gutter-colours.ts";
import { registerInlineBlame } from "./inline-blame.ts";

export function registerBlame(
  folders: GovernedFolders,
  pages: ReadOnlyPages,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const credits = createFileCredits(folders, log);

  /** The page of a line as it is saved; a line that is being typed has no history yet. */
  function page(document: vscode.TextDocument, line: number): vscode.MarkdownString | null {
    const credited = credits.of(document);
    if (!credited) return null;
    const { workspace } = credited.governed;
    if (document.isDirty) return new vscode.MarkdownString("Save the file first: only what is saved has a history.");
    const explained = explainLine(workspace.home, workspace.blame(), credited.path, line + 1);
    const text = explained.ok ? whyMarkdown(explained.value) : explained.problems.map(formatProblem).join("\n\n");
    return new vscode.MarkdownString(text, true);
  }

  return vscode.Disposable.from(
    credits,
    registerInlineBlame(credits),
    registerGutterColours(credits),
    registerFunctionLenses(credits),
    vscode.languages.registerHoverProvider(
      { scheme: "file" },
      {
        provideHover(document, position) {
          const credit = credits.of(document)?.credits[position.line];
          if (!credit || credit.credit === "before_ledger") return null;
          const shown = page(document, position.line);
          return shown && new vscode.Hover(shown);
        },
      },
    ),
    vscode.commands.registerCommand("intentgate.why", async (at?: { uri: vscode.Uri; line: number }) => {
      const editor = at ? await vscode.window.showTextDocument(at.uri) : vscode.window.activeTextEditor;
      if (!editor) return void vscode.window.showInformationMessage("Put the cursor on a line first.");
      const line = at?.line ?? editor.selection.active.line;
      const shown = page(editor.document, line);
      if (!shown) return void vscode.window.showInformationMessage("No gate stands in front of this file.");
      editor.selection = new vscode.Selection(line, 0, line, 0);
      editor.revealRange(editor.selection);
      // A page beside the code, so that it can be read at leisure and copied from.
      const place = `${vscode.workspace.asRelativePath(editor.document.uri)}:${line + 1}`;
      const uri = pages.add(`Why ${place.split("/").at(-1)}.md`, `# Why ${asText(place)}\n\n${shown.value}\n`);
      await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
    }),
  );
}
