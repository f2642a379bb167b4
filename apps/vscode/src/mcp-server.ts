/** Tells the editor's own agents about our MCP server, so that they can take an intent. */
import * as vscode from "vscode";
import type { GovernedFolders } from "./folders/governed-folders.ts";
import { programIn } from "./folders/program.ts";

/** VS Code has it since 1.101 under this name, and editors made from it may lack it: so it is looked for. */
interface McpApi {
  lm: {
    registerMcpServerDefinitionProvider(
      id: string,
      provider: { onDidChangeMcpServerDefinitions: vscode.Event<void>; provideMcpServerDefinitions(): Definition[] },
    ): vscode.Disposable;
  };
  McpStdioServerDefinition: new (
    label: string,
    command: string,
    args: string[],
    env: Record<string, string>,
  ) => Definition;
}

interface Definition {
  cwd?: vscode.Uri;
}

function hasMcp(editor: object): editor is McpApi {
  const [, minor = 0] = vscode.version.split(".").map(Number);
  return minor > 100 && "McpStdioServerDefinition" in editor && "registerMcpServerDefinitionProvider" in vscode.lm;
}

export function registerMcpServer(folders: GovernedFolders, extension: vscode.Uri): vscode.Disposable {
  const editor: object = vscode;
  if (!hasMcp(editor)) return new vscode.Disposable(() => {});
  const changed = new vscode.EventEmitter<void>();
  let roots = "";
  const listening = folders.onChange(() => {
    const now = folders
      .list()
      .map(({ workspace }) => workspace.home.root)
      .join("\n");
    if (now !== roots) changed.fire();
    roots = now;
  });
  const registered = editor.lm.registerMcpServerDefinitionProvider("intentgate.mcp", {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () =>
      folders.list().map(({ folder, workspace }) => {
        const { node, file } = programIn(extension);
        const server = new editor.McpStdioServerDefinition(`Intentgate (${folder.name})`, node, [file, "mcp"], {
          ELECTRON_RUN_AS_NODE: "1",
        });
        server.cwd = vscode.Uri.file(workspace.home.root);
        return server;
      }),
  });
  return vscode.Disposable.from(registered, listening, changed);
}
