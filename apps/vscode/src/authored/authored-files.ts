/** Help with the files that people write for the gate: problems as they type, completion, and their saves count as theirs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Checked, Problem } from "@intentgate/documents";
import { readHook } from "@intentgate/event-hooks";
import { globProblem, readIntentignore, readIntents, readPolicy } from "@intentgate/policy";
import { type AuthoredName, authoredNames } from "@intentgate/sidecar";
import * as vscode from "vscode";
import type { GovernedFolder, GovernedFolders } from "../folders/governed-folders.ts";
import type { ReadOnlyPages } from "../pages/read-only-pages.ts";
import { createPersonsEdits, type Standing } from "./persons-edits.ts";
import { intentSchema, type Schema, suggestionsAt } from "./suggestions.ts";

type AuthoredKind = "intents" | "policy" | "hook" | "ignore";

const readers: Record<AuthoredKind, (text: string, file: string) => Checked<unknown>> = {
  intents: readIntents,
  policy: readPolicy,
  ignore: readIntentignore,
  hook: (text, file) => readHook(text, file, { problem: globProblem, covers: () => false }),
};

function authoredKind(path: string): AuthoredKind | null {
  if (/(^|\/)\.orchestration\/active_intents\.yaml$/.test(path)) return "intents";
  if (/(^|\/)\.orchestration\/policy\.yaml$/.test(path)) return "policy";
  if (/(^|\/)\.system\/hooks\/[^/]+\.ya?ml$/.test(path)) return "hook";
  return /(^|\/)\.intentignore$/.test(path) ? "ignore" : null;
}

export function registerAuthoredFiles(
  folders: GovernedFolders,
  pages: ReadOnlyPages,
  extension: vscode.Uri,
): vscode.Disposable {
  const found = vscode.languages.createDiagnosticCollection("intentgate");

  function check(document: vscode.TextDocument): void {
    const kind = authoredKind(document.uri.path);
    if (kind === null || document.uri.scheme !== "file") return;
    const read = readers[kind](document.getText(), vscode.workspace.asRelativePath(document.uri));
    found.set(document.uri, read.ok ? [] : read.problems.map((problem) => diagnosticOf(problem, document)));
  }

  for (const document of vscode.workspace.textDocuments) check(document);
  return vscode.Disposable.from(
    found,
    registerCompletion(extension),
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidChangeTextDocument(({ document }) => check(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => found.delete(uri)),
    personsSaves(folders),
    vscode.commands.registerCommand("intentgate.acceptAuthored", () => acceptHeld(folders, pages)),
  );
}

/** Keys where a key can stand, values where a key has a fixed few. The schemas that the reference is made of ship with the extension. */
function registerCompletion(extension: vscode.Uri): vscode.Disposable {
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

function diagnosticOf(problem: Problem, document: vscode.TextDocument): vscode.Diagnostic {
  const line = Math.min(Math.max(0, (problem.line ?? 1) - 1), Math.max(0, document.lineCount - 1));
  const start = Math.max(0, (problem.column ?? 1) - 1);
  const length = problem.excerpt?.length ?? document.lineAt(line).text.length - start;
  const range = new vscode.Range(line, start, line, start + Math.max(1, length));
  const diagnostic = new vscode.Diagnostic(
    range,
    `${problem.message}. ${problem.remedy}`,
    vscode.DiagnosticSeverity.Error,
  );
  diagnostic.source = "Intentgate";
  diagnostic.code = problem.code;
  return diagnostic;
}

/**
 * While a call runs, what changes in these files is held, as a program may have written it. What a person typed on the
 * accepted text and saved in this editor was written by them.
 */
function personsSaves(folders: GovernedFolders): vscode.Disposable {
  const edits = createPersonsEdits();

  function look(document: vscode.TextDocument): void {
    const file = document.uri.fsPath;
    const found = authoredFile(folders, document.uri);
    if (found) edits.saw(file, document.getText(), document.isDirty, () => standingOf(found));
  }

  function saved(document: vscode.TextDocument): void {
    const found = authoredFile(folders, document.uri);
    if (!found) return;
    const { authored } = found.governed.workspace.home;
    const save = { text: document.getText(), counts: authored.counts(found.name, false) };
    const verdict = edits.saved(document.uri.fsPath, { ...save, ...standingOf(found) });
    if (verdict === "accept") authored.accept(found.name);
    if (verdict === "warn") void warn(found.name);
  }

  const listening = vscode.Disposable.from(
    // A folder may become governed while its files are open.
    folders.onChange(() => vscode.workspace.textDocuments.forEach(lookIfClean)),
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => edits.forget(uri.fsPath)),
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      edits.saving(document.uri.fsPath, document.isDirty, reason === vscode.TextDocumentSaveReason.Manual);
    }),
    vscode.workspace.onDidSaveTextDocument(saved),
  );
  vscode.workspace.textDocuments.forEach(lookIfClean);
  return listening;

  function lookIfClean(document: vscode.TextDocument): void {
    if (!document.isDirty) look(document);
  }
}

async function warn(name: AuthoredName): Promise<void> {
  const message = `${name} holds what a program wrote while a call ran. It is saved, and what it widens does not count yet.`;
  const answer = await vscode.window.showWarningMessage(message, "Look and Accept");
  if (answer !== undefined) await vscode.commands.executeCommand("intentgate.acceptAuthored");
}

function standingOf({ governed, name }: AuthoredFile): Standing {
  const { authored } = governed.workspace.home;
  return { isHeld: authored.isHeld(name), accepted: authored.accepted(name), onDisk: authored.current(name) };
}

interface AuthoredFile {
  governed: GovernedFolder;
  name: AuthoredName;
}

function authoredFile(folders: GovernedFolders, uri: vscode.Uri): AuthoredFile | null {
  const found = folders.of(uri);
  if (!found) return null;
  const { authored, root } = found.governed.workspace.home;
  const file = join(root, found.path);
  const name = authoredNames.find((one) => authored.path(one) === file);
  return name === undefined ? null : { governed: found.governed, name };
}

async function acceptHeld(folders: GovernedFolders, pages: ReadOnlyPages): Promise<void> {
  const held = folders.list().flatMap((governed) => {
    const { authored } = governed.workspace.home;
    // While the call still runs, what its program wrote does not count either.
    return authoredNames.filter((name) => !authored.counts(name, false)).map((name) => ({ governed, name }));
  });
  if (held.length === 0)
    return void vscode.window.showInformationMessage("Nothing is held: every file counts as it stands.");
  for (const { governed, name } of held) {
    const { authored } = governed.workspace.home;
    const current = authored.current(name);
    const shown = folders.list().length > 1 ? `${name} of ${governed.folder.name}` : name;
    await vscode.commands.executeCommand(
      "vscode.diff",
      pages.add(name, authored.accepted(name) ?? ""),
      vscode.Uri.file(authored.path(name)),
      `${shown}: accepted and now`,
    );
    const answer = await vscode.window.showWarningMessage(
      `A program changed ${shown} while a call ran. What it widens does not count yet.`,
      "Accept as It Stands",
    );
    if (answer === undefined) continue;
    if (authored.current(name) === current) authored.accept(name);
    else void vscode.window.showWarningMessage(`${shown} changed while you looked at it; it was not accepted.`);
  }
}
