/** Code that was allowed to run answers in the person's name: in its box there is nobody to answer. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type GateStage, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
let id: string;
beforeAll(async () => {
  gate = await setGateStage();
  gate.take("INT-1");
  gate.take("INT-1", "s2");
  const request_scope_expansion = { additional_globs: ["docs/**"], reason: "x" };
  gate.call("write_to_file", { path: "docs/x.md", content: "x", request_scope_expansion }, "s2");
  id = /"id":"([^"]+)"/.exec(waiting())?.[1] ?? "";
});
afterAll(() => gate.clear());

const waiting = () => gate.plain(`${gate.program} approvals --json`);
/** Run by a script, whose words nobody reads beforehand; what it says lands in the scope. */
const posing = (way: string) => {
  gate.plain(
    `mkdir -p src; rm -f src/log; cat > src/pose.sh <<'E'\nA="${gate.program} approvals approve ${id}"\n${way}\nE`,
  );
  return gate.run("sh src/pose.sh");
};

/** It came to its end, whatever it was told. */
const ended = 'for n in $(seq 300); do grep -qs "Script done" src/log && break; sleep 0.1; done';

/** Somebody outside the box took it, and does it when they like. */
const taken = "echo taken > src/log";

it.each([
  ["a terminal", 'script -qec "$A" src/log < /dev/null'],
  ["a session of its own", `(setsid script -qec "$A" src/log < /dev/null &); ${ended}`],
  ["a session that is forked", `setsid -f script -qec "$A" src/log < /dev/null; ${ended}`],
  ["no hang-up", `nohup script -qec "$A" src/log < /dev/null > /dev/null 2>&1 & ${ended}`],
  ["a process that nobody is the parent of", `( ( setsid script -qec "$A" src/log < /dev/null & ) & ); ${ended}`],
  [
    "perl, forked twice",
    `perl -MPOSIX -e 'fork and exit; POSIX::setsid(); fork and exit; exec @ARGV' script -qec "$A" src/log < /dev/null; ${ended}`,
  ],
  ["python's terminal", `/usr/bin/python3 -c 'import pty, sys; pty.spawn(["sh", "-c", sys.argv[1]])' "$A" < /dev/null`],
  [
    "tmux",
    'tmux -S src/t new-session -d "$A > src/log 2>&1"; for n in $(seq 300); do tmux -S src/t ls > src/ls 2>&1 || break; sleep 0.1; done',
  ],
  ["the service manager", `systemd-run --user --pty sh -c "$A" && ${taken}; systemd-run --user sh -c "$A" && ${taken}`],
  ["a clock of the system", `echo "$A" | at now && ${taken}; echo "$A" | batch && ${taken}`],
  [
    "an environment of its own",
    'env -i PATH="$PATH" HOME="$HOME" XDG_STATE_HOME="$HOME/.local/state" setsid script -qec "$A" src/log < /dev/null',
  ],
  ["the file of the answer", `for f in .orchestration/approvals/*; do echo '{"answer":"once"}' > "$f"; done`],
])("by %s: the request waits as before", (_what, way) => {
  expect(id).not.toBe("");
  const before = waiting();
  const said = posing(way);
  expect(said.decision, JSON.stringify(said)).toBe("allow"); // it ran
  expect(waiting()).toBe(before);
  if (way.includes(taken)) expect(gate.plain("cat src/log 2> /dev/null; true")).toBe("");
  if (way.includes(ended)) expect(gate.plain("tail -n1 src/log")).toContain("Script done");
});

it("is believed without a box, from a terminal of its own: so the test can fail, and status says so", () => {
  expect(gate.plain(`${gate.program} status`)).toContain("can pose as you");
  const answer = `script -qec "${gate.program} approvals approve ${id}" /dev/null`;
  expect(gate.plain(`(setsid ${answer}) < /dev/null`)).toContain("Approved");
  expect(waiting()).not.toContain(id);
});
