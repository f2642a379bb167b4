import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { allowed, exists, type Gate, gateIn, refused, withPerson, workingGate, write } from "./gate-scene.ts";
import { run } from "./scene.ts";
import { commitAll, credits, instant, kinds, quarantined, revert, runs, runsCommand } from "./unknown-program.ts";

const bill = "src/pay/bill.ts";
const was = "export const bill = 1;\n";
const go = "src/auth/go";
/** Says that it has begun, and ends when it is told to. */
const waits = "H=$PWD; touch src/auth/started; while [ -e $H/README.md ] && [ ! -e src/auth/go ]; do sleep 0.02; done";
const started = (gate: Gate) => until(() => exists(gate, "src/auth/started"));
/** Other writes of the two that only tell each other when to go on. */
const signs = /^src\/auth\/(started|go)\b/;
const told = (gate: Gate) => credits(gate).filter((one) => !signs.test(one));

describe("a person who works while a long command runs", () => {
  it("keeps what they wrote, which is credited to nobody", async () => {
    const gate = await workingGate({ policy: revert });
    // Longer than the second within which a stray write is put back, on the real clock.
    const running = runs(gate, "touch src/auth/started; sleep 2; echo y >> src/pay/bill.ts");
    await started(gate);
    const person = "printf '# Written by a person\\n' > README.md; printf \"a person's\\n\" > notes.txt";
    expect(spawnSync("sh", ["-c", person], { cwd: gate.repo, env: gate.env }).status).toBe(0);
    const answer = await running;
    expect(kinds(answer)).toEqual(["violation", "warning"]);
    expect(answer.notices[1]?.message).toContain("a person may have made it");
    expect(gate.text("README.md")).toBe("# Written by a person\n");
    expect(gate.text("notes.txt")).toBe("a person's\n");
    expect(told(gate)).toEqual(["README.md UNKNOWN", "notes.txt UNKNOWN", `${bill} UNKNOWN`]);
    const names = gate.ledger().flatMap(({ files }) => files.map((file) => file.conversations[0]?.contributor));
    for (const name of names)
      expect(name).toMatchObject({
        model_identifier: "unknown",
        candidates: [{ session: "s1" }, { entity_type: "HUMAN" }],
      });
  });

  it("who saved a file during a short one is told where it is, and has it back with one command", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    const running = runs(gate, waits);
    await started(gate);
    gate.put("notes of ann.txt", "a person's\n");
    gate.put(go, "");
    const answer = await running;
    expect(kinds(answer)).toEqual(["violation", "put_back"]);
    expect(exists(gate, "notes of ann.txt")).toBe(false);
    const message = answer.notices[1]?.message ?? "";
    expect(message).toContain(
      `notes of ann.txt. What stood there is kept in ${quarantined(gate, answer, "notes of ann.txt")}`,
    );
    const command = message.slice(message.indexOf("cp -R"));
    expect(spawnSync("sh", ["-c", command], { cwd: "/", env: gate.env }).status).toBe(0);
    expect(gate.text("notes of ann.txt")).toBe("a person's\n");
  });

  it("has all of several files back with one command", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    const answer = await runs(gate, `echo one > ${bill}; mkdir a; echo two > a/b.txt`);
    const message = answer.notices[1]?.message ?? "";
    expect(spawnSync("sh", ["-c", message.slice(message.indexOf("cp -R"))], { cwd: "/", env: gate.env }).status).toBe(
      0,
    );
    expect([gate.text(bill), gate.text("a/b.txt")]).toEqual(["one\n", "two\n"]);
  });

  it("is not waited for where nobody but the agent works: the limit is the policy's", async () => {
    let now = Date.parse("2026-03-01T12:00:00Z");
    const policy = `${revert}limits: { revert_within_s: 3600 }\n`;
    const gate = await workingGate({ policy }, { now: () => new Date(now) });
    const running = runs(gate, `echo x > ${bill}; ${waits}`);
    await started(gate);
    now += 5_000;
    gate.put(go, "");
    expect(kinds(await running)).toEqual(["violation", "put_back"]);
    expect(gate.text(bill)).toBe(was);
  });

  it("can switch putting back off with the same limit", async () => {
    let now = Date.parse("2026-03-01T12:00:00Z");
    const tick = () => new Date(now++);
    const gate = await workingGate({ policy: `${revert}limits: { revert_within_s: 0 }\n` }, { now: tick });
    expect(kinds(await runs(gate, `echo x > ${bill}`))).toEqual(["violation", "warning"]);
  });
});

describe("calls that run at the same time", () => {
  it("put nothing back, and name each other as those who may have written", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    const beside = gate.reopened();
    await gate.take("INT-001", "s2");
    gate.put("other.sh", `echo x > ${bill}\n`);
    const first = runs(gate, waits);
    await started(gate);
    const { value: second } = await withPerson(beside, "once", () =>
      beside.call("execute_command", { command: "sh other.sh" }, "s2"),
    );
    expect(kinds(second)).toEqual(["violation", "warning"]);
    expect(second.notices[1]?.message).toContain("another call's programs ran at the same time");
    gate.put(go, "");
    await first;
    expect(gate.text(bill)).toBe("x\n");
    expect(told(gate)).toEqual([`${bill} UNKNOWN`]);
    const record = gate.ledger().find(({ files }) => files[0]?.relative_path === bill);
    expect(record?.files[0]?.conversations[0]?.contributor.candidates).toMatchObject([
      { session: "s2" },
      { session: "s1" },
      { entity_type: "HUMAN" },
    ]);
  });

  it("leave alone what another session's call recorded, also where the program wrote there afterwards", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    const beside = gate.reopened();
    await withPerson(beside, "once", () => beside.take("INT-002", "s2"));
    const running = runs(gate, `${waits}; echo more >> src/pay/theirs.ts`);
    await started(gate);
    await allowed(beside, ...write("src/pay/mine.ts", "theirs alone\n"), "s2");
    await allowed(beside, ...write("src/pay/theirs.ts", "theirs\n"), "s2");
    gate.put(go, "");
    const answer = await running;
    expect(answer.notices).toMatchObject([
      { kind: "violation", paths: ["src/pay/theirs.ts"] },
      { kind: "warning", message: expect.stringContaining("another call changed it too") },
    ]);
    expect(gate.text("src/pay/mine.ts")).toBe("theirs alone\n");
    expect(gate.text("src/pay/theirs.ts")).toBe("theirs\nmore\n");
    expect(told(gate)).toEqual(["src/pay/mine.ts AI", "src/pay/theirs.ts AI", "src/pay/theirs.ts UNKNOWN"]);
  });
});

describe("a process that a call leaves running", () => {
  /** Writes when it is told to, and ends when it is told to, or when the scene is gone. */
  const waitsFor = (name: string) => `while [ -e $HERE/README.md ] && [ ! -e ../${name} ]; do sleep 0.02; done`;
  const lingers = (writes: string) =>
    `HERE=$PWD; (${waitsFor("go")}; ${writes}; touch ../done; ${waitsFor("end")}; touch ../gone) > /dev/null 2>&1 &`;
  const sign = (gate: Gate, name: string) => gate.put(`../${name}`, "");
  const ends = async (gate: Gate) => {
    for (const name of ["go", "end"]) sign(gate, name);
    await until(() => exists(gate, "../gone"));
  };
  const writesNow = async (gate: Gate) => {
    sign(gate, "go");
    await until(() => exists(gate, "../done"));
  };
  const read = (gate: Gate) => allowed(gate, "read_file", { path: "README.md" });

  it("is seen at the next event when it writes after the call", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    const call = await runs(gate, lingers(`echo x > outside.txt; echo y >> ${bill}`));
    expect(call.notices).toEqual([]);
    expect((await read(gate)).notices).toEqual([]);
    await writesNow(gate);
    const answer = await read(gate);
    expect(answer.notices).toMatchObject([{ kind: "warning", paths: ["outside.txt", bill] }]);
    expect(answer.notices[0]?.message).toContain("left a process running");
    expect(gate.rows(call)).toContainEqual(
      expect.objectContaining({ decision: "changed_after_call", paths: ["outside.txt", bill] }),
    );
    expect(credits(gate)).toEqual(["outside.txt UNKNOWN", `${bill} UNKNOWN`]);
    expect(gate.ledger()[0]).toMatchObject({ decision: { id: call.invocationId, outcome: "UNKNOWN" } });
    const ranges = gate.ledger()[0]?.files[1]?.conversations[0]?.ranges;
    expect(ranges).toMatchObject([{ start_line: 2, end_line: 2 }]);
    expect((await read(gate)).notices).toEqual([]);
    expect(gate.ledger()).toHaveLength(1);
    await ends(gate);
  });

  it("is seen when it has ended before anybody looked, by whichever process looks", async () => {
    const gate = await workingGate({}, instant);
    await runs(gate, lingers("echo x > outside.txt"));
    await writesNow(gate);
    await ends(gate);
    const answer = await read(gate.reopened());
    expect(answer.notices).toMatchObject([{ kind: "warning", paths: ["outside.txt"] }]);
    expect(credits(gate)).toEqual(["outside.txt UNKNOWN"]);
  });

  it("is seen through setsid and nohup too, and by asking to settle", async () => {
    const gate = await workingGate({}, instant);
    gate.put("later.sh", `HERE=$PWD; ${waitsFor("go")}; echo x > outside.txt; touch ../done\n`);
    await runs(gate, "nohup setsid sh later.sh > /dev/null 2>&1 &");
    await writesNow(gate);
    await gate.workspace.settle();
    expect(credits(gate)).toEqual(["outside.txt UNKNOWN"]);
  });

  it("is told of by `intentgate status` too, once", async () => {
    const gate = await workingGate({}, instant);
    await runs(gate, lingers("echo x > outside.txt"));
    await writesNow(gate);
    const first = await run(gate, ["status"]);
    expect(first).toMatchObject({
      code: 0,
      err: expect.stringContaining("these files changed, by it or by a person: outside.txt"),
    });
    expect(credits(gate)).toEqual(["outside.txt UNKNOWN"]);
    expect((await run(gate, ["status", "--json"])).err).toBe("");
    await ends(gate);
  });

  it("does not get a control file changed: it is put back, the bytes are kept", async () => {
    const gate = await workingGate({}, instant);
    const call = await runs(gate, lingers("mkdir -p .claude; echo evil > .claude/settings.json"));
    await writesNow(gate);
    expect(exists(gate, ".claude/settings.json")).toBe(true);
    const answer = await read(gate);
    expect(answer.notices).toMatchObject([{ kind: "put_back", paths: [".claude/settings.json"] }]);
    expect(gate.rows(call)).toContainEqual(
      expect.objectContaining({ decision: "violation", put_back: [".claude/settings.json"] }),
    );
    expect(exists(gate, ".claude/settings.json")).toBe(false);
    expect(readFileSync(quarantined(gate, call, ".claude/settings.json"), "utf8")).toBe("evil\n");
    await ends(gate);
  });

  it("does not widen anything: what it writes into authored files is held", async () => {
    const gate = await workingGate({}, instant);
    const yaml = ".orchestration/active_intents.yaml";
    await runs(gate, lingers(`sed -i 's#- src/auth/..#- "**"#' ${yaml}`));
    await writesNow(gate);
    expect(gate.text(yaml)).toContain('- "**"');
    const answer = await gate.take();
    expect(kinds(answer)).toContain("held");
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
    await ends(gate);
    await refused(gate.reopened(), "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
  });

  it("keeps others from being put back while it lives: it may have been the one", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    gate.put("other.sh", `echo x > ${bill}\n`);
    await runs(gate, lingers("true"));
    const answer = await runsCommand(gate, "sh other.sh");
    expect(kinds(answer)).toEqual(["violation", "warning"]);
    await ends(gate);
  });

  it("is not told of again for what a call beside it recorded", async () => {
    const gate = await workingGate({}, instant);
    await runs(gate, lingers("true"));
    await allowed(gate, ...write("src/auth/new.ts"));
    expect((await read(gate)).notices).toEqual([]);
    expect(credits(gate)).toEqual(["src/auth/new.ts AI"]);
    await ends(gate);
  });

  it("leaves a person's edits trusted once it has ended", async () => {
    const gate = await workingGate({}, instant);
    await runs(gate, lingers("true"));
    await writesNow(gate);
    await ends(gate);
    while (gate.workspace.home.running.since() !== null) await gate.workspace.settle();
    gate.put("README.md", "# A person's\n");
    gate.put(".orchestration/policy.yaml", "mode: observe\n");
    const answer = await allowed(gate, ...write("src/pay/new.ts"));
    expect(kinds(answer)).toEqual(["observed"]);
    expect(credits(gate)).toEqual(["src/pay/new.ts AI"]);
  });

  it("is no reason to look at anything where none is left", async () => {
    const gate = await workingGate({}, instant);
    await runs(gate, "true");
    expect(gate.workspace.home.running.since()).toBeNull();
    gate.put("README.md", "# A person's\n");
    expect((await read(gate)).notices).toEqual([]);
    expect(gate.ledger()).toEqual([]);
  });
});

describe("control files in the home folder", () => {
  it.each([
    ["a host's settings", ".claude/settings.json", "mkdir -p $H/.claude; echo evil > $H/.claude/settings.json", null],
    ["a host's existing settings", ".codex/config.toml", "echo evil > $H/.codex/config.toml", "mine = 1\n"],
    ["what runs when a shell starts", ".bashrc", "echo evil >> $H/.bashrc", "true\n"],
    ["what git runs", ".gitconfig", "printf '[core]\\n\\tfsmonitor = evil\\n' > $H/.gitconfig", null],
  ])("are put back: %s", async (_what, path, script, text) => {
    const gate = await workingGate({}, instant);
    const home = gate.env.HOME ?? "";
    if (text !== null) gateIn(gate, gate.repo).put(`../home/${path}`, text);
    const answer = await runs(gate, `H=${home}; ${script}`);
    expect(answer.notices).toMatchObject([{ kind: "put_back", paths: [join(home, path)] }]);
    if (text === null) expect(existsSync(join(home, path))).toBe(false);
    else expect(readFileSync(join(home, path), "utf8")).toBe(text);
  });

  it("are not mistaken for others: what hosts and shells write for themselves stays", async () => {
    const gate = await workingGate({}, instant);
    const home = gate.env.HOME ?? "";
    const script = `mkdir -p ${home}/.claude/logs; echo x > ${home}/.claude/logs/today.txt; echo ls > ${home}/.bash_history`;
    expect((await runs(gate, script)).notices).toEqual([]);
    expect(existsSync(join(home, ".claude/logs/today.txt"))).toBe(true);
  });
});

it("is put back only where the bytes are certain, which a committed file's are once it was read", async () => {
  const gate = await workingGate({ policy: revert }, instant);
  commitAll(gate);
  expect(kinds(await runs(gate, `echo x > ${bill}`))).toEqual(["violation", "put_back"]);
  expect(gate.text(bill)).toBe(was);
});
