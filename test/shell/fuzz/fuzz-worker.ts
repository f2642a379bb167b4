/**
 * Runs inside the box: many scripts in one go, each in a copy of one shell; where anything has changed afterwards, each once more
 * alone, so that the change has a name. One JSON line in, one out.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Change, changesBetween, layFiles, putBack, takeShot } from "../tree-shot.ts";
import { oddFiles } from "./odd-tree.ts";

const MOST_MS = 3000;
const limits = ["--cpu=20", "--fsize=1048576", "--nofile=256", "--core=0"];
/** Nothing of it can be seen from inside: the copy reads from nowhere and says nothing to anybody. */
const runner = `cd work || exit
while IFS= read -r -d '' REPLY; do
  (eval "$REPLY") < /dev/null > /dev/null 2>&1
done
wait`;

const [area = ""] = process.argv.slice(2);
const env = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  HOME: join(area, "home"),
  TMPDIR: join(area, "tmp"),
  LC_ALL: "C.UTF-8",
  TERM: "dumb",
};

layFiles(area, oddFiles);
const start = takeShot(area);
say({ tree: [...start].map(([path, { kind, target }]) => ({ path, kind, target })) });

for await (const line of createInterface({ input: process.stdin })) {
  const { scripts, alone = false } = JSON.parse(line) as { scripts: string[]; alone?: boolean };
  say({ changes: await changesOf(scripts, alone) });
}

/** Of each script. */
async function changesOf(scripts: readonly string[], alone: boolean): Promise<Change[][]> {
  const [only, ...others] = scripts;
  if (only === undefined) return [];
  const isAlone = others.length === 0;
  if (isAlone || !alone) {
    const isOver = await run(scripts);
    const changes = settled();
    if (isAlone) return [changes];
    if (isOver && changes.length === 0) return scripts.map(() => []);
  }
  // Which of them it was shows where they are halved.
  const half = Math.ceil(scripts.length / 2);
  return [...(await changesOf(scripts.slice(0, half), alone)), ...(await changesOf(scripts.slice(half), alone))];
}

/** What has changed, which is put back. */
function settled(): Change[] {
  const after = takeShot(area);
  const changes = changesBetween(start, after);
  if (changes.length > 0) putBack(area, start, after);
  return changes;
}

function say(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** Whether all of it ended by itself. */
function run(scripts: readonly string[]): Promise<boolean> {
  const child = spawn("prlimit", [...limits, "bash", "--norc", "-c", runner], {
    cwd: area,
    env,
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(scripts.map((script) => `${script}\0`).join(""));
  return new Promise((resolve, reject) => {
    let isLate = false;
    const clock = setTimeout(
      () => {
        isLate = true;
        kill(child.pid);
      },
      MOST_MS + scripts.length * 50,
    );
    child.on("error", reject);
    child.on("exit", () => {
      clearTimeout(clock);
      // Whatever still runs in the background.
      const isLeft = kill(child.pid);
      resolve(!isLate && !isLeft);
    });
  });
}

function kill(group: number | undefined): boolean {
  if (group === undefined) return false;
  try {
    return process.kill(-group, "SIGKILL");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}
