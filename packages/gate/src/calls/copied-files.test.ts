import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Effect, FileChange } from "@intentgate/engine";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { copiedFiles } from "./copied-files.ts";

let root: string;

beforeEach(() => {
  root = tempFolder("copied");
  for (const path of ["src/a.ts", "src/deep/b.ts", "lib/a.ts"]) put(path, `what ${path} says\n`);
});

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const run: Effect = { kind: "run", command: "cp", known: { by: "reading" } };
const read = (path: string): Effect => ({ kind: "read", shows: "facts", path, absolute: join(root, path) });

function copied(list: Effect[], path: string, text: string, over: Partial<FileChange> = {}): string | undefined {
  const change: FileChange = {
    relativePath: path,
    absolute: join(root, path),
    root,
    movedFrom: null,
    before: { state: "absent" },
    after: { state: "present", bytes: Buffer.from(text) },
    modeChanged: false,
    predicted: true,
    ...over,
  };
  return copiedFiles({ effects: { risk: "UNKNOWN", mutates: true, list, why: [] } }, root, [change]).get(path)?.path;
}

describe("a file that a command made", () => {
  const text = "what src/a.ts says\n";

  it("is a copy of what the command read", () => {
    expect(copied([run, read("src/a.ts")], "new.ts", text)).toBe("src/a.ts");
  });

  it.each([
    ["copy/a.ts", text, "src/a.ts"],
    ["copy/deep/b.ts", "what src/deep/b.ts says\n", "src/deep/b.ts"],
    ["copy/src/a.ts", text, "src/a.ts"],
  ])("is a copy of a file in the folder that it read: %s", (path, content, from) => {
    expect(copied([run, read("src")], path, content)).toBe(from);
  });

  it.each<[string, () => Effect[], string, Partial<FileChange>]>([
    ["it says something else", () => [run, read("src/a.ts")], "other\n", {}],
    ["the command read another file", () => [run, read("lib/a.ts")], text, {}],
    ["no command ran", () => [read("src/a.ts")], text, {}],
    ["it was there before", () => [run, read("src/a.ts")], text, { before: { state: "unknown" } }],
    ["it was moved", () => [run, read("src/a.ts")], text, { movedFrom: "src/a.ts" }],
  ])("is none where %s", (_, list, content, over) => {
    expect(copied(list(), "new.ts", content, over)).toBeUndefined();
  });

  it("is none of what a link leads to, or of what lies outside", () => {
    symlinkSync(join(root, "src/a.ts"), join(root, "link.ts"));
    expect(copied([run, read("link.ts")], "new.ts", text)).toBeUndefined();
    const outside: Effect = { kind: "read", shows: "facts", path: "../x", absolute: join(dirname(root), "x") };
    expect(copied([run, outside], "new.ts", text)).toBeUndefined();
  });
});
