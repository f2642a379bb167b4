/** What VS Code calls: every room of the extension is opened here, over one list of governed folders. */
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { registerApprovals } from "./approvals/answer-approvals.ts";
import { proposedFiles } from "./approvals/proposed-files.ts";
import { createQuietMoment } from "./approvals/quiet-moment.ts";
import { registerAuthoredFiles } from "./authored/authored-files.ts";
import { registerBlame } from "./blame/register-blame.ts";
import { registerChat } from "./chat/chat-view.ts";
import { registerModelKeys } from "./chat/model-keys.ts";
import { offerSidecar } from "./folders/create-sidecar.ts";
import { createGovernedFolders } from "./folders/governed-folders.ts";
import { registerUngated } from "./folders/ungated.ts";
import { registerIntentCommands } from "./intents/intent-commands.ts";
import { registerIntentsView } from "./intents/intents-view.ts";
import { createLookedAt } from "./intents/looked-at.ts";
import { registerScopeBadges } from "./intents/scope-badges.ts";
import { registerLanguageModelTools } from "./language-model-tools.ts";
import { registerMcpServer } from "./mcp-server.ts";
import { createReadOnlyPages } from "./pages/read-only-pages.ts";
import { registerSessionCommands } from "./sessions/session-commands.ts";
import { registerStatusBar } from "./status-bar.ts";

/** How long the person's hands must rest before a dialog may come up by itself. */
const REST_MS = 2_000;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Intentgate", { log: true });
  const folders = createGovernedFolders(log);
  const lookedAt = createLookedAt(folders, context.workspaceState);
  const proposed = proposedFiles();
  const pages = createReadOnlyPages();
  const quiet = createQuietMoment(REST_MS, { now: () => performance.now(), sleep: (ms) => sleep(ms) });
  context.subscriptions.push(
    log,
    folders,
    lookedAt,
    proposed,
    pages,
    registerIntentsView(folders, lookedAt),
    registerIntentCommands(folders, lookedAt),
    registerSessionCommands(folders),
    registerApprovals(folders, proposed, quiet, log),
    registerStatusBar(folders, lookedAt),
    registerUngated(folders, context.extensionUri, log),
    registerScopeBadges(folders, lookedAt),
    registerBlame(folders, pages, log),
    registerAuthoredFiles(folders, pages, context.extensionUri),
    registerChat(folders, context, quiet, log),
    registerModelKeys(context.secrets),
    registerLanguageModelTools(folders),
    registerMcpServer(folders, context.extensionUri),
    vscode.commands.registerCommand("intentgate.showLog", () => log.show()),
    vscode.commands.registerCommand("intentgate.refresh", () => folders.refresh()),
    vscode.commands.registerCommand("intentgate.createSidecar", () => offerSidecar(folders, context, "asked")),
  );
  folders.refresh();
  // The question may stand there for long; the editor need not wait for its answer.
  offerSidecar(folders, context, "unasked").catch((error: unknown) => log.error(String(error)));
}
