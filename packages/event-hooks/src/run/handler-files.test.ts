import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import type { Handler } from "../declared/event-hook.ts";
import { commandWords } from "./command-words.ts";
import { digestAt, digestsOf, openFiles, placesOf, scriptFiles, whyUntrustable } from "./handler-files.ts";
import { haveSameBytes } from "./trust-file.ts";

const handler = (command: string, files: string[] = [], kind: Handler["kind"] = "script") =>
  commandWords({ kind, command, files, timeout_ms: 1 });

function folder(): string {
  const path = tempFolder("files");
  return path;
}

describe("the files that a handler is made of", () => {
  it.each<[string, string[]]>([
    ["./scripts/a.sh", ["scripts/a.sh"]],
    ["scripts//a.sh", ["scripts/a.sh"]],
    ["sh scripts/a.sh --fast", ["scripts/a.sh"]],
    ["node --import ./x.mjs main.mjs", ["x.mjs", "main.mjs"]],
    ["node --import=./x.mjs main.mjs", ["x.mjs", "main.mjs"]],
    ["sh gatecheck", ["gatecheck"]],
    ["bash -eu gatecheck", ["gatecheck"]],
    ["deno run -A --allow-read check", ["check"]],
    ["python3 -m tool", []],
    ["'./my scripts/a.sh' x", ["my scripts/a.sh"]],
    ["./a.sh | tee out/log.txt", ["a.sh"]],
    ["/opt/tool/run", ["/opt/tool/run"]],
    ["true", []],
  ])("%s", (command, files) => expect(scriptFiles(handler(command))).toEqual(expect.arrayContaining(files)));

  it("are all of them, named twice or not, and none of a part of the gate", () => {
    expect(scriptFiles(handler("./a.sh", ["./a.sh", "lib/x.txt"]))).toEqual(["a.sh", "lib/x.txt"]);
    expect(scriptFiles(handler("session_summary", ["x"], "builtin"))).toEqual([]);
    expect(scriptFiles(handler("hooks/a b.ts", ["lib.ts"], "module"))).toEqual(["hooks/a b.ts", "lib.ts"]);
  });

  it.each([
    ["npm run lint", ["package.json", ".npmrc"]],
    ["/usr/bin/npm run lint", ["/usr/bin/npm", "package.json", ".npmrc"]],
    ["make check", ["GNUmakefile", "makefile", "Makefile"]],
    ["/usr/bin/make check", ["/usr/bin/make", "GNUmakefile", "makefile", "Makefile"]],
    ["cargo test", ["Cargo.toml", "build.rs", ".cargo/config.toml", ".cargo/config", "rust-toolchain.toml"]],
  ])("%s is steered by files that it does not name", (command, files) => {
    expect(scriptFiles(handler(command))).toEqual(files);
  });

  it("are also words that happen to be files, and those that would be", () => {
    const root = folder();
    for (const name of ["data", "other.mk"]) writeFileSync(join(root, name), "");
    mkdirSync(join(root, "src"));
    const open = (command: string, files: string[] = []) => openFiles(root, handler(command, files)).sort();
    expect(open("tool data src none src/later.txt")).toEqual(["data", "src/later.txt"]);
    expect(open("make -fother.mk check")).toEqual(["other.mk"]);
    expect(open("sh -c '. ./a.sh; data'", ["x"])).toEqual(expect.arrayContaining(["a.sh", "data"]));
    expect(Object.keys(digestsOf(root, handler("tool data src none src/later.txt")))).toContain("data");
  });
});

describe("what a command runs", () => {
  function project(): string {
    const root = folder();
    for (const name of ["hooks", "tools", "pym", "bare"]) mkdirSync(join(root, name));
    for (const name of [
      ...["gatecheck", "check.sh", "n.js", "hooks/n.js", "hooks/check.sh", "pym/chk.py", "tools/c.sh", "tools/d.sh"],
      ...[
        "Makefile",
        "package.json",
        "build.gradle",
        "tools/Makefile",
        "tools/package.json",
        "hooks/a b.sh",
        "lib.txt",
      ],
    ])
      writeFileSync(join(root, name), "");
    return root;
  }
  const why = (command: string, files: string[] = [], kind: Handler["kind"] = "script") =>
    whyUntrustable(project(), handler(command, files, kind));

  it.each([
    "./check.sh",
    "./check.sh --fast level=2 1.5",
    "sh gatecheck",
    "sh -eu hooks/check.sh src",
    "'./hooks/a b.sh'",
    "node hooks/n.js",
    "node --no-warnings n.js hooks",
    "python3 -u pym/chk.py",
    "/bin/sh tools/c.sh",
    "make check",
    "/usr/bin/make check",
    "npm run lint",
    "npm run tools",
    "make -s hooks/n.js",
    "deno run -A n.js",
    "true",
    "git diff --check",
  ])("%s is told by its words", (command) => expect(why(command)).toBeNull());

  it.each([
    "sh gate",
    "sh",
    "sh hooks",
    "sh -s gatecheck",
    "sh -c gatecheck",
    "sh -ec gatecheck",
    "bash --rcfile lib.txt gatecheck",
    "bash -o posix gatecheck",
    "node hooks/n",
    "node n",
    "node hooks",
    "node -e 1",
    "node --eval=1",
    "node -r ./n.js gatecheck",
    "node --import ./n.js n",
    "/usr/bin/node hooks/n",
    "nodejs hooks/n",
    "node20 hooks/n",
    "python3 -m pym.chk",
    "python3.11 -m pym.chk",
    "python3 -c 'import pym.chk'",
    "python3 pym",
    "perl -MFoo gatecheck",
    "ruby -e 1",
    "php -r 1",
    "bun run lint",
    "deno task x",
    'sh "$PWD/tools/c.sh"',
    "for f in tools/*.sh; do sh $f; done",
    "./check.sh | cat",
    "X=1 ./check.sh",
    ". ./check.sh",
    "env sh gatecheck",
    "/usr/bin/env -S node n",
    "timeout 5 sh gatecheck",
    "xargs sh",
    "npx tool",
    "npm exec tool",
    "npm -w tools run x",
    "npm --workspace=tools run x",
    "yarn workspace tools x",
    "poetry run x",
    "gradle -p tools x",
    "make -f none.mk",
    "gradle -ptools x",
    "gradle --project=tools x",
    "just check",
    "cargo test",
    "./none.sh",
    "./check.sh none/x.txt",
    "./check.sh --with=later.sh",
    "tool hooks/",
    "./check.sh 'src/**'",
    "'unfinished",
  ])("%s is not, and nobody can trust it", (command) => {
    expect(why(command)?.remedy).toContain("handler.files");
  });

  it.each([
    "node hooks/n",
    "sh -c gatecheck",
    "python3 -m pym.chk",
    'sh "$PWD/tools/c.sh"',
    "env sh gatecheck",
    "./check.sh 'src/**'",
    "./check.sh | cat",
    "npx tool",
  ])("%s is where a person lists what runs", (command) => {
    expect(why(command, ["lib.txt", "hooks"])).toBeNull();
    expect(why(command, ["lib.txt", "gone"])?.why).toContain("gone does not exist");
  });

  it.each([
    "cd hooks && ./check.sh",
    "cd hooks; sh check.sh",
    "sh -c 'cd hooks && ./check.sh'",
    "env -C hooks ./check.sh",
    "env --chdir=hooks ./check.sh",
    "make -C tools",
    "make -Ctools",
    "make -sC tools",
    "/usr/bin/make --directory=tools",
    "npm --prefix tools run x",
    "npm --prefix=tools run x",
    "yarn --cwd tools x",
    "pnpm -C tools x",
    "cargo test --manifest-path tools/Cargo.toml",
  ])("%s works in another folder, whatever is listed", (command) => {
    for (const files of [[], ["hooks", "tools"]]) expect(why(command, files)?.why).toContain("write a script");
  });

  it("which is missing is not trusted: not a script, not a module, not a listed file", () => {
    expect(why("./none.sh", ["lib.txt"])?.why).toContain("none.sh does not exist");
    expect(why("./none.sh | cat", ["lib.txt"])?.why).toContain("none.sh does not exist");
    expect(why("none.mjs", [], "module")?.why).toContain("none.mjs does not exist");
    expect(why("n.js", ["gone"], "module")?.why).toContain("gone does not exist");
    expect(why("n.js", ["lib.txt"], "module")).toBeNull();
    expect(why("session_summary", ["gone"], "builtin")).toBeNull();
  });
});

describe("their bytes", () => {
  it("are told by content, for folders by all that is in them", () => {
    const root = folder();
    mkdirSync(join(root, "lib/deep"), { recursive: true });
    writeFileSync(join(root, "lib/deep/a.txt"), "1");
    const before = digestAt(root, "lib");
    expect(digestAt(root, "lib")).toBe(before);
    const changes = [
      () => writeFileSync(join(root, "lib/deep/a.txt"), "2"),
      () => writeFileSync(join(root, "lib/b.txt"), ""),
      () => rmSync(join(root, "lib/deep"), { recursive: true }),
    ];
    const seen = new Set([before]);
    for (const change of changes) {
      change();
      seen.add(digestAt(root, "lib"));
    }
    expect(seen.size).toBe(4);
    expect([digestAt(root, "none"), digestAt(root, "lib/b.txt/below")]).toEqual([null, null]);
  });

  it("that cannot be known are like no others, and never like themselves", () => {
    const root = folder();
    mkdirSync(join(root, "lib"));
    symlinkSync("/etc", join(root, "lib/out"));
    const digests = digestsOf(root, handler("true", ["lib"]));
    expect(digests).toEqual({ lib: "unknown" });
    expect(haveSameBytes(digests, digests)).toBe(false);
  });

  it.each<[Record<string, string | null>, Record<string, string | null>, boolean]>([
    [{}, {}, true],
    [{ a: "1", b: "2" }, { b: "2", a: "1" }, true],
    [{ a: "1", b: null }, { b: null, a: "1" }, false],
    [{ a: null }, { a: null }, false],
    [{ a: "1" }, { a: "2" }, false],
    [{ a: "1" }, {}, false],
    [{}, { a: "1" }, false],
    [{ a: null }, { a: "1" }, false],
    [{ a: null }, { toString: null }, false],
  ])("%j and %j", (some, others, same) => expect(haveSameBytes(some, others)).toBe(same));
});

it("a link protects what it leads to as well", () => {
  const root = folder();
  mkdirSync(join(root, "real"));
  writeFileSync(join(root, "real/a.sh"), "");
  symlinkSync("real", join(root, "scripts"));
  symlinkSync("a.sh", join(root, "real/b.sh"));
  expect(placesOf(root, ["scripts/a.sh"])).toEqual([join(root, "scripts/a.sh"), join(root, "real/a.sh")]);
  expect(placesOf(root, ["scripts/b.sh"])).toEqual([
    join(root, "scripts/b.sh"),
    join(root, "real/b.sh"),
    join(root, "real/a.sh"),
  ]);
  expect(placesOf(root, ["scripts/none.sh", "none/x.sh"])).toEqual([
    join(root, "scripts/none.sh"),
    join(root, "real/none.sh"),
    join(root, "none/x.sh"),
  ]);
});
