/** The agent's panel: the webview shows and posts messages, the task runs in a process of its own. */
import { randomBytes } from "node:crypto";
import { isModelConfigured } from "@intentgate/agent";
import { intentsOf } from "@intentgate/gate";
import { isOpen } from "@intentgate/policy";
import { stateDir } from "@intentgate/sidecar";
import * as vscode from "vscode";
import type { QuietMoment } from "../approvals/quiet-moment.ts";
import type { GovernedFolder, GovernedFolders } from "../folders/governed-folders.ts";
import type { OpenTask } from "./agent-messages.ts";
import { type AgentProcess, startAgentProcess } from "./agent-process.ts";
import { type FromPanel, readFromPanel, type ToPanel, toPanel } from "./messages.ts";
import { knownKeys } from "./model-keys.ts";
import { tourPrompt } from "./tour-plan.ts";
import { type FolderWork, offeredChoices, readChoice } from "./work-choices.ts";

const OFFER = "The button below lets a scripted agent show the way.";
const NO_GATE = "No folder of this window is governed yet: run `Intentgate: Set Up in This Folder`.";
const STILL = "The agent is still at work. Stop it first.";
const NO_CHOICE = "Choose above in which folder, and under which intent: what was chosen is not there any more.";

/** One prompt at work. It is there from the moment it was sent, so that a second one finds it. */
interface Run {
  agent: AgentProcess | null;
  isStopped: boolean;
}

export function registerChat(
  folders: GovernedFolders,
  context: vscode.ExtensionContext,
  quiet: QuietMoment,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  let view: vscode.WebviewView | null = null;
  /** The conversation that goes on with the next prompt, for as long as that is for the same. */
  let kept: { key: string; agent: AgentProcess } | null = null;
  let running: Run | null = null;
  /** What was said, so that a panel that was hidden or moved shows it again. */
  let sent: ToPanel[] = [];

  function post(message: ToPanel): void {
    sent.push(message);
    void view?.webview.postMessage(message);
  }

  const fail = (text: string) => post({ type: "ended", text });

  /** What was not taken goes back to where it was typed, so that nobody types it twice. */
  function giveBack(text: string): void {
    void view?.webview.postMessage({ type: "unsent", text } satisfies ToPanel);
  }

  function refuse(text: string, why: string): void {
    fail(why);
    giveBack(text);
  }

  async function greet(): Promise<void> {
    const wish = await modelWish(context);
    const isConfigured = isModelConfigured(wish);
    const greeting: ToPanel = {
      type: "ready",
      model: isConfigured ? (wish.model ?? "the model of your key") : "no model",
      choices: offeredChoices(folders.list().map(workIn)),
      running: running !== null,
      offer: !isConfigured,
    };
    await view?.webview.postMessage(greeting);
  }

  async function send(run: Run, text: string, value: string | null): Promise<void> {
    if (folders.list().length === 0) return refuse(text, NO_GATE);
    const choice = readChoice(value, folders.list().map(workIn));
    if (!choice) return refuse(text, NO_CHOICE);
    const { model, baseUrl, keys, env } = await modelWish(context);
    const hideUntilIntent = vscode.workspace.getConfiguration("intentgate").get("hideUntilIntent", true);
    const open = { ...choice, stateDir: stateDir(process.env), keys, hideUntilIntent };
    if (!isModelConfigured({ model, env })) {
      const agent = start({ ...open, model: { kind: "none", offer: OFFER } });
      return work(run, agent, text).finally(() => agent.close());
    }
    const task: OpenTask = { ...open, model: { kind: "configured", model, baseUrl } };
    const key = JSON.stringify(task);
    if (kept === null || kept.key !== key || !kept.agent.isAlive()) {
      if (kept?.agent.isAlive()) post({ type: "note", text: "Another folder, intent or model: a new conversation." });
      kept?.agent.close();
      kept = { key, agent: start(task) };
    }
    return work(run, kept.agent, text);
  }

  async function tour(run: Run): Promise<void> {
    const found = folders
      .list()
      .flatMap((governed) => openIntents(governed).map((intent) => ({ governed, intent })))[0];
    if (folders.list().length === 0) return fail(NO_GATE);
    if (!found) return fail("Declare an intent first: then there is one to take.");
    const { id, owned_scope } = found.intent;
    const agent = start({
      root: found.governed.workspace.home.root,
      stateDir: stateDir(process.env),
      model: { kind: "tour", intent: { id, owned_scope } },
      keys: await knownKeys(context.secrets),
      intent: null,
      // A scripted model knows its tools by heart, and it is the refusal that it is there to show.
      hideUntilIntent: false,
    });
    await work(run, agent, tourPrompt).finally(() => agent.close());
  }

  function start(open: OpenTask): AgentProcess {
    const file = vscode.Uri.joinPath(context.extensionUri, "dist/agent.cjs").fsPath;
    return startAgentProcess({
      file,
      env: process.env,
      open,
      hear(event) {
        const message = toPanel(event);
        if (message) post(message);
      },
    });
  }

  async function work(run: Run, agent: AgentProcess, text: string): Promise<void> {
    run.agent = agent;
    if (run.isStopped) return fail("Stopped.");
    log.info(`the agent ended: ${await agent.run(text)}`);
  }

  function stop(): void {
    if (running === null) return;
    running.isStopped = true;
    running.agent?.abort();
  }

  async function begin(asked: Extract<FromPanel, { type: "send" | "tour" }>): Promise<void> {
    if (running !== null) {
      post({ type: "note", text: STILL });
      if (asked.type === "send") giveBack(asked.text);
      return;
    }
    const mine: Run = { agent: null, isStopped: false };
    running = mine;
    try {
      await (asked.type === "send" ? send(mine, asked.text, asked.choice) : tour(mine));
    } catch (error) {
      log.error(String(error));
      fail("The agent could not be started; the log says why.");
    } finally {
      running = null;
      await greet();
    }
  }

  async function hear(message: unknown): Promise<void> {
    const asked = readFromPanel(message);
    if (asked === null) return;
    if (asked.type === "hello") {
      await greet();
      for (const one of sent) await view?.webview.postMessage(one);
    } else if (asked.type === "typing") quiet.stirred();
    else if (asked.type === "stop") stop();
    else if (asked.type !== "clear") await begin(asked);
    else if (running !== null) post({ type: "note", text: STILL });
    else {
      kept?.agent.close();
      kept = null;
      sent = [];
      await view?.webview.postMessage({ type: "cleared" } satisfies ToPanel);
    }
  }

  const provider: vscode.WebviewViewProvider = {
    resolveWebviewView(resolved) {
      view = resolved;
      const media = vscode.Uri.joinPath(context.extensionUri, "media");
      const dist = vscode.Uri.joinPath(context.extensionUri, "dist/panel");
      resolved.webview.options = { enableScripts: true, localResourceRoots: [media, dist] };
      resolved.webview.html = pageOf(resolved.webview, dist);
      resolved.webview.onDidReceiveMessage((message) => {
        hear(message).catch((error: unknown) => log.error(String(error)));
      });
      resolved.onDidDispose(() => {
        view = null;
      });
    },
  };
  return vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider("intentgate.chat", provider),
    vscode.commands.registerCommand("intentgate.stopTask", stop),
    folders.onChange(() => void greet()),
    {
      dispose() {
        stop();
        running?.agent?.close();
        kept?.agent.close();
      },
    },
  );
}

function workIn(governed: GovernedFolder): FolderWork {
  const intents = openIntents(governed).map(({ id, name }) => ({ id, name }));
  return { root: governed.workspace.home.root, name: governed.folder.name, intents };
}

function openIntents({ workspace }: GovernedFolder) {
  const read = intentsOf(workspace.home);
  return read.ok ? [...read.value.values()].filter(isOpen) : [];
}

async function modelWish(context: vscode.ExtensionContext) {
  const settings = vscode.workspace.getConfiguration("intentgate");
  const keys = await knownKeys(context.secrets);
  return {
    model: settings.get("model", "") || null,
    baseUrl: settings.get("modelUrl", "") || null,
    keys,
    env: { ...process.env, ...keys },
  };
}

function pageOf(webview: vscode.Webview, dist: vscode.Uri): string {
  const nonce = randomBytes(18).toString("base64url");
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  const csp = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${csp}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${file("panel.css")}">
<title>Agent</title>
</head>
<body>
<main id="log" role="log" aria-live="polite" aria-label="Conversation" tabindex="0"></main>
<form id="ask">
<label class="intent">Intent <select id="work"></select></label>
<textarea id="text" rows="3" placeholder="What shall be done?" aria-label="What shall be done?"></textarea>
<div class="row">
<span id="model"></span>
<button type="button" id="tour" hidden>Show me with a scripted agent</button>
<button type="button" id="clear" class="quiet">Clear</button>
<button type="button" id="stop" hidden>Stop</button>
<button type="submit" id="send">Send</button>
</div>
</form>
<script nonce="${nonce}" src="${file("panel.js")}"></script>
</body>
</html>`;
}
