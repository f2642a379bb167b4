import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PATIENCE_MS } from "../../../../test/support/patience.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { launcherPath, teamCommand, writeLauncher } from "./launcher.ts";
import { STEERING } from "./launcher-surroundings.ts";

const folder = () => tempFolder("a launcher's ");

/** A program in the place of this one, which says what it was given and ends as it is told. */
function program(at: string, code: number): string {
  const path = join(at, "intentgate");
  writeFileSync(path, `#!/bin/sh\necho "$*"\nexit ${code}\n`);
  chmodSync(path, 0o755);
  return path;
}

const ends: [event: string, code: number, ends: number, says: RegExp][] = [
  ["claude-code PreToolUse", 64, 0, /^hook --root \/r claude-code PreToolUse\n$/],
  ["claude-code PreToolUse", 0, 2, /./], // as an empty file ends
  ["gemini-cli BeforeTool", 0, 2, /./],
  ["cline tool_call", 64, 0, /tool_call\n$/],
  ["cline tool_call", 0, 2, /./],
  ["claude-code Stop", 0, 0, /./],
  ["claude-code PreToolUse", 2, 2, /claude-code PreToolUse\n$/],
  ["claude-code PreToolUse", 1, 2, /./],
  ["codex PreToolUse", 137, 2, /./],
  ["gemini-cli BeforeTool", 1, 2, /./],
  ["copilot-cli preToolUse", 127, 2, /./],
  ["opencode tool.execute.before", 134, 2, /./],
  ["cline tool_call", 1, 2, /./],
  ["claude-code UserPromptSubmit", 64, 0, /./],
  ["claude-code UserPromptSubmit", 0, 2, /./],
  ["codex UserPromptSubmit", 1, 2, /./],
  ["qwen-code UserPromptSubmit", 127, 2, /./],
  ["cursor beforeSubmitPrompt", 1, 2, /./],
  ["gemini-cli BeforeAgent", 137, 2, /./],
  ["opencode chat.message", 1, 2, /./],
  ["cline prompt_submit", 1, 2, /./],
  ["claude-code Stop", 1, 0, /./],
  ["claude-code PostToolUse", 1, 0, /./],
  ["copilot-cli agentStop", 2, 2, /./],
];

describe("the launcher", () => {
  it.each(ends)("around a hook for %s that ends with %i ends with %i", (event, code, wanted, says) => {
    const at = folder();
    writeLauncher(at, program(at, code), { node: "/bin/sh" });
    const ran = spawnSync("/bin/sh", ["-c", `'${launcherPath(at).replaceAll("'", "'\\''")}' --root /r ${event}`], {
      encoding: "utf8",
    });
    expect([ran.status, ran.stdout]).toEqual([wanted, expect.stringMatching(says)]);
  });

  it("is mended when somebody changed it, and can be run whatever its mode was", () => {
    const at = folder();
    writeLauncher(at, program(at, 0), { node: "/bin/sh" });
    const text = readFileSync(launcherPath(at), "utf8");
    writeFileSync(launcherPath(at), "#!/bin/sh\nexit 0\n");
    chmodSync(launcherPath(at), 0o400);
    writeLauncher(at, join(at, "intentgate"), { node: "/bin/sh" });
    expect(readFileSync(launcherPath(at), "utf8")).toBe(text);
    expect(spawnSync(launcherPath(at), ["codex", "Stop"]).status).toBe(0);
  });
});

it.skipIf(!existsSync("/usr/bin/perl"))("ends a hook that hangs, before the host stops waiting for it", () => {
  const at = folder();
  const hanging = join(at, "intentgate");
  writeFileSync(hanging, "exec sleep 300\n");
  writeLauncher(at, hanging, { node: "/bin/sh" });
  const text = readFileSync(launcherPath(at), "utf8");
  writeFileSync(launcherPath(at), text.replace(/most=\d+/g, "most=1"));
  const ran = spawnSync(launcherPath(at), ["codex", "PreToolUse"], { encoding: "utf8", timeout: PATIENCE_MS });
  expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining("the call is refused")]);
});

describe("the command of a team", () => {
  it.each(ends)("around a hook for %s that ends with %i ends with %i", (event, code, wanted) => {
    const at = folder();
    program(at, code);
    const shell = (name: string) =>
      spawnSync(name, ["-c", `${teamCommand()} ${event}`], { env: { PATH: `${at}:/usr/bin:/bin` }, encoding: "utf8" });
    expect([shell("/bin/sh").status, shell("/bin/bash").status]).toEqual([wanted, wanted]);
  });

  it("forgets what makes node load other code, and what only a launcher may say", () => {
    const at = folder();
    writeFileSync(join(at, "intentgate"), '#!/bin/sh\nenv\nexit "$INTENTGATE_YES"\n', { mode: 0o755 });
    const planted = Object.fromEntries(STEERING.filter((name) => !/^(LD|DYLD)_/.test(name)).map((name) => [name, "x"]));
    const env = { PATH: `${at}:/usr/bin:/bin`, ...planted, KEPT: "x" };
    const ran = spawnSync("/bin/sh", ["-c", `${teamCommand()} codex PreToolUse`], { env, encoding: "utf8" });
    expect(ran.status).toBe(0);
    expect(ran.stdout.split("\n").filter((line) => line.endsWith("=x"))).toEqual(["KEPT=x"]);
  });

  it("is a no before a tool where nothing is installed, with a word on how to", () => {
    const env = { PATH: "/usr/bin:/bin" };
    const ran = spawnSync("/bin/sh", ["-c", `${teamCommand()} codex PreToolUse`], { env, encoding: "utf8" });
    expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining("npm install -g intentgate")]);
  });
});
