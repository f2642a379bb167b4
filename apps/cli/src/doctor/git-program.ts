import { spawnSync } from "node:child_process";
import { type Check, type Machine, ok, warning } from "./finding.ts";

export const gitProgram: Check<Machine> = {
  name: "git",
  look({ env }) {
    // In the root folder and without any of the person's settings: only the program itself is asked.
    const { PATH } = env;
    const asked = spawnSync("git", ["--version"], { cwd: "/", env: { PATH }, encoding: "utf8", timeout: 5_000 });
    const version = /^git version (\S{1,40})/.exec(asked.stdout ?? "")?.[1];
    if (asked.status === 0 && version) return [ok(`git ${version}`)];
    return [
      warning(
        "git was not found; the gate works without it, but commits are not recorded",
        "Install git, or put it on the PATH.",
      ),
    ];
  },
};
