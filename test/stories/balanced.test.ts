/** `balanced`: what an undo gives back passes, and what it could not give back asks. No box: what is read is what runs. */
import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { searchRows } from "../support/search-runs.ts";
import { call, put, type Scene, type SceneFiles } from "./scene.ts";
import { here, undo, working } from "./undo-scene.ts";

const MOVED = `*** Begin Patch
*** Update File: src/auth/token.ts
*** Move to: src/auth/moved.ts
*** End Patch
`;
const files = {
  "src/auth/deep/a.ts": "a\n",
  "src/auth/deep/er/b.bin": "\0\r\n\tb",
  "src/auth/it's [id] (x).ts": "odd\n",
  "src/auth/sécrète.ts": "é\n",
  ".gitignore": ".orchestration/\n*.log\nsrc/auth/dist/\n",
};

type Deed = string | readonly [tool: string, input: Record<string, unknown>];

function done(scene: Scene, deed: Deed) {
  return typeof deed === "string" ? call(scene, "execute_command", { command: deed }) : call(scene, ...deed);
}

/** Every file of the tree with its kind, its permissions and its bytes. */
function picture(scene: Scene): Record<string, string> {
  const found: Record<string, string> = {};
  for (const path of readdirSync(scene.repo, { recursive: true, encoding: "utf8" }).sort()) {
    if (/^(\.git|\.orchestration|AGENT\.md)(\/|$)/.test(path)) continue;
    const stat = lstatSync(join(scene.repo, path));
    if (stat.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(scene.repo, path))}`;
    else if (stat.isFile())
      found[path] = `${(stat.mode & 0o777).toString(8)} ${readFileSync(join(scene.repo, path), "latin1")}`;
  }
  return found;
}

/** Work that nobody committed: changed, staged, new, and a link. */
async function dirty(policy?: string): Promise<Scene> {
  const scene = await working({ files, ...(policy === undefined ? {} : { policy }) });
  put(scene.repo, "src/auth/token.ts", "not committed\n");
  put(scene.repo, "src/auth/new.ts", "never in git\n");
  put(scene.repo, "src/auth/deep/more.ts", "never in git either\n");
  symlinkSync("token.ts", here(scene, "src/auth/link.ts"));
  symlinkSync("nowhere-at-all", here(scene, "src/auth/nowhere"));
  symlinkSync("deep", here(scene, "src/auth/folder"));
  return scene;
}

describe("passes, and an undo gives every byte back", () => {
  it.each<[string, Deed]>([
    ["a file that was changed and not committed, by the file tool", ["delete_file", { path: "src/auth/token.ts" }]],
    ["a file that git never had, by the file tool", ["delete_file", { path: "src/auth/new.ts" }]],
    ["a file moved by a patch", ["apply_patch", { patch: MOVED }]],
    ...searchRows([
      "rm src/auth/token.ts",
      "rm -f src/auth/new.ts src/auth/token.ts",
      "rm -r src/auth/deep",
      "cd src/auth && rm -rf deep",
      "rm src/auth/*.ts",
      'rm "src/auth/it\'s [id] (x).ts" src/auth/sécrète.ts',
      "unlink src/auth/new.ts",
      "git rm -q src/auth/deep/a.ts",
      "git rm -q -f src/auth/token.ts",
      "git rm -q -r -f src/auth/deep",
      "mv src/auth/token.ts src/auth/other.ts",
      "mv src/auth/deep src/auth/lib",
      "git mv src/auth/deep src/auth/lib",
      "find src/auth/deep -name '*.ts' -delete",
      "find src/auth/deep -type f -exec rm {} +",
      "rm src/auth/link.ts",
      "rm src/auth/nowhere",
      "rm src/auth/folder src/auth/new.ts",
      "mv src/auth/link.ts src/auth/renamed.ts",
      "mv src/auth/new.ts src/auth/nowhere",
    ]).map((command): [string, Deed] => [command, command]),
  ])("%s", async (_what, deed) => {
    const scene = await dirty();
    const before = picture(scene);
    expect(await done(scene, deed)).toMatchObject({ decision: "allow" });
    const after = picture(scene);
    expect(after).not.toEqual(before);
    expect(await undo(scene, "--last")).toMatchObject({ code: 0, left: [] });
    expect(picture(scene)).toEqual(before);
  });
});

/** What is asked about, and nobody is there to answer: nothing was done. */
async function asks(scene: Scene, deed: Deed): Promise<void> {
  const before = picture(scene);
  const said = await done(scene, deed);
  expect(said).toMatchObject({ decision: "deny", code: "NO_ANSWER" });
  expect(picture(scene)).toEqual(before);
}

describe("asks, and does nothing until somebody answers", () => {
  it.each<[string, (scene: Scene) => void, Deed]>([
    ["a secret file", (scene) => put(scene.repo, "src/auth/b.key", "KEY=1\n"), "rm src/auth/b.key"],
    [
      "a secret file that moves",
      (scene) => put(scene.repo, "src/auth/a.pem", "k\n"),
      "mv src/auth/a.pem src/auth/b.pem",
    ],
    [
      "a secret file that is written over",
      (scene) => put(scene.repo, "src/auth/b.key", "KEY=1\n"),
      ["apply_diff", { path: "src/auth/b.key", diff: "<<<<<<< SEARCH\nKEY=1\n=======\nKEY=2\n>>>>>>> REPLACE" }],
    ],
    [
      "a folder with a secret file in it",
      (scene) => put(scene.repo, "src/auth/deep/x.key", "k\n"),
      "rm -r src/auth/deep",
    ],
    [
      "a folder with files that git ignores",
      (scene) => put(scene.repo, "src/auth/dist/a.js", "a\n"),
      "rm -rf src/auth/dist",
    ],
    [
      "a folder with packages in it",
      (scene) => put(scene.repo, "src/auth/node_modules/a/i.js", "a\n"),
      "rm -rf src/auth/node_modules",
    ],
    [
      "a folder with a repository in it",
      (scene) => put(scene.repo, "src/auth/sub/.git/config", "x\n"),
      "rm -rf src/auth/sub",
    ],
    [
      "a file that is too large",
      (scene) => put(scene.repo, "src/auth/large.bin", "x".repeat(51_000_000)),
      "rm src/auth/large.bin",
    ],
    ["a pipe", (scene) => void execFileSync("mkfifo", [here(scene, "src/auth/pipe")]), "rm src/auth/pipe"],
    [
      "all that find finds below such a folder",
      (scene) => put(scene.repo, "src/auth/deep/y.pem", "k\n"),
      "find src/auth/deep -name '*.ts' -delete",
    ],
  ])("%s", async (_what, made, deed) => {
    const scene = await dirty();
    made(scene);
    await asks(scene, deed);
  });

  it("more files than go without a question, and not one less", async () => {
    const scene = await dirty("limits: { delete_without_asking: 3 }\n");
    for (const name of ["1", "2", "3", "4"]) put(scene.repo, `src/auth/many/${name}.ts`, name);
    await asks(scene, "rm -r src/auth/many");
    await asks(scene, "rm src/auth/many/*");
    await asks(scene, "find src/auth/many -delete");
    await asks(scene, "mkdir /tmp/x; mv src/auth/many /tmp/x");
    expect(await done(scene, "rm src/auth/many/1.ts src/auth/many/2.ts src/auth/many/3.ts")).toMatchObject({
      decision: "allow",
    });
  });

  it("what is more than may be kept", async () => {
    const scene = await dirty("limits: { before_cache_mb: 1 }\n");
    put(scene.repo, "src/auth/half.bin", "a".repeat(700_000));
    put(scene.repo, "src/auth/half2.bin", "b".repeat(700_000));
    await asks(scene, "rm src/auth/half.bin src/auth/half2.bin");
    expect(await done(scene, "rm src/auth/half.bin")).toMatchObject({ decision: "allow" });
  });

  it("what is more than may be kept of one call, in whichever ways it goes", async () => {
    const scene = await dirty("limits: { before_cache_mb: 1 }\n");
    put(scene.repo, "src/auth/half.bin", "a".repeat(700_000));
    put(scene.repo, "src/auth/half2.bin", "b".repeat(700_000));
    await asks(scene, "rm src/auth/half.bin; mv src/auth/half2.bin src/auth/half3.bin");
  });

  it("a secret file whose name is no text, by a pattern", async () => {
    const scene = await dirty();
    const odd = Buffer.concat([Buffer.from(here(scene, "src/auth/")), Buffer.from([0xff]), Buffer.from(".key")]);
    writeFileSync(odd, "k");
    expect(await done(scene, "rm src/auth/*.key")).toMatchObject({ decision: "deny", code: "NO_ANSWER" });
    expect(readFileSync(odd, "utf8")).toBe("k");
  });

  it.each<[string, Deed]>([
    ["rm src/auth/token.ts", "rm src/auth/token.ts"],
    ["delete_file", ["delete_file", { path: "src/auth/token.ts" }]],
    ["mv src/auth/token.ts src/auth/b.ts", "mv src/auth/token.ts src/auth/b.ts"],
  ])("everything in strict: %s", async (_what, deed) => {
    await asks(await dirty("approval: { mode: strict }\n"), deed);
  });
});

describe("is refused as before", () => {
  const place: SceneFiles = { files: { "docs/d.md": "d\n", "src/auth/.claude/settings.json": "{}\n", ...files } };
  it.each([
    ["rm docs/d.md", "SCOPE_VIOLATION"],
    ["mv src/auth/token.ts docs/t.ts", "SCOPE_VIOLATION"],
    ["mv docs/d.md src/auth/d.md", "SCOPE_VIOLATION"],
    ["rm -rf src", "SCOPE_VIOLATION"],
    ["rm src/auth/token.ts docs/d.md", "SCOPE_VIOLATION"],
    ["rm -rf src/auth/.claude", "CONTROL_FILE"],
    ["rm .orchestration/active_intents.yaml", "CONTROL_FILE"],
    ["mv src/auth/token.ts .claude/settings.json", "CONTROL_FILE"],
  ])("%s", async (command, code) => {
    const scene = await working(place);
    const before = picture(scene);
    expect(await done(scene, command)).toMatchObject({ decision: "deny", code });
    expect(picture(scene)).toEqual(before);
  });
});
