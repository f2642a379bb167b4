/** A second extension in the workbench, which looks at ours with the means that every extension has. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Probed {
  version: string;
  hasMcp: boolean;
  tools: string[];
  listed: string;
  selected: string;
  invented: string;
  elsewhere: string;
  why: string;
  keys: string[];
  values: string[];
}

export function probedIn(root: string): string {
  return join(root, "probed.json");
}

const manifest = {
  name: "probe",
  publisher: "intentgate-test",
  version: "1.0.0",
  engines: { vscode: "^1.100.0" },
  main: "./probe.js",
  activationEvents: [],
  contributes: { commands: [{ command: "probe.look", title: "Look", category: "Probe" }] },
};

const program = `
const vscode = require("vscode");
const { writeFileSync, renameSync } = require("node:fs");
const { join } = require("node:path");

exports.activate = (context) => {
  context.subscriptions.push(vscode.commands.registerCommand("probe.look", look));
};

async function look() {
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  const found = {
    version: vscode.version,
    hasMcp: "McpStdioServerDefinition" in vscode,
    tools: vscode.lm.tools.map((tool) => tool.name).filter((name) => name.startsWith("intentgate_")).sort(),
    listed: await use("list_intents", {}),
    selected: await use("select_active_intent", { intent_id: "INT-002" }),
    invented: await use("select_active_intent", { intent_id: "INT-999" }),
    elsewhere: await use("list_intents", { folder: "/somewhere/else" }),
    why: await use("why", { path: "src/pay/pay.ts", line: 1 }),
    keys: await completed(root, (text) => text.indexOf("name:")),
    values: await completed(root, (text) => text.indexOf("status: ") + "status: ".length),
  };
  // Written beside it and moved there whole: whoever waits for it reads all of it.
  writeFileSync(join(root, "probed.part"), JSON.stringify(found));
  renameSync(join(root, "probed.part"), join(root, "probed.json"));
}

async function use(name, input) {
  const answer = await vscode.lm.invokeTool("intentgate_" + name, { input, toolInvocationToken: undefined });
  return answer.content.map((part) => part.value).join("");
}

async function completed(root, where) {
  const document = await vscode.workspace.openTextDocument(join(root, ".orchestration/active_intents.yaml"));
  const position = document.positionAt(where(document.getText()));
  const list = await vscode.commands.executeCommand("vscode.executeCompletionItemProvider", document.uri, position);
  return list.items.map((item) => (typeof item.label === "string" ? item.label : item.label.label));
}
`;

/** Into the list that the workbench keeps of what is installed, beside the one that is there. */
export function addProbe(extensions: string): void {
  const [folder, list] = [join(extensions, "intentgate-test.probe-1.0.0"), join(extensions, "extensions.json")];
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "probe.js"), program);
  const entry = {
    identifier: { id: "intentgate-test.probe" },
    version: manifest.version,
    location: { $mid: 1, path: folder, scheme: "file" },
    relativeLocation: "intentgate-test.probe-1.0.0",
    metadata: {},
  };
  const known = readdirSync(extensions).includes("extensions.json")
    ? (JSON.parse(readFileSync(list, "utf8")) as unknown[])
    : [];
  writeFileSync(list, JSON.stringify([...known, entry]));
}
