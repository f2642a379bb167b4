/** What the stories of undo stand on: an agent at work, and a person who takes it back. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { atTerminal, type Called, call, makeScene, type Scene, type SceneFiles, textOf } from "./scene.ts";

export interface Undone {
  calls: { id: string; tool: string }[];
  paths: { path: string; does: string; why?: string; may_merge?: boolean; doubtful?: true }[];
  undo: string | null;
  back: string[];
  left: { path: string; why: string }[];
}

export const AUTH = "src/auth/token.ts";
export const FIRST = "export const token = 1;\n";

/** Deletions pass without a question. */
export const UNASKED = { ".intentignore": "src/auth/** allow_destructive\n" };
export const policy = "mode: enforce\n";

/** Three lines apart from each other, so that a merge can tell them apart. */
export const LINES = `${Array.from({ length: 12 }, (_, at) => `line ${at}`).join("\n")}\n`;

export async function working(scene: SceneFiles = {}, intent = "INT-001"): Promise<Scene> {
  const made = makeScene(scene);
  expect(await call(made, "select_active_intent", { intent_id: intent })).toMatchObject({ decision: "allow" });
  return made;
}

export async function allowed(scene: Scene, tool: string, input: object): Promise<Called> {
  const called = await call(scene, tool, input);
  expect(called, JSON.stringify(called)).toMatchObject({ decision: "allow" });
  return called;
}

export async function write(scene: Scene, path: string, content: string): Promise<string> {
  await call(scene, "read_file", { path });
  return (await allowed(scene, "write_to_file", { path, content })).invocation_id;
}

export const command = async (scene: Scene, line: string) =>
  (await allowed(scene, "execute_command", { command: line })).invocation_id;

/** As a person who says yes beforehand. */
export async function undo(scene: Scene, ...words: string[]): Promise<Undone & { code: number | null }> {
  const { code, out } = await atTerminal(scene, ["undo", "--yes", "--json", ...words]).done;
  return { ...(JSON.parse(out) as Undone), code };
}

export const here = (scene: Scene, path: string) => join(scene.repo, path);
export const state = (scene: Scene) => {
  const roots = join(scene.env.XDG_STATE_HOME ?? "", "intentgate/roots");
  return join(roots, readdirSync(roots).find((name) => existsSync(join(roots, name, "kept"))) ?? "");
};
export const kept = (scene: Scene) => {
  const folder = join(state(scene), "kept");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== "pruned") : [];
};
export const ledger = (scene: Scene) =>
  textOf(scene, ".orchestration/agent_trace.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
