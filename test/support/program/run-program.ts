/** The built program, run with words, an environment, a folder and an input, until it has answered. */
import { type ChildProcess, spawn } from "node:child_process";
import { PATIENCE_MS } from "../patience.ts";
import { type Asked, binary, play, type Ran, type User } from "./player.ts";

/** As most runs are: what counts is what they say and do, not whose process they are. */
export function runProgram(asked: Asked, user?: User): Promise<Ran> {
  return play(asked, user) ?? runProcess(asked, user);
}

/** In a process of its own, without a terminal, as a script or a host would. */
export function runProcess({ words, cwd, env, input }: Asked, user?: User): Promise<Ran> {
  const child = spawn(process.execPath, [binary, ...words], { cwd, env, ...user });
  child.stdin.on("error", () => undefined); // a program that refuses early does not read its input
  child.stdin.end(input);
  return ended(child);
}

/** Everything a process says until its end. */
export function ended(child: ChildProcess): Promise<Ran> {
  let out = "";
  let err = "";
  child.stdout?.setEncoding("utf8").on("data", (more: string) => {
    out += more;
  });
  child.stderr?.setEncoding("utf8").on("data", (more: string) => {
    err += more;
  });
  const watchdog = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(watchdog);
      resolve({ code, out: out.replace(/\r+\n/g, "\n"), err });
    });
  });
}
