/** Steps that many stories take: run a verb and expect how it ends. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { binary, jsonOf, makeScene, quoted, type Ran, run, type Scene, shellAtTerminal } from "./scene.ts";

export const INTENTS = ".orchestration/active_intents.yaml";
export const POLICY = ".orchestration/policy.yaml";

/** A repository without a sidecar. */
export function bare(files: Record<string, string> = {}): Scene {
  return makeScene({ intents: null, files });
}

/** A repository as `init` leaves it. */
export async function initialised(): Promise<Scene> {
  const scene = bare();
  await done(scene, "init", "--yes");
  return scene;
}

/** Runs it, expects success, and gives what it printed. */
export async function done(scene: Scene, ...words: string[]): Promise<string> {
  const ran = await run(scene, words);
  expect(ran.code, `${words.join(" ")}\n${ran.out}${ran.err}`).toBe(0);
  return ran.out;
}

/** Runs it, expects this exit code, and gives what it complained about. */
export async function refused(scene: Scene, code: number, ...words: string[]): Promise<string> {
  const ran = await run(scene, words);
  expect(ran.code, `${words.join(" ")}\n${ran.out}`).toBe(code);
  expect(ran.err).not.toBe("");
  return ran.err;
}

export async function json<T = Record<string, unknown>>(scene: Scene, ...words: string[]): Promise<T> {
  return jsonOf<T>(await run(scene, [...words, "--json"]));
}

/** As a program that an agent's host started: one of its ancestors is a recorded host, and it made itself a terminal. */
export async function fromAgent(scene: Scene, ...words: string[]): Promise<Ran> {
  const hosts = join(scene.env.XDG_STATE_HOME ?? "", "intentgate/hosts");
  mkdirSync(hosts, { recursive: true });
  const command = [process.execPath, binary, ...words].map(quoted).join(" ");
  const record = `printf '{"pid":%s,"startedAt":null}' $$ > ${quoted(hosts)}/$$`;
  return shellAtTerminal(scene, `sh -c ${quoted(`${record}; ${command}; exit $?`)}`).done;
}
