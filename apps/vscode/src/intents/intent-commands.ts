/** What a person does with intents from the editor. */
import { formatProblem, type Problem } from "@intentgate/documents";
import {
  declareIntent,
  intentsOf,
  type MoveName,
  movable,
  moveIntent,
  scopeWarnings,
  sessionsOnFloor,
} from "@intentgate/gate";
import { globProblem, type Intent, isOpen } from "@intentgate/policy";
import { liveSessions, takeIntent } from "@intentgate/sidecar";
import * as vscode from "vscode";
import type { GovernedFolder, GovernedFolders } from "../folders/governed-folders.ts";
import type { IntentNode } from "./intents-view.ts";
import type { LookedAt } from "./looked-at.ts";
import { globsIn } from "./scope-globs.ts";

type Chosen = { governed: GovernedFolder; intent: Intent };

const moves: readonly (readonly [command: string, move: MoveName])[] = [
  ["intentgate.startIntent", "start"],
  ["intentgate.blockIntent", "block"],
  ["intentgate.completeIntent", "complete"],
  ["intentgate.reopenIntent", "reopen"],
  ["intentgate.archiveIntent", "archive"],
];

export function registerIntentCommands(folders: GovernedFolders, lookedAt: LookedAt): vscode.Disposable {
  const register = (name: string, run: (node?: IntentNode) => Promise<void>) =>
    vscode.commands.registerCommand(name, run);
  return vscode.Disposable.from(
    register("intentgate.newIntent", () => declare(folders)),
    register("intentgate.openIntents", () => openAuthored(folders, "active_intents.yaml")),
    register("intentgate.openPolicy", () => openAuthored(folders, "policy.yaml")),
    register("intentgate.bindSession", (node) => bindSession(folders, node)),
    register("intentgate.lookAtIntent", async (node) => {
      const chosen = await chosenIntent(folders, node, () => true);
      if (chosen) lookedAt.choose(chosen.governed, chosen.intent.id);
    }),
    ...moves.map(([command, move]) =>
      register(command, async (node) => {
        const chosen = await chosenIntent(folders, node, (intent) => movable(intent, move).ok);
        if (!chosen) return;
        const moved = await moveIntent(chosen.governed.workspace, chosen.intent.id, move);
        if (!moved.ok) tell(moved.problems);
        folders.refresh();
      }),
    ),
  );
}

async function declare(folders: GovernedFolders): Promise<void> {
  const governed = await chosenFolder(folders);
  if (!governed) return;
  const name = await vscode.window.showInputBox({
    title: "Declare an intent (1 of 2)",
    prompt: "What shall be done? A few words.",
    placeHolder: "Sign in with a one-time code",
    validateInput: (text) => (text.trim() === "" ? "Say in a few words what shall be done." : null),
  });
  if (name === undefined) return;
  const scope = await vscode.window.showInputBox({
    title: "Declare an intent (2 of 2)",
    prompt: "Which files may be changed for it? Globs, separated by commas.",
    placeHolder: "src/auth/**, test/auth/**",
    validateInput: (text) =>
      globsIn(text)
        .map(scopeProblem)
        .find((found) => found !== null) ?? null,
  });
  if (scope === undefined) return;
  const created = await declareIntent(governed.workspace, null, (id) => ({
    ok: true,
    value: { id, name: name.trim(), status: "PENDING", owned_scope: globsIn(scope) },
  }));
  if (!created.ok) return tell(created.problems);
  folders.refresh();
  const warnings = scopeWarnings(created.value);
  const message = `${created.value.id} is declared. Agents can take it now.`;
  if (warnings.length > 0) void vscode.window.showWarningMessage(warnings.join(" "));
  else void vscode.window.showInformationMessage(message);
}

function scopeProblem(glob: string): string | null {
  const bad = globProblem(glob);
  return bad === null ? null : `${glob} ${bad}`;
}

async function bindSession(folders: GovernedFolders, node: IntentNode | undefined): Promise<void> {
  const chosen = await chosenIntent(folders, node, isOpen);
  if (!chosen) return;
  const { workspace } = chosen.governed;
  const sessions = liveSessions(workspace).filter((session) => session.parent === null);
  if (sessions.length === 0) {
    void vscode.window.showInformationMessage("No session was heard of within a day. Start an agent first.");
    return;
  }
  const floors = sessionsOnFloor(workspace.stateDir);
  const items = sessions.map((session) => ({
    label: session.host ?? "an agent",
    description: `${session.id}${session.intent ? ` · works under ${session.intent.id}` : " · without an intent"} · ${floors.has(session.id) ? "on a floor" : "no floor"}`,
    id: session.id,
  }));
  const picked = await vscode.window.showQuickPick(items, { title: `Who works under ${chosen.intent.id}?` });
  if (!picked) return;
  // What counts, not what stands in the file: a widening that waits for a yes is not handed out here either.
  const rules = workspace.home.rules();
  if (!rules.ok) return tell(rules.problems);
  const counting = rules.value.intents.get(chosen.intent.id);
  if (!counting || !isOpen(counting)) {
    void vscode.window.showWarningMessage(`${chosen.intent.id} does not count yet: it waits for your yes.`);
    return;
  }
  await takeIntent(workspace.home, picked.id, counting, "person", workspace.now().toISOString());
  folders.refresh();
}

async function openAuthored(folders: GovernedFolders, name: "active_intents.yaml" | "policy.yaml"): Promise<void> {
  const governed = await chosenFolder(folders);
  if (governed) await vscode.window.showTextDocument(vscode.Uri.file(governed.workspace.home.authored.path(name)));
}

async function chosenFolder(folders: GovernedFolders): Promise<GovernedFolder | undefined> {
  const list = folders.list();
  if (list.length === 0) {
    const answer = await vscode.window.showInformationMessage("No folder here is governed yet.", "Set Up");
    if (answer) await vscode.commands.executeCommand("intentgate.createSidecar");
    return undefined;
  }
  if (list.length === 1) return list[0];
  const items = list.map((governed) => ({ label: governed.folder.name, governed }));
  return (await vscode.window.showQuickPick(items, { title: "Which folder?" }))?.governed;
}

async function chosenIntent(
  folders: GovernedFolders,
  node: IntentNode | undefined,
  fits: (intent: Intent) => boolean,
): Promise<Chosen | undefined> {
  if (node?.kind === "intent") return node;
  const items = folders.list().flatMap((governed) => {
    const read = intentsOf(governed.workspace.home);
    const intents = read.ok ? [...read.value.values()].filter((intent) => !intent.archived && fits(intent)) : [];
    const place = folders.list().length > 1 ? `${governed.folder.name}: ` : "";
    return intents.map((intent) => ({ label: `${place}${intent.id}`, description: intent.name, governed, intent }));
  });
  if (items.length === 0) {
    void vscode.window.showInformationMessage("No intent fits. `Intentgate: Declare an Intent` makes one.");
    return undefined;
  }
  return vscode.window.showQuickPick(items, { title: "Which intent?" });
}

function tell(problems: readonly Problem[]): void {
  void vscode.window.showErrorMessage(problems.map(formatProblem).join("\n"));
}
