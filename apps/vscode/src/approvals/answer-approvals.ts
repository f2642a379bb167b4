/** Asks the person in front of the editor, one request after the other, in VS Code's own modal dialog. */
import { userInfo } from "node:os";
import { visibleText } from "@intentgate/documents";
import { toAnswer } from "@intentgate/gate";
import { isExpired, type OpenApproval, type PersonsAnswer, waitingRequests } from "@intentgate/sidecar";
import * as vscode from "vscode";
import type { GovernedFolder, GovernedFolders } from "../folders/governed-folders.ts";
import {
  type AskedFolder,
  approvalButtons,
  approvalDetail,
  approvalTitle,
  type Button,
  dialogOrder,
} from "./approval-text.ts";
import type { ProposedFiles } from "./proposed-files.ts";
import type { QuietMoment } from "./quiet-moment.ts";

export function registerApprovals(
  folders: GovernedFolders,
  proposed: ProposedFiles,
  quiet: QuietMoment,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  /** One that the person put aside is not thrown at them again by itself. */
  const shown = new Set<string>();
  let asking = false;

  async function askAll(): Promise<void> {
    if (asking) return;
    asking = true;
    try {
      while (waiting().some(isNew)) {
        await quiet.wait();
        const next = waiting().find(isNew); // another one may have answered meanwhile
        if (next === undefined) break;
        shown.add(next.entry.id);
        await answer(next.governed, next.entry, placeOf(next.governed), proposed);
      }
    } catch (error) {
      log.error(`an approval could not be shown: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      asking = false;
    }
  }

  function waiting(): { governed: GovernedFolder; entry: OpenApproval }[] {
    return folders.list().flatMap((governed) => {
      const { workspace } = governed;
      const entries = waitingRequests(workspace.home.store.approvals, workspace.now());
      return entries.map((entry) => ({ governed, entry }));
    });
  }

  function placeOf({ folder, workspace }: GovernedFolder): AskedFolder {
    return folders.list().length > 1 ? { name: folder.name, root: workspace.home.root } : null;
  }

  function isNew({ entry }: { entry: OpenApproval }): boolean {
    return !shown.has(entry.id);
  }

  return vscode.Disposable.from(
    folders.onChange(() => void askAll()),
    handsOf(quiet),
    vscode.commands.registerCommand("intentgate.answerApprovals", async () => {
      shown.clear();
      quiet.settled();
      if (waiting().length === 0) void vscode.window.showInformationMessage("Nothing waits for you.");
      else await askAll();
    }),
  );
}

/** What the editor lets us hear of the person's hands. A terminal's keys are not among it; the dialog's order covers that. */
function handsOf(quiet: QuietMoment): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      // What a program wrote and the editor loaded leaves the document clean.
      if (contentChanges.length > 0 && document.isDirty) quiet.stirred();
    }),
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
      if (kind !== undefined) quiet.stirred();
    }),
    vscode.window.onDidChangeActiveTextEditor(() => quiet.stirred()),
    vscode.window.onDidChangeActiveTerminal(() => quiet.stirred()),
    vscode.window.onDidStartTerminalShellExecution(() => quiet.stirred()),
  );
}

async function answer(
  governed: GovernedFolder,
  entry: OpenApproval,
  folder: AskedFolder,
  proposed: ProposedFiles,
): Promise<void> {
  const now = governed.workspace.now();
  const chosen = await ask(entry, folder, now, "dialog");
  if (chosen !== "diff") return give(governed, entry, chosen ?? "reject");
  await proposed.show(governed, entry);
  // The dialog would hide the diff; the same question stands below it instead. Closed, it waits in the status bar.
  const afterwards = await ask(entry, folder, now, "below");
  if (afterwards !== null && afterwards !== "diff") await give(governed, entry, afterwards);
  await proposed.close(entry);
}

/** Null where the person closed it. In the dialog that is a no, as nothing else is left to them there. */
async function ask(
  entry: OpenApproval,
  folder: AskedFolder,
  now: Date,
  place: "dialog" | "below",
): Promise<Button["answer"] | null> {
  const modal = place === "dialog";
  const buttons = approvalButtons(entry, place);
  const items = (modal ? dialogOrder(buttons) : buttons).map(({ label, answer }) => ({
    title: label,
    answer,
    isCloseAffordance: modal && answer === "reject",
  }));
  const title = approvalTitle(entry, folder);
  const picked = modal
    ? await vscode.window.showWarningMessage(
        title,
        { modal: true, detail: approvalDetail(entry, folder, now) },
        ...items,
      )
    : await vscode.window.showWarningMessage(title, ...items);
  return picked?.answer ?? null;
}

async function give(governed: GovernedFolder, entry: OpenApproval, chosen: PersonsAnswer["answer"]): Promise<void> {
  const { workspace } = governed;
  const reason = chosen === "reject" ? await reasonForNo(entry) : "";
  const persons = toAnswer(chosen, userInfo().username, workspace.now().toISOString(), reason);
  const counted = !isExpired(entry, workspace.now()) && workspace.home.store.approvals.answer(entry.id, persons);
  if (!counted) return void vscode.window.showInformationMessage("It was answered elsewhere, or ran out, just before.");
  const kept = (await workspace.settleKept()).find(({ id }) => id === entry.id);
  if (kept?.became !== "contested") return;
  const paths = kept.paths.map(visibleText).join(", ");
  void vscode.window.showWarningMessage(`Nothing was kept: somebody changed ${paths} since. You are asked again.`);
}

async function reasonForNo(entry: OpenApproval): Promise<string> {
  const typed = await vscode.window.showInputBox({
    title: `Reject ${entry.shown.tool}`,
    prompt: "A reason for the agent; it may be empty.",
    ignoreFocusOut: true,
  });
  return typed?.trim() ?? "";
}
