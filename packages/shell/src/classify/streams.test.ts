/** A stream of the shell may be opened by its name as long as it leads to the caller or into a pipe. */
import { describe, expect, it } from "vitest";
import { classifyShell } from "./classify-command.ts";

const riskOf = (command: string) => classifyShell(command, { cwd: "/work" }).risk;

describe("a stream that is opened by its name", () => {
  it.each([
    "echo hi > /dev/stderr",
    "ls 2> /dev/null > /dev/stdout",
    "ls 2>&1 | tee /dev/stderr",
    "ls 3>&1 1>&2 2>&3",
    "ls 2> >(grep x >&2)",
    "tee >(wc -l) < a.txt",
    "cat a.txt | tee /dev/stderr | wc -l",
    "awk '{print > \"/dev/stderr\"}' a.txt",
    "find . -name x -fprint /dev/stdout",
    "ls 2> /dev/stdout",
  ])("is kept nowhere: %s", (command) => {
    expect(riskOf(command)).toBe("SAFE");
  });

  it.each([
    "echo x > /dev/stderr 2< a.txt",
    "ls 2< a.txt; echo x > /dev/stderr",
    "exec 1< a.txt; tee /dev/stdout < b.txt",
    "echo x > /dev/fd/1 1<> a.txt",
    "f() { echo x > /dev/stderr; }; f 2>> log",
    "trap 'echo x > /dev/stderr' EXIT; exec 2< a.txt",
    "bash -c 'echo x > /dev/stderr' 2< a.txt",
    "bash -c 'exec 2<&0; echo x > /dev/fd/2' < a.txt",
    "exec 2< a.txt; exec 1>&2; echo x > /dev/stdout",
    "{ echo x > /dev/stdout; } 1<&0",
    "ls &>> log; echo x > /dev/stdout",
    "xxd a.txt /dev/stderr 2>&-",
    "xxd a.txt /dev/stdout 2>&1-",
    "eval 'echo x > /dev/stderr' 2<$x",
    "tee >(cat) {d}< a.txt",
  ])("may be a file: %s", (command) => {
    expect(riskOf(command)).not.toBe("SAFE");
  });

  it("leaves a target that was named as it is", () => {
    const { risk, writes } = classifyShell("ls > log 2>&1; echo done > /dev/stderr", { cwd: "/work" });
    expect({ risk, writes }).toEqual({ risk: "DESTRUCTIVE", writes: ["log"] });
  });

  it.each(["exec 2< a.txt", "exec 1<&0", "exec 63< a.txt", "exec {d}< a.txt", "exec 2>&-", "exec >> log"])(
    "may lead to a file in the next command, where a shell may be kept: %s",
    (command) => {
      expect(riskOf(command)).toBe("UNKNOWN");
    },
  );

  it.each(["exec 2>&1", "exec 3< a.txt", "exec < a.txt", "exec 2> /dev/null", "ls 2< a.txt"])(
    "leads nowhere else in the next command: %s",
    (command) => {
      expect(riskOf(command)).toBe("SAFE");
    },
  );
});
