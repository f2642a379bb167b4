/** Completion in the files of the gate: keys where a key can stand, values where a key has a fixed few. */
import { readFileSync } from "node:fs";
import * as vscode from "vscode";
import { authoredKind } from "./authored-files.ts";
import { intentSchema } from "./intent-schema.ts";
import { type Schema, suggestionsAt } from "./suggestions.ts";

/** The schemas that the reference is made of ship with the extension. */
export function registerCompletion(extension: vscode.Uri): vscode.Disposable {
  const read = (name: string) =>
    JSON.parse(readFileSync(vscode.Uri.joinPath(extension, "schemas", name).fsPath, "utf8")) as Schema;
  const schemas: Record<"intents" | "policy" | "hook", Schema> = {
    intents: intentSchema,
    policy: read("policy.schema.json"),
    hook: read("event-hook.schema.json"),
  };
  const provider: vscode.CompletionItemProvider = {
    provideCompletionItems(document, position) {
      const kind = authoredKind(document.uri.path);
      if (kind === null || kind === "ignore") return [];
      const before = document.getText(new vscode.Range(0, 0, position.line, position.character));
      return suggestionsAt(before, schemas[kind]).map(({ label, insert, about, isKey }) => {
        const { Property, EnumMember } = vscode.CompletionItemKind;
        const item = new vscode.CompletionItem(label, isKey ? Property : EnumMember);
        item.insertText = insert;
        item.documentation = about;
        return item;
      });
    },
  };
  return vscode.languages.registerCompletionItemProvider({ scheme: "file", language: "yaml" }, provider, ":", " ", "-");
}
