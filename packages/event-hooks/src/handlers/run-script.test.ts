import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "@intentgate/world";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { asNobody, type Nobody } from "../../../../test/support/event-hooks/handlers-as-nobody.ts";
import { until } from "../../../../test/support/patience.ts";
import { answerBytes, type HandlerAnswer, type HandlerFailure } from "./handler.ts";

let nobody: Nobody;
beforeAll(async () => {
  nobody = await asNobody({ SECRET_TOKEN: "s3cret", NODE_OPTIONS: "--no-deprecation", LC_TIME: "C", LD_DEBUG_X: "1" });
});
afterAll(() => nobody.close());
afterEach(() => expect(nobody.living()).toEqual([]));

function script(body: string, name = "hooks/h.sh", mode = 0o755): string {
  nobody.write(name, `#!/bin/sh\n${body}\n`, mode);
  return `./${name}`;
}

function stdoutOf(answer: HandlerAnswer): string {
  if (answer.kind === "failed") throw new Error(`it failed (${answer.why}): ${answer.message} ${answer.stderr}`);
  return answer.stdout;
}

function failureOf(answer: HandlerAnswer): Extract<HandlerAnswer, { kind: "failed" }> {
  if (answer.kind === "answered") throw new Error(`it answered: ${answer.stdout.slice(0, 200)}`);
  return answer;
}

describe("a script that answers", () => {
  it("gets the event and stands in the root", async () => {
    const command = script('printf "%s %s" "$(pwd)" "$(cat)"');
    expect(stdoutOf(await nobody.run({ command }))).toBe(`${nobody.root} {"event_type":"SessionStop"}`);
  });

  it.each<[string, string, string]>([
    ["nothing", "cat > /dev/null", ""],
    ["garbage, which is judged elsewhere", "echo nonsense", "nonsense\n"],
    ["two objects, which are judged elsewhere", "echo '{}{}'", "{}{}\n"],
    ["as much as it may", `head -c ${answerBytes} /dev/zero | tr '\\0' x`, "x".repeat(answerBytes)],
    ["without reading its input", "exec 0<&-; echo done", "done\n"],
    ["in other letters", "printf 'grüße €'", "grüße €"],
  ])("may answer with %s", async (_what, body, expected) => {
    expect(stdoutOf(await nobody.run({ command: script(body) }))).toBe(expected);
  });

  it("does not run where it is to be contained and cannot be", async () => {
    const command = script("echo '{}'; echo ran > hooks/ran");
    const { why, message } = failureOf(await nobody.run({ command }, { contained: { hook: "h", session: "s" } }));
    expect([why, message]).toEqual([
      "broken",
      expect.stringContaining("is to be contained, and was not: there is no box here"),
    ]);
    expect(stdoutOf(await nobody.run({ command: script("ls hooks/ran 2>/dev/null || echo none") }))).toBe("none\n");
  });

  it("does not have to read an input that is larger than a pipe", async () => {
    const input = JSON.stringify({ text: "x".repeat(2_000_000) });
    expect(stdoutOf(await nobody.run({ command: script("echo done") }, { input }))).toBe("done\n");
    expect(stdoutOf(await nobody.run({ command: script("wc -c | tr -d ' '") }, { input }))).toBe(`${input.length}\n`);
  });

  it("needs no first line that names an interpreter", async () => {
    nobody.write("hooks/plain", "echo plain\n", 0o755);
    expect(stdoutOf(await nobody.run({ command: "hooks/plain" }))).toBe("plain\n");
  });

  it("keeps the end of what it says besides, without what acts on a screen", async () => {
    const body =
      "i=0; while [ $i -lt 2000 ]; do echo \"line $i\" >&2; i=$((i+1)); done; printf '\\033[31mred\\033[0m \\033]0;title\\007\\302\\233end\\b\\r\\n' >&2";
    const answer = await nobody.run({ command: script(body) });
    expect(stdoutOf(answer)).toBe("");
    expect(answer.stderr.endsWith("line 1999\nred end")).toBe(true);
    expect(answer.stderr).not.toContain("line 0\n");
    expect(Buffer.byteLength(answer.stderr)).toBeLessThanOrEqual(4 * 1024);
  });
});

describe("what a script sees of the environment", () => {
  it("is what programs need, and what the call adds", async () => {
    const text = stdoutOf(await nobody.run({ command: "env" }, { environment: { INTENTGATE_HOOK: "h" } }));
    const names = text.split("\n").flatMap((line) => (line.includes("=") ? [line.slice(0, line.indexOf("="))] : []));
    const expected = ["HOME", "INTENTGATE_HANDLER", "INTENTGATE_HOOK", "LC_TIME", "PATH", "PWD", "TMPDIR"];
    expect(names.filter((name) => name !== "_").sort()).toEqual(expected);
  });

  it("has no folder of the root among those that programs are looked up in", async () => {
    nobody.write("bin/planted", "#!/bin/sh\necho planted\n", 0o755);
    const other = await asNobody({ PATH: `${join(nobody.root, "bin")}:.:${process.env.PATH}` });
    try {
      const answer = await other.run({ command: "planted" }, { root: nobody.root });
      expect(failureOf(answer).why).toBe("missing");
      const path = stdoutOf(await other.run({ command: "printenv PATH" }, { root: nobody.root })).trim();
      expect(path.split(":")).not.toContain(".");
      expect(path).not.toContain(nobody.root);
    } finally {
      await other.close();
    }
  });
});

describe("a command", () => {
  beforeAll(() => {
    script('for word in "$@"; do printf "<%s>" "$word"; done', "hooks/words.sh");
    nobody.write("hooks/answer.js", "console.log(process.argv[2]);");
  });

  it.each<[string, string]>([
    [`./hooks/words.sh a "b c" 'd "e"' f\\ g ""`, '<a><b c><d "e"><f g><>'],
    [`hooks/words.sh --json='{"a": 1}'`, '<--json={"a": 1}>'],
    ["./hooks/words.sh $(echo two words) `echo one`", "<two><words><one>"],
    ["./hooks/words.sh '$(echo no)' \\$HOME", "<$(echo no)><$HOME>"],
    ["./hooks/words.sh a | tr a b", "<b>"],
    ["./hooks/words.sh a && ./hooks/words.sh b", "<a><b>"],
    ["./hooks/words.sh hooks/w*.sh", "<hooks/words.sh>"],
    ["X=1 ./hooks/words.sh a", "<a>"],
    ["cd hooks; ./words.sh a", "<a>"],
    ["node hooks/answer.js 42", "42\n"],
    ["  /bin/echo spaces  \n", "spaces\n"],
  ])("%s is understood", async (command, expected) => {
    expect(stdoutOf(await nobody.run({ command }))).toBe(expected);
  });

  it("may have many words", async () => {
    const words = Array.from({ length: 5_000 }, (_, at) => `w${at}`);
    const answer = await nobody.run({ command: `./hooks/words.sh ${words.join(" ")}` });
    expect(stdoutOf(answer)).toBe(words.map((word) => `<${word}>`).join(""));
  });
});

describe("a script that fails", () => {
  beforeAll(() => {
    nobody.write("hooks/not-executable.sh", "#!/bin/sh\necho hi\n", 0o644);
    nobody.write("hooks/no-interpreter.sh", "#!/no/such/interpreter\n", 0o755);
    mkdirSync(join(nobody.root, "hooks/folder.sh"));
    symlinkSync("/bin/echo", join(nobody.root, "hooks/outside"));
    symlinkSync("hooks/nowhere", join(nobody.root, "dangling"));
    symlinkSync("loop", join(nobody.root, "loop"));
    nobody.write("hooks/latin1.sh", Buffer.from("#!/bin/sh\nprintf 'gr\xfc\xdfe'\n", "latin1"), 0o755);
  });

  it.each<[string, string, HandlerFailure, RegExp]>([
    ["is missing", "./hooks/none.sh", "missing", /hooks\/none\.sh does not exist/],
    ["is missing in a shell's command", "./hooks/none.sh | cat", "missing", /does not exist/],
    ["lies in no folder", "./hooks/words.sh/x", "missing", /does not exist/],
    ["is a link to nothing", "./dangling", "missing", /does not exist/],
    ["is a program that nobody has", "no-such-program-1 x", "missing", /no program no-such-program-1/],
    ["is a file without its folder", "not-executable.sh", "missing", /write \.\/ before/],
    ["names an interpreter that is missing", "./hooks/no-interpreter.sh", "missing", /interpreter/],
    ["is not executable", "./hooks/not-executable.sh", "not_executable", /chmod \+x hooks\/not-executable\.sh`/],
    ["is not executable, in a shell", "./hooks/not-executable.sh; true", "not_executable", /chmod \+x/],
    ["is a folder", "./hooks/folder.sh", "broken", /not a regular file/],
    ["is a device", "/dev/null", "broken", /not a regular file/],
    ["is a link out of the root", "./hooks/outside hi", "broken", /leads out of the root/],
    ["is a link out of the root, in a shell", "./hooks/outside hi | cat", "broken", /leads out of the root/],
    ["is a link to itself", "./loop", "broken", /ELOOP/],
    ["leaves the root", "../driver.mjs", "broken", /leads out of the root/],
    ["leaves the root to nowhere", "../none", "missing", /does not exist/],
    ["has an open quote", "./hooks/h.sh 'a", "broken", /not closed/],
    ["has an open double quote", './hooks/h.sh "a', "broken", /not closed/],
    ["ends with a backslash", "./hooks/h.sh \\", "broken", /backslash/],
    ["is empty", "  ", "broken", /empty/],
    ["names nothing", "'' a", "broken", /no program/],
    ["holds a control character", "echo a\u0000b", "broken", /control/],
    ["is far too long", `/bin/echo ${"x".repeat(3_000_000)}`, "broken", /too long/],
    ["ends with 1", "sh -c 'exit 1'", "exit", /exit code 1/],
    ["ends with 2 and says why", "sh -c 'echo because >&2; exit 2'", "exit", /exit code 2: because/],
    ["ends with 255 after an answer", "sh -c 'echo {}; exit 255'", "exit", /exit code 255/],
    ["runs a program that is missing, in a shell", "true && no-such-program-1", "exit", /exit code 127.*not found/],
    ["ends itself by a signal", "sh -c 'kill -9 $$'", "signal", /SIGKILL/],
    ["ends itself by a friendlier signal", "sh -c 'kill $$'", "signal", /SIGTERM/],
    ["does not print UTF-8", "./hooks/latin1.sh", "not_utf8", /not UTF-8/],
    ["cuts a character", "printf '\\303'", "not_utf8", /not UTF-8/],
    ["hides half a character pair", "printf '\\355\\240\\200'", "not_utf8", /not UTF-8/],
    ["prints a byte too much", `head -c ${answerBytes + 1} /dev/zero`, "too_much_output", /65536/],
    ["prints ten megabytes", "head -c 10000000 /dev/zero", "too_much_output", /65536/],
    ["prints without end", "yes", "too_much_output", /65536/],
  ])("%s", async (_how, command, why, message) => {
    const answer = failureOf(await nobody.run({ command }));
    expect(answer.message).toMatch(message);
    expect(answer.why).toBe(why);
    expect(answer.message).not.toMatch(/[\u0000-\u001f]/);
  });

  it.each<[string, string]>([
    ["sleeps", "sleep 600"],
    ["turns in circles", "while :; do :; done"],
    ["does not listen", "trap '' TERM INT HUP; while :; do sleep 0.05; done"],
    ["sleeps in a child", "sleep 600 & wait"],
    ["stops itself", "kill -STOP $$"],
    ["closes everything and stays", "exec <&- >&- 2>&-; sleep 600"],
    ["has answered and stays", "echo '{}'; sleep 600"],
    ["has children in groups of their own", "set -m; sleep 600 & sleep 601 & wait"],
    ["has children in sessions of their own", "setsid sleep 600 & setsid sh -c 'trap \"\" TERM; sleep 601' & wait"],
    ["has a child without its environment", "env -i setsid sleep 600 & wait"],
    ["starts itself over and over", 'setsid "$0" >/dev/null 2>&1 & sleep 0.05; exec sleep 600'],
    ["talks on and on", "while :; do echo talk >&2; sleep 0.01; done"],
  ])("hangs: it %s", async (_how, body) => {
    const answer = failureOf(await nobody.run({ command: script(body), timeout_ms: 250 }));
    expect(answer.why).toBe("timeout");
    expect(answer.message).toMatch(/took longer than 250 ms.*timeout_ms/);
    expect(nobody.living()).toEqual([]);
  });

  it("does not harm the one that follows", async () => {
    await Promise.all([
      nobody.run({ command: "yes" }),
      nobody.run({ command: "sleep 600", timeout_ms: 100 }),
      nobody.run({ command: "./hooks/none.sh" }),
    ]);
    expect(stdoutOf(await nobody.run({ command: "echo fine" }))).toBe("fine\n");
  });
});

describe("what a script leaves behind is ended", () => {
  it.each<[string, string]>([
    ["in the background with other outputs", "sleep 600 >/dev/null 2>&1 &"],
    ["without listening", "(trap '' TERM HUP; while :; do sleep 0.05; done) >/dev/null 2>&1 &"],
    ["twice removed", "( (sleep 600 >/dev/null 2>&1) & ) &"],
    ["by nohup", "nohup sleep 600 >/dev/null 2>&1 &"],
    ["in a group of its own", "set -m; sleep 600 >/dev/null 2>&1 &"],
    ["in a session of its own", "setsid sleep 600 >/dev/null 2>&1 &"],
    [
      "in a session without a terminal, forked once more",
      "setsid sh -c 'sleep 600 & sleep 601 & wait' >/dev/null 2>&1 &",
    ],
    [
      "after many that ended",
      "i=0; while [ $i -lt 90 ]; do /bin/true; i=$((i+1)); done; setsid sleep 600 >/dev/null &",
    ],
  ])("%s", async (_how, body) => {
    const answer = await nobody.run({ command: script(`echo '{"ok":1}'; ${body} echo $! > left`) });
    expect(stdoutOf(answer)).toBe('{"ok":1}\n');
    expect(isAlive(Number(readFileSync(join(nobody.root, "left"), "utf8")), null)).toBe(false);
    expect(nobody.living()).toEqual([]);
    expect(answer.stderr).toMatch(/left behind/);
  });

  it.each<[string, string]>([
    ["in the background", "sleep 600 &"],
    ["in a session of its own", "setsid sleep 600 &"],
    ["with more to say", `(sleep 2; echo '{"error":"too late"}') &`],
  ])("and where it holds the output, %s, there is no answer that anybody knows", async (_how, body) => {
    const answer = failureOf(await nobody.run({ command: script(`echo '{"ok":1}'; ${body} echo $! > left`) }));
    expect(answer.why).toBe("broken");
    expect(answer.message).toMatch(/left behind holds its output.*Redirect/);
    expect(isAlive(Number(readFileSync(join(nobody.root, "left"), "utf8")), null)).toBe(false);
    expect(nobody.living()).toEqual([]);
  });

  it("also after a failure", async () => {
    const answer = failureOf(await nobody.run({ command: script("sleep 600 & exit 3") }));
    expect(answer.why).toBe("exit");
    expect(answer.stderr).toMatch(/left behind/);
  });

  it("but what its last words are is waited for", async () => {
    const answer = await nobody.run({ command: script("(sleep 0.05; echo last) & echo first") });
    expect(stdoutOf(answer)).toBe("first\nlast\n");
  });

  it("and not what somebody else started meanwhile", async () => {
    const [other] = await Promise.all([
      nobody.run({ command: "sh -c 'sleep 0.4; echo mine'" }),
      nobody.run({ command: script("setsid sleep 600 >/dev/null 2>&1 &") }),
      nobody.run({ command: "yes" }),
    ]);
    expect(stdoutOf(other)).toBe("mine\n");
  });
});

describe("the end of the gate", () => {
  it.each<NodeJS.Signals>(["SIGTERM", "SIGINT", "SIGHUP"])("by %s is the end of its handlers", async (signal) => {
    const gate = await asNobody();
    try {
      const asked = gate.run({ command: "sh -c 'trap \"\" TERM INT HUP; setsid sleep 600 & sleep 600'" });
      const lost = expect(asked).rejects.toThrow(/gone/);
      await until(() => gate.living().length >= 3);
      gate.driver.kill(signal);
      await lost;
      expect(gate.driver.signalCode).toBe(signal);
      await until(() => gate.living().length === 0);
    } finally {
      await gate.close();
    }
  });
});

describe("handlers that call handlers", () => {
  it("end somewhere", async () => {
    const deep = await asNobody({ INTENTGATE_HANDLER: "a/b/c" });
    const lessDeep = await asNobody({ INTENTGATE_HANDLER: "a/b" });
    try {
      expect(failureOf(await deep.run({ command: "echo hi" })).message).toMatch(/call each other 3 deep/);
      const marks = stdoutOf(await lessDeep.run({ command: "printenv INTENTGATE_HANDLER" }));
      expect(marks).toMatch(/^a\/b\/[0-9a-f-]{36}\n$/);
    } finally {
      await deep.close();
      await lessDeep.close();
    }
  });
});
