/** For tests of the launcher: a folder of nobody's, a stranger or a good gate on the socket, and a cold program that says what it was given. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import {
  type LauncherOptions,
  launcherPath,
  type Transport,
  writeLauncher,
} from "../../../apps/cli/src/launcher/launcher.ts";
import { type GateRequest, readRequest } from "../../../apps/cli/src/launcher/wire.ts";
import { tempFolder } from "../temp-folder.ts";

const NOBODY = 65534;
export const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const allShells: [name: string, words: readonly [path: string, ...options: string[]]][] = [
  ["dash", ["/bin/dash"]],
  ["bash --posix", ["/bin/bash", "--posix"]],
  ["busybox sh", ["/bin/busybox", "sh"]],
];
export const shells = allShells.filter(([, [path]]) => existsSync(path));

export const transports: readonly Transport[] = (
  [
    { kind: "perl", path: "/usr/bin/perl" },
    { kind: "netcat", path: "/bin/nc.openbsd" },
  ] as const
).filter(({ path }) => existsSync(path));

export interface Stage {
  state: string;
  gate: string;
  /** What came over the socket, whole. */
  heard: GateRequest[];
  /** Takes the socket. */
  answerWith(answer: (socket: Socket, request: GateRequest | null) => void): Promise<void>;
  launch(
    shell: readonly string[],
    input: Buffer,
    words?: readonly string[],
    env?: Record<string, string>,
  ): Promise<Launched>;
}

export interface Launched {
  code: number | null;
  out: string;
  err: string;
}

/** What the cold program says to this payload. */
export function coldSays(input: Buffer): string {
  return `cold ${createHash("sha256").update(input).digest("hex")} hook codex PreToolUse\n`;
}

export function makeStage(transport: Transport, options: Omit<LauncherOptions, "transport"> = {}, deep = ""): Stage {
  const folder = tempFolder("a launcher's ");
  const state = join(folder, deep, "state", "intentgate");
  const gate = join(state, "gate");
  mkdirSync(gate, { recursive: true, mode: 0o700 });
  const program = join(folder, "cold program");
  // Whatever the shell makes of its words, only the sum is cut off.
  writeFileSync(program, 'set -- "$(sha256sum | cut -d " " -f 1)" "$@"\necho "cold $*"\nexit "$INTENTGATE_YES"\n');
  writeLauncher(state, program, { transport, node: "/bin/sh", quietSeconds: 1, env: { HOME: folder }, ...options });
  if (asNobody.uid !== undefined)
    for (let path = gate; path !== dirname(folder); path = dirname(path)) chownSync(path, NOBODY, NOBODY);
  const heard: GateRequest[] = [];
  return {
    state,
    gate,
    heard,
    async answerWith(answer) {
      const server = createServer({ allowHalfOpen: true }, (socket) => {
        const chunks: Buffer[] = [];
        socket.on("data", (chunk: Buffer) => chunks.push(chunk));
        socket.on("error", () => undefined);
        socket.on("end", () => {
          const request = readRequest(Buffer.concat(chunks));
          if (request) heard.push(request);
          answer(socket, request);
        });
      });
      // By a short name: that of the folder may be longer than a socket's may be.
      const short = openSync(gate, "r");
      const socket = `/proc/self/fd/${short}/socket`;
      await new Promise<void>((done) => server.listen(socket, done));
      chmodSync(socket, 0o777);
      onTestFinished(() => void server.close(() => closeSync(short)));
    },
    launch([shell = "", ...options], input, words = ["codex", "PreToolUse"], planted = {}) {
      const env = { PATH: "/usr/bin:/bin", HOME: folder, ...planted };
      const child = spawn(shell, [...options, launcherPath(state), ...words], { cwd: "/", env, ...asNobody });
      child.stdin.on("error", () => undefined);
      child.stdin.end(input);
      const [out, err]: [Buffer[], Buffer[]] = [[], []];
      child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
      child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
      return new Promise((done) =>
        child.on("close", (code) =>
          done({ code, out: Buffer.concat(out).toString("utf8"), err: Buffer.concat(err).toString("utf8") }),
        ),
      );
    },
  };
}
