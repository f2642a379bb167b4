/** Where a host's own refusal says no to an event, the shell around our hook does so too when the hook gives no answer. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hosts, type InstallMode } from "@intentgate/hosts";
import { beforeAll, describe, expect, it } from "vitest";
import { asNobody } from "../../../../test/support/cli/launcher-stage.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { launcherPath, teamCommand, writeLauncher } from "../launcher/launcher.ts";
import { hookSettings } from "./hook-settings.ts";

const state = tempFolder("guarded");
const settings = (mode: InstallMode) => hookSettings(mode, { root: "/r", state });

/** Of hosts whose hooks are commands in settings. */
const hooked = hosts.flatMap((host) => {
  const [first] = host.install.files("personal");
  if (first?.content.kind !== "json") return [];
  const events = first.content
    .claims(settings("personal"))
    .flatMap(({ at }) => (at[0] === "hooks" ? at.slice(1, 2) : []));
  return [...new Set(events)].map((event): [string, string, boolean] => {
    const { stdout, exitCode } = host.refuse("no", event);
    return [host.name, event, exitCode !== 0 || /"(deny|block)"|"continue":\s*false/.test(stdout)];
  });
});

beforeAll(() => {
  const program = join(state, "intentgate");
  writeFileSync(program, "#!/bin/sh\nexit 1\n");
  chmodSync(program, 0o755);
  writeLauncher(state, program, { transport: { kind: "none" }, node: "/bin/sh", env: {} });
  if (asNobody.uid !== undefined) chownSync(state, asNobody.uid, asNobody.gid);
});

const codeOf = (command: string) =>
  spawnSync("/bin/sh", ["-c", command], { cwd: state, env: { PATH: `${state}:/usr/bin:/bin` }, ...asNobody }).status;

describe("after a hook that broke", () => {
  it.each(hooked)("%s %s is stopped: %s", (host, event, isStopped) => {
    const wanted = isStopped ? 2 : 0;
    expect(codeOf(`'${launcherPath(state)}' --root /r ${host} ${event}`)).toBe(wanted);
    expect(codeOf(`${teamCommand()} ${host} ${event}`)).toBe(wanted);
  });

  it("is one by the text that teams have committed, whose very bytes a person may have trusted", () => {
    expect(teamCommand()).toContain(
      " *PreToolUse | *preToolUse | *BeforeTool | *.before | *tool_call | *UserPromptSubmit | *userPromptSubmitted | *beforeSubmitPrompt | *BeforeAgent | *chat.message | *prompt_submit) echo ",
    );
    for (const { name, events } of hosts)
      expect(
        Object.keys(events).filter((event) => !/^[\w.]+$/.test(event)),
        name,
      ).toEqual([]);
  });

  it("calls and prompts of every such host are", () => {
    const stopped = hooked.filter(([, , isStopped]) => isStopped).map(([host, event]) => `${host} ${event}`);
    expect(stopped).toEqual(
      expect.arrayContaining([
        ...["claude-code PreToolUse", "claude-code UserPromptSubmit", "codex PreToolUse", "codex UserPromptSubmit"],
        ...[
          "gemini-cli BeforeTool",
          "gemini-cli BeforeAgent",
          "copilot-cli preToolUse",
          "copilot-cli userPromptSubmitted",
        ],
        ...["qwen-code PreToolUse", "qwen-code UserPromptSubmit", "cursor preToolUse", "cursor beforeSubmitPrompt"],
      ]),
    );
  });
});
