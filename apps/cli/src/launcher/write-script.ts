/** A script of ours in the state folder: not touched where it is as it should be. */
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { replaceFile } from "@intentgate/world";
import { isProgram } from "../program/program-on-path.ts";

export function writeScript(path: string, text: string): void {
  if (isProgram(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replaceFile(path, text, { mode: 0o755 });
}
