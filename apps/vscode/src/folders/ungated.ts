/** Agents that are not gated in a folder of this window, in the status bar; the program that ships with the extension finds them. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { readJson } from "@intentgate/documents";
import * as vscode from "vscode";
import type { GovernedFolders } from "./governed-folders.ts";
import { programIn } from "./program.ts";

const run = promisify(execFile);
const LONGEST_MS = 30_000;

interface Agent {
  title: string;
  answer: string;
  reasons: readonly { why: string; remedy: string }[];
}

/** Looks when folders are opened and whenever the person comes back to the window: settings change outside of it. */
export function registerUngated(
  folders: GovernedFolders,
  extension: vscode.Uri,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("intentgate.ungated", vscode.StatusBarAlignment.Left, 48);
  item.name = "Intentgate: agents that are not gated";
  item.command = "intentgate.showLog";
  item.backgroundColor = new vscode.ThemeColor("statusBarItem.errorBackground");
  let looked = "";

  async function look(): Promise<void> {
    const found: string[] = [];
    for (const { folder } of folders.list()) {
      for (const { title, answer, reasons } of await agentsIn(folder.uri.fsPath, extension, log))
        if (reasons.length > 0)
          found.push(
            `${title}: ${answer} (${folder.name})`,
            ...reasons.map(({ why, remedy }) => `  ${why}. ${remedy}`),
          );
    }
    const count = found.filter((line) => !line.startsWith(" ")).length;
    item.text = `$(warning) ${count} not gated`;
    item.tooltip = found.join("\n");
    for (const line of found) log.warn(line);
    if (count > 0) item.show();
    else item.hide();
  }

  const again = () => void look().catch((error: unknown) => log.error(String(error)));
  return vscode.Disposable.from(
    item,
    folders.onChange(() => {
      const roots = folders.list().map(({ workspace }) => workspace.home.root);
      if (roots.join("\n") === looked) return;
      looked = roots.join("\n");
      again();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) again();
    }),
  );
}

async function agentsIn(cwd: string, extension: vscode.Uri, log: vscode.LogOutputChannel): Promise<readonly Agent[]> {
  const { node, file, env } = programIn(extension);
  // A root with a problem is told of with an exit code, and its agents all the same.
  const { stdout } = await run(node, [file, "status", "--json"], { cwd, env, timeout: LONGEST_MS }).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? "" }),
  );
  const read = readJson(stdout);
  if (read.ok) return (read.value as { agents?: readonly Agent[] }).agents ?? [];
  log.error(`the status of ${cwd} could not be read`);
  return [];
}
