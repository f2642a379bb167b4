/** Above each function: the intents its lines were written under. */
import * as vscode from "vscode";
import { lensTitle } from "./credit-words.ts";
import type { FileCredits } from "./file-credits.ts";

const shownKinds = new Set([
  vscode.SymbolKind.Function,
  vscode.SymbolKind.Method,
  vscode.SymbolKind.Constructor,
  vscode.SymbolKind.Class,
]);

export function registerFunctionLenses(credits: FileCredits): vscode.Disposable {
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
