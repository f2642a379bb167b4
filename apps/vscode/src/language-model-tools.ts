/** Our tools for the models that the editor itself runs: the same door as for every other agent. */
import { randomUUID } from "node:crypto";
import { explainLine } from "@intentgate/blame";
import * as vscode from "vscode";
import { chosenFolder } from "./folders/chosen-folder.ts";
import type { GovernedFolder, GovernedFolders } from "./folders/governed-folders.ts";

/** Tool of the editor → tool of the gate. */
const gateTools: readonly (readonly [name: string, tool: string])[] = [
  ["intentgate_list_intents", "list_intents"],
  ["intentgate_select_active_intent", "select_active_intent"],
  ["intentgate_request_scope_expansion", "request_scope_expansion"],
];

export function registerLanguageModelTools(folders: GovernedFolders): vscode.Disposable {
  if (typeof vscode.lm?.registerTool !== "function") return new vscode.Disposable(() => {});
  // The editor does not say which of its chats calls: all of a window's are one session.
  const session = { id: `vscode-${randomUUID()}`, host: "vscode", model: "unknown" };
  const [list, select, expand] = gateTools.map(([name, tool]) =>
    vscode.lm.registerTool<Record<string, unknown>>(name, {
      async invoke({ input: { folder, ...input } }) {
        const chosen = folderFor(folders, folder);
        if (!chosen.ok) return textResult(chosen.why);
        const answer = await chosen.folder.governed.workspace.run({ tool, input, session });
        return textResult(JSON.stringify(answer.refusal ?? answer.error ?? answer.result ?? null));
      },
    }),
  );
  const why = vscode.lm.registerTool<{ path: string; line: number; folder?: unknown }>("intentgate_why", {
    async invoke({ input }) {
      const chosen = folderFor(folders, input.folder);
      return textResult(chosen.ok ? whyText(chosen.folder.governed, input.path, input.line) : chosen.why);
    },
  });
  return vscode.Disposable.from(...[list, select, expand, why].filter((one) => one !== undefined));
}

function folderFor(folders: GovernedFolders, named: unknown) {
  const list = folders.list().map((governed) => ({
    name: governed.folder.name,
    root: governed.workspace.home.root,
    governed,
  }));
  const active = vscode.window.activeTextEditor?.document.uri;
  return chosenFolder(list, named, (active && folders.of(active)?.governed.workspace.home.root) ?? null);
}

function whyText({ workspace }: GovernedFolder, path: string, line: number): string {
  const explained = explainLine(workspace.home, workspace.blame(), path, line);
  return JSON.stringify(explained.ok ? explained.value : { problems: explained.problems });
}

function textResult(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}
