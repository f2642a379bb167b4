/** An ACP agent in plain lines that does what its prompt says, step by step, and tells in the end what came of it. */
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const sessionId = "acp-session";
const modes = ["default", "acceptEdits"].map((id) => ({ id, name: id }));
const options = [
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];
const waiting = new Map();
let count = 0;

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const ask = (method, params) =>
  new Promise((resolve) => {
    count += 1;
    waiting.set(count, resolve);
    write({ id: count, method, params: { sessionId, ...params } });
  });
const told = ({ result, error }) => (error === undefined ? (result ?? null) : { error: error.message });

const steps = {
  permission: async ({ toolCall }) => told(await ask("session/request_permission", { toolCall, options })),
  update: ({ update }) => write({ method: "session/update", params: { sessionId, update } }) && null,
  write: ({ path, content }) => writeFileSync(path, content) ?? null,
  fsWrite: async ({ path, content }) => told(await ask("fs/write_text_file", { path, content })),
  fsRead: async ({ path }) => told(await ask("fs/read_text_file", { path })),
  async terminal({ command }) {
    const created = await ask("terminal/create", { command });
    if (created.error) return told(created);
    const { terminalId } = created.result;
    const ended = await ask("terminal/wait_for_exit", { terminalId });
    await ask("terminal/release", { terminalId });
    return told(ended);
  },
};

const answers = {
  initialize: () => ({ protocolVersion: 1, agentInfo: { name: "lines", version: "1" }, agentCapabilities: {} }),
  "session/new": () => ({ sessionId, modes: { currentModeId: "default", availableModes: modes } }),
  "session/set_mode": () => ({}),
  async "session/prompt"({ prompt }) {
    const notes = prompt.slice(0, -1).map(({ text }) => ({ note: text }));
    const done = [];
    for (const step of JSON.parse(prompt.at(-1).text)) done.push(await steps[step.do](step));
    return { stopReason: "end_turn", _meta: { told: [...notes, ...done] } };
  },
};

createInterface({ input: process.stdin }).on("line", async (line) => {
  const message = JSON.parse(line);
  if (message.method === undefined) return waiting.get(message.id)?.(message);
  if (message.id === undefined) return;
  write({ id: message.id, result: (await answers[message.method]?.(message.params)) ?? {} });
});
