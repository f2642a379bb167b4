/** The command line program that ships with the extension, and how to start it with the editor's own node. */
import * as vscode from "vscode";

export interface Program {
  node: string;
  file: string;
  env: NodeJS.ProcessEnv;
}

export function programIn(extension: vscode.Uri): Program {
  return {
    node: process.execPath,
    file: vscode.Uri.joinPath(extension, "dist/program/bin/intentgate.cjs").fsPath,
    // In a desktop editor the executable is the editor itself; this makes it behave as node.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
  };
}
