import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../../../../test/support/patience.ts";
import { type TempWorkspace, tempWorkspace } from "../../../../test/support/tools/temp-workspace.ts";
import { commandEnvironment } from "../command/run-command.ts";
import { defaultLimits } from "../contract/tool.ts";

let space: TempWorkspace;

/** A dead process that nobody collected yet still has a number, but its state is Z. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH")) return false;
    throw error;
  }
}

const pidIn = (file: string) => Number(space.text(file));

describe("execute_command", () => {
  it.each<[string, string, Record<string, unknown>]>([
    [
      "returns both outputs",
      "echo out; echo err >&2",
      { exit_code: 0, stdout: "out\n", stderr: "err\n", signal: null, timed_out: false },
    ],
    ["gives no input", "cat; echo done", { exit_code: 0, stdout: "done\n" }],
    ["runs in the working folder", "cat f", { stdout: "here" }],
    [
      "calls another exit code a failure",
      "echo x; exit 3",
      { exit_code: 3, stdout: "x\n", code: "EXIT_CODE", error: expect.stringContaining("3") },
    ],
    ["calls an unknown program a failure", "no-such-program-here", { exit_code: 127, code: "EXIT_CODE" }],
    ["calls a signal a failure", "kill -KILL $$", { exit_code: null, signal: "SIGKILL", code: "KILLED" }],
    ["takes quotes and newlines as the shell does", "printf '%s|' \"a b\" 'c\nd'", { stdout: "a b|c\nd|" }],
  ])("%s", async (_name, command, facts) => {
    space = tempWorkspace({ f: "here" });
    expect(await space.run("exec_bash", { command })).toMatchObject(facts);
  });

  it("says nothing of an error when there is none", async () => {
    space = tempWorkspace();
    expect(Object.keys(await space.run("execute_command", { command: "true" })).sort()).toEqual([
      "duration_ms",
      "exit_code",
      "signal",
      "stderr",
      "stdout",
      "timed_out",
    ]);
  });

  it("runs in another folder", async () => {
    space = tempWorkspace({ "sub/f": "there" });
    expect((await space.run("execute_command", { command: "cat f", cwd: "sub" })).stdout).toBe("there");
  });

  it.each([
    ["a folder outside", { command: "true", cwd: ".." }, "PATH_REFUSED"],
    ["a missing folder", { command: "true", cwd: "gone" }, "NOT_FOUND"],
    ["a file as folder", { command: "true", cwd: "f" }, "NOT_A_FOLDER"],
    ["an empty command", { command: "" }, "BAD_INPUT"],
    ["a NUL", { command: "echo \u0000" }, "BAD_INPUT"],
    ["a command too long for the kernel", { command: `echo ${"x".repeat(200_000)}` }, "BAD_INPUT"],
    ["no time", { command: "true", timeout: 0 }, "BAD_INPUT"],
    ["too much time", { command: "true", timeout: 601 }, "BAD_INPUT"],
    ["time as text", { command: "true", timeout: "5" }, "BAD_INPUT"],
  ])("refuses %s", async (_name, input, code) => {
    space = tempWorkspace({ f: "" });
    expect((await space.run("execute_command", input)).code).toBe(code);
  });

  it("hides the gate's own variables from the command", async () => {
    expect(commandEnvironment({ PATH: "p", INTENTGATE_TOKEN: "t", intentgate_x: "y", MY_INTENTGATE: "z" })).toEqual({
      PATH: "p",
      MY_INTENTGATE: "z",
    });
    space = tempWorkspace();
    process.env.INTENTGATE_TEST = "secret";
    const { stdout } = await space.run("execute_command", { command: "echo [$INTENTGATE_TEST]" });
    delete process.env.INTENTGATE_TEST;
    expect(stdout).toBe("[]\n");
  });

  it.each([
    ["stops what takes too long", "echo begun; sleep 300"],
    ["stops it even if it does not listen", "trap '' TERM; echo begun; while :; do sleep 1; done"],
  ])("%s", async (_name, command) => {
    space = tempWorkspace();
    expect(await space.run("execute_command", { command, timeout: 1.5 })).toMatchObject({
      timed_out: true,
      code: "TIMEOUT",
      stdout: "begun\n",
      error: expect.stringContaining("1.5 s"),
    });
  });

  it("takes the context's time where the call names none", async () => {
    space = tempWorkspace();
    const limits = { ...defaultLimits, commandMs: 200 };
    expect((await space.run("execute_command", { command: "sleep 300" }, { limits })).code).toBe("TIMEOUT");
  });

  it.each([
    ["a child", "sleep 300 & echo $! > part; mv part pid; wait"],
    ["a grandchild", "(sleep 300 & echo $! > part; mv part pid; wait) & wait"],
    [
      "a grandchild that does not listen",
      "(trap '' TERM; sh -c 'trap \"\" TERM; echo $$ > part; mv part pid; while :; do sleep 1; done') & wait",
    ],
  ])("stops %s when the call is stopped", async (_name, command) => {
    space = tempWorkspace();
    const stop = new AbortController();
    const running = space.run("execute_command", { command }, { signal: stop.signal });
    await until(() => space.all().includes("pid"));
    stop.abort();
    expect(await running).toMatchObject({ code: "ABORTED", timed_out: false });
    expect(isRunning(pidIn("pid"))).toBe(false);
  });

  it("stops a grandchild when the time is up", async () => {
    space = tempWorkspace();
    const command = "(sleep 300 & echo $! > pid; wait) & wait";
    expect((await space.run("execute_command", { command, timeout: 3 })).code).toBe("TIMEOUT");
    expect(isRunning(pidIn("pid"))).toBe(false);
  });

  it("starts nothing once the call is stopped", async () => {
    space = tempWorkspace();
    const result = await space.run("execute_command", { command: "touch f" }, { signal: AbortSignal.abort() });
    expect([result.code, space.all()]).toEqual(["ABORTED", []]);
  });

  it("does not wait for what was left in the background", async () => {
    space = tempWorkspace();
    const result = await space.run("execute_command", { command: "sleep 300 & echo $! > pid; echo done" });
    expect(result).toMatchObject({ exit_code: 0, stdout: "done\n", timed_out: false });
    expect(isRunning(pidIn("pid"))).toBe(true);
    process.kill(pidIn("pid"), "SIGKILL");
  });

  it("keeps the head and the tail of a long output and says how much was cut", async () => {
    space = tempWorkspace();
    const limits = { ...defaultLimits, outputBytes: 1_000 };
    const { stdout } = await space.run(
      "execute_command",
      { command: "echo first; seq 1 200000; echo last" },
      { limits },
    );
    const [, cut] = /\n… (\d+) bytes cut …\n/.exec(stdout as string)!;
    const total =
      Buffer.byteLength("first\nlast\n") + Array.from({ length: 200_000 }, (_, at) => `${at + 1}\n`).join("").length;
    expect(stdout).toMatch(/^first\n1\n/);
    expect(stdout).toMatch(/\n200000\nlast\n$/);
    expect(Number(cut)).toBe(total - 1_000);
  });

  it("bounds a command that never stops talking", async () => {
    space = tempWorkspace();
    const result = await space.run("execute_command", { command: "yes", timeout: 0.5 });
    expect(result.code).toBe("TIMEOUT");
    expect((result.stdout as string).length).toBeLessThan(defaultLimits.outputBytes + 100);
  });

  it("does not follow a cwd that was resolved elsewhere", async () => {
    space = tempWorkspace({ "sub/f": "" });
    const resolveRead = () => join(space.root, "sub");
    expect((await space.run("execute_command", { command: "pwd", cwd: "any" }, { resolveRead })).stdout).toBe(
      `${space.root}/sub\n`,
    );
  });
});
