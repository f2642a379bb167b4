import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AgentScene, agentScene, command, select, write } from "./agent-scene.ts";
import { jsonOf, run } from "./scene.ts";

const intents = `active_intents:
  - { id: INT-ARCH, name: Design of the queue, status: PENDING, owned_scope: ["docs/**"] }
  - { id: INT-BUILD, name: The queue, status: PENDING, owned_scope: ["src/**"] }
`;
const policy = `approval: { mode: balanced }
commands:
  - run: sh wait-for-go.sh
`;
/** Outside the repository: what appears in it during a call would be looked into. */
const waits = 'until [ -f "$TMPDIR/go" ]; do sleep 0.05; done\n';
const sayGo = ({ env }: AgentScene) => writeFileSync(join(env.TMPDIR ?? "", "go"), "");
const lesson = "Queues are drained before they are closed";
const answer = "The drain has a deadline of one second";

const scripts = {
  architect: [
    { calls: [select("INT-ARCH")] },
    { calls: [write("docs/queue.md", "# Queue\n")] },
    { calls: [write("src/stolen.ts", "export {};\n")] },
    { calls: [{ name: "record_lesson", input: { lesson } }] },
    { calls: [write("docs/closing.md", "# Closing\n")] },
    { say: "The design is written." },
  ],
  builder: [
    { calls: [select("INT-BUILD")] },
    { calls: [write("src/queue.ts", "export const queue = [];\n")] },
    { calls: [command("sh wait-for-go.sh")] },
    { calls: [write("src/drain.ts", "export const drain = 1000;\n")] },
    { calls: [{ name: "record_lesson", input: { lesson: answer } }] },
    { say: "It is built." },
  ],
  again: [{ calls: [select("INT-ARCH")] }, { say: "I know." }],
};

interface Listed {
  lessons: { id: string; text: string }[];
}

describe("an architect and a builder in one workspace", () => {
  it("work at the same time, each in its scope, and are told what a person accepted of the other", async () => {
    const scene = await agentScene({ scripts, intents, policy, files: { "wait-for-go.sh": waits } });
    const askedAs = (script: string) => scene.model.requests.filter((one) => one.script === script);
    const accept = async (text: string) => {
      const listed = jsonOf<Listed | Listed["lessons"]>(await run(scene, ["lessons", "--json"]));
      const all = Array.isArray(listed) ? listed : listed.lessons;
      const id = all.find((one) => one.text.includes(text))?.id ?? "";
      const ran = await run(scene, ["lessons", "accept", id]);
      expect(ran.code, ran.err).toBe(0);
    };

    const builder = scene.starts(["SCRIPT:builder go", "--json"]);
    const architect = scene.starts(["SCRIPT:architect go", "--json"]);
    expect(await architect.ended, architect.out()).toBe(0);
    await builder.sees('"tool":"execute_command","decision":"allow"');
    expect(architect.out()).toContain("SCOPE_VIOLATION");

    await accept(lesson);
    sayGo(scene);
    expect(await builder.ended, builder.out()).toBe(0);
    const [first] = askedAs("builder");
    expect(first?.text).not.toContain(lesson);
    expect(askedAs("builder").at(-1)?.text).toContain(lesson);

    await accept(answer);
    expect((await scene.tells(["SCRIPT:again go"])).code).toBe(0);
    expect(askedAs("again").at(-1)?.text).toContain(answer);

    const records = scene
      .text(".orchestration/agent_trace.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const changed = records.map((one) => `${one.intent_id} ${one.files[0].relative_path}`).sort();
    expect(changed).toEqual([
      "INT-ARCH docs/closing.md",
      "INT-ARCH docs/queue.md",
      "INT-BUILD src/drain.ts",
      "INT-BUILD src/queue.ts",
    ]);
    expect(scene.has("src/stolen.ts")).toBe(false);
    const verified = await run(scene, ["trace", "verify"]);
    expect(verified.code, verified.out).toBe(0);
  });

  it("is not told what nobody accepted", async () => {
    const scene = await agentScene({ scripts, intents, policy, files: { "wait-for-go.sh": waits } });
    sayGo(scene);
    expect((await scene.tells(["SCRIPT:architect go"])).code).toBe(0);
    expect((await scene.tells(["SCRIPT:builder go"])).code).toBe(0);
    const builders = scene.model.requests.filter((one) => one.script === "builder");
    expect(builders.length).toBeGreaterThan(4);
    for (const request of builders) expect(request.text).not.toContain(lesson);
  });
});
