/** A hook on a floor: the gate outside decides, and where it does not answer the answer is no. */
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { join } from "node:path";
import type { Host, Reply } from "@intentgate/hosts";
import { HEARTBEAT, PROTOCOL } from "../launcher/wire.ts";
import { version } from "../program/version.ts";
import { refusal } from "./answer-bytes.ts";

const NO_ANSWER =
  "this agent was started with `intentgate start`, and the gate outside of its floor gave no answer. Ask the person to end the agent and to start it again.";

export async function askOutside(state: string, payload: Buffer, host: Host, event: string | null): Promise<Reply> {
  const nonce = randomBytes(16).toString("hex");
  const args = process.argv.slice(3);
  const head = ["intentgate", PROTOCOL, version, nonce, process.pid, process.cwd(), args.length, 0, ...args, ""];
  const said = await exchange(join(state, "gate"), Buffer.concat([Buffer.from(head.join("\0")), payload]));
  return replyIn(said, nonce) ?? refusal(host, event, NO_ANSWER);
}

function exchange(folder: string, request: Buffer): Promise<string> {
  // By its short name: a socket's path may have hardly 100 characters.
  process.chdir(folder);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ path: "socket", allowHalfOpen: true }, () => socket.end(request));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", () => resolve(""));
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
}

/** Null for whatever is not exactly the reply to this request. */
function replyIn(text: string, nonce: string): Reply | null {
  const start = `intentgate ${PROTOCOL} ${nonce} `;
  const at = text.indexOf(start);
  if (at < 0 || text.slice(0, at) !== HEARTBEAT.repeat(at)) return null;
  const [code, rest] = [text.slice(at + start.length, at + start.length + 2), text.slice(at + start.length + 2)];
  const mark = `\n${nonce}\n`;
  const [stdout, stderr, end, ...more] = rest.split(mark);
  if ((code !== "0\n" && code !== "2\n") || stdout === undefined || stderr === undefined) return null;
  return end === "" && more.length === 0 ? { exitCode: code === "0\n" ? 0 : 2, stdout, stderr } : null;
}
