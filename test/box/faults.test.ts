/** What goes wrong around a contained command: then nothing counts that nobody judged, and nothing runs plain. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { canPose, type Stage, setStage } from "./stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
  stage.plain("mkdir -p src ~/.npm/_cacache; echo a > src/a.ts");
});
// 50,000 files go with it.
afterEach(() => stage.clear(), 240_000);

/** Both sides see this folder while the command runs: it tells the other that it came so far, and waits. */
const place = "$HOME/.npm/_cacache";
const tell = (name: string) => `touch ${place}/${name}`;
const wait = (name: string) => `until [ -e ${place}/${name} ]; do sleep 0.02; done`;
const text = (path: string) => readFileSync(join(stage.root, path), "utf8");

it("asks the slower of two commands that change one file at once", async () => {
  const slow = stage.begin({ script: `echo slow > src/a.ts; ${tell("one")}; ${wait("two")}`, isInstall: true });
  const ended = new Promise((resolve) => slow.once("exit", resolve));
  await until(() => existsSync(join(stage.home, ".npm/_cacache/one")));
  expect(stage.boxed({ script: "echo fast > src/a.ts" }).verdicts).toEqual([
    ["change", "src/a.ts", "applied", "in scope"],
  ]);
  stage.plain(tell("two"));
  await ended;
  expect(text("src/a.ts")).toBe("fast\n");
});

it.each([
  ["moved, and another put in its place", "mv ~/project ~/old; mkdir ~/project", "~/project ~/old/src"],
  ["moved away", "mv ~/project ~/old", "~/old/src"],
])("applies nothing where the root was %s", (_what, script, folders) => {
  stage.plain(`(cd; ${wait("begun")}; ${script}; ${tell("moved")}) > /dev/null 2>&1 &`);
  const run = () =>
    stage.boxed({ script: `echo x > src/new; ${tell("begun")}; ${wait("moved")}`, isInstall: true, cwd: stage.root });
  expect(run).toThrow(/no longer the folder|ENOENT/);
  const left = spawnSync("bash", ["-c", `ls -A ${folders.replaceAll("~", stage.home)}`], { encoding: "utf8" }).stdout;
  expect(left).not.toContain("new");
});

it.skipIf(process.getuid?.() !== 0)("keeps nothing where the disk of the layers is full", () => {
  const state = mkdtempSync("/var/tmp/intentgate-state-");
  const order = { root: stage.root, state, scope: "^", apply: true };
  const script = "dd if=/dev/zero of=src/big bs=1M count=30; echo x > src/a.ts";
  const disk = `mount -t tmpfs -o size=6m,mode=777 none ${state}`;
  const person = "setpriv --reuid=65534 --regid=65534 --clear-groups";
  const run = `${person} ${process.execPath} ${join(stage.home, "../driver.mjs")}`;
  const ran = spawnSync("bash", ["-c", `unshare -m --propagation private bash -c '${disk} && ${run}'`], {
    input: JSON.stringify({ ...order, script }),
    env: { HOME: stage.home, PATH: process.env.PATH ?? "" },
    encoding: "utf8",
  });
  rmSync(state, { recursive: true });
  expect(ran.stdout + ran.stderr).toMatch(/"isListed":false|ENOSPC/);
  expect(stage.plain("cat src/a.ts; ls src")).toBe("a\na.ts\n");
});

it("ends the command with a wrapper that is killed, and keeps nothing", async () => {
  const wrapper = stage.begin({ script: `echo x > src/a.ts; ${tell("begun")}; exec sleep 2718.28`, isInstall: true });
  const ended = new Promise((resolve) => wrapper.once("exit", resolve));
  await until(() => existsSync(join(stage.home, ".npm/_cacache/begun")));
  const runs = () => stage.plain("ps -eo args | grep -c '^sleep 2718.28'");
  await until(() => runs() === "1\n");
  wrapper.kill("SIGKILL");
  await ended;
  await until(() => runs() === "0\n");
  expect(stage.drive({ replay: stage.state })).toEqual({ runs: 0, left: [], stuck: [] });
  expect(text("src/a.ts")).toBe("a\n");
  expect(stage.plain(`ls ${stage.state}/runs`)).toBe("");
});

it("counts 50,000 new files, and lets go of none", { timeout: 240_000 }, () => {
  const said = stage.boxed({
    script: "mkdir src/many other && cd src/many && seq 50000 | split -l 1 -a 5 - f && seq 9 > ../../other/x",
    scope: "^src/",
  });
  expect(said.ended).toMatchObject({ began: true, code: 0, isListed: true });
  expect(said.failed).toEqual([]);
  expect(said.verdicts.filter(([, , becomes]) => becomes === "applied")).toHaveLength(50_001);
  expect(stage.plain("ls src/many | wc -l; find src/many -type f | xargs cat | sort -n | md5sum; ls other 2>&1")).toBe(
    stage.plain("echo 50000; seq 50000 | md5sum; echo \"ls: cannot access 'other': No such file or directory\""),
  );
});

describe("a folder without permission", () => {
  it("that stood there is left alone", () => {
    stage.plain("mkdir closed; echo x > closed/x; chmod 000 closed");
    expect(stage.boxed({ script: "ls closed; echo b > src/a.ts" }).verdicts).toEqual([
      ["change", "src/a.ts", "applied", "in scope"],
    ]);
    expect(stage.plain("stat -c %a closed; chmod 755 closed; cat closed/x")).toBe("0\nx\n");
  });

  it("that the command made counts with what it holds", () => {
    const said = stage.boxed({ script: "mkdir src/c; echo x > src/c/x; chmod 000 src/c" });
    expect(said.failed).toEqual([]);
    expect(stage.plain("stat -c %a src/c; chmod 755 src/c; cat src/c/x")).toBe("0\nx\n");
  });
});

it.each([
  ["in the folder for scratch", `/tmp/intentgate-root-${process.pid}`],
  ["on another device", `/dev/shm/intentgate-root-${process.pid}`],
  ["in a folder that is emptied for the command", `/var/tmp/intentgate-root-${process.pid}`],
  ["with signs in its name", `/tmp/intentgate ro,ot:a=b "c" \\\\d-${process.pid}`],
])("works with a root %s", (_what, root) => {
  try {
    stage.plain(`mkdir -p '${root}/src'; echo a > '${root}/src/a.ts'`);
    const said = stage.boxed({ script: "echo b > src/a.ts; echo n > src/n; rm -f nothing", root, cwd: root });
    expect(said.verdicts.sort()).toEqual([
      ["change", "src/a.ts", "applied", "in scope"],
      ["create", "src/n", "applied", "in scope"],
    ]);
    expect(stage.plain(`cat '${root}'/src/*`)).toBe("b\nn\n");
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

it.skipIf(process.getuid?.() !== 0)("holds what root writes too", () => {
  const place = mkdtempSync("/var/tmp/intentgate-as-root-");
  const beside = `/opt/intentgate-box-${process.pid}`;
  const [home, root, state] = ["home", "home/project", "home/state"].map((name) => join(place, name)) as string[];
  try {
    for (const folder of [root, state]) mkdirSync(folder as string, { recursive: true });
    const script = `echo in > in; echo out > out; touch ~/lost; touch ${beside}; true`;
    const ran = spawnSync(process.execPath, [join(stage.home, "../driver.mjs")], {
      input: JSON.stringify({ root, state, script, scope: "^in$", apply: true }),
      env: { HOME: home, PATH: process.env.PATH ?? "" },
      encoding: "utf8",
    });
    expect(JSON.parse(ran.stdout)).toMatchObject({ ended: { began: true, code: 0 }, lost: ["lost"] });
    expect([readdirSync(root as string), readdirSync(home as string).sort()]).toEqual([["in"], ["project", "state"]]);
    expect(existsSync(beside)).toBe(false);
  } finally {
    rmSync(place, { recursive: true, force: true });
    rmSync(beside, { force: true });
  }
});

describe.skipIf(!canPose)("where the machine does not contain", () => {
  it.each([
    ["bubblewrap is forbidden by AppArmor", "bwrap", "bwrap: setting up uid map: Permission denied"],
    ["a container forbids namespaces", "bwrap", "bwrap: No permissions to create new namespace"],
    ["bubblewrap is too old", "bwrap", "bwrap: Unknown option --disable-userns"],
    ["user namespaces are switched off", "unshare", "unshare: unshare failed: Operation not permitted"],
    ["layers cannot be laid, as where a folder holds another mount", "mount", "mount: overlay: permission denied."],
  ])("runs nothing: %s", (_what, program, says) => {
    stage.pose({ [program]: `echo "${says}" >&2\nexit 1` });
    const said = stage.boxed({ script: "echo x > src/a.ts; touch ~/ran" });
    expect(said.ended).toEqual({ began: false, why: expect.any(String) });
    expect(said.output).toContain(says);
    expect(stage.plain("cat src/a.ts; ls ~")).toBe("a\nproject\n");
  });

  /** What the probe of such a machine says, with programs that fail as they were recorded to fail. */
  const probed: [what: string, programs: string, does: string, why: RegExp][] = [
    [
      "Ubuntu, where AppArmor holds bwrap back",
      "bwrap",
      "echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1",
      /AppArmor/,
    ],
    ["Ubuntu, where unshare gets no rights", "mount", "echo 'mount: /x: permission denied.' >&2; exit 32", /layers/],
    [
      "Docker, where seccomp forbids namespaces",
      "unshare bwrap",
      "echo 'unshare: unshare failed: Operation not permitted' >&2; exit 1",
      /containers/,
    ],
    [
      "user namespaces that are switched off",
      "unshare bwrap",
      "echo 'unshare: unshare failed: No space left on device' >&2; exit 1",
      /switched off/,
    ],
    ["an old bwrap", "bwrap", "echo 'bwrap: Unknown option --disable-userns' >&2; exit 1", /older than 0\.8/],
    ["a bwrap that does nothing", "bwrap", "exit 0", /could not be contained/],
    [
      "a bwrap that contains nothing",
      "bwrap",
      'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
      /could not be contained/,
    ],
    ["words that nobody recorded", "unshare", "echo 'unshare: strange' >&2; exit 1", /could not be contained/],
  ];
  it.each(probed)("is told what is the matter: %s", (_what, programs, does, why) => {
    const says = `[ "$1" != --version ] || exec $real --version`;
    stage.pose(Object.fromEntries(programs.split(" ").map((name) => [name, `${says}\n${does}`])));
    const answer = stage.drive({ probe: stage.state });
    // Where bubblewrap itself works, what only reads is bound, and the rest works on copies.
    const can = programs.includes("bwrap") ? { can: false } : { can: "copies", with: expect.stringContaining("0.") };
    expect(answer).toEqual({ ...can, why: expect.stringMatching(why), remedy: expect.stringMatching(/./) });
  });

  it("is told where bubblewrap is missing, and that nothing was installed", () => {
    stage.pose({ bwrap: null });
    expect(stage.drive({ probe: stage.state })).toEqual({
      can: false,
      why: "bubblewrap is not installed",
      remedy: expect.stringContaining("apt install bubblewrap"),
    });
  });
});
