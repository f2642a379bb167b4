/** What the gate that stays says and writes down is, ids and times aside, what a process of its own says and writes down. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Caller, type Sent, type Stage, type StagedHost, stagedHosts, stageOf } from "./host-stage.ts";
import { ask, type ResidentScene, residentScene, startGate, withoutCold } from "./resident-scene.ts";
import { put, type Ran, run } from "./scene.ts";

const ann: Caller = { session: "ses-ann" };
const bob: Caller = { session: "ses-bob" };

interface Step {
  what: string;
  sent(stage: Stage): Sent | string;
  /** What the host does after a yes. */
  does?(scene: ResidentScene): void;
}

const text = "export const one = 1;\n";
const policy = `version: 1
commands:
  - run: npm test
    writes: ["src/auth/**"]
`;

const steps: readonly Step[] = [
  { what: "a write without an intent", sent: (on) => on.write(ann, "src/auth/new.ts", text, "c1") },
  { what: "a look around", sent: (on) => on.shell(ann, "ls src && cat src/auth/token.ts", "c2") },
  { what: "an intent that is not there", sent: (on) => on.take(ann, "INT-999", "c3") },
  { what: "the handshake", sent: (on) => on.take(ann, "INT-001", "c4") },
  { what: "a write in scope", sent: (on) => on.write(ann, "src/auth/new.ts", text, "c5") },
  { what: "the same write once more", sent: (on) => on.write(ann, "src/auth/new.ts", text, "c5") },
  {
    what: "its end",
    sent: (on) => on.wrote(ann, "src/auth/new.ts", text, "c5"),
    does: ({ repo }) => put(repo, "src/auth/new.ts", text),
  },
  { what: "a write out of scope", sent: (on) => on.write(ann, "README.md", text, "c6") },
  { what: "a shell that writes out of scope", sent: (on) => on.shell(ann, "echo x > README.md", "c7") },
  { what: "a control file", sent: (on) => on.write(ann, ".orchestration/policy.yaml", text, "c8") },
  { what: "the intents of somebody else", sent: (on) => on.write(bob, "src/auth/new.ts", text, "c9") },
  { what: "a declared program", sent: (on) => on.shell(ann, "npm test", "c10") },
  { what: "a program that nobody knows", sent: (on) => on.shell(ann, "frobnicate --all", "c11") },
  { what: "a file that changed meanwhile", sent: (on) => on.write(ann, "src/auth/token.ts", text, "c12") },
  { what: "nothing", sent: () => "" },
  { what: "no JSON", sent: () => "}{" },
  { what: "JSON of no event", sent: () => '{"session_id":"x"}' },
];

/** Ids, times and places differ from one run to the next, and say nothing. */
function told(value: string, { repo }: ResidentScene): string {
  return value
    .replaceAll(dirname(repo), "/scene")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "ID")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/sha256:[0-9a-f]{64}|"revision_id":"[0-9a-f]{40}"/g, (found) => found.slice(0, 6))
    .replace(/"(ms|pid)":[\d.]+/g, '"$1":0');
}

async function play(scene: ResidentScene, host: StagedHost, send: (input: string, event: string) => Promise<Ran>) {
  const stage = stageOf(host, scene);
  const answers: [string, Ran][] = [];
  for (const { what, sent, does } of steps) {
    does?.(scene);
    const made = sent(stage);
    const [input, event] =
      typeof made === "string" ? [made, host.before.event] : [JSON.stringify(made.payload), made.event];
    const { code, out, err } = await send(input, event);
    answers.push([what, { code, out: told(out, scene), err: told(err, scene) }]);
  }
  const lines = (name: string) => {
    const file = join(scene.repo, ".orchestration", name);
    return existsSync(file) ? told(readFileSync(file, "utf8"), scene).split("\n") : [];
  };
  const roots = join(scene.state, "roots");
  const left = readdirSync(roots, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".left"));
  return { answers, ledger: lines("agent_trace.jsonl"), decisions: lines("decisions.jsonl"), left };
}

describe.each(stagedHosts.map((host) => [host.name, host] as const))("to %s", (name, host) => {
  it("the two say and write the same", async () => {
    const [cold, warm] = [await residentScene({ policy }), await residentScene({ policy })];
    const alone = await play(cold, host, (input, event) =>
      run(cold, ["hook", "--root", cold.repo, name, event], { input }),
    );
    await startGate(warm);
    withoutCold(warm);
    const stays = await play(warm, host, (input, event) => ask(warm, input, { words: [name, event] }));
    expect(stays.answers).toEqual(alone.answers);
    expect(stays).toEqual(alone);
    expect(alone.answers.filter(([, { out }]) => out.includes("COLD"))).toEqual([]);
    expect(alone.ledger.join("")).toContain("src/auth/new.ts");
  });
});
