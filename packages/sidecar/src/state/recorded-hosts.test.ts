import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startedAt } from "@intentgate/world";
import { expect, it, onTestFinished } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createRecordedHosts } from "./recorded-hosts.ts";

function folder(): string {
  const made = tempFolder("hosts");
  return made;
}

/** A shell that starts a child of its own and tells its number. */
async function family(env: Record<string, string>): Promise<{ parent: number; child: number }> {
  const shell: ChildProcess = spawn("/bin/sh", ["-c", "sleep 60 & echo $!; wait"], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const child = await new Promise<number>((resolve) =>
    shell.stdout?.once("data", (text: Buffer) => resolve(Number(text))),
  );
  onTestFinished(() => {
    process.kill(child);
    shell.kill();
  });
  return { parent: shell.pid as number, child };
}

const path = { PATH: process.env.PATH ?? "" };

it("finds a recorded host above its grandchildren, and none where nothing was recorded", async () => {
  const hosts = createRecordedHosts(folder(), []);
  const { parent, child } = await family(path);
  expect(hosts.above(child)).toBeNull();
  hosts.record(parent);
  expect(hosts.above(child)).toBe(parent);
});

it("does not count a process as below itself", async () => {
  const hosts = createRecordedHosts(folder(), []);
  const { parent } = await family(path);
  hosts.record(parent);
  expect(hosts.above(parent)).toBeNull();
});

it("finds the host although the process below it names another state folder", async () => {
  const stateHome = folder();
  const { parent, child } = await family({ ...path, XDG_STATE_HOME: stateHome });
  createRecordedHosts(join(stateHome, "intentgate"), []).record(parent);
  expect(createRecordedHosts(folder(), []).above(child)).toBe(process.platform === "linux" ? parent : null);
});

it("finds it by the home folder as well", async () => {
  const home = folder();
  const { parent, child } = await family({ ...path, HOME: home });
  createRecordedHosts(join(home, ".local/state/intentgate"), []).record(parent);
  expect(createRecordedHosts(folder(), []).above(child)).toBe(process.platform === "linux" ? parent : null);
});

it("takes a process that has the number of an earlier host for what it is", async () => {
  const state = folder();
  const hosts = createRecordedHosts(state, []);
  const { parent, child } = await family(path);
  hosts.record(parent);
  writeFileSync(
    join(state, "hosts", String(parent)),
    JSON.stringify({ pid: parent, startedAt: `1${startedAt(parent)}` }),
  );
  expect(hosts.above(child)).toBeNull();
  hosts.record(child);
  expect(readdirSync(join(state, "hosts"))).toEqual([String(child)]);
});

it("takes a damaged record for a host, as long as its process lives", async () => {
  const state = folder();
  const hosts = createRecordedHosts(state, []);
  const { parent, child } = await family(path);
  hosts.record(parent);
  writeFileSync(join(state, "hosts", String(parent)), '{"pid":');
  expect(hosts.above(child)).toBe(parent);
});
