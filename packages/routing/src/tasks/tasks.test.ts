import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleRegistry } from "../../../../test/support/routing/labelled-prompts.ts";
import { placeholdersIn, renderArguments } from "../abilities/args-template.ts";
import { createTask, outcomeOf, type TaskRequest, updateTask } from "./create-task.ts";
import { readTask, writeTask } from "./read-task.ts";
import { asOf, deleteTask, endTask, startTask, TASK_LIFETIME_MS, type Task } from "./task.ts";
import { renderToolCall } from "./tool-call-page.ts";

const { registry } = sampleRegistry();
const now = Date.parse("2025-01-15T10:00:00Z");
const byId = (id: string) => ({
  ability: registry.abilities.find((ability) => ability.id === id)!,
  config: registry.configs.find((config) => config.id === id)!,
});
const anyInput = (id: string) => ({ ...byId(id).ability, inputSchema: {} });
const request = (changes: Partial<TaskRequest> = {}): TaskRequest => ({
  ...byId("db.write.user_row"),
  input: { user_id: "u-1" },
  reason: "a user for the tests",
  here: { environment: "dev", modules: [] },
  now,
  key: "task-123",
  objection: () => null,
  ...changes,
});
const created = (changes: Partial<TaskRequest> = {}): Task => {
  const { task, answer } = createTask(request(changes));
  if (!task) throw new Error(JSON.stringify(answer));
  return task;
};

describe("creating a task", () => {
  it("answers with its key and no warnings", () => {
    const { answer, task } = createTask(request());
    expect(answer).toEqual({ status: "available", task_key: "task-123", warnings: [] });
    expect(task).toMatchObject({
      state: "created",
      args: ["db.write.user_row", "u-1"],
      operationKey: "db.write.user_row",
    });
    expect(Date.parse(task!.expiresAt) - Date.parse(task!.createdAt)).toBe(60 * 60 * 1_000);
  });

  const circle: Record<string, unknown> = {};
  circle.user_id = circle;

  it.each<[string, Partial<TaskRequest>, string]>([
    ["no config", { config: null }, "nothing says how"],
    ["the config of another ability", { config: byId("cache.flush").config }, "nothing says how"],
    ["an implementation that cannot run", { objection: () => "the script does not exist" }, "does not exist"],
    ["no input", { input: undefined }, "must be a JSON object"],
    ["a list as input", { input: [] }, "must be a JSON object"],
    ["text as input", { input: "{}" }, "must be a JSON object"],
    ["a missing value", { input: {} }, 'lacks "user_id"'],
    ["a value of another type", { input: { user_id: 5 } }, "must be string"],
    ["an unknown value", { input: { user_id: "u", admin: true } }, "unknown entry"],
    ["an empty value", { input: { user_id: "" } }, "at least 1"],
    ["a huge value", { input: { user_id: "x".repeat(70_000) } }, "larger than 64 KiB"],
    ["a circle", { input: circle }, "nested deeper"],
    ["an option in place of a value", { input: { user_id: "--all" } }, "would be read as an option"],
    ["a NUL character", { input: { user_id: "a\0b" } }, "NUL"],
    ["another environment", { here: { environment: "production", modules: [] } }, "it is for dev, staging"],
    ["an unknown environment", { here: { environment: null, modules: [] } }, "not known which environment"],
    ["another module", { here: { environment: "dev", modules: ["billing"] } }, "it belongs to users.api"],
    ["a target in production", { input: { user_id: "prod-db/u1" } }, "speaks of production"],
    ["a German target in production", { input: { user_id: "Produktion" } }, "speaks of production"],
    [
      "a credential in the input",
      { ...byId("cache.flush"), ability: anyInput("cache.flush"), input: { service: "x", apiToken: "t" } },
      "looks like a credential",
    ],
    [
      "a credential deep in the input",
      { ...byId("cache.flush"), ability: anyInput("cache.flush"), input: { service: "x", db: [{ password: "t" }] } },
      "looks like a credential",
    ],
    ["production in camel case", { input: { user_id: "prodUsers" } }, "speaks of production"],
  ])("is refused for %s, and nothing is created", (_, changes, reason) => {
    const { answer, task } = createTask(request(changes));
    expect(task).toBeNull();
    expect(answer.status).toBe("unavailable");
    expect(answer.status === "unavailable" && answer.reason).toContain(reason);
    expect(answer.status === "unavailable" && answer.suggestion).toMatch(/\w/);
  });

  it("may speak of what is not production", () => {
    expect(created({ input: { user_id: "non-prod/u1" } }).warnings).toEqual([]);
  });

  it("warns where it runs in production, and where the reason says what the ability is not for", () => {
    const inProduction = { environment: "production", modules: [] };
    const refund = { ...byId("payments.refund"), input: { payment: "p1" }, here: inProduction };
    expect(created(refund).warnings).toEqual(["this runs in production"]);
    expect(created({ reason: "copy the prod user" }).warnings).toHaveLength(1);
  });

  it("warns where the schema has a pattern, which nobody checks", () => {
    const { ability, config } = byId("db.write.user_row");
    const inputSchema = { properties: { user_id: { pattern: "^u-\\d+$" } } };
    const { warnings, input } = created({ ability: { ...ability, inputSchema }, config, input: { user_id: "x" } });
    expect({ warnings, input }).toEqual({ warnings: [expect.stringContaining("`pattern`")], input: { user_id: "x" } });
  });

  it("fills in the defaults of the schema", () => {
    const { ability, config } = byId("load_test");
    const schema = { type: "object" as const, properties: { rps: { type: "integer" as const, default: 5 } } };
    const task = created({
      ability: { ...ability, inputSchema: schema },
      config,
      input: {},
      here: { environment: "staging", modules: [] },
    });
    expect(task.args).toEqual(["load_test", "5"]);
  });
});

describe("arguments", () => {
  it("are as many as the template has, and hold the values untouched", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }).filter((text) => !text.startsWith("-") && !text.includes("\0")),
        (value) => {
          const rendered = renderArguments(["x", "{{a}}", "--b={{a}}{{a}}"], { a: value });
          expect(rendered).toEqual({ ok: true, value: ["x", value, `--b=${value}${value}`] });
        },
      ),
    );
  });

  it.each<[string[], Record<string, never> | Record<string, unknown>, string[]]>([
    [["{{a}}"], { a: "; rm -rf / $(x) `y` $& {{b}}" }, ["; rm -rf / $(x) `y` $& {{b}}"]],
    [["{{a}}"], { a: -5 }, ["-5"]],
    [["{{a}}"], { a: true }, ["true"]],
    [["{{a}}"], { a: ["x", 1] }, ['["x",1]']],
    [["--", "{{a}}"], { a: "-x" }, ["--", "-x"]],
    [["-n={{a}}"], { a: "-x" }, ["-n=-x"]],
  ])("of %j with %j are %j", (templates, input, expected) => {
    expect(renderArguments(templates, input as never)).toEqual({ ok: true, value: expected });
  });

  it.each<[string[], Record<string, unknown>]>([
    [["{{a}}"], {}],
    [["{{a}}"], { a: null }],
    [["{{a}}"], { a: "-x" }],
    [["{{a}}", "--"], { a: "-x" }],
    [["{{a}}{{b}}"], { a: "", b: "-x" }],
    [["{{a}}"], { a: "x\0" }],
    [["{{a}}"], { a: "x".repeat(40_000) }],
    [["{{a b}}"], { "a b": "x" }],
    [["{{a"], { a: "x" }],
    [["{{constructor}}"], {}],
    [["{{__proto__}}"], {}],
  ])("of %j are refused", (templates, input) => {
    expect(renderArguments(templates, input as never).ok).toBe(false);
  });

  it("name their placeholders, and braces that are none", () => {
    expect(placeholdersIn("a{{b}}-{{c_1}}")).toEqual(["b", "c_1"]);
    expect(placeholdersIn("{a} $b")).toEqual([]);
    expect(placeholdersIn("{{}}")).toBeNull();
  });
});

describe("a task", () => {
  const result = { kind: "result", result: { status: "success" } } as const;
  const later = now + 1_000;
  const running = () => {
    const step = startTask(created(), later);
    if (!step.ok) throw new Error(step.why);
    return step.task;
  };

  it("runs once and ends", () => {
    const ended = endTask(running(), result, later + 1);
    expect(ended).toMatchObject({ ok: true, task: { state: "succeeded", outcome: result } });
    expect(startTask(ended.task, later + 2)).toMatchObject({
      ok: false,
      why: "the task is succeeded and cannot become running",
    });
    expect(endTask(ended.task, result, later + 2).ok).toBe(false);
    expect(deleteTask(ended.task, later + 2).ok).toBe(true);
  });

  it("that failed may be tried again until its time is over", () => {
    const failed = endTask(running(), { kind: "error", error: "exit 1" }, later).task;
    expect(startTask(failed, later + 1)).toMatchObject({
      ok: true,
      task: { endedAt: null, outcome: { kind: "none" } },
    });
    expect(startTask(failed, now + TASK_LIFETIME_MS).ok).toBe(false);
    expect(asOf(failed, now + TASK_LIFETIME_MS)).toMatchObject({ state: "expired", endedAt: failed.endedAt });
  });

  it.each<[string, () => { ok: boolean }]>([
    ["start twice", () => startTask(running(), later)],
    ["end before it ran", () => endTask(created(), result, later)],
    ["be deleted while it runs", () => deleteTask(running(), later)],
    ["start after an hour", () => startTask(created(), now + TASK_LIFETIME_MS)],
    ["start after it was deleted", () => startTask(deleteTask(created(), later).task, later)],
    ["be deleted twice", () => deleteTask(deleteTask(created(), later).task, later)],
  ])("cannot %s", (_, act) => {
    expect(act().ok).toBe(false);
  });

  it("is expired after sixty minutes, not before, and stays what it became", () => {
    expect(asOf(created(), now + TASK_LIFETIME_MS - 1).state).toBe("created");
    expect(asOf(created(), now + TASK_LIFETIME_MS).state).toBe("expired");
    expect(asOf(running(), now + TASK_LIFETIME_MS).state).toBe("expired");
    const ended = endTask(running(), result, later).task;
    expect(asOf(ended, now + 2 * TASK_LIFETIME_MS)).toBe(ended);
  });

  it("can be changed before it runs, is judged anew, and does not live longer", () => {
    const { key: _, ...again } = request({ input: { user_id: "u-2" }, now: later });
    const task = created();
    expect(updateTask(task, again).task).toMatchObject({
      args: ["db.write.user_row", "u-2"],
      expiresAt: task.expiresAt,
    });
    expect(updateTask(task, { ...again, input: { user_id: "-x" } }).task).toBeNull();
    expect(updateTask(task, { ...again, now: now + TASK_LIFETIME_MS }).task).toBeNull();
    expect(updateTask(task, { ...again, ...byId("cache.flush"), input: { service: "x" } }).task).toBeNull();
    expect(updateTask(running(), again).task).toBeNull();
  });

  it.each<[unknown, "result" | "error"]>([
    [{ status: "success" }, "result"],
    [{ status: "done" }, "error"],
    [{}, "error"],
    [undefined, "error"],
    ["success", "error"],
  ])("whose ability printed %j has a %s", (output, kind) => {
    expect(outcomeOf(byId("db.write.user_row").ability, output).kind).toBe(kind);
  });

  it("is read back as it was kept", () => {
    const task = endTask(running(), result, later).task;
    const read = readTask({ path: "task.json", text: writeTask(task) });
    expect(read.ok && read.value).toEqual(task);
  });

  it.each<[string, (text: string) => string]>([
    ["half a file", (text) => text.slice(0, 100)],
    ["another version", (text) => text.replace('"version": 1', '"version": 2')],
    ["an unknown state", (text) => text.replace('"created"', '"ready"')],
    ["an unknown entry", (text) => text.replace('"version": 1', '"version": 1, "x": 1')],
    ["a path as key", (text) => text.replace("task-123", "../task")],
    ["a credential", (text) => text.replace('"credentials": {}', '"credentials": {"A": "s3cret"}')],
    ["no time", (text) => text.replace(/"expiresAt": "[^"]*"/, '"expiresAt": "soon"')],
  ])("is refused where what was kept has %s", (_, change) => {
    const text = writeTask(created());
    expect(change(text)).not.toBe(text);
    expect(readTask({ path: "task.json", text: change(text) }).ok).toBe(false);
  });
});

describe("the page of a task", () => {
  it("says when, why, what, how, and what came of it", () => {
    const started = startTask(created(), now + 1_000).task;
    const page = renderToolCall(endTask(started, { kind: "error", error: "exit 1" }, now + 2_000).task);
    for (const part of [
      "# Task `task-123`",
      "2025-01-15T10:00:00.000Z",
      "a user for the tests",
      "`db.write.user_row`",
      "script `scripts/db.sh`",
      "failed",
      "## Error",
      "exit 1",
    ]) {
      expect(page).toContain(part);
    }
  });

  it("does not let values become markup or show secrets", () => {
    const task = {
      ...created(),
      reason: "# x\n<b> `y` [z](w)",
      input: { password: "hunter2", deep: { api_key: "k" }, a: "```\n# no\u202e" },
    };
    const page = renderToolCall(task);
    expect(page).not.toContain("hunter2");
    expect(page).not.toContain('"k"');
    expect(page).not.toContain("\u202e");
    expect(page.match(/^```/gm)).toHaveLength(2);
    expect(page.match(/^#/gm)).toHaveLength(3);
  });
});
