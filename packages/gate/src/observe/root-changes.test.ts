import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createKeptBytes, type RootLook } from "@intentgate/sidecar";
import { findRepository, hashOf, LARGEST_KEPT, stampAt } from "@intentgate/world";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createFileMemory } from "./file-memory.ts";
import { changesSince } from "./root-changes.ts";
import { createRootEye } from "./root-look.ts";

let folder: string;
let root: string;
beforeEach(() => {
  folder = tempFolder("look");
  root = join(folder, "root");
  for (const path of ["a.ts", "src/b.ts"]) put(path, `${path} one\n`);
  mkdirSync(join(folder, "side"));
});

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
function git(words: readonly string[], input = ""): string {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"];
  const done = spawnSync("git", [...who, ...words], { cwd: root, encoding: "utf8", input });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
  return done.stdout.trim();
}
const commit = () => {
  git(["init", "-q"]);
  git(["add", "-A"]);
  git(["commit", "-qm", "x"]);
};
/** Git is only sure of files that are older than its index. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 30));
/** Long after every file was written, so that its stamp tells; or in the very moment. */
const later = () => Date.now() + 10_000;
const atOnce = () => stampAt(join(root, "a.ts"))?.ctimeMs ?? 0;

const cacheFolder = () => join(folder, "side", "cache", "before");
function eyeOn(limit = 1_000_000, isSecret: (path: string) => boolean = () => false, now = later) {
  const repository = findRepository(root);
  const cache = createKeptBytes({
    folder: cacheFolder(),
    former: join(folder, "none"),
    limitBytes: () => limit,
    isWanted: () => true,
  });
  const memory = createFileMemory(join(folder, "memory"));
  const eye = createRootEye({
    root,
    repository,
    cache,
    memory,
    cacheLimit: () => limit,
    isSecret,
    doubted: () => new Set(),
    now,
  });
  const options = { limit: 1_000, reaches: () => false, matters: () => false };
  return {
    look: (mustBeSure = false) => eye.look({ ...options, mustBeSure }),
    since: (before: RootLook) => changesSince(before, { root, repository, eye, cache }, options),
  };
}
const bytesKept = () => readdirSync(cacheFolder()).filter((name) => name !== "pruned");
const kept = () => {
  try {
    return bytesKept().length;
  } catch {
    return 0;
  }
};
const text = (bytes: { state: string; bytes?: Uint8Array } | undefined) =>
  bytes?.bytes ? Buffer.from(bytes.bytes).toString() : bytes?.state;

describe("the bytes of a file before it changed", () => {
  it("are copied where only the tree has them", () => {
    const before = eyeOn().look();
    expect(kept()).toBe(2);
    put("a.ts", "two\n");
    const [change] = eyeOn().since(before).entries;
    expect([change?.path, text(change?.was.bytes), text(change?.now.bytes), change?.was.sure]).toEqual([
      "a.ts",
      "a.ts one\n",
      "two\n",
      true,
    ]);
  });

  it("are left to git where git has them", async () => {
    await aWhile();
    commit();
    const before = eyeOn().look();
    expect(kept()).toBe(0);
    put("a.ts", "two\n");
    const [change] = eyeOn().since(before).entries;
    expect([text(change?.was.bytes), change?.was.sure]).toEqual(["a.ts one\n", false]);
  });

  it("are read once and are sure from then on where they must be", async () => {
    await aWhile();
    commit();
    expect(eyeOn().look(true).sourceOf("a.ts")).toMatchObject({ in: "git", sure: true });
    expect(kept()).toBe(0);
    expect(readFileSync(join(folder, "memory"), "utf8")).toContain("a.ts\0");
    const later = eyeOn().look(false).sourceOf("a.ts");
    expect(later).toMatchObject({ in: "git", sure: true });
  });

  it("are not taken from an index that a program forged, where they must be sure", async () => {
    await aWhile();
    commit();
    const blob = git(["rev-parse", ":a.ts"]);
    const evil = git(["hash-object", "-w", "--stdin"], "evil one\n");
    const index = join(root, ".git/index");
    const bytes = readFileSync(index);
    Buffer.from(evil, "hex").copy(bytes, bytes.indexOf(Buffer.from(blob, "hex")));
    writeFileSync(index, bytes);
    await aWhile();
    expect(eyeOn().look(false).sourceOf("a.ts")).toEqual({ in: "git", blob: evil, sure: false });
    const before = eyeOn().look(true);
    expect(before.sourceOf("a.ts")).toEqual({ in: "cache", hash: hashOf("a.ts one\n") });
    put("a.ts", "two\n");
    expect(text(eyeOn().since(before).entries[0]?.was.bytes)).toBe("a.ts one\n");
  });

  it.each<[string, number, (path: string) => boolean, string]>([
    ["secret", 1_000_000, (path) => path === "a.ts", "a.ts one\n"],
    ["beyond the limit", 5, () => false, "a.ts one\n"],
    ["too large", 100_000_000, () => false, "x".repeat(LARGEST_KEPT + 1)],
  ])("are not known of a file that is %s, and nowhere kept", (_what, limit, isSecret, content) => {
    put("a.ts", content);
    const before = eyeOn(limit, isSecret).look();
    put("a.ts", "two\n");
    const [change] = eyeOn(limit).since(before).entries;
    expect([change?.path, change?.was.bytes.state]).toEqual(["a.ts", "unknown"]);
    const texts = kept() === 0 ? [] : bytesKept().map((name) => readFileSync(join(cacheFolder(), name), "utf8"));
    expect(texts).not.toContain(content);
  });

  it("are those of the newest files where not all can be kept", async () => {
    put("old.ts", "x".repeat(60));
    utimesSync(join(root, "old.ts"), 1, 1);
    put("new.ts", "y".repeat(60));
    const before = eyeOn(100).look();
    expect(before.sourceOf("new.ts").in).toBe("cache");
    expect(before.sourceOf("old.ts").in).toBe("nowhere");
  });

  it("are kept again where the cache lost them", async () => {
    await aWhile();
    eyeOn().look();
    rmSync(cacheFolder(), { recursive: true });
    const before = eyeOn().look();
    put("a.ts", "two\n");
    expect(text(eyeOn().since(before).entries[0]?.was.bytes)).toBe("a.ts one\n");
  });

  it("are a link's target for a link", () => {
    symlinkSync("a.ts", join(root, "link"));
    const before = eyeOn().look();
    rmSync(join(root, "link"));
    const [change] = eyeOn().since(before).entries;
    expect([change?.path, change?.was.link]).toEqual(["link", "a.ts"]);
  });
});

describe("a change within one tick of the clock", () => {
  it.each([
    ["of a file git does not know", () => undefined],
    ["of a committed file", commit],
  ])("is found by the bytes: %s", (_what, prepare) => {
    prepare();
    const before = eyeOn(1_000_000, () => false, atOnce).look();
    expect(before.young).toContain("a.ts");
    put("a.ts", "a.ts two\n");
    // As if the clock had not moved: the look holds the very stamp that stands there now.
    const stamp = stampAt(join(root, "a.ts"));
    if (!stamp) throw new Error("a.ts stands there");
    const tree = { ...before.tree, files: new Map([...before.tree.files, ["a.ts", stamp]]) };
    const changes = eyeOn().since({ ...before, tree }).entries;
    expect(changes.map(({ path }) => path)).toEqual(["a.ts"]);
    expect(eyeOn().since({ ...before, tree, young: [] }).entries).toEqual([]);
  });
});

describe("folders that git ignores", () => {
  beforeEach(() => {
    put(".gitignore", "dist/\n/.venv/\n");
    for (const path of ["dist/a.js", ".venv/lib/x.py", "fresh/a.ts", "fresh/dist/b.js"]) put(path, "1\n");
    git(["init", "-q"]);
    git(["add", ".gitignore", "a.ts", "src"]);
  });

  it("are not entered, and others without tracked files are", () => {
    const look = eyeOn().look();
    expect(look.skipped).toEqual(new Set(["dist", ".venv"]));
    expect([...look.tree.files.keys()].toSorted()).toEqual([
      ".gitignore",
      "a.ts",
      "fresh/a.ts",
      "fresh/dist/b.js",
      "src/b.ts",
    ]);
    expect(look.sourceOf("fresh/dist/b.js")).toEqual({ in: "nowhere", hash: null });
  });

  it("stay closed at the second look, and new ones are closed too", () => {
    const before = eyeOn().look();
    for (const path of ["dist/a.js", "dist/new.js", "src/dist/x.js", "open/x.js"]) put(path, "2\n");
    expect(
      eyeOn()
        .since(before)
        .entries.map(({ path }) => path),
    ).toEqual(["open/x.js"]);
  });

  it("hide nothing that was seen before, also when git forgets the files or is told to ignore them", () => {
    put("gen/x.ts", "1\n");
    git(["add", "-f", "gen"]);
    const before = eyeOn().look();
    git(["rm", "-rq", "--cached", "gen", "src"]);
    put(".gitignore", "dist/\n/.venv/\ngen/\nsrc/\nfresh/\n");
    expect(
      eyeOn()
        .since(before)
        .entries.map(({ path }) => path),
    ).toEqual([".gitignore"]);
    put("fresh/a.ts", "2\n");
    put("gen/x.ts", "2\n");
    const changed = eyeOn()
      .since(before)
      .entries.map(({ path }) => path);
    expect(changed).toEqual([".gitignore", "fresh/a.ts", "gen/x.ts"]);
  });

  it("are not asked about where a pipe stands in the place of the rules: git would wait for it", () => {
    put("src/x.log", "1\n");
    put(".git/info/exclude", "*.log\n");
    const before = eyeOn().look();
    spawnSync("mkfifo", [join(root, "src/.gitignore")]);
    put("src/x.log", "2\n");
    expect(
      eyeOn()
        .since(before)
        .entries.map(({ path }) => path),
    ).toEqual(["src/.gitignore", "src/x.log"]);
  });

  it("are read by their names alone: a file called like a git pattern changes nothing", () => {
    put(":(exclude)dist/x", "1\n");
    put("!dist", "1\n");
    const before = eyeOn().look();
    put("dist/a.js", "2\n");
    expect(eyeOn().since(before).entries).toEqual([]);
  });
});
