/** The variables of a line that a host runs: the command has them as it would have, and nothing around its box heeds one. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostStage, setHostStage } from "./hosts-stage.ts";

let host: HostStage;
beforeAll(async () => {
  host = await setHostStage();
  host.takes("INT-1");
});
afterAll(() => host.clear());

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
let calls = 0;

/** The command under a ticket, its line started with these variables. */
function ranWith(variables: Record<string, string>, command: string, input = {}): string {
  calls += 1;
  const id = `variables-${calls}`;
  const line = host.before(command, { id, input }).line ?? "";
  expect(line).toContain("ig-run");
  const said = host.below(`${started(variables)} bash -c ${quoted(line)} 2>&1`);
  host.after(line, { id });
  return said;
}

function started(variables: Record<string, string>): string {
  return ["env --", ...Object.entries(variables).map(([name, value]) => quoted(`${name}=${value}`))].join(" ");
}

describe("what a variable makes a program load", () => {
  const marks = () => host.plain("ls ~/mark-* 2>/dev/null; rm -f ~/mark-*");
  beforeAll(() => {
    const loader = `process.stderr.write("loaded\\n"); try { require("fs").writeFileSync(process.env.HOME + "/mark-" + process.pid, ""); } catch (error) { process.stderr.write(error.code + "\\n"); }`;
    host.plain(
      `printf '%s' ${quoted(loader)} > ~/loader.cjs; mkdir -p ~/lib; printf 'touch ~/mark-shell' > ~/start.sh`,
    );
  });
  const steered = () => ({
    NODE_OPTIONS: `--require ${host.home}/loader.cjs`,
    BASH_ENV: `${host.home}/start.sh`,
    ENV: `${host.home}/start.sh`,
    PERL5OPT: "-Mmark",
    PERL5LIB: `${host.home}/lib`,
    LIBMOUNT_FSTAB: `${host.home}/lib/fstab`,
    XDG_STATE_HOME: `${host.home}/lib`,
    SHELLOPTS: "xtrace",
    PS4: "$(touch ~/mark-trace)",
  });
  // The host's own shell would trace, and is not asked about.
  const withoutTrace = () =>
    Object.fromEntries(Object.entries(steered()).filter(([name]) => !/^(?:BASH_ENV|PS4|SHELLOPTS)$/.test(name)));

  it.each([
    ["that changes nothing", "node -e 1", {}],
    ["whose changes are judged", "node -e \"require('fs').writeFileSync('src/v.ts','x')\"", {}],
    ["that tries what is not in scope", "node -e \"require('fs').writeFileSync('docs/v.md','x')\"", {}],
  ])("is loaded in the box of a command %s, and nowhere else", (_what, command, input) => {
    expect(ranWith(withoutTrace(), command, input)).toContain("loaded");
    expect(marks()).toBe("");
    host.plain("git checkout -q .; git clean -fdq -e .orchestration");
  });

  it("is loaded by nothing that watches over a command in the background", async () => {
    const said = ranWith(withoutTrace(), "node -e 'setTimeout(() => {}, 60000)'", { run_in_background: true });
    expect(said).toContain("It runs in the background as");
    expect(said).not.toContain("loaded");
    const log = /Its output: (\S+)/.exec(said)?.[1] ?? "";
    await expect.poll(() => host.plain(`cat ${log}`), { timeout: 30_000 }).toContain("loaded");
    expect(marks()).toBe("");
    expect(host.typed(`box stop ${/background as (\w+)/.exec(said)?.[1] ?? ""}`)).toContain("Stopped");
  });

  it("is found on its path by nothing of a line that goes on to the folder of its command", () => {
    host.plain(
      "mkdir -p tools src/sub; for one in cat cd env node bwrap unshare; do printf '#!/bin/sh\\ntouch ~/mark-path\\n' > tools/$one; done; chmod +x tools/*; git add -A; git commit -qm tools",
    );
    const line = host.before("cd src/sub && /usr/bin/env true; $(command -v no-such)", { id: "on-path" }).line ?? "";
    expect(line).toContain("ig-run");
    const said = host.below(`PATH=${host.root}/tools:$PATH; ${line}\npwd`);
    expect(said).toBe(`${host.root}/src/sub\n`);
    expect(marks()).toBe("");
    host.after(line, { id: "on-path" });
  });

  it("is heeded by no program before the command where the line is started at once", () => {
    const line = host.before("node -e 1", { id: "at-once" }).line ?? "";
    const said = host.below(`${started(steered())} ${line.replace(/ {2}#.*/, "")} 2>&1`);
    expect(said).toContain("loaded");
    expect(marks()).toBe("");
    host.after(line, { id: "at-once" });
  });
});

describe("a variable of the person's", () => {
  const own: Record<string, string> = {
    ...Object.fromEntries(
      "own_path self name value entry number settings given address id ticket notes started until folder run line words word box one code now judge is seen stateDir LC_ALL f fd root home git tmp processes movable layer"
        .split(" ")
        .map((name) => [name, `own ${name}`]),
    ),
    LC_ALL: "C.UTF-8",
    LD_LIBRARY_PATH: "/nowhere",
    LD_BIND_NOW: "1",
    GCONV_PATH: "/nowhere",
    LOCPATH: "/nowhere",
    GLIBC_TUNABLES: "glibc.malloc.check=0",
    NODE_OPTIONS: "--no-warnings",
    PERL5OPT: "-w",
    BASH_ENV: "/dev/null",
    ENV: "/dev/null",
    POSIXLY_CORRECT: "1",
    CDPATH: "/nowhere",
    "a.b": "a point",
    "-u": "a dash",
    "with a space": "1",
    UPPER: "1",
    upper: "2",
    empty: "",
    lines: "one\n\ntwo\n\n",
    quotes: "'\"`$(touch ~/mark)\\",
    equal: "a=b=c",
    letters: "é€😀",
    __ig_given_0: "own=1",
    __ig_given_: "own",
    "BASH_FUNC_greet%%": "() { echo hi; }",
  };
  const told = "node -p 'JSON.stringify(process.env)'";
  const read = (text: string): Record<string, string> => JSON.parse(/^\{.*\}$/m.exec(text)?.[0] ?? "{}");

  it.each(Object.keys(own))("called %j is the same inside as outside", (name) => {
    seen ??= [read(ranWith(own, told)), read(host.below(`${started(own)} bash -c ${quoted(told)}`))];
    const [inside, outside] = seen;
    expect(outside).toHaveProperty([name]);
    expect(inside?.[name]).toBe(outside?.[name]);
  });
  let seen: [Record<string, string>, Record<string, string>] | undefined;

  it("has none of ours beside it", () => {
    const variables = { PLAIN: "1" };
    const [inside, outside] = [ranWith(variables, told), host.below(`${started(variables)} bash -c ${quoted(told)}`)];
    const added = Object.keys(read(inside)).filter((name) => !(name in read(outside)));
    expect(
      added.filter((name) => !/^GIT_CONFIG_|OFFLINE|NO_INDEX|_ENABLE_NETWORK|_DISABLE_NETWORK/i.test(name)).sort(),
    ).toEqual(["GOPROXY", "TMPDIR"]);
    expect(read(inside)).toMatchObject({ PWD: host.root, TMPDIR: "/tmp" });
  });

  it("that names an entry of git's settings stands before those of the gate", () => {
    const variables = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: "Ann" };
    expect(ranWith(variables, "node -e 1; git config user.name; git config gc.auto")).toBe("Ann\n0\n");
  });

  it("beats none of the gate's, however many there are and whatever is left of git's settings", () => {
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`MANY_${at}`, "1"]));
    const left = Object.fromEntries(
      [0, 1, 2].flatMap((at) => [
        [`GIT_CONFIG_KEY_${at}`, "user.name"],
        [`GIT_CONFIG_VALUE_${at}`, "Ann"],
      ]),
    );
    const asked = "node -e 1; for one in gc.auto maintenance.auto transfer.unpackLimit; do git config $one; done";
    expect(ranWith({ ...many, ...left }, asked)).toBe("0\nfalse\n1000000\n");
  });

  it("is handed on by a function too", () => {
    expect(ranWith({ "BASH_FUNC_greet%%": "() { echo hi; }" }, "node -e 1; greet")).toBe("hi\n");
  });

  it.each([
    ["looks like a key", { API_TOKEN: "t" }],
    ["looks like a key in lower case", { my_secret: "t" }],
    ["holds an address with a password", { DB: "pg://u:p@h/x" }],
    ["leads to a service", { SSH_AUTH_SOCK: "/run/x", XDG_RUNTIME_DIR: "/run/x", DOCKER_HOST: "x" }],
  ])("stays outside where it %s", (_what, variables) => {
    const inside = read(ranWith(variables, told));
    expect(Object.keys(inside)).toContain("PATH");
    for (const name of Object.keys(variables)) expect(Object.keys(inside)).not.toContain(name);
  });
});
