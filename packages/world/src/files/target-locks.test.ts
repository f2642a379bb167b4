import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { withTargetLocks } from "./file-lock.ts";

const home = mkdtempSync(join(tmpdir(), "targets-"));
const folder = join(home, "locks");
afterAll(() => rmSync(home, { recursive: true, force: true }));
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
