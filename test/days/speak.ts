/** A program of the play that is spoken with while it runs: lines or a screen in, words out. Nobody's, as hosts are. */
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "../hosts/driver.ts";
import { endProcess, nobody, type Stage } from "../hosts/stage.ts";

const groups = process.env.INTENTGATE_TEST_GROUPS;

export interface Spoken {
  say(text: string): void;
  end(): void;
  /** All that it said. */
  said(): string;
  ended: Promise<number | null>;
}

/** `hears`: each piece of its output, as it comes. */
export function speak(
  stage: Stage,
  { program, args, env, folder = "" }: Command,
  hears: (text: string) => void,
): Spoken {
  const child = spawn(program, args, {
    cwd: join(stage.repo, folder),
    env: { ...stage.env, ...env },
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
    ...nobody,
  });
  if (groups) appendFileSync(groups, `${child.pid}\n`);
  let all = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      all += text;
      if (stream === child.stdout) hears(text);
    });
  child.stdin.on("error", () => undefined); // whoever does not read it has ended
  return {
    say: (text) => void child.stdin.write(text),
    end: () => endProcess(-(child.pid ?? 0)),
    said: () => all,
    ended: new Promise((resolve, reject) => child.on("error", reject).on("close", resolve)),
  };
}

/** Hands on whole lines that hold JSON. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the program wrote
export function inMessages(take: (message: any) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("{")) take(JSON.parse(line));
  };
}
