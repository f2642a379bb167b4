import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { until } from "../../../../test/support/patience.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { removeFolder } from "./make-folder.ts";

it("removes a folder into which a process that soon ends keeps writing", async () => {
  const folder = join(tempFolder("remove"), "state");
  mkdirSync(folder);
  const script = `const { writeFileSync } = require("node:fs");
    let end = Number.POSITIVE_INFINITY;
    for (let n = 0; Date.now() < end; n++) {
      if (n === 150) end = Date.now() + 700;
      try { writeFileSync(process.argv[1] + "/" + n, "x"); } catch { break; }
    }`;
  const writer = spawn(process.execPath, ["-e", script, folder], { stdio: "ignore" });
  await until(() => readdirSync(folder).length > 100);
  removeFolder(folder);
  expect(existsSync(folder)).toBe(false);
  writer.kill();
});

it("has nothing to do where there is none", () => {
  expect(() => removeFolder(join(tempFolder("remove"), "none"))).not.toThrow();
});
