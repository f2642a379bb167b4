import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { type Guard, guardFloor } from "./guard-floor.ts";
import { standIn, takeAway } from "./vacant-folders.ts";

let all: string;
let told: string[];
let ended: string[];
let guard: Guard;

const at = (path: string) => join(all, path);
const write = (path: string, text: string) => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
const text = (path: string) => readFileSync(at(path), "utf8");

/** What the floor holds, and what is a person's. */
const held = ["home/.claude/settings.json", "root/.git/hooks", "root/.claude/settings.json"];

beforeEach(() => {
  all = tempFolder("guard");
  [told, ended] = [[], []];
  for (const path of [...held.map((one) => (one.endsWith("hooks") ? `${one}/pre-commit` : one)), "home/dots/x"])
    write(path, path);
  symlinkSync("dots", at("home/.config"));
  symlinkSync("../dots/x", at("home/.claude/link.json"));
  guard = guardFloor({
    places: {
      held: held.map(at),
      fixed: [at("root"), at("root/.git")],
      absent: [
        "root/.vscode/settings.json",
        "root/.github/hooks",
        "root/a/b/c.json",
        "home/.config/fish/config.fish",
      ].map(at),
      absentInGit: [at("root/.git/commondir"), at("root/sub/.git/commondir")],
      mixed: [{ folder: at("home/.claude"), isSettings: (name) => name.endsWith(".json") }],
      links: [at("home/.claude/link.json")],
      come: () => [at("root/deep/.mcp.json")],
    },
    quarantine: at("quarantine"),
    layAgain: () => true,
    tell: (said) => void told.push(said),
    end: (why) => void ended.push(why),
  });
});
afterEach(() => {
  guard.stop();
  for (const path of held.map((one) => (one.endsWith("hooks") ? `${one}/pre-commit` : one)))
    expect(text(path)).toBe(path);
});

describe("where a link leads from a place that is to stay empty to what the floor holds, the link is taken", () => {
  it.each([
    ["to a folder of settings", "root/.vscode", "../home/.claude"],
    ["to git's own", "root/.github", ".git"],
    ["to the folder of the agent beside it", "root/.vscode", ".claude"],
    ["through another link", "root/.vscode", "../home/way"],
    ["higher up", "root/a", "deep"],
    ["to nothing that lies there", "root/.vscode", "../home/dots"],
  ])("%s", (_what, link, target) => {
    write("root/deep/b/c.json", "agent's");
    write("home/dots/settings.json", "person's");
    symlinkSync(".claude", at("home/way"));
    symlinkSync(target, at(link));
    guard.look();
    expect([existsSync(at(link)), readlinkSync(at(`quarantine/1-${link.slice("root/".length)}`))]).toEqual([
      false,
      target,
    ]);
    expect(told).toEqual([expect.stringContaining(at(link))]);
    expect([ended, text("root/deep/b/c.json"), text("home/dots/settings.json")]).toEqual([[], "agent's", "person's"]);
  });
});

describe("what comes to lie there is taken itself", () => {
  it.each([
    ["a file", "root/.vscode/settings.json"],
    ["a file in a folder that a person linked before", "home/dots/fish/config.fish"],
    ["a settings file beside others", "home/.claude/new.json"],
  ])("%s", (_what, path) => {
    write(path, "agent's");
    guard.look();
    expect([existsSync(at(path)), existsSync(dirname(at(path))), ended]).toEqual([false, true, []]);
    expect(readlinkSync(at("home/.config"))).toBe("dots");
  });

  it("and ends the agent where git would obey it", () => {
    write("root/.git/commondir", "agent's");
    guard.look();
    expect([existsSync(at("root/.git/commondir")), ended.length]).toEqual([false, 1]);
  });

  it("and the link of a person is there again", () => {
    rmSync(at("home/.claude/link.json"));
    symlinkSync("/elsewhere", at("home/.claude/link.json"));
    guard.look();
    expect(readlinkSync(at("home/.claude/link.json"))).toBe("../dots/x");
  });
});

it("ends the agent where what the floor holds went with what was taken", () => {
  const [inside, path] = [at("root/.vscode/settings.json/held"), at("root/.vscode/settings.json")];
  guard.stop();
  mkdirSync(inside, { recursive: true });
  const places = {
    ...{ fixed: [], absentInGit: [], mixed: [], links: [] },
    held: [inside],
    absent: [path],
    come: () => [],
  };
  const parts = { places, quarantine: at("quarantine"), layAgain: () => true, tell: () => undefined };
  guard = guardFloor({ ...parts, end: (why) => void ended.push(why) });
  guard.look();
  expect(ended).toEqual([expect.stringContaining("went with")]);
});

describe("a folder that stood in for one that was not there", () => {
  it.each<[string, () => void, boolean]>([
    ["goes", () => undefined, false],
    ["stays where somebody filled it", () => write("root/sub/hooks/x", "agent's"), true],
    [
      "stays where its folder is a link by now",
      () => {
        renameSync(at("root/sub"), at("root/was"));
        symlinkSync("../home/empty", at("root/sub"));
      },
      true,
    ],
  ])("%s", (_what, meanwhile, isThere) => {
    for (const path of ["root/sub", "home/empty/hooks", "floors/one"]) mkdirSync(at(path), { recursive: true });
    expect(standIn(at("floors/one"), [at("root/sub/hooks")])).toEqual([at("root/sub/hooks")]);
    meanwhile();
    takeAway(at("floors"), "one");
    expect([existsSync(at("root/sub/hooks")), existsSync(at("home/empty/hooks"))]).toEqual([isThere, true]);
  });

  it("is not made behind a link", () => {
    for (const path of ["home/empty", "floors/one"]) mkdirSync(at(path), { recursive: true });
    symlinkSync("../home/empty", at("root/sub"));
    expect([standIn(at("floors/one"), [at("root/sub/hooks")]), existsSync(at("home/empty/hooks"))]).toEqual([
      [],
      false,
    ]);
  });
});
