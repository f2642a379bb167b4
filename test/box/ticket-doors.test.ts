/** Ways to get more out of a line that was given for a command than that command, and to make it say other than it does. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostStage, setHostStage } from "./hosts-stage.ts";

let host: HostStage;
beforeAll(async () => {
  host = await setHostStage();
  for (const session of ["s1", "s2", "s3"]) host.takes("INT-1", session);
});
afterAll(() => host.clear());

const write = (path: string) => `node -e "require('fs').writeFileSync('${path}','x')"`;
const given = (id: string, command = write("src/once.ts"), session = "s1") =>
  host.before(command, { id, session }).line ?? "";
const status = () => host.plain("git status --short -- src docs");
const restore = () => host.plain("git checkout -q .; git clean -fdq -e .orchestration");
const idIn = (line: string) => /ig-run ([0-9a-f]{32})/.exec(line)?.[1] ?? "";

describe("a line that was given for one command", () => {
  it.each([
    ["more behind it", (line: string) => `${line.replace(/ {2}#.*/, "")}; touch docs/evil`],
    ["more in a new line", (line: string) => `${line}\ntouch docs/evil`],
    ["another remark", (line: string) => line.replace(/#.*/, "# ls")],
    ["a redirection", (line: string) => line.replace(/ {2}#.*/, " > docs/evil")],
    ["an end of its own", (line: string) => line.replace(/ {2}#.*/, "; cd docs")],
  ])("is not that command with %s", (_what, change) => {
    const line = given("first");
    const changed = host.before(change(line), { id: `changed-${calls++}` });
    expect([changed.line, changed.said]).toEqual([null, expect.stringContaining("Send the command itself")]);
    host.shell(line);
    host.after(line, { id: "first" });
    restore();
  });
  let calls = 0;

  it.each([
    ["a shell", (line: string) => `bash ${line}`],
    ["a folder before it", (line: string) => `cd src && ${line}`],
    ["quotes around it", (line: string) => line.replace(/^(\S+)/, '"$1"')],
    ["another name", (line: string) => line.replace(/^\S+/, "~/.local/state/intentgate/./ig-run")],
    ["a variable", (line: string) => line.replace(/^\S+/, (script) => `S=${script}; $S`)],
  ])("is redeemed by no other session with %s", (_what, change) => {
    const line = given("theirs");
    const { code } = host.bash(change(line), { session: "s2" });
    expect(code).not.toBe(0);
    expect(status()).toBe("");
    expect(host.shell(line).code).toBe(0);
    host.after(line, { id: "theirs" });
    restore();
  });

  it("is too old after its time", () => {
    const line = given("old");
    host.plain(`echo 1000000000 > ${host.state}/tickets/${idIn(line)}/until`);
    expect(host.shell(line)).toMatchObject({ code: 125, err: expect.stringContaining("too old") });
    host.after(line, { id: "old", failed: true });
    expect(status()).toBe("");
  });

  it("runs nothing once its session was stopped, and is no command that ran outside", () => {
    const line = given("stopped", write("src/once.ts"), "s3");
    expect(host.typed("stop claude-code:s3")).toContain("Stopped");
    expect(host.shell(line)).toMatchObject({ code: 125, err: expect.stringContaining("Send the command itself") });
    expect(host.before(write("src/once.ts"), { id: "again", session: "s3" }).said).toContain("STOPPED");
    host.after(line, { id: "stopped", session: "s3", failed: true });
    expect(status()).toBe("");
    expect(host.decisions().filter(({ code }) => code === "RAN_UNBOXED")).toEqual([]);
  });
});

describe("a ticket whose call nobody ended", () => {
  const place = (line: string) => `${host.state}/tickets/${idIn(line)}`;
  const runs = () => host.plain(`ls ${host.state}/roots/*/runs`).split("\n").filter(Boolean);
  const later = () => host.bash("node -e 1", { session: "s2" });

  it("is gone a day later, with what it was and the folder of its run", () => {
    const before = runs();
    const line = given("forgotten");
    expect(runs()).toHaveLength(before.length + 1);
    later();
    expect(host.plain(`ls ${place(line)}`)).toContain("order.json");
    host.plain(`touch -d '2 days ago' ${place(line)}`);
    later();
    expect(host.plain(`ls ${place(line)} 2>&1`)).toContain("No such file");
    expect(runs()).toEqual(before);
    expect(host.shell(line)).toMatchObject({ code: 125, err: expect.stringContaining("not known") });
    host.after(line, { id: "forgotten", failed: true });
    expect(status()).toBe("");
  });

  it.each([
    ["stays where somebody still may run it", "redeemed", true],
    ["is gone where nobody could", "seen", false],
    ["is gone where its run was judged", "judged", false],
  ])("%s", (_what, mark, stays) => {
    const line = given(`marked-${mark}`);
    host.plain(`: > ${place(line)}/${mark}; touch -d '2 days ago' ${place(line)}`);
    later();
    expect(host.plain(`ls -d ${place(line)} 2>&1`).startsWith(host.state)).toBe(stays);
    host.after(line, { id: `marked-${mark}`, failed: true });
    restore();
  });
});

describe("a command that knows where its ticket lies", () => {
  it("finds no ticket, and can neither mark it nor end its own judgement", () => {
    const tries = [
      `ls ${host.state} ${host.state}/tickets 2>/dev/null | grep -c ig-run`,
      `for name in judged failed folder-after; do echo x > ${host.state}/tickets/*/$name; done 2>/dev/null`,
      "echo x > docs/evil; echo x > src/in.ts",
    ];
    host.plain(`printf '%s\\n' '${tries.join("' '")}' > tries.sh; git add tries.sh; git commit -qm tries`);
    const { err, out } = host.bash("sh tries.sh");
    expect(out).toBe("0\n");
    expect(err).toContain("docs/evil");
    expect(status()).toBe("?? src/in.ts\n");
    host.typed(`approvals reject ${/request ([0-9a-f]{8})/.exec(err)?.[1]}`);
    restore();
  });

  it("says another folder, and the shell goes nowhere but there", () => {
    const line = given("folder", `cd src; printf '%s\\0' '/tmp$(touch docs/evil)' > /run/inside/folder; kill -9 $$`);
    const { out } = host.shell(`${line}\necho; pwd`);
    expect(out.trim()).toBe(host.root);
    host.after(line, { id: "folder", failed: true });
    expect(status()).toBe("");
  });
});

describe("what stands behind a line as a remark", () => {
  it.each([
    ["lines", "node -e 1\nnode -e 2"],
    ["a carriage return", "node -e 1 \r touch docs/evil"],
    ["separators of lines", "node -e 1 \u2028touch docs/evil\u2029 \u0085touch docs/evil"],
    ["signs of a terminal", "node -e 1 \u001b[2K\u001b]0;x\u0007"],
    ["signs that turn the reading", "node -e 1 \u202etouch"],
    ["a sign that takes up the next line", "node -e 1 # \\"],
    ["quotes that are never closed", "node -e 1 # ' \" ` $("],
    ["very much", `node -e 1 # ${"x".repeat(5_000)}`],
  ])("is one line of a bounded length, with %s in the command", (_what, command) => {
    const line = given(`remark-${_what.replaceAll(" ", "-")}`, command);
    expect(line).toContain("ig-run");
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
    expect(line.slice(line.indexOf("  #")).length).toBeLessThan(260);
    expect(host.shell(`${line}\necho next`).out).toMatch(/next\n$/);
    host.after(line, { id: `remark-${_what.replaceAll(" ", "-")}` });
    expect(status()).toBe("");
  });
});

describe("what a command means", () => {
  it.each([
    `node -p '"it'"'"'s"'`,
    `X="a b"; node -p "process.argv.slice(1)" -- "$X" $X`,
    "node -p 1 # not this",
    "node -p '`$HOME $(id) \\\\`'",
    "node - <<'END'\nconsole.log('$HOME', `in a document`)\nEND",
    "for i in 1 2; do node -p \"$i\"; done; false || node -p '3'",
    `node -p "$'\\x41' + '\\u00e9é'"`,
    "f() { node -p '\"in f\"'; }; f",
    "set -e; node -p 1; false; node -p 2",
    "node -p '1' | tr 1 2 && echo *.md ~ {a,b}",
  ])("is the same as without a line: %j", (command) => {
    const id = `same-${command.length}`;
    const line = given(id, command);
    expect(line).toContain("ig-run");
    const [boxed, plain] = [line, command].map((one) => host.shell(one));
    expect([boxed?.code, boxed?.out]).toEqual([plain?.code, plain?.out]);
    host.after(line, { id });
    restore();
  });
});

describe("a question about what was done", () => {
  const leave = () => {
    const { err } = host.bash(`node -e "require('fs').writeFileSync('docs/d.md','new')"`);
    return /request ([0-9a-f]{8})/.exec(err)?.[1] ?? "";
  };

  it("is not answered by the agent's shell, with or without a terminal of its own", () => {
    const id = leave();
    for (const words of [`approvals approve ${id}`, `approvals reject ${id}`]) {
      expect(host.below(`${host.program} ${words} 2>&1 < /dev/null`)).toContain("NOT_ALLOWED");
      expect(host.below(`script -qec '${host.program} ${words}' /dev/null < /dev/null 2>&1`)).toContain("NOT_ALLOWED");
    }
    expect(host.plain("cat docs/d.md")).toBe("d\n");
    expect(host.typed("approvals")).toContain(id);
    host.typed(`approvals reject ${id}`);
  });

  it("is over after its day, and what was kept is gone", async () => {
    const id = leave();
    host.plain(
      `sed -i -E 's/"expiresAt":"[^"]*"/"expiresAt":"2026-01-01T00:00:00.000Z"/' .orchestration/approvals/*${id}*`,
    );
    expect(host.typed(`approvals approve ${id}`)).not.toContain("Kept");
    const left = () => {
      host.bash("node -e 1");
      return host.plain(`cat docs/d.md; ls ${host.state}/roots/*/kept-changes`);
    };
    await expect.poll(left, { timeout: 30_000 }).toBe("d\n");
  });
});
