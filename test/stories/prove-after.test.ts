import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import { describe, expect, it } from "vitest";
import { type Gate, workingGate } from "./gate-scene.ts";
import { commitAll, credits, instant, kinds, quarantined, revert, runs, runsCommand } from "./unknown-program.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const bill = "src/pay/bill.ts";
const was = "export const bill = 1;\n";

describe("a program that writes outside the scope", () => {
  it("is reported to the model and the person at once, and recorded line by line as nobody's", async () => {
    const told: string[] = [];
    const gate = await workingGate({}, { ...instant, onNotice: (notice) => told.push(notice.kind) });
    const answer = await runs(gate, `echo 'export const vat = 2;' >> ${bill}`);
    expect(answer.notices).toMatchObject([{ kind: "violation", paths: [bill] }]);
    expect(answer.notices[0]?.message).toContain("outside the scope of INT-001");
    expect(told).toEqual(["violation"]);
    expect(gate.rows(answer)).toContainEqual(
      expect.objectContaining({ phase: "post", decision: "violation", paths: [bill] }),
    );
    expect(gate.text(bill)).toBe(`${was}export const vat = 2;\n`);
    const contributor = {
      entity_type: "UNKNOWN",
      model_identifier: "unknown",
      candidates: [
        { entity_type: "AI", session: "s1", invocation_id: answer.invocationId, model_identifier: "model-x" },
        { entity_type: "HUMAN" },
      ],
    };
    const ranges = [expect.objectContaining({ start_line: 2, end_line: 2 })];
    expect(gate.ledger()).toMatchObject([
      { files: [{ change: "modified", conversations: [{ contributor, ranges }] }] },
    ]);
  });

  it.skipIf(!hasPython).each([
    ["reported", "", `${was}# x`, ["violation"]],
    ["undone where the policy says so", revert, was, ["violation", "put_back"]],
  ])("from python -c is %s", async (_what, policy, text, notices) => {
    const gate = await workingGate({ policy }, instant);
    const answer = await runsCommand(gate, `python3 -c 'open("src/" + "pay/bill.ts", "a").write("# x")'`);
    expect(kinds(answer)).toEqual(notices);
    expect(gate.text(bill)).toBe(text);
  });

  it("tells the lines of a file that git keeps, without having copied it", async () => {
    const gate = await workingGate({}, instant);
    commitAll(gate);
    await runs(gate, `echo 'export const vat = 2;' >> ${bill}`);
    const [record] = gate.ledger();
    expect(record?.files[0]?.conversations[0]?.ranges).toMatchObject([{ start_line: 2, end_line: 2 }]);
  });

  it("is no violation inside the scope, and still nobody's", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    const answer = await runs(gate, "echo x >> src/auth/token.ts");
    expect(answer.notices).toEqual([]);
    expect(gate.text("src/auth/token.ts")).toBe("export const token = 1;\nx\n");
    expect(credits(gate)).toEqual(["src/auth/token.ts UNKNOWN"]);
  });

  it.each([
    ["a protected file", "protected: [src/auth/keys.ts]\n", "src/auth/keys.ts", ""],
    ["a file that .intentignore excludes", "", "src/auth/gen.ts", "src/auth/gen.ts\n"],
  ])("is one where it is %s within the scope", async (_what, policy, path, ignore) => {
    const gate = await workingGate({ policy, files: { ".intentignore": ignore, [path]: "1\n" } }, instant);
    expect(kinds(await runs(gate, `echo x >> ${path}`))).toEqual(["violation"]);
  });

  it.each([
    ["does nothing", "true"],
    ["only reads", `cat ${bill} > /dev/null`],
    ["touches a file", `touch ${bill}`],
    ["writes the same bytes", `cp ${bill} copy && mv copy ${bill}`],
    ["makes and removes a file", "echo x > tmp.txt; rm tmp.txt"],
  ])("is nothing to tell of when it %s", async (_what, script) => {
    const gate = await workingGate({ policy: revert }, instant);
    expect((await runs(gate, script)).notices).toEqual([]);
    expect(gate.ledger()).toEqual([]);
  });

  it("says so where there are more files than are looked at", async () => {
    const gate = await workingGate({ policy: "limits: { observe_files: 2 }\n" }, instant);
    const answer = await runs(gate, "true");
    expect(answer.notices).toMatchObject([{ kind: "warning" }]);
    expect(answer.notices[0]?.message).toContain("more than 2 files");
    expect(gate.rows(answer)).toContainEqual(expect.objectContaining({ decision: "unseen" }));
  });
});

/** What stands at a path, whatever it is. */
function standing(gate: Gate, path: string): string {
  const at = join(gate.repo, path);
  const stat = lstatSync(at, { throwIfNoEntry: false });
  if (!stat) return "nothing";
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(at)}`;
  return `${(stat.mode & 0o777).toString(8)} ${readFileSync(at, "utf8")}`;
}

describe("with on_violation: revert, a stray write", () => {
  const rows: [what: string, script: string, path: string, kept: string | null][] = [
    ["to a file", `echo evil > ${bill}`, bill, "evil\n"],
    ["of a new file", "echo evil > new.txt", "new.txt", "evil\n"],
    ["in a new folder", "mkdir -p a/b; echo evil > a/b/new.txt", "a/b/new.txt", "evil\n"],
    ["that removes a file", `rm ${bill}`, bill, null],
    ["that removes a whole folder", "rm -r src/pay", bill, null],
    ["of a mode", `chmod 755 ${bill}`, bill, null],
    ["of bytes and mode", `echo evil > ${bill}; chmod 700 ${bill}`, bill, "evil\n"],
    ["that renames over it", `echo evil > x; mv x ${bill}`, bill, "evil\n"],
    ["that leads a link elsewhere", "ln -sfn /etc current", "current", "link to /etc\n"],
    ["that puts a link in its place", `ln -sf ../../README.md ${bill}`, bill, "link to ../../README.md\n"],
    ["that puts a file in a link's place", "rm current; echo evil > current", "current", "evil\n"],
    ["that removes a link", "rm current", "current", null],
    ["with its times set back", `echo evil > ${bill}; touch -d 2001-01-01 ${bill}`, bill, "evil\n"],
    ["of binary bytes", `printf 'a\\000b' > ${bill}`, bill, "a\0b"],
    ["of a name with odd characters", `printf x > 'a b\tc;"d'`, 'a b\tc;"d', "x"],
  ];

  describe.each([
    ["a file git does not know", () => undefined],
    ["a committed file", commitAll],
  ])("on %s", (_state, prepare) => {
    it.each(rows)("%s is undone, and what was written is kept apart", async (_what, script, path, kept) => {
      const gate = await workingGate({ policy: revert }, instant);
      symlinkSync("src/auth", join(gate.repo, "current"));
      prepare(gate);
      const before = standing(gate, path);
      const answer = await runs(gate, script);
      expect(kinds(answer)).toEqual(["violation", "put_back"]);
      expect(answer.notices[1]?.paths).toEqual([path]);
      expect(standing(gate, path)).toBe(before);
      expect(gate.ledger()).toEqual([]);
      expect(gate.rows(answer)).toContainEqual(expect.objectContaining({ decision: "violation", put_back: [path] }));
      if (kept === null) expect(existsSync(quarantined(gate, answer, path))).toBe(false);
      else expect(readFileSync(quarantined(gate, answer, path), "utf8")).toBe(kept);
      expect((await runs(gate, "true")).notices).toEqual([]);
    });
  });

  it("is undone beside a write that may stay", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    const answer = await runs(gate, `echo x > src/auth/new.ts; echo y > ${bill}; echo z > z.txt`);
    expect(answer.notices[1]).toMatchObject({ kind: "put_back", paths: [bill, "z.txt"] });
    expect(gate.text("src/auth/new.ts")).toBe("x\n");
    expect(credits(gate)).toEqual(["src/auth/new.ts UNKNOWN"]);
  });

  it("is undone to what a person last left there, not to what git has", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    commitAll(gate);
    gate.put(bill, "a person's, not committed\n");
    await runs(gate, `echo evil > ${bill}`);
    expect(gate.text(bill)).toBe("a person's, not committed\n");
  });

  it("is undone again and again", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    for (const text of ["one", "two"]) {
      const answer = await runs(gate, `echo ${text} > ${bill}`);
      expect(kinds(answer)).toEqual(["violation", "put_back"]);
      expect(gate.text(bill)).toBe(was);
    }
  });

  const stays: [what: string, why: string, prepare: (gate: Gate) => void, policy: string][] = [
    ["too large to be kept", "its bytes from before", (gate) => gate.put(bill, "x".repeat(50_000_001)), ""],
    [
      "beyond the limit of what is kept",
      "its bytes from before",
      (gate) => {
        gate.put("newer.txt", "x".repeat(999_000));
        const old = new Date(Date.now() - 100_000);
        gate.put(bill, "older\n".repeat(1_000));
        spawnSync("touch", ["-d", old.toISOString(), join(gate.repo, bill)]);
      },
      "limits: { before_cache_mb: 1 }\n",
    ],
    ["secret", "its bytes from before", () => undefined, `secret_paths: ["${bill}"]\n`],
    [
      "open in an editor",
      "an editor has it open",
      (gate) => writeFileSync(join(gate.repo, "src/pay/.bill.ts.swp"), "b0VIM"),
      "",
    ],
  ];

  it.each(stays)("stays where the file is %s, and it is said why", async (_what, why, prepare, policy) => {
    const gate = await workingGate({ policy: revert + policy }, instant);
    prepare(gate);
    const answer = await runs(gate, `echo more >> ${bill}`);
    expect(kinds(answer)).toEqual(["violation", "warning"]);
    expect(answer.notices[1]?.message).toMatch(/^Could not be put back: src\/pay\/bill\.ts/);
    expect(answer.notices[1]?.message).toContain(why);
    expect(gate.text(bill)).toMatch(/more\n$/);
    expect(credits(gate)).toEqual([`${bill} UNKNOWN`]);
    if (why.startsWith("its bytes")) expect(gate.ledger()[0]?.files[0]?.conversations[0]?.ranges).toBe("unknown");
  });

  it.each([
    ["observe mode", "mode: observe\n", () => undefined],
    ["a pause", "", (gate: Gate) => void gate.workspace.home.pauses.begin(60_000, "ann")],
  ])("stays in %s", async (_what, policy, prepare) => {
    const gate = await workingGate({ policy: revert + policy }, instant);
    prepare(gate);
    const answer = await gate.call("execute_command", { command: "sh work.sh" }).then(async () => {
      gate.put("work.sh", `echo x > ${bill}\n`);
      return gate.call("execute_command", { command: "sh work.sh" });
    });
    expect(kinds(answer)).not.toContain("put_back");
    expect(kinds(answer)).toContain("violation");
    expect(gate.text(bill)).toBe("x\n");
  });

  it("stays where a folder, or something that is no file, stands in its place now", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    const answer = await runs(gate, `rm ${bill}; mkdir ${bill}; rm README.md; mkfifo README.md`);
    expect(kinds(answer)).toEqual(["violation", "warning"]);
    expect(statSync(join(gate.repo, bill)).isDirectory()).toBe(true);
    expect(lstatSync(join(gate.repo, "README.md")).isFIFO()).toBe(true);
  });

  it("is never undone through a link that the program put in a folder's place", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    const outside = join(gate.repo, "..", "outside");
    mkdirSync(outside);
    await runs(gate, "rm -r src/pay; ln -s ../../outside src/pay");
    expect(lstatSync(join(gate.repo, "src/pay")).isDirectory()).toBe(true);
    expect(gate.text(bill)).toBe(was);
    expect(readdirSync(outside)).toEqual([]);
  });

  it("is undone by the rules that stood before the program rewrote them", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    const answer = await runs(gate, `echo x > ${bill}; echo 'on_violation: report' > .orchestration/policy.yaml`);
    expect(kinds(answer)).toEqual(["held", "violation", "put_back"]);
    expect(gate.text(bill)).toBe(was);
  });

  it("is not switched on by the program", async () => {
    const gate = await workingGate({ policy: "# ours\n" }, instant);
    await runs(gate, `echo '${revert.trim()}' > .orchestration/policy.yaml`);
    const answer = await runs(gate, `echo x > ${bill}`);
    expect(kinds(answer)).toEqual(["violation"]);
  });

  it("is not undone to bytes that a program planted among the kept ones", async () => {
    const gate = await workingGate({ policy: revert }, instant);
    const script = `echo x > ${bill}; for f in ${gate.stateDir}/roots/*/kept/sha256-*; do printf evil > $f; done`;
    const answer = await runs(gate, script);
    expect(kinds(answer)).toEqual(["violation", "warning"]);
    expect(gate.text(bill)).toBe("x\n");
  });
});

describe("a host that calls before and after in two processes", () => {
  const call = (gate: Gate) => ({
    toolName: "execute_command",
    payload: { command: "sh work.sh" },
    session: { id: "s1", model: "model-x" },
    cwd: gate.repo,
    callId: "call-1",
  });

  it.each([
    ["report", "", "x\n", ["violation"], [`${bill} UNKNOWN`]],
    ["revert", revert, was, ["violation", "put_back"], []],
  ])("gets the same answer to a stray write: %s", async (_what, policy, text, notices, recorded) => {
    const gate = await workingGate({ policy: `${policy}commands: [{ run: sh work.sh }]\n` }, instant);
    gate.put("work.sh", `echo x > ${bill}\n`);
    chmodSync(join(gate.repo, "work.sh"), 0o644);
    const told: string[] = [];
    const fresh = () =>
      openWorkspace(gate.repo, {
        ...instant,
        stateDir: gate.stateDir,
        userHome: gate.env.HOME,
        ownerPid: process.pid,
        onNotice: ({ kind }) => told.push(kind),
      });
    expect((await fresh().before(call(gate))).allowExecution).toBe(true);
    spawnSync("sh", ["work.sh"], { cwd: gate.repo });
    expect(await fresh().after(call(gate), true)).toEqual([]);
    expect(told).toEqual(notices);
    expect(gate.text(bill)).toBe(text);
    expect(credits(gate)).toEqual(recorded);
    const ranges = gate.ledger().flatMap(({ files }) => files.map((file) => file.conversations[0]?.ranges));
    expect(ranges).toEqual(recorded.map(() => [expect.objectContaining({ start_line: 1, end_line: 1 })]));
  });
});
