import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createSidecar } from "./create-sidecar.ts";

function folder(): string {
  const made = tempFolder("sidecar");
  return made;
}

const files = [
  { name: "a.yaml", text: "a: 1\n" },
  { name: "b.yaml", text: "b: 2\n" },
];

it("writes what is missing, and nothing a second time", () => {
  const sidecar = join(folder(), ".orchestration");
  expect(createSidecar(sidecar, files).map((one) => one.action)).toEqual(["wrote", "wrote"]);
  writeFileSync(join(sidecar, "a.yaml"), "mine\n");
  rmSync(join(sidecar, "b.yaml"));
  expect(createSidecar(sidecar, files)).toEqual([
    { name: "a.yaml", action: "kept" },
    { name: "b.yaml", action: "wrote" },
  ]);
  expect(readFileSync(join(sidecar, "a.yaml"), "utf8")).toBe("mine\n");
  expect(readdirSync(sidecar).sort(), "no temporary file is left").toEqual(["a.yaml", "b.yaml"]);
});

it("does not write through a link where a file should be", () => {
  const base = folder();
  const sidecar = join(base, ".orchestration");
  mkdirSync(sidecar);
  symlinkSync(join(base, "elsewhere"), join(sidecar, "a.yaml"));
  expect(createSidecar(sidecar, files)[0]).toEqual({ name: "a.yaml", action: "kept" });
  expect(existsSync(join(base, "elsewhere"))).toBe(false);
});

it.each(["a link", "not a folder"])("refuses a sidecar that is %s", (what) => {
  const base = folder();
  const sidecar = join(base, ".orchestration");
  if (what === "a link") {
    mkdirSync(join(base, "elsewhere"));
    symlinkSync(join(base, "elsewhere"), sidecar);
  } else writeFileSync(sidecar, "");
  expect(() => createSidecar(sidecar, files)).toThrow(what);
  expect(existsSync(join(base, "elsewhere/a.yaml"))).toBe(false);
});
