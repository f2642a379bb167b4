import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hostNamed } from "@intentgate/hosts";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { answerBytes } from "./answer-bytes.ts";
import { openHere } from "./answer-here.ts";

it.each(["team", "personal", "user", "plugin"] as const)(
  "another state folder than the person's is a no, with its reason, at the level of %s",
  async (level) => {
    const top = tempFolder("answer");
    const [repo, home] = [join(top, "repo"), join(top, "home")];
    const usual = join(home, ".local/state/intentgate");
    for (const folder of [repo, usual]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(usual, "roots.json"), JSON.stringify({ version: 1, roots: [repo] }));
    const host = hostNamed("claude-code");
    if (host === undefined) throw new Error("no such host");
    const payload = {
      ...{ session_id: "s", cwd: repo, permission_mode: "default", tool_use_id: "t", hook_event_name: "PreToolUse" },
      ...{ tool_name: "Bash", tool_input: { command: "ls" } },
    };
    const opened = { ...openHere(), stateDir: join(top, "x/intentgate"), userHome: () => home };
    const asked = { root: level === "personal" ? repo : null, level };
    const answer = (env: Record<string, string>) =>
      answerBytes(host, "PreToolUse", Buffer.from(JSON.stringify(payload)), asked, { ...opened, env });
    expect(await answer({ XDG_STATE_HOME: join(top, "x") })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/XDG_STATE_HOME leads to .*\.env/s),
    });
    expect((await answer({})).exitCode).toBe(0);
  },
);
