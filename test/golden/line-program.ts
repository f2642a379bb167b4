/** A program that speaks JSON-RPC in lines, as the other side of it: asks, answers what it is asked, and hears. */
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

// biome-ignore lint/suspicious/noExplicitAny: whatever JSON the program wrote
export type Message = any;

export interface LineProgram {
  /** Waits for the answer. */
  ask(method: string, params?: object): Promise<Message>;
  notify(method: string, params?: object): void;
  /** Everything it said that was no answer to us, since the last look. */
  heard(): Message[];
  ends(): Promise<number | null>;
}

/** `reply` answers what the program asks us. */
export function lineProgram(child: ChildProcess, reply: (message: Message) => unknown = () => ({})): LineProgram {
  const waiting = new Map<number, (message: Message) => void>();
  const gone = new Promise<number | null>((resolve) => child.once("close", resolve));
  let heard: Message[] = [];
  let errors = "";
  let count = 0;
  const write = (message: object) => void child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  child.stderr?.setEncoding("utf8").on("data", (more: string) => {
    errors += more;
  });
  createInterface({ input: child.stdout! }).on("line", (line) => {
    const message = JSON.parse(line) as Message;
    if (message.method === undefined) return waiting.get(message.id)?.(message);
    heard.push(message);
    if (message.id !== undefined) write({ id: message.id, result: reply(message) });
  });
  return {
    ask(method, params = {}) {
      count += 1;
      const id = count;
      const answered = new Promise<Message>((resolve, reject) => {
        waiting.set(id, resolve);
        void gone.then((code) => reject(new Error(`it ended with ${code} during ${method}: ${errors}`)));
      });
      write({ id, method, params });
      return answered;
    },
    notify: (method, params = {}) => write({ method, params }),
    heard() {
      const now = heard;
      heard = [];
      return now;
    },
    async ends() {
      child.stdin?.end();
      return gone;
    },
  };
}
