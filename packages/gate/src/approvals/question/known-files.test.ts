import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Restores } from "@intentgate/policy";
import { beforeAll, expect, it } from "vitest";
import { tempFolder } from "../../../../../test/support/temp-folder.ts";
import { knownFiles, type LookedAt } from "./known-files.ts";

let root: string;
const git = (...words: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words], { cwd: root });
function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const isSecret = (path: string) => path.endsWith(".env");
const look = (path: string, becomes: LookedAt["becomes"] = "gone") =>
  knownFiles(root, [{ path, becomes }], isSecret).files[0];

beforeAll(() => {
  root = tempFolder("known-files");
  git("init", "-q");
  put("src/token.ts", "export const token = 1;\n");
  put("src/use.ts", 'import { token } from "./token.ts";\n');
  put("src/changed.ts", "1\n");
  put("known.env", "A=1\n");
  put("pure/a.ts", "1\n");
  put("mixed/a.ts", "1\n");
  put("hidden/a.ts", "1\n");
  put(".gitignore", "*.log\n");
  git("add", ".");
  git("commit", "-qm", "first");
  put("src/changed.ts", "2\n");
  put("src/new.ts", "3\n");
  put("src/app.env", "B=1\n");
  put("pure/untracked.ts", "2\n");
  put("mixed/build.log", "x\n");
  put("hidden/app.env", "C=1\n");
  put("large.bin", "");
  truncateSync(join(root, "large.bin"), 50_000_001);
  symlinkSync("src/token.ts", join(root, "link.ts"));
});

it.each<[string, Restores]>([
  ["src/token.ts", "git"],
  ["known.env", "git"],
  ["src/changed.ts", "kept"],
  ["src/new.ts", "kept"],
  ["link.ts", "kept"],
  ["pure", "kept"],
  ["src/app.env", "secret"],
  ["large.bin", "large"],
  ["mixed", "folder"],
  ["hidden", "folder"],
  ["src/absent.ts", "nothing"],
  ["src/token.ts/below", "nothing"],
])("knows of %s that it is %s", (path, restores) => expect(look(path)?.restores).toBe(restores));

it("loses nothing of what is moved", () => expect(look("large.bin", "moved")?.restores).toBe("nothing"));

it("counts who names a file that goes, and nobody for one that stays", () => {
  expect(look("src/token.ts")?.usedBy).toEqual({ files: 1, isLeast: false });
  expect(look("src/token.ts", "moved")?.usedBy).toEqual({ files: 1, isLeast: false });
  expect(look("src/token.ts", "changed")?.usedBy).toBeNull();
  expect(look("src/absent.ts")?.usedBy).toBeNull();
});

it("says how many it did not look at", () => {
  const many = Array.from({ length: 80 }, (_, at): LookedAt => ({ path: `src/n${at}.ts`, becomes: "gone" }));
  const { files, more } = knownFiles(root, many, isSecret);
  expect([files.length, more]).toEqual([50, 30]);
});

it("keeps what it can without git, and knows less of a folder", () => {
  const outside = tempFolder("known-files-plain");
  mkdirSync(join(outside, "a"));
  writeFileSync(join(outside, "a/b.ts"), "1\n");
  const known = knownFiles(
    outside,
    [
      { path: "a/b.ts", becomes: "gone" },
      { path: "a", becomes: "gone" },
    ],
    isSecret,
  );
  expect(known.files.map(({ restores }) => restores)).toEqual(["kept", "folder"]);
  rmSync(outside, { recursive: true });
});
