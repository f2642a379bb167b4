/** Keys of model providers, in the editor's secret store and nowhere else. */
import { keyVariables } from "@intentgate/agent";
import * as vscode from "vscode";

/** The environment variable that each key stands for, so that the agent finds it where it always looks. */
const keys: readonly (readonly [variable: string, provider: string])[] = [
  ["ANTHROPIC_API_KEY", "Anthropic"],
  ["OPENAI_API_KEY", "OpenAI"],
  ["GEMINI_API_KEY", "Google Gemini"],
  ["INTENTGATE_MODEL_KEY", "Any server that speaks chat completions"],
];

const storedAs = (variable: string) => `intentgate.key.${variable}`;

/** Every key that is known, by its variable: from the editor's environment, a stored one before it. */
export async function knownKeys(secrets: vscode.SecretStorage): Promise<Record<string, string>> {
  const found = keyVariables.flatMap((variable) => (process.env[variable] ? [[variable, process.env[variable]]] : []));
  const known: Record<string, string> = Object.fromEntries(found);
  for (const [variable] of keys) {
    const stored = await secrets.get(storedAs(variable));
    if (stored) known[variable] = stored;
  }
  return known;
}

export function registerModelKeys(secrets: vscode.SecretStorage): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand("intentgate.setModelKey", async () => {
      const items = keys.map(([variable, provider]) => ({ label: provider, description: variable, variable }));
      const picked = await vscode.window.showQuickPick(items, { title: "Whose key?" });
      if (!picked) return;
      const key = await vscode.window.showInputBox({
        title: `Key of ${picked.label}`,
        password: true,
        ignoreFocusOut: true,
      });
      if (!key?.trim()) return;
      await secrets.store(storedAs(picked.variable), key.trim());
      void vscode.window.showInformationMessage(`The key of ${picked.label} is in the editor's secret store.`);
    }),
    vscode.commands.registerCommand("intentgate.forgetModelKeys", async () => {
      for (const [variable] of keys) await secrets.delete(storedAs(variable));
      void vscode.window.showInformationMessage("All model keys are forgotten.");
    }),
  );
}
