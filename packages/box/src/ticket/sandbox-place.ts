/** The folder of a command that a host runs in a sandbox of its own: the state folder is closed there, and this one is not. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { SYSTEM_PATH } from "@intentgate/world";
import { INSIDE } from "../plan/box-plan.ts";

/** Sandboxes let it be written, unless somebody took it from them. */
const SCRATCH = "/tmp";

/** Nobody else can look into it, and nobody could know its name. */
export function makeSandboxPlace(): string {
  const place = mkdtempSync(join(SCRATCH, "intentgate-"));
  mkdirSync(join(place, INSIDE), { mode: 0o700 });
  return place;
}

/** Nothing of what a link leads to that has its place by now. */
const REMOVING = 'find -P "$1" -type d -exec chmod u+rwx {} \\; ; rm -rf -- "$1"';

export function dropSandboxPlace(place: string): void {
  if (existsSync(place))
    spawnSync("sh", ["-c", REMOVING, "sh", place], { env: { PATH: SYSTEM_PATH }, stdio: "ignore" });
}
