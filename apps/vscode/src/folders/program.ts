/** The command line program that ships with the extension, and how to start it with the editor's own node. */
import * as vscode from "vscode";

export function programIn(extension: vscode.Uri): { node: string; file: string; env: NodeJS.ProcessEnv } {
  return {
    node: process.execPath,
    file: vscode.Uri.joinPath(extension, "dist/program/bin/intentgate.cjs").fsPath,
    // In a desktop editor the executable is the editor itself; this makes it behave as node.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
  };
}
