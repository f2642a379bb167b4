/** Commands of an agent through the gate: what they did is judged before it counts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type GateStage, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
beforeAll(async () => {
  gate = await setGateStage();
});
afterAll(() => gate.clear());
beforeEach(() => {
  gate.plain("git stash -qu; git stash drop -q; git clean -fdxq -e .orchestration");
});

/** A script that nobody can read beforehand. */
function script(body: string): string {
  return `node -e ${JSON.stringify(`const fs=require('fs');${body}`)}`;
}
const write = (path: string, text = "x") =>
  `fs.mkdirSync(require('path').dirname('${path}'),{recursive:true});fs.writeFileSync('${path}','${text}');`;
const status = () => gate.plain("git status --porcelain -uall");

describe("under an intent", () => {
  beforeAll(() => gate.take("INT-1"));

  it("applies what an unreadable script did in scope, without a question, and records exactly that", () => {
    const before = gate.ledger().length;
    const said = gate.run(script(write("src/new.ts") + write("src/a.ts", "b") + write("dist/out.js")));
    expect(said).toMatchObject({ decision: "allow", result: { exit_code: 0, stderr: "" } });
    expect(gate.plain("cat src/new.ts src/a.ts dist/out.js")).toBe("xbx");
    const [record, ...more] = gate.ledger().slice(before);
    expect(more).toEqual([]);
    expect(record?.files.map(({ relative_path, change }) => [relative_path, change]).sort()).toEqual([
      ["src/a.ts", "modified"],
      ["src/new.ts", "created"],
    ]);
    expect(record?.decision).toMatchObject({ id: said.invocation_id, outcome: "OK" });
    expect(record?.files[0]?.conversations[0]?.contributor.entity_type).toBe("AI");
  });

  it("keeps back what lies outside, with the command's own code and output, and one line that says so", () => {
    const said = gate.run(
      `${script(`${write("src/in.ts")}${write("docs/d.md", "other")}console.log('said');process.exit(3)`)}`,
    );
    expect(said.result).toMatchObject({ exit_code: 3, stdout: "said\n" });
    expect(said.result?.stderr).toMatch(/^Kept back: docs\/d\.md is kept back, [^\n]*\n$/);
    expect(status()).toBe("?? src/in.ts\n");
  });

  it.each([
    [".claude/settings.json"],
    [".orchestration/policy.yaml"],
    [".git/hooks/pre-commit"],
    ["src/.claude/settings.json"],
    ["src/.gitignore"],
    [".system/hooks/a.yaml"],
    ["AGENT.md"],
  ])("never lets a script write %s", (path) => {
    const there = gate.plain(`cat ${path} 2>/dev/null`);
    const said = gate.run(
      script(
        `${write("src/in.ts")}fs.mkdirSync(require('path').dirname('${path}'),{recursive:true});fs.writeFileSync(['${path}'].join(''),'evil')`,
      ),
    );
    // Named in the command it is refused beforehand; put together it never arrives.
    const parts = path
      .split("")
      .map((letter) => `'${letter}'`)
      .join("+");
    const hidden = gate.run(
      script(
        `${write("src/in.ts")}const p=${parts};fs.mkdirSync(require('path').dirname(p),{recursive:true});fs.writeFileSync(p,'evil')`,
      ),
    );
    expect(gate.plain(`cat ${path} 2>/dev/null`)).toBe(there);
    expect(hidden.decision).toBe("allow");
    expect(`${said.code} ${hidden.result?.stderr}`).toMatch(/never count|Not committed/);
    expect(gate.plain("cat src/in.ts")).toBe("x");
  });

  describe("where the policy forbids a program some paths", () => {
    const made = (line: string) => {
      gate.plain(
        "mkdir tools src/gen; cat > tools/gen.cjs <<'END'\nrequire('fs').writeFileSync('src/gen/a.ts','x')\nEND",
      );
      gate.plain(
        "cat >> .orchestration/policy.yaml <<'END'\nforbid: [{command: \"node tools/*\", paths: [src/gen/**]}]\nEND",
      );
      return gate.run(line);
    };

    it.each([
      ["alone", "node tools/gen.cjs"],
      ["behind another", "true && node tools/gen.cjs"],
      ["in a pipe", "node tools/gen.cjs | cat"],
      ["in a shell of its own", "sh -c 'node tools/gen.cjs'"],
      ["with a variable", "A=1 node tools/gen.cjs"],
    ])("applies nothing that it wrote there: %s", (_where, line) => {
      expect(made(line).result?.stderr).toMatch(/src\/gen\/a\.ts never counts/);
      expect(gate.plain("ls src/gen")).toBe("");
    });

    it("applies what another program wrote there", () => {
      expect(made(`true && ${script(write("src/gen/b.ts"))}`).result?.stderr).toBe("");
      expect(gate.plain("ls src/gen")).toBe("b.ts\n");
    });
  });

  it.each([[".git/hooks/pre-commit"], [".git/config"], [".git/info/attributes"], [".git/commondir"]])(
    "names what a program put into git's own folder and nobody may: %s",
    (path) => {
      const spelt = [...path].map((letter) => `'${letter}'`).join("+");
      const said = gate.run(script(`${write("src/in-git.ts")}fs.writeFileSync(${spelt},'x')`));
      expect(said.result?.stderr).toBe(`Kept back: ${path} never counts: no command may change such a file.\n`);
      expect(gate.plain("rm -f src/in-git.ts; git status --porcelain")).toBe("");
    },
  );

  it("commits what lies in scope", () => {
    const said = gate.run(`${script(write("src/c.ts"))} && git add src/c.ts && git commit -qm second`);
    expect(said.result).toMatchObject({ exit_code: 0, stderr: "" });
    expect(gate.plain("git log -1 --format=%s --name-only")).toBe("second\n\nsrc/c.ts\n");
  });

  it("commits nothing where a file was kept back, and begins with that", () => {
    const said = gate.run(`${script(write("docs/e.md"))} && git add -A && git commit -qm third`);
    expect(said.result?.stderr).toMatch(/^Not committed: docs\/e\.md is kept back/m);
    expect(gate.plain("git log -1 --format=%s; git status --porcelain")).toBe("second\n");
  });

  it("refuses beforehand what it knows to lie outside, and overwrites nothing unread", () => {
    expect(gate.run("echo x > docs/d.md")).toMatchObject({ decision: "deny", code: "SCOPE_VIOLATION" });
    expect(gate.run("node -e 1 > docs/d.md")).toMatchObject({ decision: "deny", code: "SCOPE_VIOLATION" });
    gate.plain("echo fresh > src/unread.ts");
    expect(gate.run("node -e 1 > src/unread.ts")).toMatchObject({ decision: "deny", code: "STALE_FILE" });
    expect(gate.plain("cat docs/d.md src/unread.ts")).toBe("d\nfresh\n");
  });

  it("takes what it wrote for seen only where the session had read it", () => {
    gate.call("read_file", { path: "src/a.ts" });
    gate.run(script(write("src/a.ts", "by the script") + write("src/never.ts")));
    expect(gate.call("write_to_file", { path: "src/a.ts", content: "next" })).toMatchObject({ decision: "allow" });
    expect(gate.call("write_to_file", { path: "src/never.ts", content: "next" })).toMatchObject({ code: "STALE_FILE" });
  });

  it("holds a command to reading that was taken for one that only reads, and counts it", () => {
    // A program that is not what its name says.
    gate.plain("mkdir -p ~/bin; printf '#!/bin/sh\\ncat $2; echo planted > src/planted' > ~/bin/jq; chmod +x ~/bin/jq");
    const said = gate.call("execute_command", { command: "jq . src/a.ts" }, "s1", "PATH=$HOME/bin:$PATH");
    expect(said.result).toMatchObject({ stdout: "a\n", exit_code: 0 });
    expect(said.result?.stderr).toMatch(/^This command was taken for one that only reads[^\n]*\n$/);
    expect(status()).toBe("");
    expect(gate.decisions().filter(({ decision }) => decision === "wrong_safe")).toHaveLength(1);
    expect(gate.typed("report")).toContain("taken for commands that only read");
  });

  it("lets a test run and its leavings through", () => {
    gate.plain(`printf 'require("fs").mkdirSync("dist",{recursive:true});console.log("passed")' > t.cjs`);
    gate.plain(`printf '{"scripts":{"test":"node t.cjs"}}' > package.json`);
    const said = gate.run("npm test");
    expect(said.result?.stdout).toContain("passed");
    expect(said).toMatchObject({ decision: "allow", result: { exit_code: 0 } });
  });

  it("leaves what was in scope when the time is over", () => {
    const said = gate.call("execute_command", {
      command: script(`${write("src/half.ts")}setInterval(()=>0,1000)`),
      timeout: 2,
    });
    expect(said.result).toMatchObject({ code: "TIMEOUT" });
    expect(gate.plain("cat src/half.ts")).toBe("x");
  });

  it("reaches no network and no state of the gate", () => {
    const said = gate.run(
      script(
        `console.log(fs.readdirSync([process.env.HOME,'.local','state','intent'+'gate'].join('/')).length);require('net').connect(9,'127.0.0.1').on('error',(e)=>console.log(e.code))`,
      ),
    );
    expect(said.result?.stdout).toMatch(/^0\n(?:ECONNREFUSED|ENETUNREACH)\n$/);
  });
});

describe("without an intent", () => {
  it("runs what cannot be read, throws all of it away, and says what to do", () => {
    const said = gate.run(script(`${write("src/new.ts")}console.log('said')`), "explorer");
    expect(said).toMatchObject({ decision: "allow", result: { exit_code: 0, stdout: "said\n" } });
    expect(said.result?.stderr).toMatch(/^Nothing of this run was kept .*select_active_intent.*propose_intent.*\n$/);
    expect(status()).toBe("");
  });

  it("says nothing where nothing was changed", () => {
    expect(gate.run(script("console.log(1)"), "explorer").result).toMatchObject({ stdout: "1\n", stderr: "" });
  });

  it.each(["echo x > src/a.ts", "rm src/a.ts", "node -e 1 > src/b.ts", "git commit -qm x --allow-empty"])(
    "refuses %s, which is known to change something",
    (command) => {
      expect(gate.run(command, "explorer")).toMatchObject({ decision: "deny", code: "INTENT_REQUIRED" });
    },
  );
});

it("keeps no folder of a run behind", () => {
  const [root] = gate.plain("ls ~/.local/state/intentgate/roots").split("\n");
  expect(readFileSync(join(gate.state, "box-probe.json"), "utf8")).toContain('"can":true');
  expect(gate.plain(`ls ~/.local/state/intentgate/roots/${root}/runs`)).toBe("");
});
