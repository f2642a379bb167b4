/** Programs that exchange a folder for a link, again and again, while something else is done to what lies in it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "./temp-folder.ts";

export interface Swapped {
  folder: string;
  link: string;
  /** Where the folder lies meanwhile; names that begin so are the program's too. */
  aside: string;
}

/** Exchanges folder and link without a moment in which one of them is missing. */
const EXCHANGE = `
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
one, two = (os.fsencode(path) for path in sys.argv[1:3])
if libc.renameat2(-100, one, -100, two, 2) != 0: sys.exit(3)
print("ready", flush=True)
while os.getppid() != 1: libc.renameat2(-100, one, -100, two, 2)
`;

/** Two renames each way; where a call made the folder anew in the gap, it is moved out of the way. */
const RENAMES = `
const fs = require("node:fs");
const [folder, link, aside] = process.argv.slice(1);
const attempt = (work) => { try { work(); } catch (error) { if (!error.syscall) throw error; } };
console.log("ready");
for (let n = 0; process.ppid !== 1; n += 1) {
  attempt(() => fs.renameSync(folder, aside));
  attempt(() => fs.renameSync(folder, aside + "-" + n));
  attempt(() => fs.renameSync(link, folder));
  attempt(() => fs.renameSync(folder, link));
  attempt(() => fs.renameSync(aside, folder));
}
`;

function canExchange(): boolean {
  const folder = tempFolder("exchange");
  for (const name of ["one", "two"]) mkdirSync(join(folder, name));
  const once = EXCHANGE.slice(0, EXCHANGE.indexOf("print("));
  const tried = spawnSync("python3", ["-c", once, join(folder, "one"), join(folder, "two")], { timeout: 20_000 });
  return tried.status === 0;
}

export const swappers: [how: string, isPossible: boolean, start: (swapped: Swapped) => ChildProcess][] = [
  [
    "in one step (skipped where python3 or renameat2 is missing)",
    process.platform === "linux" && canExchange(),
    ({ folder, link }) => spawn("python3", ["-c", EXCHANGE, folder, link]),
  ],
  [
    "by renaming",
    process.platform === "linux",
    ({ folder, link, aside }) => spawn(process.execPath, ["-e", RENAMES, folder, link, aside]),
  ],
];

/** Ends the program in any case. */
export async function whileSwapping(swapper: ChildProcess, act: () => void): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      swapper.stdout?.once("data", () => resolve());
      swapper.once("exit", (code) => reject(new Error(`the swapper ended with ${code}`)));
    });
    act();
  } finally {
    const ended = new Promise((resolve) => swapper.once("exit", resolve));
    if (swapper.exitCode === null && swapper.kill("SIGKILL")) await ended;
  }
}
