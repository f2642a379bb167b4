import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { searchRuns } from "../../../../test/support/search-runs.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { stampAt } from "../files/file-stamp.ts";
import { findRepository, type Repository } from "./git-facts.ts";
import { createIndexReader, type GitIndex, isAsGitSawIt, parseIndex } from "./git-index.ts";

let top: string;
beforeEach(() => {
  top = tempFolder("index");
});

function git(...words: string[]): string {
  const done = spawnSync("git", ["-c", "init.defaultBranch=main", ...words], { cwd: top, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
  return done.stdout;
}
function put(path: string, text = path): void {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), text);
}
const repository = () => findRepository(top) as Repository;
const read = (root = top) => createIndexReader(repository(), root)();
/** What git itself says it tracks. */
function tracked(): Record<string, string> {
  const lines = git("ls-files", "-s", "-z").split("\0").filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(line.indexOf("\t") + 1), line.split(" ")[1] ?? ""]));
}
const found = (index: GitIndex | null) =>
  Object.fromEntries([...(index?.entries ?? [])].map(([path, { blob }]) => [path, blob]));

const names = [
  "a.ts",
  "src/b.ts",
  "src/deep/er/c.ts",
  "src/deeper.ts",
  "with space",
  "new\nline",
  "ümlaut/ß.ts",
  "x".repeat(200),
];

describe("the index as git wrote it", () => {
  it.each<[string, string[], () => void]>([
    ["version 2", [], () => undefined],
    ["version 4, which leaves out what names share", [], () => git("update-index", "--index-version", "4")],
    [
      "version 3, with entries that are to be added",
      [],
      () => {
        put("later.ts");
        git("add", "-N", "later.ts");
      },
    ],
    ["flags that hide a file", [], () => git("update-index", "--skip-worktree", "a.ts", "src/b.ts")],
    ["assumed to be unchanged", [], () => git("update-index", "--assume-unchanged", "a.ts")],
    ["extensions behind the entries", [], () => git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x")],
    ["longer names of objects", ["--object-format=sha256"], () => undefined],
  ])("is read whole: %s", (_what, options, prepare) => {
    git("init", "-q", ...options);
    for (const name of names) put(name);
    git("add", "-A");
    prepare();
    expect(found(read())).toEqual(tracked());
    expect(read()?.folders).toEqual(new Set(["src", "src/deep", "src/deep/er", "ümlaut"]));
  });

  it("is read from below the top of the repository", () => {
    git("init", "-q");
    for (const name of names) put(name);
    git("add", "-A");
    expect([...(read(join(top, "src"))?.entries.keys() ?? [])]).toEqual(["b.ts", "deep/er/c.ts", "deeper.ts"]);
  });

  it("tells repositories of their own apart", () => {
    git("init", "-q");
    put("a.ts");
    git("add", "-A");
    git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},libs/other`);
    expect(read()?.modules).toEqual(new Map([["libs/other", "1".repeat(40)]]));
    expect([...(read()?.entries.keys() ?? [])]).toEqual(["a.ts"]);
  });

  it("says nothing of an entry in conflict", () => {
    git("init", "-q");
    const blob = spawnSync("git", ["hash-object", "-w", "--stdin"], {
      cwd: top,
      input: "x",
      encoding: "utf8",
    }).stdout.trim();
    const stages = [1, 2, 3].map((stage) => `100644 ${blob} ${stage}\tboth.ts\n`).join("");
    spawnSync("git", ["update-index", "--index-info"], { cwd: top, input: stages });
    expect(read()?.entries.get("both.ts")?.stat).toBeNull();
  });

  it("is read again when it has changed, and only then", () => {
    git("init", "-q");
    put("a.ts");
    git("add", "-A");
    const reader = createIndexReader(repository(), top);
    const first = reader();
    expect(reader()).toBe(first);
    put("b.ts");
    git("add", "-A");
    expect([...(reader()?.entries.keys() ?? [])]).toEqual(["a.ts", "b.ts"]);
  });
});

describe("an index that cannot be read", () => {
  it("is none, where there is none", () => {
    git("init", "-q");
    expect(read()).toBeNull();
  });

  it("is none, where most of it stands in another file", () => {
    git("init", "-q");
    put("a.ts");
    git("add", "-A");
    git("update-index", "--split-index");
    expect(read()).toBeNull();
  });

  it.each([
    ["no index", Buffer.from("something else that is long enough to hold a header")],
    ["of a later version", Buffer.concat([Buffer.from("DIRC\0\0\0\x05\0\0\0\0"), Buffer.alloc(40)])],
    ["that promises more than it holds", Buffer.concat([Buffer.from("DIRC\0\0\0\x02\0\0\xff\xff"), Buffer.alloc(200)])],
    ["empty", Buffer.alloc(0)],
  ])("is none: %s", (_what, bytes) => {
    expect(parseIndex(bytes, 20)).toBeNull();
  });

  it("is never a reason to fail, wherever it was cut or bent", () => {
    git("init", "-q");
    for (const name of names) put(name);
    git("add", "-A");
    for (const version of ["2", "4"]) {
      git("update-index", "--index-version", version);
      const whole = readFileSync(join(top, ".git/index"));
      fc.assert(
        fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), (cut, at, byte) => {
          const bent = Buffer.from(whole.subarray(0, cut));
          if (at < bent.length) bent[at] = byte;
          const parsed = parseIndex(bent, 20);
          expect(parsed === null || parsed.length <= 0xffffffff).toBe(true);
        }),
        { numRuns: searchRuns(300) },
      );
    }
  });
});

describe("a file as git saw it", () => {
  function seen(path: string): boolean {
    const index = read() as GitIndex;
    const [stamp, entry] = [stampAt(join(top, path)), index.entries.get(path)];
    return stamp !== null && entry !== undefined && isAsGitSawIt(stamp, entry, index);
  }
  beforeEach(async () => {
    git("init", "-q");
    put("a.ts", "one\n");
    await new Promise((resolve) => setTimeout(resolve, 20)); // younger than the index is not as young as it
    git("add", "-A");
  });

  it("is one that nobody touched", () => expect(seen("a.ts")).toBe(true));

  it.each<[string, (file: string) => void]>([
    ["was written", (file) => appendFileSync(file, "two\n")],
    ["was written with bytes of the same length", (file) => writeFileSync(file, "two\n")],
    [
      "was replaced",
      (file) => {
        rmSync(file);
        writeFileSync(file, "one\n");
      },
    ],
    [
      "was written and given its old times",
      (file) => {
        const { mtimeMs } = stampAt(file) ?? { mtimeMs: 0 };
        writeFileSync(file, "two\n");
        utimesSync(file, mtimeMs / 1000, mtimeMs / 1000);
      },
    ],
  ])("is not one that %s", (_what, change) => {
    change(join(top, "a.ts"));
    expect(seen("a.ts")).toBe(false);
  });

  it("is not one as young as the index", () => {
    put("b.ts");
    git("add", "-A");
    const index = read() as GitIndex;
    const stamp = stampAt(join(top, "b.ts"));
    const entry = index.entries.get("b.ts");
    if (!stamp || !entry) throw new Error("b.ts is tracked");
    expect(isAsGitSawIt(stamp, entry, { ...index, writtenMs: stamp.mtimeMs })).toBe(false);
  });
});
