/** Scripts of ours in the state folder. */
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { replaceFile } from "@intentgate/world";
import { isProgram } from "../program/program-on-path.ts";

/** Not touched where it is as it should be. */
export function writeScript(path: string, text: string): void {
  if (isProgram(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replaceFile(path, text, { mode: 0o755 });
}
