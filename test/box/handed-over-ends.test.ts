/** A command that was handed to its host as a line: it is ended before its time, or nobody comes with the line. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostStage, setHostStage } from "./hosts-stage.ts";

let host: HostStage;
beforeAll(async () => {
  host = await setHostStage();
  host.takes("INT-1");
  host.plain("git add -A; git commit -qm taken");
});
afterAll(() => host.clear());

const status = () => host.plain("git status --short");
const restore = () => host.plain("git checkout -q .; git clean -fdq -e .orchestration");
/** A program that nobody reads. */
const node = (code: string) => `node -e "${code}"`;
const write = (path: string, text = "x") => `require('fs').writeFileSync('${path}','${text}');`;

describe("an end before its time", () => {
  const slow = node(
    `${write("src/slow.ts")}require('fs').writeFileSync('/tmp/intentgate-slow-'+process.ppid,'');setTimeout(()=>{},60000)`,
  );
  const begun = (id: string) => {
    const line = host.before(slow, { id }).line ?? "";
    const quoted = line.replaceAll("'", "'\\''");
    return (signal: string) =>
      host.below(
        `setsid bash -c '${quoted}' > ~/slow 2>&1 & pid=$!; until ls ${host.state}/roots/*/runs/*/root-upper/src/slow.ts >/dev/null 2>&1; do sleep 0.05; done; kill -${signal} -- ${signal === "KILL" ? "-$pid" : "$(pgrep -P $pid -f ig-run || echo $pid)"}; wait $pid 2>/dev/null; echo $?`,
      );
  };

  it("by the host's limit leaves what is in scope", () => {
    const code = begun("term")("TERM");
    expect(code).toMatch(/^(143|15)\n/m);
    expect(host.plain("cat src/slow.ts")).toBe("x");
    host.after("", { id: "term", failed: true });
    restore();
  });

  /** As hosts end what takes too long: everything they started for it, first with a word and then without. */
  function endedWholly(id: string, command: string, between: string): string {
    const line = host.before(command, { id }).line ?? "";
    expect(line).toContain("ig-run");
    const said = host.below(
      `setsid bash -c '${line.replaceAll("'", "'\\''")}' > ~/whole 2>&1 & pid=$!; until ls ${host.state}/roots/*/runs/*/root-upper/src/slow.ts >/dev/null 2>&1; do sleep 0.05; done; kill -TERM -- -$pid; ${between}; kill -KILL -- -$pid 2>/dev/null; wait $pid; echo $?`,
    );
    host.after(line, { id, failed: true });
    return said;
  }

  it("of its whole group by the host's limit leaves what is in scope, where the command heeds it", () => {
    expect(endedWholly("group", slow, "until [ -e src/slow.ts ]; do sleep 0.05; done")).toMatch(/^(?:143|137)\n/);
    expect(status()).toBe("?? src/slow.ts\n");
    restore();
  });

  it("of its whole group leaves nothing of one that is deaf to it, and nothing of it runs on", async () => {
    const deaf = `node -e "process.on('SIGTERM',()=>require('fs').writeFileSync('src/heard.ts',''));${write("src/slow.ts")}setInterval(()=>{},61001)"`;
    const heard = `until ls ${host.state}/roots/*/runs/*/root-upper/src/heard.ts >/dev/null 2>&1; do sleep 0.05; done`;
    expect(endedWholly("deaf", deaf, heard)).toBe("137\n");
    await expect.poll(() => host.plain("pgrep -fc '[s]etInterval.*61001'; true"), { timeout: 30_000 }).toBe("0\n");
    expect(host.bash("git status --short | cat").out).toBe("");
    expect(status()).toBe("");
  });

  it("by a person who stops the session leaves nothing", async () => {
    host.takes("INT-1", "s4");
    const line = host.before(slow, { id: "stopped", session: "s4" }).line ?? "";
    expect(line).toContain("ig-run");
    host.below(`( bash -c '${line.replaceAll("'", "'\\''")}'; echo "code $?" ) > ~/stopped 2>&1 < /dev/null &`);
    const began = () => host.plain(`ls ${host.state}/roots/*/runs/*/root-upper/src/slow.ts 2>/dev/null; true`);
    await expect.poll(began, { timeout: 30_000 }).not.toBe("");
    expect(host.typed("stop claude-code:s4")).toMatch(/Ended: .*1 running command/);
    await expect.poll(() => host.plain("cat ~/stopped"), { timeout: 30_000 }).toMatch(/^code [1-9]\d*$/m);
    expect(host.after(line, { id: "stopped", session: "s4", failed: true })).not.toContain("RAN_UNBOXED");
    expect(status()).toBe("");
    expect(host.before("ls", { id: "later", session: "s4" }).said).toContain("STOPPED");
  });

  it("by a sudden kill leaves nothing", () => {
    begun("kill")("KILL");
    host.after("", { id: "kill", failed: true });
    expect(host.bash("git status --short | cat").out).toBe("");
    expect(status()).toBe("");
  });
});

describe("a line that nobody came with", () => {
  const unboxed = () => host.decisions().filter(({ decision }) => decision === "ran_unboxed");
  const isAsked = (command: string, id: string) =>
    host.before(command, { id }).said.includes('"permissionDecision":"ask"');
  const end = (session: string) =>
    host.hook("Stop", { session_id: session, hook_event_name: "Stop", stop_hook_active: false });

  it("is told as not redeemed where its call failed and nothing changed, and nothing is held against the host", () => {
    const command = node("process.exit(1)");
    host.before(command, { id: "unrun" });
    expect(host.after(command, { id: "unrun", failed: true })).toContain("nobody came with its ticket");
    expect(unboxed()).toEqual([]);
    expect(host.decisions().filter(({ decision }) => decision === "not_redeemed")).toMatchObject([
      { host: "claude-code" },
    ]);
    expect(isAsked(node("process.exit(2)"), "after-unrun")).toBe(false);
  });

  it("is nothing to tell where nobody says that it ran and nothing changed, or only what another call recorded", () => {
    host.takes("INT-1", "s6");
    host.before(node("process.exit(3)"), { id: "silent", session: "s6" });
    host.bash(node(write("src/other.ts")));
    end("s6");
    expect(unboxed()).toEqual([]);
    restore();
  });

  it("is a warning where nobody says that it ran, and a person edited meanwhile: nobody's change, and no doubt", () => {
    host.takes("INT-1", "s7");
    const command = node(`${write("docs/f1.md", "1")}//declined`);
    expect(host.before(command, { id: "declined", session: "s7" }).line).toContain("ig-run");
    host.plain("echo mine > docs/by-hand.md");
    end("s7");
    expect(unboxed()).toEqual([]);
    const row = host.decisions().findLast(({ decision }) => decision === "end_not_told");
    expect(row).toMatchObject({ host: "claude-code", paths: ["docs/by-hand.md"] });
    const record = host.ledger().findLast(({ decision }) => decision.id === row?.invocation_id);
    const { contributor } = record?.files[0]?.conversations[0] ?? {};
    expect([record?.files[0]?.relative_path, contributor?.entity_type]).toEqual(["docs/by-hand.md", "UNKNOWN"]);
    expect(isAsked(command, "after-declined")).toBe(false);
    restore();
  });

  it.each<[string, string, (command: string, id: string) => void]>([
    [
      "failed and something changed",
      write("docs/f0.md", "0"),
      (command, id) => void host.after(command, { id, session: "s5", failed: true }),
    ],
    [
      "failed and something is gone",
      "require('fs').unlinkSync('docs/d.md');",
      (command, id) => void host.after(command, { id, session: "s5", failed: true }),
    ],
    [
      "ended, and nothing is left of its ticket",
      write("docs/f2.md", "2"),
      (command, id) => {
        host.plain(`rm -r ${host.state}/tickets/*`);
        host.after(command, { id, session: "s5" });
      },
    ],
  ])("is a command that ran outside where it %s", (what, code, tell) => {
    host.takes("INT-1", "s5");
    const command = node(`${code}//${what}`);
    const id = `ran-${known.size}`;
    expect(host.before(command, { id, session: "s5" }).line).toContain("ig-run");
    host.shell(command);
    tell(command, id);
    expect(unboxed().filter(({ invocation_id }) => !known.has(invocation_id))).toHaveLength(1);
    for (const { invocation_id } of unboxed()) known.add(invocation_id);
    expect(isAsked(command, `asked-${known.size}`)).toBe(true);
    host.typed("box trust claude-code");
    restore();
  });
  const known = new Set<unknown>();
});

describe("a host that drops the line and runs its own", () => {
  it("is seen, on record, told, and asked from then on", () => {
    const command = node(`${write("src/plain.ts")}${write("docs/plain.md")}`);
    const { line } = host.before(command, { id: "dropped" });
    expect(line).toContain("ig-run");
    host.shell(command);
    const told = host.after(command, { id: "dropped" });
    expect(told).toContain("RAN_UNBOXED");
    const row = host.decisions().findLast(({ decision }) => decision === "ran_unboxed");
    expect(row).toMatchObject({
      code: "RAN_UNBOXED",
      host: "claude-code",
      paths: expect.arrayContaining(["docs/plain.md", "src/plain.ts"]),
    });
    const next = host.before(command, { id: "next" });
    expect(next.said).toContain('"permissionDecision":"ask"');
    restore();
  });
});
