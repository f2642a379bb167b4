import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import type { PlannedFile } from "./plan-install.ts";
import { openReceipt } from "./receipt.ts";
import { undoPlan, writePlan } from "./write-plan.ts";

function place() {
  const folder = tempFolder("plan");
  const receipt = openReceipt(join(folder, "state"));
  return { root: folder, receipt, file: (path: string) => join(folder, path) };
}

const planned = (path: string, before: string | null, after: string | null): PlannedFile => ({
  path,
  before,
  after,
  isProgram: false,
  keepOut: true,
});

it("remembers what stood there first, however often it is written", () => {
  const { root, receipt, file } = place();
  writeFileSync(file("a.json"), "mine");
  writePlan(root, [planned("a.json", "mine", "ours 1")], receipt, (_path, text) => text);
  writePlan(root, [planned("a.json", "ours 1", "ours 2")], receipt, (_path, text) => text);
  undoPlan(root, [planned("a.json", "ours 2", receipt.list()[0]?.before ?? null)], receipt);
  expect([readFileSync(file("a.json"), "utf8"), receipt.list()]).toEqual(["mine", []]);
});

it("remembers what a person made of it since, without our part", () => {
  const { root, receipt, file } = place();
  writePlan(root, [planned("a.json", null, "ours")], receipt, () => null);
  writeFileSync(file("a.json"), "ours, theirs");
  writePlan(root, [planned("a.json", "ours, theirs", "ours 2, theirs")], receipt, () => "theirs");
  expect(receipt.list()[0]?.before).toBe("theirs");
});

it("takes the folders it made away again, but not what others put into them", () => {
  const { root, receipt, file } = place();
  writePlan(root, [planned("x/y/a.json", null, "1"), planned("x/y/b.json", null, "2")], receipt, () => null);
  writeFileSync(file("x/theirs"), "");
  undoPlan(root, [planned("x/y/a.json", "1", null), planned("x/y/b.json", "2", null)], receipt);
  expect([existsSync(file("x/y")), existsSync(file("x/theirs"))]).toEqual([false, true]);
});

it("does not write over what was changed after it was looked at", () => {
  const { root, receipt, file } = place();
  writeFileSync(file("a.json"), "newer");
  expect(() => writePlan(root, [planned("a.json", "mine", "ours")], receipt, () => null)).toThrow("was changed while");
  expect(() => writePlan(root, [planned("a.json", null, "ours")], receipt, () => null)).toThrow("was changed while");
  rmSync(file("a.json"));
  symlinkSync("/etc/hostname", file("a.json"));
  expect(() => writePlan(root, [planned("a.json", null, "ours")], receipt, () => null)).toThrow("is a link");
});

it.each(["", "{", "[]", '{"version":1,"files":[{}]}', '{"version":9,"files":[]}'])(
  "does not guess from a receipt that reads %j",
  (text) => {
    const { receipt, file } = place();
    receipt.keep([{ path: "a", before: null, wrote: "w", keptOut: false, folders: [] }]);
    writeFileSync(file("state/host-settings.json"), text);
    expect(() => receipt.list()).toThrow("damaged");
  },
);
