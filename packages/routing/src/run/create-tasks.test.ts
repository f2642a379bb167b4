import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { CallAnswer, PreToolUseContext } from "@intentgate/engine";
import { beforeEach, describe, expect, it } from "vitest";
import { plantSmallRepository } from "../../../../test/support/routing/small-repository.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import type { TaskAnswer } from "../tasks/create-task.ts";
import type { CallAbility } from "./ability-calls.ts";
import { createRouting, type RoutingParts } from "./create-routing.ts";
import { routingThrough } from "./open-routings.ts";
import type { Routing } from "./routing.ts";

let folder: string;
let root: string;
let routing: Routing;
let now: number;
let environment: string | null;
let calls: string[];
let env: NodeJS.ProcessEnv;

beforeEach(() => {
  folder = tempFolder("tasks");
  root = join(folder, "root");
  plantSmallRepository(root);
  now = Date.parse("2025-01-15T10:00:00Z");
  environment = "dev";
  calls = [];
  env = {};
  routing = through(async ({ tool }) => {
    calls.push(tool);
    const nothing = { contextPatch: {}, warnings: [], notices: [] };
    return { invocationId: "i", decision: "deny", failed: false, ...nothing } as CallAnswer;
  });
});

const through = (call: CallAbility) => routingThrough(call, createRouting(root, parts()));

function parts(): RoutingParts {
  return {
    now: () => new Date(now),
    stateDir: join(folder, "state"),
    env,
    environment: () => environment,
  };
}

const create = (ability = "mail.send", input: unknown = { to: "ann" }, reason = "a test") =>
  routing.tasks.create({ ability, input, reason });
function keyOf(answer: TaskAnswer): string {
  if (answer.status !== "available") throw new Error(answer.reason);
  return answer.task_key;
}
const implement = () => join(root, ".system/implement");
const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const config = (text: string) => write(".system/registry/config/mail.send.yaml", `id: mail.send\nimpl: ${text}\n`);

describe("creating a task", () => {
  it("keeps it for this user alone, with its page", () => {
    const key = keyOf(create());
    expect(routing.tasks.get(key)).toMatchObject({
      state: "created",
      args: ["--to=ann"],
      expiresAt: "2025-01-15T11:00:00.000Z",
    });
    expect(readdirSync(implement()).sort()).toEqual([".gitignore", key]);
    expect(readFileSync(join(implement(), key, "tool_call.md"), "utf8")).toContain("a test");
    expect(statSync(join(implement(), key, "task.json")).mode & 0o777).toBe(0o600);
  });

  it("by its operation key is the same", () => {
    expect(routing.tasks.get(keyOf(create("workflow.release_train", {})))).toMatchObject({
      abilityId: "release_train",
    });
  });

  it.each<[string, () => TaskAnswer, string]>([
    ["an unknown ability", () => create("mail.sent"), "no registry knows"],
    ["a name that is a path", () => create("../../x"), "no registry knows"],
    ["an input that does not fit", () => create("mail.send", { to: 5 }), "must be string"],
    [
      "an option in place of a value",
      () => {
        config('{ kind: script, script: { path: scripts/mail.sh, args_template: ["{{to}}"] } }');
        return create("mail.send", { to: "--all" });
      },
      "read as an option",
    ],
    [
      "another environment",
      () => {
        environment = "production";
        return create();
      },
      "it is for dev",
    ],
    [
      "an unknown environment",
      () => {
        environment = null;
        return create();
      },
      "not known which environment",
    ],
    [
      "a script that is gone",
      () => {
        rmSync(join(root, "scripts/mail.sh"));
        return create();
      },
      "does not exist",
    ],
    [
      "a script that may not be executed",
      () => {
        chmodSync(join(root, "scripts/mail.sh"), 0o644);
        return create();
      },
      "not executable",
    ],
    [
      "a script that leads out of the root",
      () => {
        rmSync(join(root, "scripts/mail.sh"));
        symlinkSync("/bin/true", join(root, "scripts/mail.sh"));
        return create();
      },
      "leads out of the root",
    ],
    [
      "a credential that is not there",
      () => {
        config("{ kind: script, script: { path: scripts/mail.sh, credentials: { T: env:NOT_THERE } } }");
        return create();
      },
      "lacks NOT_THERE",
    ],
    [
      "an api",
      () => {
        config("{ kind: api, api: { method: GET, url: https://a.example/x } }");
        return create();
      },
      "kind api cannot be run",
    ],
    [
      "a server that nobody configured",
      () => {
        config("{ kind: mcp, mcp: { server: s, tool: t } }");
        return create();
      },
      "no server is configured",
    ],
    [
      "the name of a tool",
      () => {
        write(
          ".system/registry/low-level/write_to_file.yaml",
          "operation_key: write_to_file\nsummary: Looks like a tool.\n",
        );
        write(
          ".system/registry/config/write_to_file.yaml",
          "id: write_to_file\nimpl: { kind: script, script: { path: scripts/mail.sh } }\n",
        );
        return create("write_to_file", {});
      },
      "no registry knows",
    ],
  ])("is refused for %s, and nothing is written", (_, act, reason) => {
    const answer = act();
    expect(answer).toMatchObject({ status: "unavailable", reason: expect.stringContaining(reason) });
    expect(readdirSync(join(root, ".system"))).not.toContain("implement");
  });

  it("is never written through a link, and nothing behind it is swept away", () => {
    const theirs = join(root, "docs/task-0123456789");
    mkdirSync(theirs);
    utimesSync(theirs, 0, 0);
    symlinkSync("../docs", implement());
    const before = readdirSync(join(root, "docs"));
    expect(() => create()).toThrow("is a link");
    expect(readdirSync(join(root, "docs"))).toEqual(before);
  });

  it("writes no credential down, and none that was typed", () => {
    env.OUR_TOKEN = "s3cret-value";
    config("{ kind: script, script: { path: scripts/mail.sh, credentials: { T: env:OUR_TOKEN } } }");
    const key = keyOf(create());
    expect(create("mail.send", { to: "ann", password: "hunter2-typed" }).status).toBe("unavailable");
    for (const name of ["task.json", "tool_call.md"]) {
      expect(readFileSync(join(implement(), key, name), "utf8")).not.toMatch(/s3cret|hunter2/);
    }
  });

  it("sweeps away what ended a week ago, and nothing younger", () => {
    const old = keyOf(create());
    now += 6 * 24 * 60 * 60_000;
    const young = keyOf(create());
    now += 2 * 24 * 60 * 60_000;
    mkdirSync(join(implement(), "notes"));
    utimesSync(join(implement(), "notes"), 0, 0);
    create();
    expect(readdirSync(implement())).toContain("notes");
    expect(routing.tasks.get(old)).toBeNull();
    expect(routing.tasks.get(young)).toMatchObject({ state: "expired" });
  });
});

describe("running a task", () => {
  /** A gate that lets it pass; what it needs is gone by then, so that nothing is started. */
  const open: CallAbility = async ({ execute }) => {
    delete env.OUR_TOKEN;
    const result = await execute({} as PreToolUseContext);
    return { invocationId: "i", decision: "allow", failed: true, result, contextPatch: {}, warnings: [], notices: [] };
  };
  const needing = () => {
    env.OUR_TOKEN = "s3cret-value";
    config("{ kind: script, script: { path: scripts/mail.sh, credentials: { T: env:OUR_TOKEN } } }");
    return keyOf(create());
  };

  it("that is over while it runs has its outcome all the same", async () => {
    const key = needing();
    now += 59 * 60_000;
    const slow = through((request) =>
      open({
        ...request,
        execute(context) {
          const running = request.execute(context);
          now += 2 * 60_000;
          return running;
        },
      }),
    );
    expect(await slow.tasks.run(key, "s1")).toMatchObject({
      ok: true,
      value: { task: { outcome: { kind: "error" } } },
    });
    expect(readFileSync(join(implement(), key, "tool_call.md"), "utf8")).toContain("the environment lacks OUR_TOKEN");
  });

  it("keeps what a handler added to its page", async () => {
    const key = needing();
    const again = through(open);
    expect(await again.tasks.run(key, "s1")).toMatchObject({ ok: true, value: { task: { state: "failed" } } });
    const page = join(implement(), key, "tool_call.md");
    appendFileSync(page, "- a handler was here\n");
    env.OUR_TOKEN = "s3cret-value";
    expect(await again.tasks.run(key, "s1")).toMatchObject({ ok: true, value: { task: { state: "failed" } } });
    await again.tasks.remove(key);
    expect(readFileSync(page, "utf8")).toMatch(/State: deleted[\s\S]*- a handler was here\n$/);
  });

  it("goes through the gate under the ability's name; a refusal leaves it as it was", async () => {
    const key = keyOf(create());
    expect(await routing.tasks.run(key, "s1")).toMatchObject({ ok: true, value: { answer: { decision: "deny" } } });
    expect(calls).toEqual(["mail.send"]);
    expect(routing.tasks.get(key)).toMatchObject({ state: "created" });
  });

  it.each<[string, (key: string) => unknown, string]>([
    ["was deleted", (key) => routing.tasks.remove(key), "there is no task"],
    [
      "is older than an hour",
      () => {
        now += 60 * 60_000;
      },
      "the task is expired",
    ],
    [
      "is for an ability that is gone",
      () => rmSync(join(root, ".system/registry/low-level/mail.send.yaml")),
      "no such ability any more",
    ],
    [
      "is for an ability that runs otherwise now",
      () => config("{ kind: script, script: { path: scripts/release.sh } }"),
      "changed since the task was created",
    ],
    [
      "is for another environment now",
      () => {
        environment = "staging";
      },
      "it is for dev",
    ],
    [
      "was given other words by hand",
      (key) => {
        const file = join(implement(), key, "task.json");
        writeFileSync(file, readFileSync(file, "utf8").replace("--to=ann", "--all"));
      },
      "changed since the task was created",
    ],
    [
      "was given another program by hand",
      (key) => {
        const file = join(implement(), key, "task.json");
        writeFileSync(file, readFileSync(file, "utf8").replace("scripts/mail.sh", "scripts/release.sh"));
      },
      "changed since the task was created",
    ],
    [
      "was given another input by hand",
      (key) => {
        const file = join(implement(), key, "task.json");
        writeFileSync(file, readFileSync(file, "utf8").replace('"to": "ann"', '"to": 5'));
      },
      "must be string",
    ],
    [
      "is not readable any more",
      (key) => writeFileSync(join(implement(), key, "task.json"), "{"),
      "does not hold a task",
    ],
    [
      "was copied under another name",
      (key) => {
        const file = join(implement(), key, "task.json");
        writeFileSync(file, readFileSync(file, "utf8").replace(`"key": "${key}"`, '"key": "task-1"'));
      },
      "there is no task",
    ],
  ])("that %s is refused before the gate is asked", async (_, change, why) => {
    const key = keyOf(create());
    await change(key);
    const done = await routing.tasks.run(key, "s1");
    expect(done.ok).toBe(false);
    expect(!done.ok && done.problems.map(({ message }) => message).join()).toContain(why);
    expect(calls).toEqual([]);
  });

  it.each(["../x", "", "a/b", ".", "..", "x".repeat(200), "task\0"])("%j is no task", async (key) => {
    expect(routing.tasks.get(key)).toBeNull();
    expect(await routing.tasks.run(key, "s1")).toMatchObject({ ok: false, problems: [{ code: "NOT_FOUND" }] });
    expect(await routing.tasks.remove(key)).toBe(false);
  });
});

describe("a task that has not run", () => {
  it("takes another input or reason, judged anew, and lives no longer", async () => {
    const key = keyOf(create());
    now += 1_000;
    expect(await routing.tasks.update(key, { input: { to: "bob" } })).toEqual({
      ok: true,
      value: { status: "available", task_key: key, warnings: [] },
    });
    expect(routing.tasks.get(key)).toMatchObject({
      args: ["--to=bob"],
      reason: "a test",
      expiresAt: "2025-01-15T11:00:00.000Z",
    });
    expect(await routing.tasks.update(key, { input: {} })).toMatchObject({
      ok: true,
      value: { status: "unavailable" },
    });
    expect(routing.tasks.get(key)).toMatchObject({ args: ["--to=bob"] });
    expect(await routing.tasks.update("task-0", {})).toMatchObject({ ok: false });
  });

  it("is listed, oldest first, until it is deleted; its page stays", async () => {
    const first = keyOf(create());
    now += 1_000;
    const second = keyOf(create("release_train", {}));
    mkdirSync(join(implement(), "task-broken"));
    expect(routing.tasks.list().map(({ key }) => key)).toEqual([first, second]);
    expect(await routing.tasks.remove(first)).toBe(true);
    expect(await routing.tasks.remove(first)).toBe(false);
    expect(routing.tasks.list().map(({ key }) => key)).toEqual([second]);
    expect(readFileSync(join(implement(), first, "tool_call.md"), "utf8")).toContain("State: deleted");
  });
});
