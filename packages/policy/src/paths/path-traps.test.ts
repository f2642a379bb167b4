import { lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { canonicalPath, pathProblem } from "./canonical-path.ts";
import type { FileFacts } from "./file-facts.ts";
import { placeOf } from "./place.ts";
import { createScope } from "./scope.ts";

const diskFacts: FileFacts = {
  kind(path) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return "absent";
    if (stat.isSymbolicLink()) return "link";
    return stat.isDirectory() ? "folder" : stat.isFile() ? "file" : "other";
  },
  linkTarget: (path) => readlinkSync(path),
  names: () => [],
  mayEnter: () => true,
  ignoresCase: () => false,
};

let base: string;
let root: string;

function file(relative: string): void {
  mkdirSync(dirname(join(base, relative)), { recursive: true });
  writeFileSync(join(base, relative), "x");
}

function link(relative: string, target: string): void {
  mkdirSync(dirname(join(base, relative)), { recursive: true });
  symlinkSync(target, join(base, relative));
}

beforeAll(() => {
  base = tempFolder("path-traps");
  root = join(base, "app");
  for (const each of [
    "app/src/auth/login.ts",
    "app/src/other/x.ts",
    "app/src/.hidden/a.ts",
    "app/app/[id]/page.tsx",
    "app/app/(group)/page.tsx",
    "app/secret/key.txt",
    "app2/src/auth/login.ts",
    "outside/target.ts",
    "app/src/auth/cafe\u0301.ts",
  ]) {
    file(each);
  }
  link("app/src/auth/to-file", "../../../outside/target.ts");
  link("app/src/auth/to-folder", "../../../outside");
  link("app/src/auth/to-absolute", join(base, "outside"));
  link("app/src/auth/to-secret", "../../secret");
  link("app/src/auth/dangling", "../../../outside/not-yet.ts");
  link("app/src/auth/dangling-inside", "fresh.ts");
  link("app/src/auth/loop-a", "loop-b");
  link("app/src/auth/loop-b", "loop-a");
  link("app/src/auth/self", "self");
  link("app/src/auth/hop1", "hop2");
  link("app/src/auth/hop2", "to-folder");
  link("app/src/auth/up", "..");
  link("app/src/auth/root-link", "/");
  link("app/src/auth/back", "../../../app/src/auth");
  link("app/src/auth/with-tilde", "~/x.ts");
  link("app/src/auth/odd-target", "..\\..\\x");
  link("app/shortcut", "src/auth");
  link("app/src/auth/e\u0301-link", "../../../outside");
  link("linked-app", "app");
});

/** `covered`: inside the root and owned by src/auth; `stray`: inside, not owned; `outside`; `refused`: no path at all. */
type Verdict = "covered" | "stray" | "outside" | "refused";

function judge(spelled: string, cwd: string, followLast = true): Verdict {
  const found = canonicalPath(spelled, cwd, diskFacts, { followLast });
  if (!found.ok) return "refused";
  const place = placeOf(found.absolute, { roots: [root], scratch: [], homes: [], ignoreCase: false });
  if (place.kind !== "inside") return "outside";
  return createScope(["src/auth/**"], { ignoreCase: false }).covers(place.relative) ? "covered" : "stray";
}

describe("a path as a tool spells it, against a scope of src/auth/**", () => {
  const rows: [spelled: string, verdict: Verdict, name: string][] = [
    ["src/auth/login.ts", "covered", "a plain relative path"],
    ["./src/auth/login.ts", "covered", "a leading dot"],
    ["src//auth///login.ts", "covered", "doubled slashes"],
    ["src/./auth/././login.ts", "covered", "dots in between"],
    ["src/other/../auth/login.ts", "covered", "up and down again inside the scope"],
    ["src/auth/new/deep/file.ts", "covered", "a file and folders that do not exist yet"],
    ["src/auth/.env", "covered", "a dotfile"],
    ["src/auth/dangling-inside", "covered", "a dangling link to a place inside"],
    ["src/auth/back/login.ts", "covered", "a link that leads back inside"],
    ["shortcut/login.ts", "covered", "a link from outside the scope into it, for writing"],
    ["src/auth/login.ts/", "covered", "a trailing slash"],
    ["src/auth/login.ts/.", "covered", "a trailing dot segment"],
    ["src/auth/cafe\u0301.ts", "covered", "a decomposed name"],
    ["src/auth/with-tilde", "covered", "a tilde inside a link is an ordinary character"],
    ["src/auth/missing/../login.ts", "covered", "up from a folder that does not exist"],

    ["src/other/x.ts", "stray", "a sibling folder"],
    ["src/auth2/x.ts", "stray", "a folder whose name begins like the scope"],
    ["src/auth.ts", "stray", "a file whose name begins like the scope"],
    ["src/auth/../other/x.ts", "stray", "up and out of the scope"],
    ["src/auth/./../other/x.ts", "stray", "a dot before the way up"],
    ["src/auth/..//other/x.ts", "stray", "doubled slashes after the way up"],
    ["src/auth/new/../../other/x.ts", "stray", "up out of a folder that does not exist"],
    ["src/auth/login.ts/../../other/x.ts", "stray", "up through a file"],
    ["SRC/auth/login.ts", "stray", "another case on a file system that minds it"],
    ["src/auth /login.ts", "stray", "a trailing space in a folder name"],
    ["src/auth./login.ts", "stray", "a trailing dot in a folder name"],
    ["src/auth/to-secret/key.txt", "stray", "a linked folder inside the root"],
    ["src/auth/up/other/x.ts", "stray", "a link to the parent folder"],
    ["src/auth/up/../secret/key.txt", "stray", "up from a link, which starts at its target"],
    ["src/auth/back/../other/x.ts", "stray", "up from a link back inside"],
    [".", "stray", "the root itself"],
    ["src", "stray", "the folder above the scope"],
    ["shortcut/../other/x.ts", "stray", "up from a link, whose parent is not where it stands"],

    ["../outside/target.ts", "outside", "out of the root"],
    ["..", "outside", "the parent of the root"],
    ["src/auth/../../../outside/target.ts", "outside", "out of the root through the scope"],
    ["src/auth/to-file", "outside", "a linked file"],
    ["src/auth/to-folder/target.ts", "outside", "a file in a linked folder"],
    ["src/auth/to-folder/new.ts", "outside", "a new file in a linked folder"],
    ["src/auth/to-folder/a/b/new.ts", "outside", "new folders in a linked folder"],
    ["src/auth/to-folder", "outside", "the linked folder itself, for writing"],
    ["src/auth/to-absolute/target.ts", "outside", "a link with an absolute target"],
    ["src/auth/dangling", "outside", "a dangling link to a place outside"],
    ["src/auth/hop1/target.ts", "outside", "a link to a link to a folder outside"],
    ["src/auth/to-folder/../app2/src/auth/login.ts", "outside", "up from a link's target into a look-alike root"],
    ["src/auth/root-link/etc/passwd", "outside", "a link to the top of the file system"],
    ["src/auth/e\u0301-link/target.ts", "outside", "a link with a decomposed name"],
    ["../app2/src/auth/login.ts", "outside", "a root whose name begins like ours"],
    ["../app/../app2/src/auth/login.ts", "outside", "back in and out again"],
    ["/etc/passwd", "outside", "an absolute path"],
    ["//etc/passwd", "outside", "an absolute path with two slashes"],
    ["/", "outside", "the top"],
    ["/../../..", "outside", "above the top is the top"],
    ["../../../../../../../../../../etc/passwd", "outside", "more ways up than folders"],

    ["", "refused", "nothing"],
    ["src/auth/a\0.ts", "refused", "a NUL"],
    ["src/auth/a\n.ts", "refused", "a line break"],
    ["src/auth/a\r.ts", "refused", "a carriage return"],
    ["src/auth/a\t.ts", "refused", "a tab"],
    ["src/auth/\u001b[31m.ts", "refused", "a terminal sequence"],
    ["src/auth/\u0085.ts", "refused", "a C1 control character"],
    ["src/auth/\u202ests.ts", "refused", "a right-to-left override"],
    ["src/auth/\u2066a\u2069.ts", "refused", "bidi isolates"],
    ["src/auth/a\u200b.ts", "refused", "a zero-width space"],
    ["src/au\u200dth/a.ts", "refused", "a zero-width joiner"],
    ["\ufeffsrc/auth/a.ts", "refused", "a byte order mark"],
    ["src/auth/a\u00ad.ts", "refused", "a soft hyphen"],
    ["src/auth/\u{e0041}.ts", "refused", "a tag character"],
    ["src/auth/\ud800.ts", "refused", "half of a surrogate pair"],
    ["src/auth/\u3164.ts", "refused", "a filler that looks like a blank"],
    ["src/auth/a\ufe0f.ts", "refused", "a selector that belongs to no picture"],
    ["src/auth/\u2028.ts", "refused", "a line separator"],
    ["src\\auth\\login.ts", "refused", "backslashes as separators"],
    ["src\\..\\..\\x", "refused", "ways up with backslashes"],
    ["..\\x", "refused", "a way up with a backslash"],
    ["src/auth/..\\..\\x", "refused", "mixed separators"],
    ["\\\\srv\\share\\x", "refused", "a UNC path"],
    ["\\\\?\\C:\\x", "refused", "a device path"],
    ["C:\\x", "refused", "a drive with a backslash"],
    ["C:/x", "refused", "a drive with a slash"],
    ["c:x", "refused", "a drive without a slash"],
    ["file:///etc/passwd", "refused", "a URL"],
    ["~/x", "refused", "the home folder"],
    ["~root/x", "refused", "another person's home folder"],
    [`src/auth/${"a".repeat(256)}`, "refused", "a name too long for any file system"],
    [`src/auth/${"a/".repeat(3000)}`, "refused", "a path too long for any file system"],
    ["src/auth/loop-a", "refused", "a loop of two links"],
    ["src/auth/loop-a/x.ts", "refused", "a path through a loop"],
    ["src/auth/self", "refused", "a link to itself"],
    ["src/auth/odd-target", "refused", "a link whose target has backslashes"],
    ["/proc/self/cwd/src/auth/login.ts", "refused", "a path that depends on who opens it"],
    ["/dev/fd/3", "refused", "an open file of whoever opens it"],
  ];
  it.each(rows)("%j is %s: %s", (spelled, verdict) => {
    expect(judge(spelled, root)).toBe(verdict);
  });

  it("has more ways out than ways in", () => {
    expect(rows.filter(([, verdict]) => verdict !== "covered").length).toBeGreaterThan(70);
  });

  it.each<[string, Verdict]>([
    ["auth/login.ts", "covered"],
    ["../src/auth/login.ts", "covered"],
    ["login.ts", "stray"],
    ["../auth/login.ts", "stray"],
    ["../../app2/src/auth/login.ts", "outside"],
  ])("starts %j in the folder of the call: %s", (spelled, verdict) => {
    expect(judge(spelled, join(root, "src"))).toBe(verdict);
  });

  it("walks a working folder that is itself a link", () => {
    expect(judge("src/auth/login.ts", join(base, "linked-app"))).toBe("covered");
    expect(judge("../outside/target.ts", join(base, "linked-app"))).toBe("outside");
    expect(judge("../../other/x.ts", join(root, "shortcut"))).toBe("stray");
  });

  it.each(["", "relative", "src/auth", "/a\0b", "C:/work"])(
    "refuses relative paths from the working folder %j",
    (cwd) => {
      expect(judge("src/auth/login.ts", cwd)).toBe("refused");
    },
  );

  it("sees a link that was made after an earlier look", () => {
    expect(judge("src/auth/later/x.ts", root)).toBe("covered");
    link("app/src/auth/later", "../../../outside");
    expect(judge("src/auth/later/x.ts", root)).toBe("outside");
  });
});

describe("a path that is deleted or renamed", () => {
  const rows: [spelled: string, verdict: Verdict, name: string][] = [
    ["src/auth/to-file", "covered", "a link is itself, not its target"],
    ["src/auth/dangling", "covered", "a dangling link too"],
    ["src/auth/self", "covered", "even one that loops"],
    ["src/auth/to-folder/target.ts", "outside", "links before the last name are followed"],
    ["shortcut", "stray", "a link outside the scope stays outside whatever it leads to"],
    ["shortcut/login.ts", "covered", "a file through a link"],
    ["src/auth/to-folder/", "refused", "a link with a slash names two things"],
    ["src/auth/to-folder/.", "refused", "a link with a dot segment too"],
    ["src/auth/to-folder/..", "outside", "up from a link's target"],
    ["src/auth/loop-a/x", "refused", "a loop before the last name"],
  ];
  it.each(rows)("%j is %s: %s", (spelled, verdict) => {
    expect(judge(spelled, root, false)).toBe(verdict);
  });
});

describe("names that differ only in Unicode normalisation", () => {
  function facts(entries: Record<string, string>): FileFacts {
    return {
      kind: (path) => (path in entries ? (entries[path] === "file" ? "file" : "link") : "absent"),
      linkTarget: (path) => entries[path] ?? "",
      names: (folder) => Object.keys(entries).flatMap((path) => (dirname(path) === folder ? [basename(path)] : [])),
      mayEnter: () => true,
      ignoresCase: () => true,
    };
  }
  const decomposed = "/r/e\u0301";
  const composed = "/r/\u00e9";

  it.each([
    [{ [decomposed]: "/out" }, "/out"],
    [{ [composed]: "/out" }, "/out"],
    [{ [composed]: "/out", [decomposed]: "/out" }, "/out"],
    [{ [decomposed]: "file" }, composed],
    [{}, composed],
  ])("follows the link whichever spelling it has (%j)", (entries, absolute) => {
    expect(canonicalPath(decomposed, "/", facts(entries), { followLast: true })).toEqual({ ok: true, absolute });
  });

  it.each([
    [{ [decomposed]: "/out", [composed]: "file" }],
    [{ [decomposed]: "file", [composed]: "/out" }],
    [{ [decomposed]: "/out", [composed]: "/elsewhere" }],
  ])("refuses a path that would be two files (%j)", (entries) => {
    for (const spelled of [decomposed, composed])
      expect(canonicalPath(spelled, "/", facts(entries), { followLast: true }).ok).toBe(false);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ["composed, and the link is not", composed, { [decomposed]: "/out" }, "/out"],
    ["with a folder of another form", `${composed}/x`, { [decomposed]: "file", [`${decomposed}/x`]: "/out" }, "/out"],
    ["through a link of another form", `${composed}/x`, { [decomposed]: "/out" }, "/out/x"],
    ["with marks in another order", "/r/q\u0323\u0307", { "/r/q\u0307\u0323": "/out" }, "/out"],
    ["half composed", "/r/\u1ed1", { "/r/\u00f4\u0301": "/out" }, "/out"],
    ["in syllables", "/r/\ud55c", { "/r/\u1112\u1161\u11ab": "/out" }, "/out"],
    ["in ASCII, and the link has a Kelvin sign", "/r/K", { "/r/\u212a": "/out" }, "/out"],
    ["with an Angstrom sign", "/r/\u212b", { "/r/A\u030a": "/out" }, "/out"],
  ])("follows what a server would find for a name that is spelled %s", (_how, spelled, entries, absolute) => {
    expect(canonicalPath(spelled, "/", facts(entries), { followLast: true })).toEqual({ ok: true, absolute });
  });

  it.each(["/r/e", "/r/k", "/r/\u00ea", "/r/\uff25"])("takes no other name for the same (%j)", (spelled) => {
    const entries = { [decomposed]: "/out", [composed]: "/out", "/r/\u212a": "/out" };
    const found = canonicalPath(spelled, "/", facts(entries), { followLast: true });
    expect(found).toEqual({ ok: true, absolute: spelled });
  });
});

describe("pathProblem", () => {
  it.each(["a", "a/b", "/", "a b", "ünïcode", "❤️.md", "ab:c", "-rf", "a~", "...", "日本/語.ts"])(
    "has nothing against %j",
    (path) => {
      expect(pathProblem(path)).toBeNull();
    },
  );
});
