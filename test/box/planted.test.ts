/** Programs and libraries that an agent planted where a person's settings look first are never run outside the box. */
import { existsSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { type FloorStage, setFloorStage } from "./floor-stage.ts";
import { type GateStage, setGateStage } from "./gate-stage.ts";

const around = [
  ...["bwrap", "unshare", "mount", "setpriv", "nsenter", "bash", "sh", "find", "rm", "chmod", "cp", "cat", "mkdir"],
  ...["sleep", "sysctl", "script", "env", "umount", "kill"],
];
/** Leaves its mark where nothing in a box can leave one. */
const planted = (mark: string) =>
  `for name in ${around.join(" ")}; do printf '#!/bin/%s\\necho %s >> ${mark}\\nexec /usr/bin/%s "$@"\\n' "\${x:-sh}" $name $name > $name; chmod +x $name; done`;

describe("through the gate", () => {
  let gate: GateStage;
  beforeAll(async () => {
    gate = await setGateStage();
    gate.take("INT-1");
    gate.plain(`mkdir -p src/.venv/bin; cd src/.venv/bin; ${planted("$HOME/project/src/ran")}`);
  });
  afterAll(() => gate.clear());
  beforeEach(() => void gate.plain("rm -f src/ran src/n"));
  const first = () => `PATH=${gate.root}/src/.venv/bin:$PATH`;
  const call = (command: string, env = first()) => gate.call("execute_command", { command }, "s1", env);

  it("by a control: what is first on the path is run where nothing contains it", () => {
    gate.plain(`${first()} bash -c true`);
    expect(gate.plain("cat src/ran")).toBe("bash\n");
  });

  it("in a rehearsed command, though the command itself finds them", () => {
    const said = call(
      "node -e 'require(`child_process`).execFileSync(`cat`, [`src/a.ts`]); require(`fs`).writeFileSync(`src/n`, process.env.PATH)'",
    );
    expect(said.result).toMatchObject({ exit_code: 0, stderr: "" });
    // What ran in the box left its mark on the layer, and that came with the rest.
    expect(gate.plain("cat src/n")).toMatch(/\/src\/\.venv\/bin:/);
    expect(gate.plain("sort -u src/ran").split("\n")).not.toEqual(expect.arrayContaining(["bwrap"]));
    for (const name of ["bwrap", "unshare", "mount", "setpriv", "find", "chmod", "rm"])
      expect(gate.plain("cat src/ran").split("\n")).not.toContain(name);
  });

  it("in one that only reads", () => {
    expect(call("git log --oneline | wc -l").result).toMatchObject({ exit_code: 0, stdout: "1\n" });
    expect(existsSync(`${gate.root}/src/ran`)).toBe(false);
  });

  it("in a held one", async () => {
    expect(call("sleep 1 &").decision).toBe("allow");
    await until(() => JSON.parse(gate.plain(`${gate.program} box list --json`)).held.length === 0);
    const ran = gate.plain("cat src/ran").split("\n");
    for (const name of ["bwrap", "unshare", "mount", "setpriv", "nsenter", "find", "chmod", "rm"])
      expect(ran).not.toContain(name);
    gate.plain(`${gate.program} box list`);
  });

  it("in what tries the machine out, and in doctor", () => {
    gate.plain(`rm -f ~/.local/state/intentgate/box-probe.json; ${first()} ${gate.program} doctor`);
    expect(existsSync(`${gate.root}/src/ran`)).toBe(false);
  });

  it("as a library", () => {
    gate.plain("printf 'x' > src/evil.so");
    // The loader complains of what is no library, once for each program that it starts.
    const said = call("node -e 0", `LD_PRELOAD=${gate.root}/src/evil.so`);
    const complaints = (said.result?.stderr ?? "").split("evil.so' from LD_PRELOAD").length - 1;
    const control = gate.plain(`LD_PRELOAD=${gate.root}/src/evil.so bash -c 'exec env true' 2>&1`);
    expect(control).toContain("evil.so' from LD_PRELOAD");
    // In the box: the shell that says that it began, what it becomes, the command's own shell and node.
    expect(complaints).toBeLessThanOrEqual(4);
  });
});

describe("below an agent", () => {
  let stage: FloorStage;
  beforeAll(async () => {
    stage = await setFloorStage();
    stage.plain(`mkdir -p src/bin; cd src/bin; ${planted("$HOME/work/project/src/ran")}`);
  });
  afterAll(() => stage.clear());

  it("none is run by what lays the floor", () => {
    const path = `${stage.root}/src/bin:${stage.home}/bin:${process.env.PATH}`;
    const { code, out } = stage.started("echo $PATH; exit 7", { PATH: path });
    expect({ code, out }).toEqual({ code: 7, out: `${path}\n` });
    const ran = stage.plain("cat src/ran").split("\n");
    for (const name of ["bwrap", "setpriv", "script", "unshare", "mount"]) expect(ran).not.toContain(name);
  });
});
