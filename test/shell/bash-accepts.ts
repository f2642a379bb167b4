/** Asks bash which commands it takes, without running any of them. */
import { spawn } from "node:child_process";

const PROCESSES = 2;
const NOBODY = 65534;

/**
 * One process reads all commands. For each it makes a copy of itself that runs nothing any more (what `bash -n` does)
 * and only then sees the command: a new bash each time would take several times as long, and its exit code would call
 * some of what it complains about in `[[ ]]` a success.
 */
const asking = `while IFS= read -r -d '' command; do
  (eval "set -n
$command") < /dev/null > /dev/null 2>&1 && printf y || printf n
done`;

/** In the order given. A command with a NUL in it cannot be asked about. */
export async function bashAccepts(commands: readonly string[]): Promise<boolean[]> {
  const size = Math.ceil(commands.length / PROCESSES);
  const shares = Array.from({ length: PROCESSES }, (_each, at) => commands.slice(at * size, (at + 1) * size));
  return (await Promise.all(shares.map(askAll))).flat();
}

function askAll(commands: readonly string[]): Promise<boolean[]> {
  const isRoot = process.getuid?.() === 0;
  const child = spawn("bash", ["--norc", "-c", asking], {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" },
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    stdio: ["pipe", "pipe", "ignore"],
  });
  let answers = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    answers += text;
  });
  child.stdin.end(commands.map((command) => `${command}\0`).join(""));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => {
      if (answers.length === commands.length) resolve([...answers].map((answer) => answer === "y"));
      else reject(new Error(`bash answered ${answers.length} of ${commands.length} questions`));
    });
  });
}
