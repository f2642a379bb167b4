/** A host that reads the settings of another: its own rules count for its lines, and a line that it drops is its own doubt. */
import { afterEach, describe, expect, it } from "vitest";
import { copilotThroughClaude, type HostStage, setHostStage } from "./hosts-stage.ts";

const command = `node -e "require('fs').writeFileSync('src/x.ts','x')"`;
let host: HostStage;
afterEach(() => host.clear());

async function copilot(...words: string[]): Promise<HostStage> {
  host = await setHostStage("", copilotThroughClaude(...words));
  host.takes("INT-1");
  return host;
}

describe("Copilot CLI through the settings of Claude Code", () => {
  it("has its commands boxed, and asks once it dropped a line", async () => {
    await copilot("--allow-all-tools");
    const boxed = host.bash(command);
    expect([boxed.line, boxed.code]).toEqual([expect.stringContaining("/ig-run "), 0]);
    const dropped = command.replace("x.ts", "y.ts");
    expect(host.before(dropped).line).toContain("/ig-run ");
    host.shell(dropped);
    host.after(dropped);
    const row = host.decisions().find(({ decision }) => decision === "ran_unboxed");
    expect(row).toMatchObject({ host: "copilot-cli", paths: expect.arrayContaining(["src/y.ts"]) });
    expect(host.before(command.replace("x.ts", "z.ts")).said).toContain('"permissionDecision":"ask"');
  });

  it.each([["--deny-tool", "shell(git push)"], ["--deny-tool=shell(node)"], ["--available-tools", "bash"]])(
    "gets its own command where it was started with %s",
    async (...words) => {
      const { said } = (await copilot(...words)).before(command);
      expect(said).not.toContain("ig-run");
    },
  );

  it("gets its own command where its own settings deny it, whatever those of Claude Code say", async () => {
    await copilot();
    host.plain(
      `mkdir -p .github/copilot; echo '{"permissions": {"deny": ["shell(node)"]}}' > .github/copilot/settings.json`,
    );
    expect(host.before(command).said).not.toContain("ig-run");
  });
});
