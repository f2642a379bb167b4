import { lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { controlRules } from "../../../../test/support/policy/sample-control-rules.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import type { FileFacts } from "./file-facts.ts";
import { linkedControlPlaces } from "./linked-control-places.ts";

const facts: FileFacts = {
  kind(path) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return "absent";
    if (stat.isSymbolicLink()) return "link";
    return stat.isDirectory() ? "folder" : stat.isFile() ? "file" : "other";
  },
  linkTarget: (path) => readlinkSync(path),
  names: (folder) => readdirSync(folder),
  mayEnter: () => true,
  ignoresCase: () => false,
};
const unlisted: FileFacts = { ...facts, names: () => [] };

let base: string;
let root: string;
beforeEach(() => {
  base = tempFolder("linked-control");
  root = join(base, "app");
  mkdirSync(root);
});

function file(relative: string): void {
  mkdirSync(dirname(join(base, relative)), { recursive: true });
  writeFileSync(join(base, relative), "x");
}

function link(relative: string, target: string): void {
  mkdirSync(dirname(join(base, relative)), { recursive: true });
  symlinkSync(target, join(base, relative));
}

const found = (how = facts) => linkedControlPlaces(root, how, controlRules).map((path) => path.slice(base.length + 1));

describe("behind a control name that is a link", () => {
  it.each([
    ["a folder", ".claude", "../elsewhere", "elsewhere"],
    ["a folder in the root", ".copilot", "settings/copilot", "app/settings/copilot"],
    ["what is not there yet", ".mcp.json", "../later.json", "later.json"],
    ["a file that most spell in capitals", "AGENT.md", "notes.md", "app/notes.md"],
    ["a name that the lists spell with capitals nowhere", ".Claude", "../elsewhere", "elsewhere"],
    ["a file below the name", ".vscode/settings.json", "../../shared.json", "shared.json"],
    ["a folder below the name", ".github/hooks", "../scripts", "app/scripts"],
  ])("%s is control", (_, name, target, expected) => {
    link(`app/${name}`, target);
    expect(found()).toContain(expected);
  });

  it("everything that would lie below it is control", () => {
    link("app/.vscode", "../editor");
    expect(found()).toEqual(["editor/settings.json", "editor/tasks.json", "editor/mcp.json"]);
  });

  it("the end of a chain of links is control", () => {
    link("app/.copilot", "one");
    link("app/one", "../two");
    link("two", "three");
    expect(found()).toEqual(["three"]);
  });
});

describe("nothing is found", () => {
  it.each([
    ["for a folder", () => file("app/.claude/settings.json")],
    ["for a file", () => file("app/AGENT.md")],
    ["for files below a name", () => file("app/.vscode/settings.json")],
    ["for links of other names", () => link("app/claude", "../elsewhere")],
    ["for a link deeper down", () => link("app/src/.claude", "../../elsewhere")],
    ["for a link beside what counts below a name", () => link("app/.github/workflows", "../elsewhere")],
    ["for a loop", () => link("app/.claude", ".claude")],
    ["in an empty root", () => undefined],
  ])("%s", (_, make) => {
    make();
    expect(found()).toEqual([]);
  });
});

describe("a root that cannot be listed, or holds too much to be read through", () => {
  it("is asked for each name", () => {
    link("app/.claude", "../elsewhere");
    link("app/.vscode/tasks.json", "../tasks.json");
    expect(found(unlisted)).toEqual(["app/tasks.json", "elsewhere"]);
    expect(found({ ...facts, names: () => Array.from({ length: 1_001 }, (_, at) => `file-${at}`) })).toEqual([
      "app/tasks.json",
      "elsewhere",
    ]);
  });

  it("is asked for few names where it can be listed", () => {
    file("app/src/a.ts");
    file("app/.claude/settings.json");
    const asked: string[] = [];
    const kind: FileFacts["kind"] = (path) => {
      asked.push(path);
      return facts.kind(path);
    };
    linkedControlPlaces(root, { ...facts, kind }, controlRules);
    expect(asked).toEqual([join(root, ".claude")]);
  });
});

it("a root in another normal form has every place spelled as paths are compared", () => {
  root = join(base, "cafe\u0301");
  mkdirSync(root);
  expect(linkedControlPlaces(root, facts, controlRules)).toContain(join(base, "caf\u00e9", ".claude"));
});
