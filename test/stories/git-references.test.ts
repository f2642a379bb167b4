/** Other trees and references of the same repository are no way around the scope. */
import { renameSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { put } from "../planted-root.ts";
import { searchRows } from "../support/search-runs.ts";
import { git, place, plantRepository, saidOf } from "./git-scene.ts";

plantRepository();

describe("a second worktree inside the scope", () => {
  beforeEach(() => void git("worktree", "add", "-q", "src/wt"));

  it.each([
    ["echo x > src/wt/lib/new.ts", "no: SCOPE_VIOLATION"],
    ["cd src/wt && echo x > lib/new.ts", "no: SCOPE_VIOLATION"],
    ["cp src/a.ts src/wt/lib/b.ts", "no: SCOPE_VIOLATION"],
    ["touch src/wt/README.md", "no: SCOPE_VIOLATION"],
    ["git -C src/wt rm -q --cached lib/b.ts", "no: SCOPE_VIOLATION"],
    ["git -C src/wt reset --merge", "no: SCOPE_VIOLATION"],
    ["echo x > src/wt/src/new.ts", "allow"],
    ["touch src/wt/src/a.ts", "allow"],
  ])("is held to the scope by the paths that it has of its own: %s", async (command, said) => {
    expect(await saidOf(command)).toBe(said);
  });

  it("is held to it after it was moved, and when it commits", async () => {
    put(place.root, "src/wt/lib/b.ts", "changed\n");
    expect(await saidOf("git -C src/wt commit -am x")).toBe("no: SCOPE_VIOLATION");
    renameSync(join(place.root, "src/wt"), join(place.root, "src/moved"));
    expect(await saidOf("cd src/moved && git commit -am x")).toBe("no: SCOPE_VIOLATION");
    expect(await saidOf("echo x > src/moved/lib/new.ts")).toBe("no: SCOPE_VIOLATION");
  });
});

describe("moving, replacing and importing refs", () => {
  it.each(
    searchRows([
      "git update-ref refs/heads/main HEAD",
      "git replace HEAD HEAD",
      "git symbolic-ref HEAD refs/heads/other",
      "git branch -f main HEAD",
      "git tag -f v1",
      "git reset --soft HEAD~1",
      "git reset --soft evil",
      "git reset -q evil -- src/a.ts && git commit -qm x",
      "git branch -m main old",
      "git branch -d main",
      "git fetch --refmap=evil:main -u . evil",
      "git push . evil:refs/heads/rel",
      "git bundle unbundle x",
      "git branch evil 1234567",
      "git branch evil FETCH_HEAD",
      "git tag v9 1234567890123456789012345678901234567890",
      "git push origin 1234567:refs/heads/main",
      "git worktree add -B dev src/wt2 main",
      "git branch evil abcde",
      "git branch evil 1234567^0",
      "git branch evil 1234567~2",
      "git branch evil '1234567^{commit}'",
      "git branch --no-track evil 1234567",
      "git branch -t evil ABCDEF0",
      "git tag v9 v1-2-g1234567",
      "git tag v9 'HEAD@{3}'",
      "git tag -m x v9 ':/message'",
      "git tag v9 stash",
      "git branch evil MERGE_HEAD",
      "git stash store 1234567",
      "git stash store -m x HEAD",
    ]),
  )("asks: %s", async (command) => {
    expect(await saidOf(command)).toBe("ask");
  });

  it.each([
    "git branch next",
    "git branch next main",
    "git branch next main~2",
    "git branch next origin/main",
    "git branch -t next origin/main",
    "git tag v9",
    "git tag -m x v9 HEAD^",
    "git branch next release/1.2",
  ])("does not where the commit has a name: %s", async (command) => {
    expect(await saidOf(command)).toBe("allow");
  });
});

describe("what git throws away for good", () => {
  it.each(
    searchRows([
      "git prune",
      "git prune --expire=2.weeks.ago",
      "git gc --prune=now",
      "git gc --prune=all",
      "git -c gc.pruneExpire=now gc",
      "git -c gc.reflogExpire=now gc",
      "git -c gc.pruneExpire=now maintenance run",
      "git repack -ad",
      "git repack -a -d -l",
      "git repack -Ad --unpack-unreachable=now",
      "git reflog expire --all",
    ]),
  )("asks: %s", async (command) => {
    expect(await saidOf(command)).toBe("ask");
  });

  it.each(["git gc", "git gc --aggressive", "git prune -n", "git repack -A -d", "git repack -d"])(
    "passes where nothing is: %s",
    async (command) => {
      expect(await saidOf(command)).toBe("allow");
    },
  );
});
