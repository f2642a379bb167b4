/** For tests: an ACP agent that writes the very lines that its prompt holds, and tells in the end what it was sent. */
import { createInterface } from "node:readline";

const write = (text) => process.stdout.write(`${text}\n`);
const received = [];
const answers = {
  initialize: () => ({ protocolVersion: 1 }),
  "session/new": () => ({ sessionId: "s1", modes: { currentModeId: "default", availableModes: [{ id: "default" }] } }),
};

let prompt = null;

createInterface({ input: process.stdin }).on("line", (line) => {
  received.push(line);
  const { id, method, params } = JSON.parse(line);
  const answer = (to, result) => write(JSON.stringify({ jsonrpc: "2.0", id: to, result }));
  if (Object.hasOwn(answers, method)) answer(id, answers[method]());
  if (method === "session/prompt") {
    prompt = id;
    for (const text of JSON.parse(params.prompt.at(-1).text)) write(text);
  }
  // The turn ends with the answer to what was asked in it.
  if (method === undefined) answer(prompt, { received });
});
