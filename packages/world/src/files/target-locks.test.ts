import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { busyTarget, withTargetLocks } from "./file-lock.ts";

const home = tempFolder("targets");
const folder = join(home, "locks");
const pause = () => new Promise((done) => setTimeout(done, 5));

it("lets one at a time at a file, and others at other files meanwhile", async () => {
  const steps: string[] = [];
  const work = (name: string, targets: string[]) =>
    withTargetLocks(folder, targets, async () => {
      steps.push(`${name} in`);
      await pause();
      steps.push(`${name} out`);
    });
  await Promise.all([work("one", ["/w/a"]), work("two", ["/w/a"]), work("three", ["/w/b"])]);
  expect(steps.slice(0, 2)).toEqual(["one in", "three in"]);
  expect(steps.indexOf("two in")).toBeGreaterThan(steps.indexOf("one out"));
});

it("does not wait for itself, whatever the order and however often a file is named", async () => {
  const both = (targets: string[]) => withTargetLocks(folder, targets, pause);
  await Promise.all([both(["/w/a", "/w/b", "/w/a"]), both(["/w/b", "/w/a"]), both(["/w/b"])]);
  expect(readdirSync(folder)).toEqual([]);
});

it("releases what it holds when the work fails", async () => {
  const failing = withTargetLocks(folder, ["/w/a"], () => Promise.reject(new Error("bang")));
  await expect(failing).rejects.toThrow("bang");
  expect(readdirSync(folder)).toEqual([]);
});

it("names the file at which another is, and who that is, when it is not free in time", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work = withTargetLocks(folder, ["/w/a"], () => held);
  expect(await busyTarget(folder, ["/w/b", "/w/a"], 20)).toMatchObject({
    target: "/w/a",
    holder: expect.stringContaining(String(process.pid)),
  });
  expect(await busyTarget(folder, ["/w/b", "/w/c"], 20)).toBe(null);
  release();
  await work;
  expect(await busyTarget(folder, ["/w/a"], 20)).toBe(null);
  expect(readdirSync(folder)).toEqual([]);
});
