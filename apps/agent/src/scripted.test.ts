/** Tasks without any server: the embedded models, and what a task does in places that are not as they should be. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outcomes, person, plant, play } from "../../../test/support/agent/agent-stage.ts";
import { tempFolder } from "../../../test/support/temp-folder.ts";
import type { Model, StreamPart } from "./models/model.ts";
import { createScriptedModel, createUnconfiguredModel, type Seen, steps } from "./models/scripted-model.ts";
import { openAgentWorkspace } from "./task/agent-workspace.ts";
import { createTask } from "./task/task.ts";

const select = (intent_id: string) => ({ say: "", calls: [{ tool: "select_active_intent", input: { intent_id } }] });
const write = (path: string, content = "x\n") => ({
  say: "",
  calls: [{ tool: "write_to_file", input: { path, content } }],
});
const stop = { say: "Done.", calls: [] };

describe("without a configured model", () => {
  it("the answer says so, says how, offers what there is, and nothing is done", async () => {
    const place = plant();
    const model = createUnconfiguredModel("Press the button.");
    const { end, of, events } = await play({ workspace: place.open(), model }, "Build me a shop.");
    const text = of("text_delta")
      .map((one) => one.text)
      .join("");
    expect(text).toContain("No model is configured, so nobody has read your prompt and nothing was done.");
    expect(text).toContain("ANTHROPIC_API_KEY");
    expect(text).toContain("Press the button.");
    expect(end.reason).toBe("done");
    expect(outcomes(events)).toEqual([]);
  });
});

describe("a scripted model", () => {
  it("sees what a real one sees: the prompt, the system's text, the results", async () => {
    const seen: Seen[] = [];
    const plan = {
      name: "eyes",
      next(now: Seen) {
        seen.push(now);
        return now.turns === 0 ? { say: "", calls: [{ tool: "read_file", input: { path: "nope.ts" } }] } : stop;
      },
    };
    await play({ workspace: plant().open(), model: createScriptedModel(plan) }, "Look.");
    expect(seen.map(({ turns, prompt }) => [turns, prompt])).toEqual([
      [0, "Look."],
      [1, "Look."],
    ]);
    expect(seen[0]?.system).toContain("<open_intents>");
    expect(seen[1]?.results).toMatchObject([{ tool: "read_file", failed: true }]);
  });
});

describe("an architect and a builder", () => {
  const lesson = { say: "", calls: [{ tool: "record_lesson", input: { lesson: "Tokens live an hour" } }] };
  const architects = steps("architect", [select("INT-001"), write("src/auth/design.md", "# Design\n"), lesson, stop]);
  const builders = steps("builder", [select("INT-002"), write("src/payments/client.ts", "export {};\n"), stop]);

  it("work side by side in one process, and hear of accepted lessons", async () => {
    const place = plant();
    const { ask } = person("once");
    const run = (plan: Parameters<typeof createScriptedModel>[0], prompt: string) =>
      play({ workspace: place.open(ask), model: createScriptedModel(plan) }, prompt);
    const [architect, builder] = await Promise.all([
      run(architects, "You are the architect."),
      run(builders, "You are the builder."),
    ]);
    expect(outcomes(architect.events)).toEqual(["select_active_intent ok", "write_to_file ok", "record_lesson ok"]);
    expect(outcomes(builder.events)).toEqual(["select_active_intent ok", "write_to_file ok"]);

    const opened = place.open(ask);
    const { lessons } = opened.workspace;
    const id = lessons.read().find((one) => one.text.includes("Tokens live an hour"))?.id ?? "";
    const told: string[] = [];
    const again = {
      name: "again",
      next({ system, turns }: Seen) {
        told.push(system);
        return turns === 0 ? select("INT-002") : stop;
      },
    };
    await play({ workspace: opened, model: createScriptedModel(again) }, "Go.");
    expect(told.at(-1)).not.toContain("Tokens live an hour");
    await lessons.accept(new Set([id]));
    await play({ workspace: opened, model: createScriptedModel(again) }, "Go.");
    expect(told.at(-1)).toContain("Tokens live an hour");
  });
});

describe("where things are not as they should be", () => {
  const tries = createScriptedModel(steps("tries", [select("INT-001"), write("src/auth/a.ts"), stop]));

  it("nothing is changed in a folder without a sidecar, and the remedy is told", async () => {
    const folder = tempFolder("plain");
    const stateDir = join(folder, "state");
    const opened = openAgentWorkspace(folder, { ask: person("once").ask, stateDir, userHome: folder });
    const { of, end } = await play({ workspace: opened, model: tries, transcript: null }, "Go.");
    expect(end.reason).toBe("done");
    expect(JSON.stringify(of("tool_blocked"))).toContain("intentgate init");
    expect(existsSync(join(folder, "src"))).toBe(false);
    expect(existsSync(join(folder, ".orchestration"))).toBe(false);
  });

  it("nothing is changed while the file of intents is broken, and the model is told", async () => {
    const place = plant({ intents: "active_intents: [\n" });
    const told: string[] = [];
    const plan = steps("broken", [
      (seen) => {
        told.push(seen.system);
        return write("src/auth/a.ts");
      },
      stop,
    ]);
    const { events } = await play(
      { workspace: place.open(person("once").ask), model: createScriptedModel(plan) },
      "Go.",
    );
    expect(outcomes(events)[0]).not.toBe("write_to_file ok");
    expect(told[0]).toContain("Nothing may be changed until a person has mended it");
  });

  it("an intent that a person changes on the way must be selected again", async () => {
    const place = plant();
    const told: string[] = [];
    const plan = steps("changed", [
      select("INT-001"),
      () => {
        const text = place.read(".orchestration/active_intents.yaml");
        place.put(".orchestration/active_intents.yaml", text.replace("Basic Auth", "Basic and Digest"));
        return write("src/auth/a.ts");
      },
      (seen) => {
        told.push(seen.system);
        return select("INT-001");
      },
      write("src/auth/a.ts"),
      stop,
    ]);
    const { events, of } = await play(
      { workspace: place.open(person("once").ask), model: createScriptedModel(plan) },
      "Go.",
    );
    expect(outcomes(events)).toEqual([
      "select_active_intent ok",
      "write_to_file INTENT_REQUIRED",
      "select_active_intent ok",
      "write_to_file ok",
    ]);
    expect(told[0]).toContain("INT-001 was changed since you took it: select it again");
    expect(of("intent").map((one) => one.intent)).toEqual(["INT-001", null, "INT-001"]);
  });

  it.each([
    ["INT-404", "There is no intent INT-404"],
    ["INT-003", "INT-003 is COMPLETE and cannot be worked on"],
  ])("a person who binds a task to %s is told why not", async (intent, said) => {
    const done = '  - { id: INT-003, name: Old, status: COMPLETE, owned_scope: ["src/**"] }\n';
    const place = plant({ intents: `active_intents:\n${done}` });
    const { end, events } = await play({ workspace: place.open(), model: tries, intent }, "Go.");
    expect(end.reason).toBe("failed");
    expect(end.message).toContain(said);
    expect(outcomes(events)).toEqual([]);
  });

  it("a transcript that cannot be written is told once, and the work goes on", async () => {
    const place = plant();
    writeFileSync(join(place.stateDir, "file"), "");
    const transcript = join(place.stateDir, "file", "task.jsonl");
    const { end, of } = await play({ workspace: place.open(person("once").ask), model: tries, transcript }, "Go.");
    expect(end.reason).toBe("done");
    expect(of("message").filter((one) => one.text.includes("transcript"))).toHaveLength(1);
    expect(place.read("src/auth/a.ts")).toBe("x\n");
  });
});

describe("an answer that reached the output limit", () => {
  /** The first answer says that it was cut, whatever it holds. */
  function cutOnce(model: Model): Model {
    let isFirst = true;
    const cut = new TransformStream<StreamPart, StreamPart>({
      transform(part, controller) {
        const reason = { unified: "length" as const, raw: "max_tokens" };
        controller.enqueue(part.type === "finish" ? { ...part, finishReason: reason } : part);
      },
    });
    return {
      ...model,
      async doStream(options) {
        const { stream } = await model.doStream(options);
        if (!isFirst) return { stream };
        isFirst = false;
        return { stream: stream.pipeThrough(cut) };
      },
    };
  }

  it("gives no call: the last of them may be half of one", async () => {
    const place = plant();
    const both = { say: "", calls: [...write("src/payments/a.ts").calls, ...write("src/payments/b.ts").calls] };
    const model = cutOnce(createScriptedModel(steps("long", [both, write("src/payments/a.ts"), stop])));
    const { events, of } = await play({ workspace: place.open(person("once").ask), model, intent: "INT-002" }, "Go.");
    expect(outcomes(events)).toEqual(["write_to_file NOT_RUN", "write_to_file NOT_RUN", "write_to_file ok"]);
    expect(of("decision")).toHaveLength(1);
    expect(existsSync(join(place.root, "src/payments/b.ts"))).toBe(false);
  });

  it("is asked to go on where it only spoke", async () => {
    const asked: string[] = [];
    const plan = {
      name: "speaks",
      next({ prompt }: Seen) {
        asked.push(prompt);
        return stop;
      },
    };
    const { end } = await play({ workspace: plant().open(), model: cutOnce(createScriptedModel(plan)) }, "Tell.");
    expect(end.reason).toBe("done");
    expect(asked).toEqual(["Tell.", "Your answer reached the output limit. Go on where you stopped."]);
  });
});

describe("a conversation", () => {
  it("goes on with the next prompt in the same session, under the same intent", async () => {
    const place = plant();
    const plan = {
      name: "two",
      next: ({ prompt, turns }: Seen) => {
        if (turns > 0) return stop;
        return prompt === "first" ? select("INT-001") : write("src/auth/later.ts");
      },
    };
    const task = createTask({ workspace: place.open(person("once").ask), model: createScriptedModel(plan) });
    expect((await task.run("first")).reason).toBe("done");
    const overlapping = [task.run("second"), task.run("at the same time")];
    expect((await Promise.all(overlapping)).map((one) => one.reason)).toEqual(["done", "failed"]);
    await task.close();
    expect(place.read("src/auth/later.ts")).toBe("x\n");
    const session = place.open().workspace.home.store.sessions.read(task.id);
    expect(session).toMatchObject({ ended: true, host: "agent", model: "scripted/two" });
  });

  it("bound by a person starts with the intent, and shows everything at once", async () => {
    const place = plant();
    const model = createScriptedModel(steps("bound", [write("src/payments/bound.ts"), stop]));
    const { events, of } = await play({ workspace: place.open(person("once").ask), model, intent: "INT-002" }, "Go.");
    expect(of("started")[0]?.intent).toBe("INT-002");
    expect(outcomes(events)).toEqual(["write_to_file ok"]);
  });
});
