/** Which sessions count as being on a floor: those whose events come from it, and nobody's by its name alone. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { type FloorStage, setFloorStage } from "./floor-stage.ts";

let stage: FloorStage;
beforeAll(async () => {
  stage = await setFloorStage();
});
afterAll(() => stage.clear());

const state = "~/.local/state/intentgate";
let calls = 0;
const nextId = () => {
  calls += 1;
  return `c${calls}`;
};
const event = (session: string, name: string, more: object = {}) =>
  JSON.stringify({ session_id: session, hook_event_name: name, cwd: stage.root, ...more });
const write = (session: string, more: object = {}) =>
  event(session, "PreToolUse", {
    ...{ tool_name: "Write", tool_use_id: nextId(), ...more },
    tool_input: { file_path: join(stage.root, "src/new.ts"), content: "x" },
  });
const take = (session: string, more: object = {}) =>
  event(session, "PreToolUse", {
    ...{ tool_name: "mcp__intentgate__select_active_intent", tool_use_id: nextId(), ...more },
    tool_input: { intent_id: "INT-001" },
  });
const sent = (payload: string, name = "PreToolUse") =>
  `intentgate hook --root ${stage.root} claude-code ${name} <<'END' 2>&1\n${payload}\nEND\necho "code $?"\n`;
const sessions = (): Record<string, { floor: boolean; intent_id: string | null }> =>
  Object.fromEntries(
    JSON.parse(stage.plain("intentgate status --json")).sessions.map((one: { id: string }) => [
      one.id.replace("claude-code:", ""),
      one,
    ]),
  );

/** A host outside that stays, with a session of its own, while the script runs on a floor. */
async function beside(other: string, script: () => string): Promise<string> {
  const host = stage.start(["bash", "-c", other]);
  const ended = new Promise((resolve) => host.once("exit", resolve));
  await until(() => existsSync(join(stage.root, "src/up")));
  try {
    return stage.started(script()).out;
  } finally {
    host.kill("SIGKILL");
    await ended;
    stage.plain("rm -f src/up");
  }
}
/** The process that counts as a host is the one above; a shell that only starts the program is none. */
const asHost = (script: string, stays = true) => `cat > ~/host.py <<'PY'
import subprocess, sys, time
subprocess.run(["bash", "-c", sys.stdin.read()])
if ${stays ? "True" : "False"}:
    open("${stage.root}/src/up", "w")
    time.sleep(60)
PY
export PATH=${stage.home}/bin:$PATH; exec python3 ~/host.py <<'SH'
${script}SH`;
/** From a host that is gone afterwards, so that this process is none. */
const outside = (payload: string) => stage.plain(asHost(sent(payload), false));

describe("from a floor, an event in the name of a session that works outside", () => {
  const foreign = ["PreToolUse", "SessionEnd", "Stop", "SessionStart"] as const;
  it.each(foreign)("is answered with no, and changes nothing of it: %s", async (name) => {
    const id = `out-${name}`;
    const payload = name === "PreToolUse" ? take(id) : event(id, name, { source: "resume", reason: "other" });
    const out = await beside(asHost(sent(event(id, "SessionStart", { source: "startup" }), "SessionStart")), () =>
      sent(payload, name),
    );
    expect(out).toContain("at work elsewhere");
    expect(sessions()[id]).toMatchObject({ floor: false, intent_id: null, ended: false });
  });

  it("is answered with no as a subagent's of it, and the subagent is not on the floor", async () => {
    const out = await beside(asHost(sent(take("out-parent"))), () =>
      sent(write("out-parent", { agent_id: "child", agent_type: "worker" })),
    );
    expect(out).toContain("at work elsewhere");
    expect(out).toContain("code 2");
  });
});

it("goes on on a floor with a session whose host has ended", () => {
  outside(take("resumed"));
  expect(stage.started(sent(write("resumed"))).out).toContain("code 0");
});

it("leaves the floor with the first event that comes from outside of it", async () => {
  const child = stage.begun(`${sent(take("both"))}touch src/told; while [ -e src/told ]; do sleep 0.05; done`);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await until(() => existsSync(join(stage.root, "src/told")));
  expect(sessions().both?.floor).toBe(true);
  outside(write("both"));
  expect(sessions().both?.floor).toBe(false);
  stage.plain("rm src/told");
  await ended;
});

describe("whoever stands outside and knows the way to a floor's socket", () => {
  /** Written as the launcher does, to a socket that is not its own. */
  const spoken = (payload: string, socket: string) => `cat > ~/speak.mjs <<'JS'
import { connect } from "node:net";
import { readFileSync } from "node:fs";
const args = ["--root", "${stage.root}", "claude-code", "PreToolUse"];
const version = JSON.parse(readFileSync(process.env.HOME + "/lib/intentgate/package.json")).version;
const head = ["intentgate", 1, version, "a".repeat(32), process.pid, "/", args.length, 0, ...args, ""].join("\\0");
const s = connect({ path: process.argv[2], allowHalfOpen: true }, () => s.end(head + ${JSON.stringify(payload)}));
s.on("data", (d) => process.stdout.write(d)).on("error", (e) => console.log(e.code)).on("close", () => console.log("closed"));
JS
cd ${socket}; node ~/speak.mjs socket`;

  it.each([
    ["in the state folder", `${state}/floors/*/gate`],
    [
      "through the files of the agent's process",
      `/proc/$(pgrep -u 65534 -x -f 'sleep 60.0512')/root${state.replace("~", "$HOME")}/gate`,
    ],
  ])("is not answered there, and no session is marked: %s", async (_where, socket) => {
    const child = stage.begun("sleep 60.0512 & touch src/told; while [ -e src/told ]; do sleep 0.05; done; kill $!");
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await until(() => existsSync(join(stage.root, "src/told")));
    const said = stage.plain(spoken(take("posing"), socket));
    const seen = sessions();
    stage.plain("rm src/told");
    await ended;
    expect(said).toContain("pass\n");
    expect(said).toContain("closed");
    expect(seen.posing).toBeUndefined();
  });
});

describe("where the policy wants everything contained", () => {
  const policy = (mode: string) =>
    stage.plain(`cp ~/policy.kept .orchestration/policy.yaml 2> /dev/null || cp .orchestration/policy.yaml ~/policy.kept
      printf 'containment: { mode: ${mode} }\\n' >> .orchestration/policy.yaml; script -qec 'intentgate trust --yes' /dev/null`);

  it("a session on a floor works, and the same session outside of it does not", () => {
    policy("required");
    const script = `${sent(take("strict"))}${sent(write("strict"))}`;
    expect(stage.started(script).out.match(/code \d/g)).toEqual(["code 0", "code 0"]);
    const said = outside(write("strict"));
    expect(said).toContain("NOT_CONTAINED");
    expect(said).toContain("intentgate start AGENT");
  });

  it("a server behind the gateway may write with --contain only", () => {
    const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } };
    const lines = [
      { jsonrpc: "2.0", id: 1, method: "initialize", params: hello },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      {
        jsonrpc: "2.0",
        id: 2,
        method: "tools/call",
        params: { name: "select_active_intent", arguments: { intent_id: "INT-001" } },
      },
      { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "put", arguments: {} } },
    ];
    stage.plain(`cat > ~/server.mjs <<'END'
import { createInterface } from "node:readline";
const tools = [{ name: "put", inputSchema: { type: "object" } }];
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const result = method === "initialize" ? { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } } : method === "tools/list" ? { tools } : { content: [{ type: "text", text: "put it" }] };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
}).on("close", () => process.exit());
END`);
    const served = (option: string) =>
      stage.plain(`mkfifo src/in; exec 5<> src/in; printf '%s\\n' ${lines.map((line) => `'${JSON.stringify(line)}'`).join(" ")} >&5
        intentgate mcp-gateway ${option} -- node ~/server.mjs < src/in > src/out 2> src/err & pid=$!
        until grep -q '"id":3' src/out || ! kill -0 $pid 2> /dev/null; do sleep 0.05; done; kill $pid; wait $pid; cat src/out src/err; rm src/in src/out src/err`);
    expect(served("")).toContain("NOT_CONTAINED");
    expect(served("--contain")).not.toContain("NOT_CONTAINED");
    policy("on");
  });
});
