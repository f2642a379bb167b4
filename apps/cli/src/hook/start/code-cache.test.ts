import { chmodSync, existsSync, readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../../test/support/temp-folder.ts";
import { createCodeCache } from "./code-cache.ts";

let folder: string;
beforeEach(() => {
  folder = tempFolder("code");
});

const code = Buffer.from("what V8 made of it");
const cache = (node = "node 20") => createCodeCache(join(folder, "code"), node);
const file = () => join(folder, "code", "core.js.code");

describe("code of a script", () => {
  it("is found again, with the modules it knows", () => {
    cache().write("core.js", { code, modules: [3, 1, 200] });
    expect(cache().read("core.js")).toEqual({ code, modules: [3, 1, 200] });
    expect(readdirSync(join(folder, "code"))).toEqual(["core.js.code"]);
  });

  it("is not found for another script, for another node, or where nothing was kept", () => {
    expect(cache().read("core.js")).toBeNull();
    cache().write("core.js", { code, modules: [1] });
    expect(cache().read("shell.js")).toBeNull();
    expect(cache("node 22").read("core.js")).toBeNull();
  });

  it("is as good as absent with any single byte of it changed", () => {
    cache().write("core.js", { code, modules: [1, 2] });
    const whole = readFileSync(file());
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0x20, at);
      writeFileSync(file(), damaged);
      expect(cache().read("core.js"), `byte ${at}`).toBeNull();
    }
  });

  it.each([0, 1, 31, 32, 33, 50])("is as good as absent when it was cut to %i bytes", (size) => {
    cache().write("core.js", { code, modules: [1] });
    truncateSync(file(), size);
    expect(cache().read("core.js")).toBeNull();
  });

  it("is not run where others may write it", () => {
    cache().write("core.js", { code, modules: [1] });
    chmodSync(file(), 0o620);
    expect(cache().read("core.js")).toBeNull();
    chmodSync(file(), 0o602);
    expect(cache().read("core.js")).toBeNull();
  });

  it("leaves nothing behind where it cannot be kept", () => {
    writeFileSync(join(folder, "code"), "a file stands in the way");
    expect(() => cache().write("core.js", { code, modules: [1] })).toThrow();
    expect(existsSync(file())).toBe(false);
    expect(readdirSync(folder)).toEqual(["code"]);
  });

  it("of another version goes a week after it was last renewed, and no earlier", () => {
    for (const name of ["core-old.js", "core-other.js", "core.js"]) cache().write(name, { code, modules: [1] });
    const long = new Date(Date.now() - 8 * 24 * 60 * 60_000);
    for (const name of ["core-old.js", "core.js"]) utimesSync(join(folder, "code", `${name}.code`), long, long);
    cache().sweep(["core.js"]);
    expect(readdirSync(join(folder, "code")).sort()).toEqual(["core-other.js.code", "core.js.code"]);
  });
});
