/** Offers to put a gate in front of a folder; the command line program that ships with the extension does the work. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { unaskedStep } from "./chosen-folder.ts";
import type { GovernedFolders } from "./governed-folders.ts";
import { programIn } from "./program.ts";

const run = promisify(execFile);
const SET_UP = "Set Up";
const NEVER = "Never Here";

/** `asked`: the person wants it now, whatever the setting says. */
export async function offerSidecar(
  folders: GovernedFolders,
  context: vscode.ExtensionContext,
  how: "asked" | "unasked",
): Promise<void> {
  const open = folders.open();
  if (open.length === 0) {
    if (how === "asked") void vscode.window.showInformationMessage(nothingToDo());
    return;
  }
  if (how === "asked") {
    const chosen = open.length === 1 ? open[0] : await pickFolder(open);
    if (chosen) await create(chosen, folders, context);
    return;
  }
  const setting = vscode.workspace.getConfiguration("intentgate").get<string>("createSidecar", "ask");
  for (const folder of open) {
    const todo = unaskedStep(setting, declined(context).includes(folder.uri.toString()));
    if (todo === "create") await create(folder, folders, context);
    if (todo === "ask") await ask(folder, folders, context);
  }
}

async function ask(folder: vscode.WorkspaceFolder, folders: GovernedFolders, context: vscode.ExtensionContext) {
  const question = `Intentgate can stand between agents and ${folder.name}: no change without an intent that you declared. It would write .orchestration/ there.`;
  const answer = await vscode.window.showInformationMessage(question, SET_UP, "Not Now", NEVER);
  if (answer === SET_UP) await create(folder, folders, context);
  if (answer === NEVER) await context.globalState.update("declined", [...declined(context), folder.uri.toString()]);
}

async function create(
  folder: vscode.WorkspaceFolder,
  folders: GovernedFolders,
  context: vscode.ExtensionContext,
): Promise<void> {
  const words = ["init", "--yes", "--no-hosts", "--root", folder.uri.fsPath];
  const { node, env, file } = programIn(context.extensionUri);
  try {
    await run(node, [file, ...words], { cwd: folder.uri.fsPath, env, timeout: 30_000 });
  } catch (error) {
    const why = (error as { stderr?: string }).stderr?.trim() || String(error);
    void vscode.window.showErrorMessage(`Intentgate could not be set up in ${folder.name}: ${why}`);
    return;
  }
  folders.refresh();
  const next = await vscode.window.showInformationMessage(
    `${folder.name} is governed now. Agents can change nothing until you declare an intent.`,
    "Declare an Intent",
  );
  if (next) await vscode.commands.executeCommand("intentgate.newIntent");
}

async function pickFolder(open: readonly vscode.WorkspaceFolder[]): Promise<vscode.WorkspaceFolder | undefined> {
  const items = open.map((folder) => ({ label: folder.name, description: folder.uri.fsPath, folder }));
  return (await vscode.window.showQuickPick(items, { title: "Which folder?" }))?.folder;
}

function declined(context: vscode.ExtensionContext): readonly string[] {
  return context.globalState.get<string[]>("declined", []);
}

function nothingToDo(): string {
  return vscode.workspace.workspaceFolders?.length
    ? "Every folder of this window is governed already."
    : "Open a folder first: the gate stands in front of folders.";
}
