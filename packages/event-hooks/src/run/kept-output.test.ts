import { appendFileSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hookScene } from "../../../../test/support/hook-scene.ts";
import { createActionQueue } from "./action-queue.ts";
import { createHookLog, type HookLogLine } from "./hook-log.ts";

const line = (message: string): HookLogLine => ({
  level: "info",
  event: "SessionStop",
  session: "s",
  hook: "h",
  message,
});

describe("the log of hooks", () => {
  function opened(rotateAboveBytes = 1_000_000) {
    const { root } = hookScene();
    const warnings: string[] = [];
    const log = createHookLog({ root, now: () => new Date(0), warn: (text) => warnings.push(text), rotateAboveBytes });
    return { root, log, warnings, path: (name: string) => join(root, ".system/logs", name) };
  }

  it("is one JSON object a line, readable by its owner alone", () => {
    const { log, path } = opened();
    log.append([line("one\ntwo"), line("password=hunter2")]);
    const lines = readFileSync(path("hooks.log"), "utf8")
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text));
    expect(lines.map(({ message }) => message)).toEqual(["one\ntwo", "password=[redacted]"]);
    expect(lstatSync(path("hooks.log")).mode & 0o777).toBe(0o600);
  });

  it("keeps what a handler said as text: not all of it, nothing secret, nothing that acts on a screen", () => {
    const { log, path } = opened();
    const stderr = `\u001b[31mfirst\u001b[0m line\nTOKEN=hunter2 ${"x".repeat(2_000)} last`;
    log.append([
      { ...line(`${"m".repeat(900)} end`), stderr },
      { ...line("n".repeat(1_500)), stderr: "y".repeat(9_000) },
    ]);
    const [one, other] = readFileSync(path("hooks.log"), "utf8")
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text));
    expect(one.message).toMatch(/^m{900} end$/);
    expect(one.stderr).toMatch(/^first line\nTOKEN=\[redacted\] x{2000} last$/);
    expect([other.message, other.stderr]).toEqual([`${"n".repeat(1_000)}…`, `${"y".repeat(4_096)}…`]);
  });

  it("is rotated, and only so many are kept", () => {
    const { log, path } = opened(400);
    for (let number = 0; number < 40; number++) log.append([line(`entry ${number}`)]);
    expect(
      ["hooks.log", "hooks.1.log", "hooks.2.log", "hooks.3.log", "hooks.4.log"].map((name) => existsSync(path(name))),
    ).toEqual([true, true, true, true, false]);
  });

  it.each([".system", ".system/logs", ".system/logs/hooks.log"])("is not written through a link at %s", (name) => {
    const { root, log, warnings } = opened();
    mkdirSync(join(root, "outside"));
    appendFileSync(join(root, "outside/hooks.log"), "");
    mkdirSync(join(root, name, ".."), { recursive: true });
    symlinkSync(join(root, name.endsWith(".log") ? "outside/hooks.log" : "outside"), join(root, name));
    log.append([line("x")]);
    expect(readFileSync(join(root, "outside/hooks.log"), "utf8")).toBe("");
    expect(existsSync(join(root, "outside/logs"))).toBe(false);
    expect(warnings).toHaveLength(1);
  });
});

describe("the queue of actions", () => {
  function opened() {
    const { stateDir } = hookScene();
    let count = 0;
    const parts = { state: join(stateDir, "q"), now: () => new Date(0), newId: () => `id-${count++}` };
    return { open: () => createActionQueue(parts), file: join(stateDir, "q/hook-actions.jsonl") };
  }
  const command = (text: string) => ({ kind: "run_command" as const, payload: { command: text }, hook: "h" });

  it("keeps what was asked for once a session, in order", async () => {
    const { open } = opened();
    await open().add([command("a"), command("b")], "s1", "event");
    expect(await open().add([command("a")], "s1", "event")).toEqual([]);
    expect(await open().add([command("a")], "s2", "event")).toHaveLength(1);
    expect(
      open()
        .list()
        .map(({ payload, session }) => [payload.command, session]),
    ).toEqual([
      ["a", "s1"],
      ["b", "s1"],
      ["a", "s2"],
    ]);
  });

  it("lets exactly one begin, and tells of what was begun and never finished", async () => {
    const { open } = opened();
    const [action] = await open().add([command("a")], "s", "event");
    const id = action?.id ?? "";
    const tries = await Promise.all(Array.from({ length: 8 }, () => open().begin(id)));
    expect(tries.filter(Boolean)).toHaveLength(1);
    expect(open().list()).toMatchObject([{ state: "failed", note: "it was begun and never finished" }]);
    await open().settle(id, "done", null);
    expect(open().list()).toMatchObject([{ state: "done", note: null }]);
    expect(await open().begin("none")).toBe(false);
  });

  it("reads past a torn line", async () => {
    const { open, file } = opened();
    await open().add([command("a")], "s", "event");
    appendFileSync(file, '{"kind":"queued","act');
    await open().add([command("b")], "s", "event");
    expect(
      open()
        .list()
        .map(({ payload }) => payload.command),
    ).toEqual(["a", "b"]);
  });

  it("is bounded: the oldest of too many are let go", async () => {
    const { open, file } = opened();
    const long = "x".repeat(4_000);
    for (let round = 0; round < 12; round++) {
      await open().add(
        Array.from({ length: 50 }, (_, at) => command(`${round}-${at} ${long}`)),
        "s",
        "event",
      );
    }
    expect(open().list()).toHaveLength(200);
    expect(open().list()[199]?.payload.command).toContain("11-49");
    expect(lstatSync(file).size).toBeLessThan(2_000_000);
  });
});
