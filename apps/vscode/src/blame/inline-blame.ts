/** A few faint words beside the line the cursor stands on. */
import * as vscode from "vscode";
import { besideLine } from "./credit-words.ts";
import type { FileCredits } from "./file-credits.ts";

const SETTLE_MS = 150;

export function registerInlineBlame(credits: FileCredits): vscode.Disposable {
  const words = vscode.window.createTextEditorDecorationType({
    after: { margin: "0 0 0 3em", color: new vscode.ThemeColor("editorCodeLens.foreground"), fontStyle: "italic" },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
  });
  let timer: NodeJS.Timeout | undefined;

  function show(): void {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return;
    const isOn = vscode.workspace.getConfiguration("intentgate").get("inlineBlame", true);
    const line = editor.selection.active.line;
    const credit = isOn ? credits.of(editor.document)?.credits[line] : undefined;
    const text = credit ? besideLine(credit, new Date()) : null;
    const end = editor.document.lineAt(line).range.end;
    const range = new vscode.Range(end, end);
    editor.setDecorations(words, text === null ? [] : [{ range, renderOptions: { after: { contentText: text } } }]);
  }

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(show, SETTLE_MS);
  };
  soon();
  return vscode.Disposable.from(
    words,
    vscode.window.onDidChangeTextEditorSelection(soon),
    vscode.window.onDidChangeActiveTextEditor(soon),
    vscode.workspace.onDidChangeTextDocument(soon),
    vscode.workspace.onDidChangeConfiguration(soon),
    credits.onChange(soon),
    vscode.commands.registerCommand("intentgate.toggleInlineBlame", async () => {
      const settings = vscode.workspace.getConfiguration("intentgate");
      const isOn = settings.get("inlineBlame", true);
      await settings.update("inlineBlame", !isOn, vscode.ConfigurationTarget.Global);
    }),
    { dispose: () => clearTimeout(timer) },
  );
}
