/** Programs that a person lets run without anybody knowing what they will do: what the stories of afterwards begin with. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { CallAnswer } from "@intentgate/engine";
import { expect } from "vitest";
import { type Gate, withPerson } from "./gate-scene.ts";

export const revert = "on_violation: revert\n";

/** The clock stands still: how long a call takes on a busy machine decides nothing. */
export const instant = { now: () => new Date("2026-03-01T12:00:00Z") };

/** A shell script that a person approves once. */
export async function runs(gate: Gate, script: string, session = "s1"): Promise<CallAnswer> {
  gate.put("work.sh", `${script}\n`);
  return runsCommand(gate, "sh work.sh", session);
}

export async function runsCommand(gate: Gate, command: string, session = "s1"): Promise<CallAnswer> {
  const { value } = await withPerson(gate, "once", () => gate.call("execute_command", { command }, session));
  expect(value.refusal, command).toBeUndefined();
  return value;
}

/** As a person would, in their own terminal. */
export function git(gate: Gate, ...words: string[]): string {
  const who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.invalid", "-c", "commit.gpgsign=false"];
  const done = spawnSync("git", [...who, ...words], { cwd: gate.repo, env: gate.env, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
  return done.stdout.trim();
}

/** Everything committed, and old enough for git to be sure of its files. */
export function commitAll(gate: Gate): void {
  git(gate, "add", "-A");
  git(gate, "commit", "-q", "--allow-empty", "-m", "all");
}

export function kinds(answer: CallAnswer): string[] {
  return answer.notices.map((notice) => notice.kind);
}

/** `path by whom`, in the order of the ledger. */
export function credits(gate: Gate): string[] {
  return gate
    .ledger()
    .flatMap(({ files }) =>
      files.map((file) => `${file.relative_path} ${file.conversations[0]?.contributor.entity_type}`),
    );
}

export function quarantined(gate: Gate, answer: CallAnswer, path: string): string {
  return join(gate.workspace.home.state, "quarantine", answer.invocationId, path);
}

/** Until what stands in the workspace is old enough for its stamp to vouch for its bytes. */
export function olderThanATick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 250));
}
