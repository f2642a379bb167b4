/** The front door as a host uses it: one process, one call, one answer; and what the workspace looks like around it. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import { expect, onTestFinished } from "vitest";
import { binary, type Plan, type Planted, plantRoot, runNode } from "../planted-root.ts";

export const oneIntent = `active_intents:
  - id: INT-001
    name: One
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`;

export interface Answer {
  exit: number | null;
  /** The one JSON object that was printed. */
  body: Body;
  err: string;
}

export interface Body {
  decision: "allow" | "deny";
  code?: string;
  reason?: string;
  result?: Record<string, unknown>;
  error?: { message: string; meta?: { remedy?: string; [key: string]: unknown } };
  warnings?: unknown[];
}

export interface Door extends Planted {
  /** Bytes or text as they are, or an object as JSON. */
  send(
    input: object | string | Uint8Array,
    how?: { words?: string[]; cwd?: string; env?: Record<string, string> },
  ): Promise<Answer>;
  call(tool: string, input: object, session?: string): Promise<Answer>;
  /** Takes INT-001 in session s1; in this process, as it is not what is tested here. */
  take(): Promise<void>;
  write(path: string, content?: string): Promise<Answer>;
}

export function openDoor(plan: Plan = {}): Door {
  const place = plantRoot({ intents: oneIntent, files: { "src/a.ts": "a\n" }, ...plan });
  onTestFinished(place.clear);
  return doorTo(place);
}

export function doorTo(place: Planted): Door {
  const door: Door = {
    ...place,
    async send(input, { words = [], cwd = place.root, env = {} } = {}) {
      const bytes = typeof input === "string" || input instanceof Uint8Array ? input : JSON.stringify(input);
      const ended = await runNode([binary, "call", ...words], {
        env: { ...place.env, ...env },
        cwd,
        input: bytes,
      });
      expect({ signal: ended.signal, err: ended.err }).toEqual({ signal: null, err: "" });
      const lines = ended.out.split("\n");
      expect(lines).toHaveLength(2);
      return { exit: ended.code, body: JSON.parse(lines[0] ?? "") as Body, err: ended.err };
    },
    call: (tool, input, session = "s1") => door.send({ tool, input, session }),
    async take() {
      const workspace = openWorkspace(place.root, { stateDir: place.stateDir });
      const call = { tool: "select_active_intent", input: { intent_id: "INT-001" }, session: { id: "s1" } };
      expect(await workspace.run(call)).toMatchObject({ decision: "allow", failed: false });
    },
    write: (path, content = "new\n") => door.call("write_to_file", { path, content }),
  };
  return door;
}

/** Everything below a folder with its kind and bytes; what the machine itself keeps is left out. */
export function treeOf(folder: string): Record<string, string> {
  const tree: Record<string, string> = {};
  const machine =
    /^(AGENT\.md$|\.orchestration\/(agent_trace|decisions|intent_map|lessons|sessions|heads|approvals|cache|locks))/;
  const visit = (relative: string): void => {
    for (const name of readdirSync(join(folder, relative))) {
      const path = relative === "" ? name : `${relative}/${name}`;
      if (machine.test(path)) continue;
      const facts = lstatSync(join(folder, path));
      if (facts.isDirectory()) {
        tree[`${path}/`] = "folder";
        visit(path);
      } else if (facts.isSymbolicLink()) tree[path] = `-> ${readlinkSync(join(folder, path))}`;
      else tree[path] = facts.isFile() ? readFileSync(join(folder, path), "base64") : "neither file nor folder";
    }
  };
  visit("");
  return tree;
}

/** A no that a model or a person can act on: a code, a reason and a remedy. */
export function expectDenied(answer: Answer, code: string | RegExp = /./): void {
  expect(answer).toMatchObject({ exit: 2, body: { decision: "deny" } });
  expect(answer.body.code).toMatch(code);
  expect(answer.body.reason).toMatch(/\S/);
  expect(answer.body.error?.meta?.remedy).toMatch(/\S/);
}

export function expectBadInput(answer: Answer, reason: RegExp): void {
  expect(answer).toMatchObject({ exit: 64, body: { decision: "deny", code: "BAD_INPUT" } });
  expect(answer.body.reason).toMatch(reason);
  expect(answer.body.error?.meta?.remedy).toMatch(/\S/);
}
