/** Whatever a host puts into the environment of its hooks, the launcher and what it starts go by the person's own. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeStage, type Stage, shells, transports } from "../../../../test/support/cli/launcher-stage.ts";
import { FORGOTTEN, surroundings } from "./launcher-surroundings.ts";
import { passText, replyText } from "./wire.ts";

const input = Buffer.from("{}");
const folders = ["HOME", "TMPDIR", "TMP", "TEMP", "XDG_STATE_HOME"];
// A library that is not there is complained about by the system's loader, before the launcher can forget it.
const steering = FORGOTTEN.filter((name) => !/^(LD|DYLD)_/.test(name));
const planted = Object.fromEntries([...folders, ...steering].map((name) => [name, "/planted"]));
const words = ["codex", "PreToolUse"];

/** In the place of the program: shows the environment that it was started with. */
function showing(stage: Stage): Stage {
  const program = join(dirname(dirname(stage.state)), "cold program");
  writeFileSync(program, '/usr/bin/env -0 | tr "\\n\\0" "|\\n"\nexit "$INTENTGATE_YES"\n');
  return stage;
}

const listed = (out: string) => Object.fromEntries(out.split("\n").map((line) => line.split(/=(.*)/s).slice(0, 2)));

describe.each(shells)("in %s", (_name, shell) => {
  describe.each([...transports, { kind: "none" as const }])("over $kind", (transport) => {
    it("a process of its own gets the folders as they were, and nothing that steers it", async () => {
      const env = { HOME: "/home/it's $(x) `y`\n", TMPDIR: "/tmp/a b" };
      const stage = showing(makeStage(transport, { env }));
      const { code, out } = await stage.launch(shell, input, words, { ...planted, KEPT: "/planted" });
      expect(code).toBe(0);
      expect(listed(out)).toMatchObject({
        HOME: env.HOME.replace("\n", "|"),
        TMPDIR: env.TMPDIR,
        XDG_STATE_HOME: dirname(stage.state),
      });
      expect(out.split("\n").filter((line) => line.includes("planted"))).toEqual(["KEPT=/planted"]);
    });

    it("so does one that takes the gate's place", async () => {
      const stage = showing(makeStage(transport));
      await stage.answerWith((socket, request) => void socket.end(passText(request?.nonce ?? "")));
      const { code, out } = await stage.launch(shell, input, words, planted);
      expect([code, out.includes("planted")]).toEqual([0, false]);
    });
  });

  it.runIf(transports.some(({ kind }) => kind === "perl"))("the gate hears of the person's folders", async () => {
    const stage = makeStage({ kind: "perl", path: "/usr/bin/perl" }, { env: { HOME: "/home/ann" } });
    const yes = { stdout: "", stderr: "", exitCode: 0 } as const;
    await stage.answerWith((socket, request) => void socket.end(replyText(request?.nonce ?? "", yes)));
    expect((await stage.launch(shell, input, words, planted)).code).toBe(0);
    const env = stage.heard[0]?.env ?? [];
    expect(env).toEqual(expect.arrayContaining(["HOME=/home/ann", `XDG_STATE_HOME=${dirname(stage.state)}`]));
    expect(env.filter((entry) => entry.includes("planted"))).toEqual([]);
  });
});

it("the state folder is named only where it is not the usual one", () => {
  expect(surroundings("/home/ann/.local/state/intentgate", { HOME: "/home/ann" })).toContain("unset XDG_STATE_HOME");
  expect(surroundings("/s/intentgate", { HOME: "/home/ann" })).toContain("XDG_STATE_HOME='/s'; export XDG_STATE_HOME");
  expect(surroundings("/s/intentgate", {})).toContain("unset HOME");
});

it("no program is started without its full path once netcat is asked", () => {
  for (const transport of transports) {
    const stage = makeStage(transport);
    expect(readFileSync(join(stage.state, "hook"), "utf8")).not.toMatch(/^\s*(rm|cat|nc|perl|env|mv) /m);
  }
});
