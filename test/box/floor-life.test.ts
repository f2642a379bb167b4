/** What an agent on a floor reaches, what it cannot, and what works there as everywhere else. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { type FloorStage, setFloorStage } from "./floor-stage.ts";
import { canPose, own } from "./stage.ts";

let stage: FloorStage;
beforeAll(async () => {
  stage = await setFloorStage();
});
afterAll(() => stage.clear());

const text = (path: string) => readFileSync(join(stage.root, path), "utf8");
const state = "~/.local/state/intentgate";
const event = (name: string, more: object) =>
  JSON.stringify({ session_id: "s1", hook_event_name: name, cwd: stage.root, ...more });
const write = (path: string) =>
  event("PreToolUse", {
    ...{
      tool_name: "Write",
      tool_use_id: path.replace(/\W/g, "-"),
      tool_input: { file_path: join(stage.root, path), content: "x" },
    },
  });
const take = () =>
  event("PreToolUse", {
    ...{ tool_name: "mcp__intentgate__select_active_intent", tool_use_id: "t", tool_input: { intent_id: "INT-001" } },
  });
const asked = (payload: string, program = `${state}/hook --root "$PWD"`) =>
  `${program} claude-code PreToolUse 2> /dev/null <<'END'\n${payload}\nEND\necho "code $?"\n`;

describe("the gate outside", () => {
  it("decides about what the hook on the floor asks, through the launcher and without it", () => {
    const script = [
      asked(write("src/a.ts")),
      asked(take()),
      asked(write("src/b.ts")),
      asked(write("lib/c.ts"), "intentgate hook"),
    ].join("");
    const { out } = stage.started(script);
    expect(out.split("\n").filter((line) => line.startsWith("code"))).toEqual(["code 2", "code 0", "code 0", "code 2"]);
    expect(out).toContain("INTENT_REQUIRED");
    expect(out).toContain("SCOPE_VIOLATION");
    expect(stage.plain("intentgate decisions --json")).toContain("SCOPE_VIOLATION");
  });

  it("says that the session is on a floor while it is", async () => {
    const child = stage.begun(`${asked(write("src/a.ts"))}touch src/told; while [ -e src/told ]; do sleep 0.05; done`);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await until(() => existsSync(join(stage.root, "src/told")));
    const during = stage.plain("intentgate status; intentgate status --json; intentgate doctor");
    rmSync(join(stage.root, "src/told"));
    await ended;
    expect(during).toMatch(/s1 .*on a floor/);
    expect(during).toContain('"floor":true');
    expect(during).toContain("1 of 1 sessions at work are on a floor");
    expect(stage.plain("intentgate status")).toMatch(/s1 .*no floor/);
  });

  it("serves the tools of the gate", () => {
    const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } };
    const lines = [
      { jsonrpc: "2.0", id: 1, method: "initialize", params: hello },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "list_intents", arguments: {} } },
    ];
    const script = `mkfifo src/in; (cat <<'END'\n${lines.map((line) => JSON.stringify(line)).join("\n")}\nEND
      cat src/in) | ${state}/mcp > src/out & until grep -q '"id":2' src/out; do sleep 0.05; done; echo > src/in; cat src/out; rm src/in src/out`;
    expect(stage.started(script).out).toContain("INT-001");
  });

  it.each([
    ["another version", `sed 's/0.2.0/9.9.9/' ${state}/hook > src/h; sh src/h --root $PWD claude-code PreToolUse`],
    [
      "a state folder that the agent chose",
      "XDG_STATE_HOME=/tmp/none intentgate hook --root $PWD claude-code PreToolUse",
    ],
    ["a home that the agent chose", "HOME=/tmp intentgate hook --user claude-code PreToolUse"],
  ])("decides, or the answer is no, with %s", (_what, line) => {
    const { out } = stage.started(`cat > src/p <<'END'\n${write("lib/c.ts")}\nEND\n${line} < src/p 2>&1; echo code $?`);
    expect(out).toContain("code 2");
    stage.plain("rm -f src/h src/p");
  });

  it("being out of reach, the answer is no", () => {
    const { out } = stage.started(
      `cat > src/p <<'END'\n${write("src/a.ts")}\nEND
      exec 2>&1; mkdir src/gate
      unshare -Urm bash -c 'mount --bind src/gate ${state}/gate; intentgate hook --root $PWD claude-code PreToolUse < src/p; echo code $?'`,
    );
    expect(out).toContain("gave no answer");
    expect(out).toContain("code 2");
    stage.plain("rm -rf src/p src/gate");
  });
});

describe("a step that only a person may take", () => {
  it.each([
    "intentgate pause 5m",
    "intentgate intent new INT-009 --name All --scope '**' --start",
    "intentgate init --yes",
    "intentgate uninit --yes",
    "intentgate start -- true",
    "intentgate box --yes -- true",
    "intentgate gate",
    "XDG_STATE_HOME=/tmp/s intentgate pause 5m",
    "env -i HOME=/tmp PATH=$PATH intentgate intent new INT-009 --name All --scope '**'",
  ])("is refused on a floor: %s", (line) => {
    const shown = "cat .orchestration/*.yaml; find .claude .orchestration -type f | sort; intentgate status --json";
    const before = stage.plain(shown);
    const { out } = stage.started(`(setsid script -qec "${line}; echo code \\$?" /dev/null) < /dev/null`);
    expect(out).not.toMatch(/code 0/);
    expect(stage.plain(shown)).toBe(before);
  });

  it("is refused: to answer what waits, from a terminal of its own", () => {
    const call = (tool: string, input: object) =>
      `echo '${JSON.stringify({ tool, input, session: "s2" })}' | intentgate call`;
    stage.plain(call("select_active_intent", { intent_id: "INT-001" }));
    const more = { additional_globs: ["lib/**"], reason: "x" };
    stage.plain(call("write_to_file", { path: "lib/x.ts", content: "x", request_scope_expansion: more }));
    const waiting = () => stage.plain("intentgate approvals --json");
    const id = /"id":"([^"]+)"/.exec(waiting())?.[1] ?? "";
    expect(id).not.toBe("");
    const answer = `script -qec "intentgate approvals approve ${id}" /dev/null`;
    const before = waiting();
    expect(stage.started(`(setsid ${answer}) < /dev/null; sleep 0.2`).out).toContain("was started by an agent");
    expect(waiting()).toBe(before);
    expect(stage.plain(`(setsid ${answer}) < /dev/null`), "without a floor it is believed").toContain("Approved");
  });
});

describe("what is out of reach", () => {
  it("is every process outside", () => {
    const pid = stage.plain("sleep 60 > /dev/null 2>&1 & echo $!").trim();
    const tries = ["kill -9", "ls -d /proc", "cat /proc", "ls /proc"].map(
      (words, at) => `${words}${at === 0 ? " " : "/"}${pid}${["", "", "/mem", "/root"][at]} && echo reached`,
    );
    const all = [...tries, "ps -A -o args | grep 'intentgate.* start' | grep -v grep && echo reached", "kill -9 -1"];
    expect(stage.started(all.join("; ")).out).toBe("");
    expect(stage.plain(`kill -0 ${pid} && echo lives; kill ${pid}`)).toBe("lives\n");
  });

  it("is what the person's shell had open", () => {
    const line = "exec 7< ~ 8>> ~/open; intentgate start -- bash -c 'ls /proc/self/fd; echo x >&8' 2> /dev/null";
    expect(stage.plain(line).trim().split("\n")).toEqual(["0", "1", "2", "3"]);
    expect(stage.plain("cat ~/open; rm ~/open")).toBe("");
  });

  it("is the terminal that the person types in", () => {
    stage.plain(`cat > ~/types <<'END'
ioctl(STDIN, 0x5412, "$_") for split //, "typed\\n"; print -t STDIN ? "terminal\\n" : "none\\n";
END
cat > ~/shell <<'END'
"$@"; read -t 1 line; echo "read:$line"
END`);
    const on = (how: string) => stage.plain(`script -qec "bash ~/shell ${how}" /dev/null < <(sleep 4)`);
    const floor = on("intentgate start -- perl ~/types");
    expect(floor).toContain("terminal");
    expect(floor).not.toContain("read:typed");
    const isAllowed = readFileSync("/proc/sys/dev/tty/legacy_tiocsti", "utf8").trim() === "1";
    if (isAllowed) expect(on("perl ~/types"), "without a floor").toContain("read:typed");
  });

  it("are services that run programs for the person", async () => {
    const folder = `/tmp/tmux-${65_534}`;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    own(folder);
    const socket = join(folder, "default");
    const server = createServer((one) => one.end("served")).listen(socket);
    await new Promise((resolve) => server.once("listening", resolve));
    own(folder);
    const connect = `perl -e 'socket $s,1,1,0; connect $s, pack("Sa108", 1, "${socket}") or exit 3; print <$s>'`;
    const run = (script: string) =>
      new Promise<string>((resolve) => {
        const child = stage.begun(script);
        let out = "";
        child.stdout?.on("data", (chunk) => {
          out += chunk;
        });
        child.once("close", () => resolve(out));
      });
    expect(await run(`${connect}; echo code $?; env | grep -c DBUS`)).toBe("code 3\n0\n");
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe("what works as everywhere else", () => {
  it("is git", () => {
    const script = `set -e; echo 1 > src/git.ts; git add -A; git commit -qm one; git switch -qc other; echo 2 > src/git.ts; git commit -qam two
      echo 3 > src/git.ts; git stash -q; git stash pop -q; git checkout -q src/git.ts; git switch -q main; git merge -q other
      git tag t; git branch -d other -q; git gc -q; git reset -q --hard HEAD~1; git cherry-pick t; git worktree add -q ../tree t; git worktree remove ../tree; echo fine`;
    const { out, err } = stage.started(script);
    expect(err.split("\n").filter((line) => line.startsWith("fatal"))).toEqual([]);
    expect(out).toContain("fine");
    expect(stage.plain("git log --format=%s; git status --short; git fsck 2>&1")).toContain("two\none\n");
  });

  it("is to edit, run, install and keep one's own state", () => {
    const script = `set -e; sed -i s/a/b/ src/a.ts; mv src/a.ts src/z.ts; mv src/z.ts src/a.ts; echo '{"scripts":{"x":"echo ran"}}' > package.json
      npm run -s x; node -e 'fs.renameSync("package.json","p.json"); fs.renameSync("p.json","package.json")'
      mkdir -p lib; echo n > new.txt; rm new.txt package.json; echo line >> ~/notes; mkdir -p ~/.cache/x; echo t > /tmp/intentgate-floor-$$; rm /tmp/intentgate-floor-$$
      (echo > /dev/tcp/127.0.0.1/9) 2> /dev/null || true; getent hosts localhost > /dev/null; echo fine`;
    expect(stage.started(script).out).toBe("ran\nfine\n");
    expect(stage.plain("cat ~/notes; rmdir lib")).toBe("line\n");
  });

  it("is the state of the agent in its own folder, and not its settings", () => {
    stage.plain(`mkdir -p ~/.claude ~/bin; echo {} > ~/.claude/settings.json; cat > ~/bin/claude <<'END'
#!/bin/bash
cd ~/.claude; mkdir -p projects/p; echo x >> projects/p/log.jsonl; echo x >> history.jsonl; echo 1 > .credentials.tmp; mv .credentials.tmp .credentials.json
echo x > ~/.claude.json.tmp; mv ~/.claude.json.tmp ~/.claude.json; echo "got: $*"
echo '{"disableAllHooks":true}' > settings.json; mkdir -p plugins/p; echo x > settings.local.json
END
chmod +x ~/bin/claude`);
    const said = stage.plain("intentgate start claude -p 'a  b' --json 2> ~/said");
    expect(said).toBe("got: -p a  b --json\n");
    expect(stage.plain("ls -A ~/.claude; cat ~/.claude/settings.json ~/.claude.json")).toBe(
      ".credentials.json\nhistory.jsonl\nprojects\nsettings.json\n{}\nx\n",
    );
    expect(stage.plain("intentgate start --aliases")).toContain("alias claude='intentgate start claude'");
    stage.plain("rm -r ~/bin/claude ~/.claude ~/.claude.json");
  });

  it("is the exit code", () => {
    expect(stage.started("exit 43").code).toBe(43);
    expect(stage.started("kill -9 $$").code).toBe(137);
  });
});

describe("a person works meanwhile", () => {
  it("and what they replace is held again", async () => {
    const child = stage.begun(`touch src/ready; while [ ! -e src/go ]; do sleep 0.05; done
      echo evil >> .git/config; echo evil > .mcp.json; git config core.pager evil; echo over > src/over; while [ -e src/go ]; do sleep 0.05; done`);
    let err = "";
    child.stderr?.on("data", (chunk) => {
      err += chunk;
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await until(() => existsSync(join(stage.root, "src/ready")));
    stage.plain('git config user.nickname person; echo \'{"by":"person"}\' > x; mv x .mcp.json');
    await until(() => err.includes(".git/config") && err.includes(".mcp.json"));
    stage.plain("touch src/go");
    await until(() => existsSync(join(stage.root, "src/over")));
    stage.plain("rm src/go");
    await ended;
    expect(err).toContain("held as it is now");
    expect(text(".git/config")).toContain("nickname = person");
    expect(text(".git/config")).not.toContain("evil");
    expect(text(".mcp.json")).toBe('{"by":"person"}\n');
    stage.plain("rm -f src/ready src/over; git checkout -q .");
  });

  it("and nothing is left in the tree, even after a sudden end of both", async () => {
    const before = stage.plain("ls -A . ~ .git");
    const child = stage.begun("touch src/ready; sleep 60");
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await until(() => existsSync(join(stage.root, "src/ready")));
    expect(stage.plain("ls -A")).toContain(".codex");
    child.kill("SIGKILL");
    await ended;
    await until(() => stage.plain("pgrep -f 'sleep 60' -u 65534") === "");
    stage.started("true");
    stage.plain("rm src/ready");
    expect(stage.plain("ls -A . ~ .git")).toBe(before);
    expect(stage.plain(`ls ${state}/floors`)).toBe("");
  });
});

describe("nothing is started", () => {
  it.skipIf(!canPose)("where bubblewrap is missing, and the message says what to do", () => {
    stage.pose({ bwrap: null });
    const said = stage.plain("intentgate start -- touch src/y 2>&1; echo code $?; ls src");
    stage.pose();
    expect(said).toMatch(/NOT_CONTAINED[\s\S]*bubblewrap is not installed[\s\S]*apt install bubblewrap[\s\S]*code 125/);
    expect(said).not.toMatch(/^y$/m);
  });

  it.each([
    ["outside of a governed root", "cd ~; intentgate start -- touch ~/y"],
    ["for an agent that is not there", "intentgate start gemini -p x"],
    ["without a name", "intentgate start"],
    ["for a program that is not on the path", "intentgate start -- nosuch"],
    ["for a program that nobody may run", "echo ls > noprogram; intentgate start -- ./noprogram"],
  ])("%s", (_what, line) => {
    const said = stage.plain(`${line} 2>&1; echo code $?; ls ~`);
    expect(said).not.toMatch(/code 0|^y$|bwrap:/m);
  });
});
