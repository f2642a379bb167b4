/** Which programs of the system are there, and what may keep them from making namespaces. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { onSystemError, systemProgram } from "@intentgate/world";
import type { Layering } from "../plan/box-plan.ts";

export type ProbeAnswer =
  | { can: true; with: string; laidBy: Layering }
  /** No layers can be laid: what only reads is contained, and what can do with copies of the folders of a scope. */
  | { can: "copies"; with: string; why: string; remedy: string }
  | { can: false; why: string; remedy: string };

export function versionOf(program: string): string | null {
  const asked = spawnSync(systemProgram(program), ["--version"], {
    env: {},
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return asked.status === 0 ? asked.stdout.trim() : null;
}

/** bubblewrap since 0.11, where it was built with it. */
export function laysLayers(): boolean {
  const asked = spawnSync(systemProgram("bwrap"), ["--help"], { env: {}, encoding: "utf8" });
  return ["--overlay-src SRC", "--overlay RWSRC", "--ro-overlay DEST"].every((option) =>
    asked.stdout?.includes(option),
  );
}

export function whatForbids(): string {
  const restricted = onSystemError("any", "", () =>
    readFileSync("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "utf8").trim(),
  );
  return restricted === "1"
    ? `AppArmor keeps programs from making namespaces here; a profile for bwrap must allow it. ${knownProfiles()}`
    : "Namespaces of users, mounts or networks are switched off here, as in most containers.";
}

const PROFILES = "/etc/apparmor.d";

/** What is there is looked at before another one is written. `folder`: where profiles lie. */
export function knownProfiles(folder = PROFILES): string {
  const names = onSystemError("any", [], () => readdirSync(folder)).filter((name) => /bwrap|unshare/.test(name));
  if (names.length === 0) return `None for it lies in ${folder}.`;
  return `There already, perhaps not loaded: ${names.map((name) => `${folder}/${name}`).join(", ")}.`;
}

/** Over a folder with another mount below it the system lays no layer for us. */
export function mountsBelow(folder: string): string[] {
  const table = onSystemError("any", "", () => readFileSync("/proc/self/mountinfo", "utf8"));
  const places = table.split("\n").map((line) => unescaped(line.split(" ")[4] ?? ""));
  return places.filter((place) => place.startsWith(`${folder}/`));
}

/** Blanks and the like are written as octal numbers. */
function unescaped(place: string): string {
  return place.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
