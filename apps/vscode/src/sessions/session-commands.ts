/** A person stops sessions from the editor, and lets them go on. */
import { userInfo } from "node:os";
import { ProblemError } from "@intentgate/documents";
import { resumeSession, stopSession } from "@intentgate/gate";
import { allSessions, lineageOf, liveSessions, type SessionState } from "@intentgate/sidecar";
import * as vscode from "vscode";
import type { GovernedFolder, GovernedFolders } from "../folders/governed-folders.ts";
import { endedText, sessionText } from "./session-words.ts";

interface Chosen {
  governed: GovernedFolder;
  session: SessionState;
}

/** In the tree. */
export interface SessionNode extends Chosen {
  kind: "session";
}

type Node = SessionNode | { kind: "sessions" };

const STOP = "Stop";

export function registerSessionCommands(folders: GovernedFolders): vscode.Disposable {
  const register = (name: string, run: (node?: Node) => Promise<void>) =>
    vscode.commands.registerCommand(name, async (node?: Node) => {
      try {
        await run(node);
      } catch (error) {
        // What could not be written is the person's to know at once.
        if (!(error instanceof ProblemError)) throw error;
        void vscode.window.showErrorMessage(error.message);
      }
      folders.refresh();
    });
  return vscode.Disposable.from(
    register("intentgate.stopSession", (node) => stopOne(folders, node)),
    register("intentgate.resumeSession", (node) => resumeOne(folders, node)),
    register("intentgate.stopAllSessions", () => stopAll(folders)),
    register("intentgate.resumeAllSessions", () => resumeAll(folders)),
  );
}

const person = () => userInfo().username;

async function stopOne(folders: GovernedFolders, node: Node | undefined): Promise<void> {
  const chosen = await chosenSession(folders, node, "Which session shall stop?", (one) => one.stop === null, "at work");
  if (!chosen) return;
  const { governed, session } = chosen;
  const detail = "Every further call of it and of its subagents is refused, and what it runs in the box is ended.";
  const answer = await vscode.window.showWarningMessage(`Stop ${session.id}?`, { modal: true, detail }, STOP);
  if (answer !== STOP) return;
  const stopped = stopSession(governed.workspace, session.id, person());
  void vscode.window.showInformationMessage(`${session.id} is stopped. ${endedText(stopped)}`);
}

async function resumeOne(folders: GovernedFolders, node: Node | undefined): Promise<void> {
  const chosen = await chosenSession(folders, node, "Which session may go on?", (one) => one.stop !== null, "stopped");
  if (!chosen) return;
  resumeSession(chosen.governed.workspace, chosen.session.id, person());
  void vscode.window.showInformationMessage(`${chosen.session.id} may go on. Tell the agent so.`);
}

async function stopAll(folders: GovernedFolders): Promise<void> {
  const working = folders.list().flatMap((governed) =>
    liveSessions(governed.workspace)
      .filter(({ parent }) => parent === null)
      .map((session): Chosen => ({ governed, session })),
  );
  if (working.length === 0) {
    void vscode.window.showInformationMessage("No session is at work here: there is nothing to stop.");
    return;
  }
  const detail = "Every further call of them is refused. Sessions that begin from now on are not stopped.";
  const title = `Stop every session at work (${working.length})?`;
  if ((await vscode.window.showWarningMessage(title, { modal: true, detail }, STOP)) !== STOP) return;
  for (const { governed, session } of working) stopSession(governed.workspace, session.id, person());
  void vscode.window.showInformationMessage(`Stopped: ${working.length}. New sessions may begin.`);
}

async function resumeAll(folders: GovernedFolders): Promise<void> {
  const stopped = folders.list().flatMap((governed) =>
    allSessions(governed.workspace)
      .filter(({ stop }) => stop !== null)
      .map((session): Chosen => ({ governed, session })),
  );
  for (const { governed, session } of stopped) resumeSession(governed.workspace, session.id, person());
  const text = stopped.length === 0 ? "No session is stopped here." : `${stopped.length} may go on. Tell them so.`;
  void vscode.window.showInformationMessage(text);
}

async function chosenSession(
  folders: GovernedFolders,
  node: Node | undefined,
  title: string,
  fits: (session: SessionState) => boolean,
  state: string,
): Promise<Chosen | undefined> {
  if (node?.kind === "session") return node;
  const items = folders.list().flatMap((governed) =>
    liveSessions(governed.workspace)
      .filter(fits)
      .map((session) => ({
        label: session.host ?? "an agent",
        description: sessionText(
          session,
          lineageOf(governed.workspace.home, { id: session.id }).stop,
          person(),
          governed.workspace.now(),
        ),
        governed,
        session,
      })),
  );
  if (items.length > 0) return vscode.window.showQuickPick(items, { title });
  void vscode.window.showInformationMessage(`No session is ${state} here.`);
  return undefined;
}
