/** `mcp-gateway --contain`: a server that goes its own ways with paths changes nothing that steers the gate. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { type FloorStage, servedBy, setFloorStage } from "./floor-stage.ts";
import { canPose } from "./stage.ts";

let stage: FloorStage;
beforeEach(async () => {
  stage = await setFloorStage();
});
afterEach(() => stage.clear());

const served = (options: string, ...tries: readonly string[]) => servedBy(stage, options, tries);

const tries = [
  "echo {} > .claude/settings.local.json",
  "echo {} > .mcp.json",
  "echo x > .git/hooks/pre-commit",
  "git config core.pager x",
  "sed -i s/src/x/ .orchestration/active_intents.yaml",
  "echo x > ~/.local/state/intentgate/roots.json",
  "mkdir .codex && echo x > .codex/config.toml",
  "echo x >> ~/.bashrc",
  "echo x > src/own.ts",
];
const steering =
  "cat .claude/settings.local.json .mcp.json .git/config .orchestration/*.yaml ~/.local/state/intentgate/roots.json ~/.bashrc; ls -A . .git/hooks; cat src/own.ts 2>&1";

it("holds what the server tries, and lets it work otherwise", () => {
  const before = stage.plain(steering);
  expect(served("--contain", ...tries)).toContain(`"${"failed ".repeat(8)}done"`);
  expect(stage.plain(`rm src/own.ts; ${steering}`)).toBe(before);
  expect(stage.plain("ls ~/.local/state/intentgate/floors")).toBe("");
});

it("would not hold it otherwise", () => {
  expect(served("", ...tries)).toContain(`"${"done ".repeat(8)}done"`);
});

it("is refused for a server that runs elsewhere", () => {
  const said = stage.plain("intentgate mcp-gateway --contain -- http://127.0.0.1:9/mcp 2>&1 < /dev/null; echo code $?");
  expect(said).toMatch(/NOT_CONTAINED[\s\S]*code 2/);
});

it.skipIf(!canPose)("starts no server where bubblewrap is missing", () => {
  stage.pose({ bwrap: null });
  const said = stage.plain("intentgate mcp-gateway --contain -- touch src/y 2>&1 < /dev/null; echo code $?; ls src");
  expect(said).toMatch(/NOT_CONTAINED {2}bubblewrap is not installed[\s\S]*code 2\na\.ts\n$/);
});
