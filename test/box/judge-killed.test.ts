/** Somebody is ended while what a host's command did is brought into the tree: all of it is there afterwards, and on record. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type HostStage, setHostStage } from "./hosts-stage.ts";

let host: HostStage;
beforeAll(async () => {
  host = await setHostStage();
  host.plain("for n in {100..399}; do echo old > src/f$n.ts; done; git add -A; git commit -qm files");
  host.takes("INT-1");
});
afterAll(() => host.clear());
beforeEach(() => void host.plain("git checkout -q src; git clean -fdq src"));

const command = `node -e "const f=require('fs');for(const n of f.readdirSync('src'))if(/^f/.test(n)){f.rmSync('src/'+n);f.writeFileSync('src/'+n,'new\\n')}"`;
const first = "grep -lq new src/f*.ts 2> /dev/null";
const last = "[ $(cat src/f*.ts | grep -c new) = 300 ]";
let calls = 0;

/** What the host's shell does once it has come so far: `judge` is the process that judges, `line` the one of the host. */
function meanwhile(seen: string, does: string) {
  calls += 1;
  const id = `judged-${calls}`;
  const { line } = host.before(command, { id });
  const ticket = /ig-run ([0-9a-f]{32})/.exec(line ?? "")?.[1] ?? "";
  const quoted = (line ?? "").replaceAll("'", "'\\''");
  host.below(`bash -c '${quoted}' > ~/out 2> ~/err < /dev/null & line=$!
    judge() { ps -eo pid,args | awk '/[r]un-ended ${ticket}$/ { print $1 }'; }
    until ${seen} || ! kill -0 $line 2> /dev/null; do :; done
    ${does}
    wait $line; true`);
  return { tells: () => host.after(command, { id, failed: true }) };
}

const tree = () => host.plain("cat src/f*.ts | sort | uniq -c; ls -A src | grep -vc '^[af]'");
const whole = expect.stringMatching(/^ *300 new\n0\n$/);
/** The whole ledger is more than is read at once. */
const recorded = () => JSON.parse(host.plain("tail -n 1 .orchestration/agent_trace.jsonl")).files;
const left = () => host.plain("ls ~/.local/state/intentgate/roots/*/runs ~/.local/state/intentgate/tickets");

describe("the process that judges it is killed", () => {
  it.each([
    ["at the first file", first],
    ["at the last file", last],
  ])("%s: the host's event brings it to its end", (_when, seen) => {
    const { tells } = meanwhile(seen, "kill -9 $(judge)");
    tells();
    expect(tree()).toEqual(whole);
    expect(recorded()).toHaveLength(300);
    expect(left()).not.toMatch(/run-|[0-9a-f]{32}/);
  });

  it("and another call comes before the host's event", () => {
    const { tells } = meanwhile(first, "kill -9 $(judge)");
    host.bash("ls src > /dev/null", { session: "s2", id: `other-${calls}` });
    expect(tree()).toEqual(whole);
    tells();
    expect(tree()).toEqual(whole);
    expect(recorded()).toHaveLength(300);
  });

  it("and somebody edits a file before the host's event: theirs stays", () => {
    const { tells } = meanwhile(first, "kill -9 $(judge)");
    host.plain("echo person > src/f250.ts");
    expect(tells()).toContain("Somebody changed these since");
    expect(host.plain("cat src/f250.ts; cat src/f*.ts | grep -c new")).toBe("person\n299\n");
  });
});

describe("the host ends the command, and it is judged all the same", () => {
  it.each([
    ["nobody else comes", () => undefined],
    ["another call comes first", () => host.bash("ls src > /dev/null", { session: "s2", id: `other-${calls}` })],
  ])("%s", (_what, act) => {
    const isAsked = `pgrep -xa node | grep -qF '${host.program.split(" ").at(-1)} hook claude-code'`;
    const { tells } = meanwhile(
      first,
      `judge=$(judge); kill -STOP $judge
      kill -9 $line $(ps -eo pid,ppid | awk -v p=$line '$2 == p { print $1 }' | grep -vx $judge)
      (until ${isAsked}; do :; done; kill -CONT $judge) > /dev/null 2>&1 &`,
    );
    act();
    tells();
    expect(tree()).toEqual(whole);
    expect(recorded()).toHaveLength(300);
    expect(left()).not.toMatch(/run-|[0-9a-f]{32}/);
  });
});
