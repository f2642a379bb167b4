import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { serve } from "./main.ts";

it("is not started with another state folder than the one in which the root was put under the gate", async () => {
  const top = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-mcp-state-"));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const [root, home] = [join(top, "repo"), join(top, "home")];
  const usual = join(home, ".local/state/intentgate");
  for (const folder of [root, usual]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(usual, "roots.json"), JSON.stringify({ version: 1, roots: [root] }));
  const said: string[] = [];
  const code = await serve({
    root,
    http: null,
    identity: "hooked",
    env: { XDG_STATE_HOME: join(top, "planted") },
    userHome: () => home,
    tell: () => undefined,
    complain: (text) => void said.push(text),
  });
  expect([code, said.join()]).toEqual([2, expect.stringMatching(/XDG_STATE_HOME leads to .*\.env/)]);
});
