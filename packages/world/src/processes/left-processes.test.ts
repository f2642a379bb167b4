import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../../../../test/support/patience.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { birthOfCall, leftSince } from "./left-processes.ts";

let folder: string;
beforeEach(() => {
  folder = tempFolder("left");
  mkdirSync(join(folder, "root"));
});
afterEach(() => {
  end();
});

const root = () => join(folder, "root");
const end = () => writeFileSync(join(folder, "end"), "");
/** Says when it has begun, and lives until it is told to end, or the folder of the test is gone. */
const lingers = (name: string) =>
  `touch ${folder}/${name}; while [ -d ${folder} ] && [ ! -e ${folder}/end ]; do sleep 0.02; done`;
/** As a command of a call: a shell of our own that ends at once. */
function run(script: string, cwd = root()): void {
  const env = { ...process.env, PWD: cwd };
  const child = spawn("bash", ["-c", script], { cwd, env, detached: true, stdio: "ignore" });
  child.unref();
}

describe.runIf(process.platform === "linux")("processes that outlive a call", () => {
  it("are none where all have ended", () => {
    const birth = birthOfCall(process.pid);
    spawnSync("sh", ["-c", "true"], { cwd: root() });
    expect(leftSince(birth, [root()])).toEqual([]);
  });

  it.each<[string, string]>([
    ["in the background", "(SCRIPT) &"],
    ["in a session of their own", "setsid sh -c 'SCRIPT' &"],
    ["twice removed", "( (SCRIPT) & ) &"],
    ["with an empty environment", "env -i setsid sh -c 'SCRIPT' &"],
    ["in another folder", "cd /; (SCRIPT) &"],
    ["as a program of its own in another folder", "cd /; setsid sh -c 'SCRIPT' &"],
  ])("are found %s", async (_how, script) => {
    const birth = birthOfCall(process.pid);
    run(script.replace("SCRIPT", lingers("begun").replaceAll(" sleep", " /bin/sleep")));
    await until(() => existsSync(join(folder, "begun")));
    await until(() => (leftSince(birth, [root()]) ?? []).length > 0);
    end();
    await until(() => leftSince(birth, [root()])?.length === 0);
  });

  it("are not those that were there before", async () => {
    run(`(touch ${folder}/begun; exec sleep 30) & echo $! > ${folder}/pid`);
    await until(() => existsSync(join(folder, "begun")) && existsSync(join(folder, "pid")));
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    await new Promise((resolve) => setTimeout(resolve, 50)); // births are told in hundredths of a second
    expect(leftSince(birthOfCall(process.pid), [root()])).not.toContain(pid);
    process.kill(pid);
  });

  it("are not somebody else's, who works elsewhere", async () => {
    const owner = spawn("sh", ["-c", "read x"], { stdio: ["pipe", "ignore", "ignore"] });
    const birth = birthOfCall(owner.pid ?? 0);
    mkdirSync(join(folder, "elsewhere"));
    run(`(${lingers("begun")}) &`, join(folder, "elsewhere"));
    await until(() => existsSync(join(folder, "begun")));
    expect(leftSince(birth, [root()])).toEqual([]);
    owner.stdin.end("\n");
  });

  it("cannot be known where the system does not tell", () => {
    expect(leftSince({ ticks: null, owner: 1, above: [] }, [root()])).toBeNull();
  });
});
