/** A place in which a generated command can be run for real and can reach nothing else. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { removeFolder } from "../../packages/world/src/files/make-folder.ts";
import { bundle } from "../planted-root.ts";
import type { Change, Kind } from "./tree-shot.ts";

/** The user `nobody`, who owns nothing. */
const NOBODY = 65534;

/**
 * Everything is mounted for reading only, except the area; nothing can be gained back. The shell stays, as the process
 * to which those fall that nobody waits for.
 */
const wall = `
area=$1; shift
mount --make-rprivate / || exit 90
mount --bind "$area" "$area" || exit 90
while read -r _ _ _ _ place _; do
  if [ "$place" != "$area" ]; then mount -o remount,bind,ro "$place" || exit 90; fi
done < /proc/self/mountinfo
ulimit -u 4000
cd "$area" || exit 90
"$@"
exit
`;

const drop = ["setpriv", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"];
const asNobody = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
const apart = ["--mount", "--pid", "--net", "--fork", "--kill-child"];

export interface TreeEntry {
  path: string;
  kind: Kind;
  target: string | null;
}

export interface Ran {
  code: number | null;
  /** Something of it had to be killed. */
  hung: boolean;
  changes: Change[];
}

export interface Box {
  /** The folder that holds `work`, where commands start, `home`, `out` and `tmp`. */
  area: string;
  tree: readonly TreeEntry[];
  run(command: string): Promise<Ran>;
  close(): void;
}

type Way = { words(area: string, command: readonly string[]): string[] } | { missing: string };

/** How commands are kept apart on this machine; `missing` says why they cannot be, and in CI that is a failure. */
export function wayApart(): Way {
  const isRoot = process.getuid?.() === 0;
  const prefix = isRoot ? ["unshare", ...apart] : ["unshare", "--user", "--map-root-user", ...apart];
  const words = (area: string, command: readonly string[]): string[] => [
    ...prefix,
    "bash",
    "--norc",
    "-c",
    wall,
    "wall",
    area,
    ...drop,
    ...(isRoot ? asNobody : []),
    ...command,
  ];
  const folder = makeArea();
  try {
    if (works(words(folder.area, ["true"]))) return { words };
  } finally {
    folder.clear();
  }
  // In a container root may have no right to mount; another user still is another user.
  const bare = ["setpriv", ...drop.slice(1), ...asNobody];
  if (isRoot && works([...bare, "true"])) return { words: (_area, command) => [...bare, ...command] };
  const missing = isRoot
    ? "commands cannot be run as another user here (setpriv is missing)"
    : "commands cannot be kept away from your files here (unshare --user --mount is not allowed)";
  if (process.env.CI === "true") throw new Error(`${missing}, and a machine that tests changes must be able to`);
  return { missing };
}

function works([program = "", ...words]: string[]): boolean {
  return spawnSync(program, words, { stdio: "ignore", env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" } }).status === 0;
}

function makeArea(): { folder: string; area: string; clear(): void } {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-box-"));
  const area = join(folder, "area");
  chmodSync(folder, 0o755);
  mkdirSync(area);
  if (process.getuid?.() === 0) chownSync(area, NOBODY, NOBODY);
  return { folder, area, clear: () => removeFolder(folder) };
}

export async function openBox(way: Exclude<Way, { missing: string }>): Promise<Box> {
  const { area, tree, ask, close } = await openWorker(way, new URL("box-worker.ts", import.meta.url));
  return { area, tree, run: async (command) => (await ask({ command })) as Ran, close };
}

export interface BoxedWorker {
  area: string;
  tree: readonly TreeEntry[];
  /** One question after the other. */
  ask(question: object): Promise<unknown>;
  close(): void;
}

/** A program of ours inside: its first line says what tree it made, each further one answers a question. */
export async function openWorker(way: Exclude<Way, { missing: string }>, source: URL): Promise<BoxedWorker> {
  const { folder, area, clear } = makeArea();
  const worker = await bundle(source, folder);
  const [program = "", ...words] = way.words(area, [process.execPath, worker, area]);
  const child = spawn(program, words, {
    cwd: folder,
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const answers = answersOf(child);
  const close = (): void => {
    child.kill("SIGKILL");
    clear();
  };
  try {
    const { tree } = (await answers.next()) as { tree: TreeEntry[] };
    return {
      area,
      tree,
      ask: (question) => {
        child.stdin?.write(`${JSON.stringify(question)}\n`);
        return answers.next();
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** The lines a process prints, one after the other; its end is an error. */
function answersOf(child: ChildProcess): { next(): Promise<unknown> } {
  const waiting: { resolve(answer: unknown): void; reject(error: Error): void }[] = [];
  const ready: unknown[] = [];
  let over: Error | undefined;
  let complaint = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-2000);
  });
  const end = (why: string): void => {
    over ??= new Error(`the box is closed: ${why} ${complaint}`);
    for (const { reject } of waiting.splice(0)) reject(over);
  };
  child.on("error", (error) => end(error.message));
  child.on("close", (code, signal) => end(`${code ?? signal}`));
  if (child.stdout) {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const answer: unknown = JSON.parse(line);
      const next = waiting.shift();
      if (next) next.resolve(answer);
      else ready.push(answer);
    });
  }
  return {
    next: () =>
      new Promise((resolve, reject) => {
        if (ready.length > 0) resolve(ready.shift());
        else if (over) reject(over);
        else waiting.push({ resolve, reject });
      }),
  };
}
