/** What the gate holds after very many calls of very many sessions; the requests come over its socket, as from a launcher. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { claudeCalls } from "./claude-calls.ts";
import { type Project, put } from "./project.ts";
import { filesOf, memoryOf, startResident } from "./resident.ts";

interface Manifest {
  version: string;
}

const SESSION_CALLS = 100;
const MARK_EVERY = 10_000;
const AT_ONCE = 4;
const SETTLE_MS = 5_000;
const LONGEST_MS = 60_000;

export async function growth(project: Project, calls: number): Promise<void> {
  const { version } = JSON.parse(
    readFileSync(new URL("../../apps/cli/package.json", import.meta.url), "utf8"),
  ) as Manifest;
  const running = await startResident(project);
  console.log(`\nthe gate after many calls of sessions with ${SESSION_CALLS} calls each`);
  const asking = await waitingLauncher(running.launcher);
  const socket = join(project.folder, "state/intentgate/gate/socket");
  const env = Object.entries(project.env).map(([name, value]) => `${name}=${value}`);
  const args = ["--root", project.repo, "claude-code"];
  const send = (payload: string): Promise<string> => {
    const nonce = randomUUID();
    const counts = [args.length, env.length].map(String);
    const head = ["intentgate", "1", version, nonce, String(asking.pid), "/", ...counts, ...args, ...env];
    return new Promise((done, reject) => {
      const to = connect(socket);
      let heard = "";
      to.setTimeout(LONGEST_MS, () => to.destroy(new Error("no answer")));
      to.on("data", (more) => {
        heard += more;
      });
      to.on("error", reject);
      to.on("close", () => (heard.includes(`${nonce} pass`) ? reject(new Error("it passed")) : done(heard)));
      to.end(head.map((field) => `${field}\0`).join("") + payload);
    });
  };
  const began = performance.now();
  let marks = 1;
  try {
    let made = 0;
    let next = 1;
    const session = async () => {
      while (made < calls) {
        const number = next++;
        const own = claudeCalls(project, `growth-${number}`);
        await send(own.take("INT-001").before);
        made += 1;
        for (let at = 0; at < SESSION_CALLS && made < calls; ) at += await work(own, number, at);
        if (made >= MARK_EVERY * marks) {
          marks += 1;
          console.log(`  ${shown(running.pid, made)}`);
        }
      }
    };
    const work = async (own: ReturnType<typeof claudeCalls>, number: number, at: number): Promise<number> => {
      if (at % 10 !== 0) {
        await send((at % 3 === 0 ? own.write("README.md", `${at}`) : own.shell("ls src")).before);
        made += 1;
        return 1;
      }
      const path = `src/auth/growth-${number % AT_ONCE}.ts`;
      const text = `export const made = ${made};\n`;
      const call = own.write(path, text);
      await send(call.before);
      put(project.repo, path, text);
      await send(call.after);
      made += 2;
      return 2;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, session));
    await new Promise((done) => setTimeout(done, SETTLE_MS));
    const took = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(`  ${shown(running.pid, made)}, idle, after ${took} s`);
  } finally {
    asking.kill();
    running.end();
  }
}

/** What the gate looks for in the process that asks: the system's shell runs the launcher, here one that only waits. */
async function waitingLauncher(launcher: string): Promise<ChildProcess> {
  renameSync(launcher, `${launcher}.kept`);
  writeFileSync(launcher, "#!/bin/sh\necho ready\nread -r end\n", { mode: 0o755 });
  const waiting = spawn(launcher, { stdio: ["pipe", "pipe", "ignore"] });
  await new Promise((ready) => waiting.stdout.once("data", ready));
  renameSync(`${launcher}.kept`, launcher);
  return waiting;
}

function shown(pid: number, calls: number): string {
  return `${String(calls).padStart(7)} calls  ${memoryOf(pid).toFixed(0)} MB  ${filesOf(pid)} files open`;
}
