/** From inside: what contained code tries with the gate, the person's answers and other sessions, in every kind of containment. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FloorStage, servedBy, setFloorStage } from "./floor-stage.ts";

const state = "~/.local/state/intentgate";
let stage: FloorStage;
let restore: () => void;
let request = "";

const called = (tool: string, input: object, session: string) =>
  stage.plain(`intentgate call 2>&1 <<'END'\n${JSON.stringify({ tool, input, session })}\nEND`);
const take = (session: string) => called("select_active_intent", { intent_id: "INT-001" }, session);

/** Runs the script where it is contained; it may write to src. */
const kinds: [string, (script: string) => void][] = [
  [
    "the command box",
    (script) => {
      take("s3");
      // As a program that nobody reads: what can be read is refused before it runs.
      stage.plain(`cat > src/tries.sh <<'TRIES'\n${script}\nTRIES
        echo 'require("child_process").spawnSync("bash", ["src/tries.sh"])' > src/run.cjs`);
      const said = called("execute_command", { command: "node src/run.cjs" }, "s3");
      expect(said).toContain('"decision":"allow"');
    },
  ],
  ["the floor", (script) => void stage.started(script)],
  ["a server with --contain", (script) => void servedBy(stage, "--contain", [script])],
];

const typed = (line: string) => `setsid script -qec "${line}" /dev/null < /dev/null`;
const net = (place: string) =>
  `node -e 'require("net").connect(${place}, () => { console.log("REACHED"); process.exit() }).on("error", () => process.exit(1))'`;

/** What is tried, and what would show it; null: it says REACHED itself. */
const rows: [what: string, script: () => string, shown: string | null][] = [
  [
    "approve, from a terminal of its own",
    () => typed(`intentgate approvals approve ${request}`),
    "intentgate approvals --json",
  ],
  ["reject", () => typed(`intentgate approvals reject ${request}`), "intentgate approvals --json"],
  [
    "approve, by a forged answer",
    () => `for f in .orchestration/approvals/*; do echo '{"answer":"approve","by":"ann"}' > $f; echo x > $f.x; done`,
    "cat .orchestration/approvals/*",
  ],
  [
    "trust an event hook",
    () => typed("intentgate hooks trust --all --yes"),
    "intentgate hooks --json | grep -o '\"trust[^,]*'",
  ],
  ["pause", () => typed("intentgate pause 5m"), "intentgate status --json | grep -o '\"paused\":[^,]*'"],
  [
    "declare an intent",
    () => typed("intentgate intent new INT-009 --name All --scope '**' --start"),
    "cat .orchestration/*.yaml",
  ],
  ["widen a scope", () => "sed -i 's/src/*/' .orchestration/active_intents.yaml", "cat .orchestration/*.yaml"],
  ["change the policy", () => "echo 'mode: observe' > .orchestration/policy.yaml", "cat .orchestration/*.yaml"],
  ["leave the gate", () => typed("intentgate uninit --yes"), `cat ${state}/roots.json .claude/*.json`],
  [
    "tamper with the ledger",
    () => "echo '{}' >> .orchestration/agent_trace.jsonl",
    "grep -cx {} .orchestration/agent_trace.jsonl",
  ],
  ["forget decisions", () => ": > .orchestration/decisions.jsonl", "sort .orchestration/decisions.jsonl | head -2"],
  ["kill the gate", () => "kill -9 $(cat ~/pid)", "grep -c '^State:.[SR]' /proc/$(cat ~/pid)/status"],
  ["look into the gate's process", () => "cat /proc/$(cat ~/pid)/environ > /dev/null && echo REACHED", null],
  [
    "trace the gate's process",
    () => `perl -e 'exit(syscall(101, 16, shift() + 0, 0, 0) == 0 ? 0 : 1)' $(cat ~/pid) && echo REACHED`,
    null,
  ],
  [
    "pass for the gate",
    () => `mkdir -p ${state}/gate; rm -f ${state}/gate/*; echo x > ${state}/gate/socket`,
    `ls ${state}/gate 2>&1`,
  ],
  ["change the launcher", () => `echo 'exit 0' > ${state}/hook`, `cat ${state}/hook`],
  ["read kept bytes", () => `grep -rqsx "bytes of before" ${state}/roots && echo REACHED`, null],
  ["read what the gate knows of roots", () => `cat ${state}/roots.json && echo REACHED`, null],
  ["reach a socket of the state folder", () => net(`process.env.HOME + "/.local/state/intentgate/s"`), null],
];

beforeAll(async () => {
  stage = await setFloorStage();
  stage.plain(`mkdir -p .system/hooks; printf '#!/bin/sh\\necho {}\\n' > .system/h.sh; chmod +x .system/h.sh
    printf 'id: h\\nevent_type: SessionStart\\nenabled: true\\nsummary: S.\\nhandler:\\n  kind: script\\n  command: ./.system/h.sh\\n' > .system/hooks/h.yaml`);
  take("s2");
  called("write_to_file", { path: "src/kept.ts", content: "bytes of before\n" }, "s2");
  called("write_to_file", { path: "src/kept.ts", content: "two" }, "s2");
  const more = { additional_globs: ["lib/**"], reason: "x" };
  called("write_to_file", { path: "lib/x.ts", content: "x", request_scope_expansion: more }, "s2");
  request = /"id":"([^"]+)"/.exec(stage.plain("intentgate approvals --json"))?.[1] ?? "";
  restore = stage.keep();
});
afterAll(() => stage.clear());

/** Something of the person's that runs outside, and listens in the state folder. */
const begin = () =>
  stage.plain(`rm -f ~/pid; node -e 'require("net").createServer((s) => s.end()).listen(process.env.HOME + "/.local/state/intentgate/s"); require("fs").writeFileSync(process.env.HOME + "/pid", "" + process.pid); setTimeout(() => process.exit(), 90000)' > /dev/null 2>&1 &
    until [ -s ~/pid ]; do sleep 0.02; done`);

describe.each(kinds)("in %s it fails to", (_kind, contained) => {
  const [before, after]: [string[], string[]] = [[], []];
  beforeAll(() => {
    begin();
    const look = () => rows.map(([, , shown]) => (shown === null ? "" : stage.plain(shown)));
    before.push(...look());
    contained(rows.map(([, script], at) => `(${script()}) > src/said-${at} 2>&1`).join("\n"));
    after.push(...look());
  });
  afterAll(() => {
    stage.plain("kill -9 $(cat ~/pid)");
    restore();
  });

  it.each(rows.map(([what], at) => [what, at] as const))("%s", (_what, at) => {
    expect(stage.plain(`[ -e src/said-${at} ] && echo tried`)).toBe("tried\n");
    expect(stage.plain(`cat src/said-${at}`)).not.toContain("REACHED");
    expect(after[at]).toBe(before[at]);
  });
});

describe("without containment it manages to", () => {
  it.each(rows)("%s", (_what, script, shown) => {
    begin();
    const before = shown === null ? "" : stage.plain(shown);
    const said = stage.plain(script());
    const after = shown === null ? "" : stage.plain(shown);
    stage.plain("kill -9 $(cat ~/pid)");
    restore();
    if (shown === null) expect(said).toContain("REACHED");
    else expect(after).not.toBe(before);
  });
});

describe("another session's server", () => {
  const port = 18_931;
  const serve = `node -e 'require("http").createServer((q, a) => a.end("served")).listen(${port}, "127.0.0.1")' &`;
  const fetched = `node -e 'require("http").get("http://127.0.0.1:${port}", (r) => r.on("data", (d) => console.log("" + d)).on("end", () => process.exit())).on("error", () => process.exit(1))'`;
  const waits = `for n in 1 2 3 4 5 6 7 8 9 10; do ${fetched} && break; sleep 0.2; done`;

  it("is reached by its own session, and from nowhere else", () => {
    take("s2");
    expect(called("execute_command", { command: serve }, "s2")).toContain('"decision":"allow"');
    expect(called("execute_command", { command: waits }, "s2")).toContain("served");
    for (const [kind, contained] of kinds) {
      contained(`(${fetched}) > src/said 2>&1`);
      expect(stage.plain("cat src/said"), kind).not.toContain("served");
    }
    stage.plain(
      'for id in $(intentgate box list --json | grep -o \'"id":"[^"]*\' | cut -d\'"\' -f4); do intentgate box stop $id; done',
    );
    restore();
  });
});

it("holds a command in its own box inside the floor too, where an agent asks the gate to run it", () => {
  const script = `cat <<'END' | intentgate call 2>&1\n${JSON.stringify({ tool: "read_file", input: { path: "src/a.ts" }, session: "s9" })}\nEND\nbwrap --unshare-user --unshare-net --ro-bind / / --dev /dev sh -c 'echo boxed; touch src/x' ; ls src/x`;
  const { out } = stage.started(script);
  expect(out).toContain("boxed");
  expect(out).not.toContain("src/x");
});
