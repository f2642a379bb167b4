import { describe, expect, it } from "vitest";
import { hostProcess } from "./host-process.ts";

/** What stands above this very test, as one command line for each process. */
const above = (first: readonly string[]) => {
  let isFirst = true;
  return () => {
    const said = isFirst ? first : ["claude"];
    isFirst = false;
    return said;
  };
};

describe("the process that counts as the host", () => {
  it.each([
    ["a program that starts us itself", ["claude", "--resume"]],
    ["a program that was asked about us", ["claude", "-p", "what does intentgate do?"]],
    ["a shell that a person types in", ["-bash"]],
    ["a script of somebody's own", ["sh", "agent.sh"]],
    ["node running a host", ["node", "/opt/gemini/index.js", "intentgate"]],
    ["a container's client", ["docker", "run", "intentgate"]],
    ["python running a host", ["python3", "-m", "host", "intentgate"]],
    ["nothing that can be read", []],
  ])("is %s", (_what, command) => {
    expect(hostProcess(process.pid, above(command))).toBe(process.ppid);
  });

  it.each([
    ["a shell that was started for the hook", ["/bin/sh", "-c", "'/state/intentgate/hook' --root / claude-code Stop"]],
    ["the launcher", ["/bin/sh", "/state/intentgate/hook", "--root", "/", "claude-code", "Stop"]],
    ["npx", ["node", "/usr/bin/npx", "intentgate", "hook"]],
    ["what npx is made of", ["node", "/lib/npm/bin/npx-cli.js", "intentgate", "hook"]],
    ["another package manager", ["/usr/bin/pnpm", "exec", "intentgate", "hook"]],
    ["another shell", ["/bin/mksh", "-c", "intentgate hook"]],
    ["env", ["/usr/bin/env", "node", "/x/intentgate.mjs"]],
  ])("is not %s, but what stands above it", (_what, command) => {
    const found = hostProcess(process.pid, above(command));
    expect(found).not.toBe(process.ppid);
  });

  it("is nobody where only such shells are above", () => {
    expect(hostProcess(process.pid, () => ["sh", "-c", "intentgate hook"])).toBeNull();
  });
});
