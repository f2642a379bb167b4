/** From lines to intents in the editor: beside the cursor, on hover, above functions, and as colours on demand. */
import { explainLine } from "@intentgate/blame";
import { formatProblem } from "@intentgate/documents";
import * as vscode from "vscode";
import type { GovernedFolders } from "../folders/governed-folders.ts";
import type { ReadOnlyPages } from "../pages/read-only-pages.ts";
import { asText, besideLine, lensTitle, whyMarkdown } from "./credit-words.ts";
import { createFileCredits, type FileCredits } from "./file-credits.ts";
import { registerGutterColours } from "./gutter-colours.ts";

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

const shownKinds = new Set([
  vscode.SymbolKind.Function,
  vscode.SymbolKind.Method,
  vscode.SymbolKind.Constructor,
  vscode.SymbolKind.Class,
]);

/** Above each function: the intents its lines were written under. */
function registerFunctionLenses(credits: FileCredits): vscode.Disposable {
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: credits.onChange,
    async provideCodeLenses(document) {
      if (!vscode.workspace.getConfiguration("intentgate").get("codeLens", true)) return [];
      const credited = credits.of(document);
      if (!credited?.credits.some((credit) => credit.credit === "record")) return [];
      const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
        "vscode.executeDocumentSymbolProvider",
        document.uri,
      );
      return functionsIn(symbols ?? []).flatMap(({ range }) => {
        const lines = credited.credits.slice(range.start.line, range.end.line + 1);
        const title = lensTitle(lines);
        const first =
          range.start.line +
          Math.max(
            0,
            lines.findIndex((line) => line.credit === "record"),
          );
        const command = {
          command: "intentgate.why",
          title: title ?? "",
          arguments: [{ uri: document.uri, line: first }],
        };
        return title === null ? [] : [new vscode.CodeLens(new vscode.Range(range.start, range.start), command)];
      });
    },
  };
  return vscode.languages.registerCodeLensProvider({ scheme: "file" }, provider);
}

function functionsIn(symbols: readonly vscode.DocumentSymbol[]): vscode.DocumentSymbol[] {
  return symbols.flatMap((symbol) => [
    ...(shownKinds.has(symbol.kind) ? [symbol] : []),
    ...functionsIn(symbol.children ?? []),
  ]);
}

const SETTLE_MS = 150;

/** A few faint words beside the line the cursor stands on. */
function registerInlineBlame(credits: FileCredits): vscode.Disposable {
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
