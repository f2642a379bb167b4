/** The tree of intents: by folder where there are several, then by status, each with what it owns and how far it is. */
import { userInfo } from "node:os";
import { intentsOf, sessionsUnder } from "@intentgate/gate";
import type { Intent, IntentStatus } from "@intentgate/policy";
import { intentMapOf, lineageOf, liveSessions, type SessionState } from "@intentgate/sidecar";
import * as vscode from "vscode";
import type { GovernedFolder, GovernedFolders } from "../folders/governed-folders.ts";
import type { SessionNode } from "../sessions/session-commands.ts";
import { sessionContext, sessionText } from "../sessions/session-words.ts";
import { progressText, statusIcons, statusOrder, statusWords } from "./intent-words.ts";
import type { LookedAt } from "./looked-at.ts";

export type IntentNode =
  | { kind: "folder"; governed: GovernedFolder }
  | { kind: "problem"; text: string; file: vscode.Uri }
  | { kind: "status"; governed: GovernedFolder; status: IntentStatus; intents: readonly Intent[] }
  | { kind: "intent"; governed: GovernedFolder; intent: Intent }
  | { kind: "sessions"; governed: GovernedFolder; sessions: readonly SessionState[] }
  | SessionNode
  | { kind: "facts"; title: string; icon: string; facts: readonly string[] }
  | { kind: "fact"; text: string };

export function registerIntentsView(folders: GovernedFolders, lookedAt: LookedAt): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const provider: vscode.TreeDataProvider<IntentNode> = {
    onDidChangeTreeData: changed.event,
    getChildren: (node) => (node ? childrenOf(node) : roots(folders)),
    getTreeItem: (node) => itemOf(node, lookedAt),
  };
  const view = vscode.window.createTreeView("intentgate.intents", { treeDataProvider: provider });
  const listening = lookedAt.onChange(() => {
    const count = folders.list().reduce((sum, one) => sum + openIntents(one).length, 0);
    void vscode.commands.executeCommand("setContext", "intentgate.hasIntents", count > 0);
    changed.fire(undefined);
  });
  return vscode.Disposable.from(view, listening, changed);
}

function roots(folders: GovernedFolders): IntentNode[] {
  const list = folders.list();
  const broken = folders.broken().map(({ folder, why }): IntentNode => {
    const file = vscode.Uri.joinPath(folder.uri, ".orchestration");
    return { kind: "problem", text: `${folder.name} cannot be used: ${why}`, file };
  });
  const [only] = list;
  if (only && list.length === 1) return [...broken, ...statusesOf(only)];
  return [...broken, ...list.map((governed): IntentNode => ({ kind: "folder", governed }))];
}

function statusesOf(governed: GovernedFolder): IntentNode[] {
  const { home } = governed.workspace;
  const read = intentsOf(home);
  if (!read.ok) {
    const file = vscode.Uri.file(home.authored.path("active_intents.yaml"));
    return read.problems.map((one) => ({ kind: "problem", text: `${one.message}. ${one.remedy}`, file }));
  }
  const statuses = statusOrder.flatMap((status) => {
    const intents = openIntents(governed).filter((intent) => intent.status === status);
    return intents.length === 0 ? [] : [{ kind: "status" as const, governed, status, intents }];
  });
  const sessions = liveSessions(governed.workspace);
  return sessions.length === 0 ? statuses : [...statuses, { kind: "sessions", governed, sessions }];
}

function openIntents({ workspace }: GovernedFolder): Intent[] {
  const read = intentsOf(workspace.home);
  return read.ok ? [...read.value.values()].filter((intent) => !intent.archived) : [];
}

function childrenOf(node: IntentNode): IntentNode[] {
  switch (node.kind) {
    case "folder":
      return statusesOf(node.governed);
    case "status":
      return node.intents.map((intent) => ({ kind: "intent", governed: node.governed, intent }));
    case "sessions":
      return node.sessions.map((session) => ({ kind: "session", governed: node.governed, session }));
    case "intent":
      return factsOf(node.governed, node.intent);
    case "facts":
      return node.facts.map((text) => ({ kind: "fact", text }));
    default:
      return [];
  }
}

function factsOf({ workspace }: GovernedFolder, intent: Intent): IntentNode[] {
  const changedFiles = intentMapOf(workspace.home).find((one) => one.intentId === intent.id)?.files ?? [];
  const sessions = sessionsUnder(workspace.home, intent.id).map(({ id, host, model }) =>
    [host, model, id].filter((part) => part !== null).join(" · "),
  );
  const groups: readonly (readonly [title: string, icon: string, facts: readonly string[]])[] = [
    ["owns", "folder", intent.owned_scope],
    ["must keep to", "law", intent.constraints],
    ["is done when", "checklist", intent.acceptance_criteria],
    ["checked by", "beaker", intent.checks.map((check) => check.run.join(" "))],
    ["changed so far", "diff", changedFiles.map((file) => file.path)],
    ["worked on by", "person", sessions],
  ];
  return groups.flatMap(([title, icon, facts]) =>
    facts.length === 0 ? [] : [{ kind: "facts" as const, title, icon, facts }],
  );
}

function itemOf(node: IntentNode, lookedAt: LookedAt): vscode.TreeItem {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  switch (node.kind) {
    case "folder":
      return named(new vscode.TreeItem(node.governed.folder.name, Expanded), "root-folder");
    case "problem": {
      const item = named(new vscode.TreeItem(node.text, None), "error");
      item.command = { command: "vscode.open", title: "Open", arguments: [node.file] };
      item.tooltip = node.text;
      return item;
    }
    case "status": {
      const state = node.status === "COMPLETE" ? Collapsed : Expanded;
      const item = new vscode.TreeItem(statusWords[node.status], state);
      item.description = String(node.intents.length);
      return item;
    }
    case "sessions": {
      const item = new vscode.TreeItem("At work", Expanded);
      item.description = String(node.sessions.length);
      return item;
    }
    case "session":
      return sessionItem(node.governed, node.session);
    case "intent":
      return intentItem(node.governed, node.intent, lookedAt);
    case "facts": {
      const item = named(new vscode.TreeItem(node.title, Collapsed), node.icon);
      item.description = String(node.facts.length);
      return item;
    }
    case "fact":
      return new vscode.TreeItem(node.text, None);
  }
}

function intentItem(governed: GovernedFolder, intent: Intent, lookedAt: LookedAt): vscode.TreeItem {
  const { home } = governed.workspace;
  const item = new vscode.TreeItem(`${intent.id}  ${intent.name}`, vscode.TreeItemCollapsibleState.Collapsed);
  const files = intentMapOf(home).find((one) => one.intentId === intent.id)?.files.length ?? 0;
  const isLookedAt = lookedAt.in(governed)?.id === intent.id;
  item.description = progressText(intent, files, sessionsUnder(home, intent.id).length, isLookedAt);
  item.iconPath = new vscode.ThemeIcon(statusIcons[intent.status]);
  item.contextValue = `intent:${intent.status}`;
  // A narrow side bar cuts what stands beside the name.
  item.tooltip = [`${intent.id}: ${intent.name}`, item.description, intent.description].filter(Boolean).join("\n");
  return item;
}

function sessionItem({ workspace }: GovernedFolder, session: SessionState): vscode.TreeItem {
  const { stop } = lineageOf(workspace.home, { id: session.id });
  const item = new vscode.TreeItem(session.host ?? "an agent", vscode.TreeItemCollapsibleState.None);
  item.description = sessionText(session, stop, userInfo().username, workspace.now());
  item.tooltip = item.description;
  item.contextValue = sessionContext(session, stop);
  return named(item, stop === null ? "person" : "debug-stop");
}

function named(item: vscode.TreeItem, icon: string): vscode.TreeItem {
  item.iconPath = new vscode.ThemeIcon(icon);
  return item;
}
