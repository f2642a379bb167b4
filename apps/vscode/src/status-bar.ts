/** The intent being worked on and how many approvals wait, in the status bar. */
import { waitingRequests } from "@intentgate/sidecar";
import * as vscode from "vscode";
import type { GovernedFolders } from "./folders/governed-folders.ts";
import type { LookedAt } from "./intents/looked-at.ts";

export function registerStatusBar(folders: GovernedFolders, lookedAt: LookedAt): vscode.Disposable {
  const intent = vscode.window.createStatusBarItem("intentgate.intent", vscode.StatusBarAlignment.Left, 50);
  const waiting = vscode.window.createStatusBarItem("intentgate.waiting", vscode.StatusBarAlignment.Left, 49);
  intent.name = "Intentgate: intent";
  waiting.name = "Intentgate: approvals";
  intent.command = "intentgate.lookAtIntent";
  waiting.command = "intentgate.answerApprovals";

  function show(): void {
    const list = folders.list();
    if (list.length === 0) {
      intent.hide();
      waiting.hide();
      return;
    }
    const active = list.flatMap((governed) => {
      const found = lookedAt.in(governed);
      // Two folders may each have an INT-001.
      const place = list.length > 1 ? `${governed.folder.name}: ` : "";
      return found ? [{ id: `${place}${found.id}`, name: found.name }] : [];
    });
    intent.text = `$(shield) ${active.length === 0 ? "no intent" : active.map((one) => one.id).join(", ")}`;
    intent.tooltip =
      active.length === 0
        ? "No session works under an intent: agents cannot change anything."
        : active.map((one) => `${one.id}: ${one.name}`).join("\n");
    intent.show();
    const count = list.reduce(
      (sum, { workspace }) => sum + waitingRequests(workspace.home.store.approvals, workspace.now()).length,
      0,
    );
    waiting.text = `$(bell-dot) ${count} waiting`;
    waiting.tooltip = "Calls that wait for your answer";
    waiting.backgroundColor = new vscode.ThemeColor("statusBarItem.warningBackground");
    if (count > 0) waiting.show();
    else waiting.hide();
  }

  show();
  return vscode.Disposable.from(intent, waiting, lookedAt.onChange(show));
}
