/** Temporary files beside their target, named so that a killed writer's can be told and removed. */
import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { cannotWrite, codeOf } from "../errors/file-problem.ts";
import { isAlive } from "../processes/process-identity.ts";

export function temporaryBeside(path: string): string {
  return join(dirname(path), `${beginningOf(path)}${process.pid}-${randomBytes(6).toString("hex")}.tmp`);
}

/** As much of its name as leaves room for the rest: a name has 255 bytes at most. */
function beginningOf(path: string): string {
  let name = basename(path);
  while (Buffer.byteLength(name) > LONGEST_BEGINNING) name = [...name].slice(0, -1).join("");
  return `${name}.`;
}

const LONGEST_BEGINNING = 220;

/** Removes what killed writers of any file in this folder left behind; a folder that is not there has nothing. */
export function sweepLeftovers(folder: string, writerOf: (name: string) => number | null = anyWriter): void {
  try {
    for (const name of readdirSync(folder)) {
      const writer = writerOf(name);
      if (writer !== null && !isAlive(writer, null)) rmSync(join(folder, name), { force: true });
    }
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw cannotWrite(error, folder);
  }
}

function anyWriter(name: string): number | null {
  const found = /\.(\d{1,10})-[0-9a-f]{12}\.tmp$/.exec(name);
  return found ? Number(found[1]) : null;
}

/** Removes what writers of this very file left behind when they were killed. */
export function removeLeftovers(path: string): void {
  const start = beginningOf(path);
  try {
    for (const name of readdirSync(dirname(path))) {
      if (!name.startsWith(start)) continue;
      const writer = /^(\d+)-[0-9a-f]{12}\.tmp$/.exec(name.slice(start.length));
      if (writer && !isAlive(Number(writer[1]), null)) rmSync(join(dirname(path), name), { force: true });
    }
  } catch (error) {
    throw cannotWrite(error, dirname(path));
  }
}
