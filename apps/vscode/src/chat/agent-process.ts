/** Starts the agent's process and speaks with it. */
import { type ChildProcess, fork } from "node:child_process";
import { keyVariables, type TaskEvent } from "@intentgate/agent";
import type { FromAgent, OpenTask, ToAgent } from "./agent-messages.ts";

export interface AgentProcess {
  /** One prompt until the agent is done; says why it ended. Never rejects. */
  run(text: string): Promise<string>;
  abort(): void;
  close(): void;
  /** False once the process is gone. */
  isAlive(): boolean;
}

export interface AgentProcessParts {
  /** The bundled program of the process. */
  file: string;
  env: NodeJS.ProcessEnv;
  open: OpenTask;
  hear(event: TaskEvent): void;
}

/** What programs of the agent may see of the editor's environment: everything but keys of model providers. */
export function environmentWithoutKeys(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !keyVariables.includes(name.toUpperCase())));
}

export function startAgentProcess({ file, env, open, hear }: AgentProcessParts): AgentProcess {
  const child: ChildProcess = fork(file, [], {
    cwd: open.root,
    // In a desktop editor the executable is the editor itself; this makes it behave as node.
    env: { ...environmentWithoutKeys(env), ELECTRON_RUN_AS_NODE: "1" },
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  let over: ((reason: string) => void) | null = null;
  let isAlive = true;

  function send(message: ToAgent): void {
    if (child.connected) child.send(message);
  }

  function gone(why: string): void {
    isAlive = false;
    if (over === null) return;
    hear({ type: "ended", reason: "failed", message: why });
    finish("failed");
  }

  function finish(reason: string): void {
    over?.(reason);
    over = null;
  }

  child.on("message", (message: FromAgent) => {
    if (message.type === "event") hear(message.event);
    else finish(message.reason);
  });
  child.on("error", (error) => gone(`The agent's process failed: ${error.message}`));
  child.on("exit", () => gone("The agent's process ended unexpectedly."));
  send({ type: "open", ...open });

  return {
    run(text) {
      return new Promise((resolve) => {
        over = resolve;
        if (isAlive) send({ type: "run", text });
        else gone("The agent's process is gone.");
      });
    },
    abort: () => send({ type: "abort" }),
    close: () => send({ type: "close" }),
    isAlive: () => isAlive,
  };
}
