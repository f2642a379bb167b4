/** A host's own command, handed to it as a line that runs it in the box: from the hook before to the ledger. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostStage, setHostStage } from "./hosts-stage.ts";

let host: HostStage;
beforeAll(async () => {
  host = await setHostStage();
  host.takes("INT-1");
  host.plain(
    "printf 'echo in > src/in.ts; echo out > docs/out.md; echo said; exit 3' > run.sh; git add -A; git commit -qm run",
  );
});
afterAll(() => host.clear());

const status = () => host.plain("git status --short");
const restore = () => host.plain("git checkout -q .; git clean -fdq -e .orchestration");
/** A program that nobody reads. */
const node = (code: string) => `node -e "${code}"`;
const write = (path: string, text = "x") => `require('fs').writeFileSync('${path}','${text}');`;

describe("a command that nobody can read", () => {
  it("runs without a question; what is in scope is there, the rest waits for a person, and the ledger has both", () => {
    const { line, code, out, err } = host.bash("sh run.sh");
    expect(line).toMatch(/\/ig-run [0-9a-f]{32} {2}# sh run\.sh$/);
    expect({ code, out }).toEqual({ code: 3, out: "said\n" });
    expect(err).toMatch(/^Intentgate: Kept back: docs\/out\.md[^\n]*request_scope_expansion[^\n]*\n$/);
    expect(status()).toBe("?? src/in.ts\n");
    const request = /request ([0-9a-f]{8})/.exec(err)?.[1] ?? "";
    expect(host.typed(`approvals show ${request}`)).toContain("docs/out.md");
    expect(host.typed(`approvals approve ${request}`)).toContain("Kept");
    expect(host.plain("cat docs/out.md")).toBe("out\n");
    const rows = host
      .ledger()
      .flatMap(({ files, decision }) => files.map((file) => [file.relative_path, decision.approval]));
    expect(rows).toEqual([
      ["src/in.ts", "none"],
      ["docs/out.md", expect.stringMatching(/^once:/)],
    ]);
    const [made] = host.ledger();
    expect(made?.files[0]?.conversations[0]?.contributor.entity_type).toBe("AI");
    restore();
  });

  it("runs without an intent too, and leaves nothing", () => {
    const { line, said, code, out, err } = host.bash("sh run.sh", { session: "none" });
    expect({ code, out }).toEqual({ code: 3, out: "said\n" });
    // Nobody decided on it: the host asks as it would without us.
    expect([line, said]).toEqual([
      expect.stringContaining("ig-run"),
      expect.not.stringContaining("permissionDecision"),
    ]);
    expect(err).toContain("Nothing of this run was kept");
    expect(err).toContain("propose_intent");
    expect(status()).toBe("");
  });

  it("brings nothing that steers the gate, an agent or git", () => {
    host.plain(
      `printf 'mkdir -p .claude; echo x > .claude/settings.json; echo x > .git/hooks/post-commit; echo x > .orchestration/policy.yaml' > steer.sh; git add steer.sh; git commit -qm steer`,
    );
    const { err } = host.bash("sh steer.sh");
    expect(err).toContain("never count");
    expect(
      host.plain("ls -d .claude .git/hooks/post-commit 2>/dev/null; cat .orchestration/policy.yaml"),
    ).not.toContain("x\n");
    expect(status()).toBe("");
  });
});

describe("what the host sees of it", () => {
  it.each([0, 1, 42, 127, 130, 137, 143])("is the code %i", (code) => {
    expect(host.bash(`node -e 'process.exit(${code})'`).code).toBe(code);
  });

  it("is the end by a signal", () => {
    expect(host.bash(`node -e 'process.kill(process.pid, 9)'`).code).toBe(137);
    expect(host.bash("no-such-program-here -x").code).toBe(127);
  });

  it("is both streams, as they come, and the input", () => {
    const { line } = host.before(`node -e 'process.stdout.write(require("fs").readFileSync(0)); console.error("e")'`, {
      id: "in",
    });
    expect(host.below(`echo given | bash -c '${(line ?? "").replaceAll("'", "'\\''")}' 2>~/e; cat ~/e`)).toBe(
      "given\ne\n",
    );
    host.after(line ?? "", { id: "in" });
    const slow = host.before(`node -e 'console.log("one"); setTimeout(() => console.log("two"), 2000)'`, {
      id: "slow",
    });
    const quoted = (slow.line ?? "").replaceAll("'", "'\\''");
    const seen = host.plain(
      `bash -c '${quoted}' > ~/stream & until grep -q one ~/stream 2>/dev/null; do sleep 0.05; done; cat ~/stream; wait`,
    );
    expect(seen).toBe("one\n");
    host.after(slow.line ?? "", { id: "slow" });
  });

  it.each([
    ["a terminal", (line: string) => `script -qec '${line.replaceAll("'", "'\\''")}' /dev/null < /dev/null`, true],
    ["no terminal", (line: string) => `bash -c '${line.replaceAll("'", "'\\''")}' < /dev/null 2>&1 | cat`, false],
  ])("is coloured as it would be, before %s", (what, before, isColoured) => {
    const command = `node -e 'console.log([0, 1, 2].map((fd) => require("tty").isatty(fd)).join())'; ls --color=auto -d src`;
    const { line, said } = host.before(command, { id: `colours-${what.length}` });
    expect(line, said).toContain("ig-run");
    const [inside, outside] = [line ?? "", command].map((one) =>
      host.below(`export TERM=xterm-256color; ${before(one)}`),
    );
    expect(inside).toBe(outside);
    expect(inside?.includes("\u001b[")).toBe(isColoured);
    host.after(line ?? "", { id: `colours-${what.length}` });
  });

  it("is no question at its terminal about files that are closed for writing, where a folder of theirs is moved", () => {
    host.plain("mkdir -p src/moved; echo x > src/moved/f; chmod 444 src/moved/f; git add -A; git commit -qm moved");
    const command = "mv src/moved src/after && node -e 1";
    // Asked about, and given to the host with the question.
    const [line = ""] = /\/[^"]*ig-run [0-9a-f]{32}/.exec(host.before(command, { id: "moved" }).said) ?? [];
    expect(host.below(`script -qec '${line}' /dev/null < /dev/null; ls src`)).toBe("a.ts\nafter\n");
    host.after(line, { id: "moved" });
    restore();
  });

  it("is the folder that it left its shell in", () => {
    host.plain("mkdir -p src/sub; git add -A; echo x > src/sub/f; git add -A; git commit -qm sub");
    const { line } = host.before("cd src/sub && node -e 'console.log(1)'", { id: "cd" });
    expect(host.shell(`${line}\npwd`).out).toBe(`1\n${host.root}/src/sub\n`);
    host.after(line ?? "", { id: "cd" });
    const failed = host.before("cd src/sub && node -e 'process.exit(4)'", { id: "cd2" });
    expect(host.shell(`${failed.line}\n echo code $?`).out).toBe("code 4\n");
    host.after(failed.line ?? "", { id: "cd2" });
  });

  it("is its own path, and no variable that looks like a key", () => {
    host.plain("mkdir -p ~/own; printf '#!/bin/sh\\necho own program' > ~/own/jq; chmod +x ~/own/jq");
    const { line } = host.before(
      `node -e 'require("child_process").spawnSync("jq", [], { stdio: "inherit" }); const e = process.env; console.log(e.API_TOKEN, e.PLAIN, e.DB)'`,
      { id: "env" },
    );
    const quoted = (line ?? "").replaceAll("'", "'\\''");
    const said = host.below(`PATH=$HOME/own:$PATH API_TOKEN=t PLAIN=p DB=pg://u:secret@h/x bash -c '${quoted}'`);
    expect(said).toBe("own program\nundefined p undefined\n");
    host.after(line ?? "", { id: "env" });
  });
});

describe("a ticket", () => {
  const refused = (line: string, cwd?: string) => host.shell(line, cwd === undefined ? {} : { cwd });
  const given = (id: string) => host.before(node(write("src/once.ts")), { id }).line ?? "";

  it("is good once", () => {
    const line = given("once");
    expect(refused(line).code).toBe(0);
    host.plain("rm src/once.ts");
    expect(refused(line)).toMatchObject({ code: 125, err: expect.stringContaining("used already") });
    expect(host.plain("ls src/once.ts 2>&1")).toContain("No such file");
    host.after(line, { id: "once" });
    expect(refused(line)).toMatchObject({ code: 125, err: expect.stringContaining("not known") });
    restore();
  });

  it.each([
    ["nobody issued", (line: string) => line.replace(/[0-9a-f]{32}/, "0".repeat(32))],
    ["is cut short", (line: string) => line.replace(/ [0-9a-f]{32}/, " abc")],
    ["is a path", (line: string) => line.replace(/ [0-9a-f]{32}/, " ../roots")],
    ["has more behind it", (line: string) => line.replace(/( [0-9a-f]{32})/, "$1 ls")],
  ])("that %s runs nothing", (_what, spoil) => {
    const line = given("spoilt");
    expect(refused(spoil(line))).toMatchObject({ code: 125, err: expect.stringContaining("not known") });
    expect(status()).toBe("");
    host.shell(line);
    host.after(line, { id: "spoilt" });
    restore();
    expect(status()).toBe("");
  });

  it("runs nothing in another folder than the one that was judged", () => {
    const line = given("elsewhere");
    expect(refused(line, `${host.root}/src`)).toMatchObject({
      code: 125,
      err: expect.stringContaining("another folder"),
    });
    host.after(line, { id: "elsewhere", failed: true });
    expect(status()).toBe("");
    expect(host.decisions().some(({ decision }) => decision === "ran_unboxed")).toBe(false);
  });

  it("is refused to another session, and where somebody types it", () => {
    const line = given("theirs");
    expect(host.before(line, { session: "s2", id: "x1" }).said).toContain("Send the command itself");
    expect(host.before(line.replace(/[0-9a-f]{32}/, "0".repeat(32)), { id: "x2" }).said).toContain(
      "Send the command itself",
    );
    host.shell(line);
    host.after(line, { id: "theirs" });
    restore();
  });

  it("is the same for the same call, told twice", () => {
    const line = given("twice");
    expect(given("twice")).toBe(line);
    expect(host.before(line, { id: "twice" }).line).toBe(line);
    host.shell(line);
    host.after(line, { id: "twice" });
    expect(
      host.ledger().filter(({ files }) => files.some((one) => one.relative_path === "src/once.ts")),
    ).not.toHaveLength(0);
    restore();
  });

  it("does not wait for a slow one: three at once are three", () => {
    const lines = [1, 2, 3].map((n) => host.before(node(write(`src/p${n}.ts`, `${n}`)), { id: `p${n}` }).line ?? "");
    const all = lines.map((line) => `bash -c '${line.replaceAll("'", "'\\''")}' &`).join("\n");
    host.below(`${all}\nwait`);
    for (const [at, line] of lines.entries()) host.after(line, { id: `p${at + 1}` });
    expect(host.plain("cat src/p1.ts src/p2.ts src/p3.ts")).toBe("123");
    const recorded = host.ledger().flatMap(({ files }) => files.map((file) => file.relative_path));
    expect(recorded.filter((path) => /^src\/p\d/.test(path)).sort()).toEqual(["src/p1.ts", "src/p2.ts", "src/p3.ts"]);
    restore();
  });
});

describe("a server", () => {
  it("in the background is reached by the next command of its session, and by no other", () => {
    const server = `node -e "require('http').createServer((q,a)=>a.end('served')).listen(18947,'127.0.0.1')"`;
    const started = host.bash(server, { input: { run_in_background: true } });
    expect(started).toMatchObject({ code: 0, out: expect.stringContaining("It runs in the background as") });
    const ask = `node -e "const go=(n)=>require('http').get('http://127.0.0.1:18947',(r)=>r.on('data',(d)=>console.log(''+d)).on('end',()=>process.exit())).on('error',()=>n>0?setTimeout(go,200,n-1):process.exit(1));go(20)"`;
    expect(host.bash(ask)).toMatchObject({ code: 0, out: "served\n" });
    host.takes("INT-1", "s9");
    if (host.plain("command -v curl") !== "") {
      const curl = "curl -sS http://127.0.0.1:18947/";
      expect(host.bash(curl)).toMatchObject({ code: 0, out: "served" });
      expect(host.bash(curl, { session: "s9" }).code).toBe(7);
      expect(host.shell(curl).code).toBe(7);
    }
    expect(host.bash(ask.replace("go(20)", "go(1)"), { session: "s9" }).code).toBe(1);
    const id = /background as (\w+)/.exec(started.out)?.[1] ?? "";
    expect(host.typed(`box stop ${id}`)).toContain("Stopped");
    expect(host.bash(ask.replace("go(20)", "go(1)")).code).toBe(1);
  });
});
