/** Programs that load what the project holds for them say so, that a person may be asked. */
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../../test/support/shell/uses-contract.ts";
import { findProgram } from "./program-list.ts";

function loadedBy(command: string): string[] | undefined {
  const [name, ...args] = wordsOf(command);
  const use = findProgram(name?.text ?? "")?.use(args, { stdin: { kind: "unknown" }, variable: () => undefined });
  return use?.effects.flatMap((effect) => (effect.does === "load_settings" ? [effect.program] : []));
}

describe("code of the project that a program loads", () => {
  it.each([
    ["prettier --write a.ts", "prettier"],
    ["eslint --fix src", "eslint"],
    ["stylelint --fix a.css", "stylelint"],
    ["rustfmt src/lib.rs", "rustfmt"],
    ["gawk -i inplace '{print}' file.txt", "awk"],
  ])("%s", (command, program) => {
    expect(loadedBy(command)).toEqual([program]);
  });

  it.each([
    "black file.py",
    "biome format --write src/a.ts",
    "gofmt -w a.go",
    "awk '{print}' file.txt",
    "python3 -I -m json.tool a.json",
    "python3 -V",
  ])("nothing by %s", (command) => {
    expect(loadedBy(command)).toEqual([]);
  });

  it.each([
    "python3 -c 'import shutil; print(1)'",
    "python3 -c 'print(1)'",
    "python3 -I -c 'print(1)'",
    "python3 -m json.tool",
    "python3 -I -m http.server",
    "python3 -I x.py",
    "python3 -I -W x -c 1",
  ])("does not know %s", (command) => {
    expect(loadedBy(command)).toBeUndefined();
  });
});
