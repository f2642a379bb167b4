import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { type AuthoredFiles, createAuthoredFiles } from "./authored-files.ts";

let folder: string;
let files: AuthoredFiles;
const write = (text: string) => writeFileSync(join(folder, "policy.yaml"), text);
let clock = 0;
let running: number | null = null;
let lacks = false;
const reopened = () =>
  createAuthoredFiles({
    places: {
      "active_intents.yaml": join(folder, "active_intents.yaml"),
      "policy.yaml": join(folder, "policy.yaml"),
      ".intentignore": join(folder, ".intentignore"),
    },
    state: join(folder, "state"),
    now: () => new Date(++clock),
    runningSince: () => running,
    branchLacksIntents: () => lacks,
  });

beforeEach(() => {
  folder = tempFolder("authored");
  files = reopened();
});
afterEach(() => {
  running = null;
  lacks = false;
});

describe("a file that people author", () => {
  it("is held when it changed during a call", () => {
    write("mode: enforce\n");
    const before = files.beforeCall();
    write("mode: observe\n");
    expect(files.afterCall(before)).toEqual(["policy.yaml"]);
    expect(reopened().isHeld("policy.yaml")).toBe(true);
    expect(reopened().accepted("policy.yaml")).toBe("mode: enforce\n");
  });

  it("is held when it was created or deleted during a call", () => {
    const absent = files.beforeCall();
    write("mode: observe\n");
    expect(files.afterCall(absent)).toEqual(["policy.yaml"]);
    expect(files.accepted("policy.yaml")).toBeNull();
    files.accept("policy.yaml");
    const present = files.beforeCall();
    rmSync(join(folder, "policy.yaml"));
    expect(files.afterCall(present)).toEqual(["policy.yaml"]);
    expect(files.accepted("policy.yaml")).toBe("mode: observe\n");
  });

  it("is not held when a person edits it between two calls", () => {
    write("mode: enforce\n");
    files.afterCall(files.beforeCall());
    write("mode: observe\n");
    expect(files.afterCall(files.beforeCall())).toEqual([]);
    expect(files.isHeld("policy.yaml")).toBe(false);
  });

  it("is not held when the gate itself wrote it during a call, also through another process", () => {
    write("mode: enforce\n");
    const before = files.beforeCall();
    reopened().own.add("mode: enforce\n", "commands: []\n");
    write("commands: []\n");
    expect(files.afterCall(before)).toEqual([]);
  });

  it("is held when a text comes back that the gate wrote before the call", () => {
    files.own.add("mode: enforce\n", "mode: observe\n");
    write("mode: enforce\n");
    const before = files.beforeCall();
    write("mode: observe\n");
    expect(files.afterCall(before)).toEqual(["policy.yaml"]);
  });

  it("is held when the gate went on from a text that was not its own", () => {
    write("a\n");
    const before = files.beforeCall();
    files.own.add("tampered\n", "tampered, and edited by the gate\n");
    write("tampered, and edited by the gate\n");
    expect(files.afterCall(before)).toEqual(["policy.yaml"]);
  });

  it("is not held after several writes of the gate's own in a row", () => {
    write("a\n");
    const before = files.beforeCall();
    files.own.add("b\n", "c\n");
    files.own.add("a\n", "b\n");
    write("c\n");
    expect(files.afterCall(before)).toEqual([]);
  });

  it("does not count as it is while programs run, unless the gate wrote it", () => {
    write("a\n");
    running = files.beforeCall().at;
    expect(files.counts("policy.yaml", false)).toBe(true);
    write("b\n");
    expect(files.counts("policy.yaml", false)).toBe(false);
    files.beforeCall();
    expect(files.accepted("policy.yaml")).toBe("a\n");
    files.own.add("a\n", "b\n");
    expect(files.counts("policy.yaml", false)).toBe(true);
    running = null;
  });

  it("is not held when a person accepted it while the call ran", () => {
    write("a\n");
    const before = files.beforeCall();
    running = before.at;
    write("b\n");
    files.accept("policy.yaml");
    expect(files.counts("policy.yaml", false)).toBe(true);
    expect(reopened().afterCall(before)).toEqual([]);
    running = null;
    expect(files.accepted("policy.yaml")).toBe("b\n");
  });

  it("is not held when the gate went on from what a person accepted while the call ran, nor by a call that began then", () => {
    write("a\n");
    const before = files.beforeCall();
    running = before.at;
    write("b\n");
    files.accept("policy.yaml");
    files.own.add("b\n", "c\n");
    write("c\n");
    const second = files.beforeCall();
    expect(files.afterCall(before)).toEqual([]);
    expect(files.afterCall(second)).toEqual([]);
    running = null;
  });

  it("is held when it changed after a person accepted it while the call ran, and what they accepted stays accepted", () => {
    write("a\n");
    const before = files.beforeCall();
    running = before.at;
    write("b\n");
    files.accept("policy.yaml");
    write("c\n");
    expect(files.counts("policy.yaml", false)).toBe(false);
    expect(files.afterCall(before)).toEqual(["policy.yaml"]);
    running = null;
    expect(files.accepted("policy.yaml")).toBe("b\n");
  });

  it("is held when a call that began later brings back what stood before a person accepted another text", () => {
    write("a\n");
    files.beforeCall();
    write("b\n");
    files.accept("policy.yaml");
    const before = files.beforeCall();
    write("a\n");
    expect(files.afterCall(before)).toEqual(["policy.yaml"]);
    expect(files.accepted("policy.yaml")).toBe("b\n");
  });

  it("stays held through later calls and later edits, until a person accepts it", () => {
    write("a\n");
    const before = files.beforeCall();
    write("b\n");
    files.afterCall(before);
    write("c\n");
    files.afterCall(files.beforeCall());
    expect(files.isHeld("policy.yaml")).toBe(true);
    expect(files.accepted("policy.yaml")).toBe("a\n");
    files.accept("policy.yaml");
    expect(files.isHeld("policy.yaml")).toBe(false);
    expect(files.accepted("policy.yaml")).toBe("c\n");
  });
});

describe("a file that a program took away", () => {
  function during(text: string): readonly string[] {
    const before = files.beforeCall();
    write(text);
    return files.afterCall(before);
  }
  beforeEach(() => {
    write("a\n");
    during("b\n");
  });

  it("is held no more once a program brought it back", () => {
    expect(during("a\n")).toEqual([]);
    expect([reopened().isHeld("policy.yaml"), files.accepted("policy.yaml")]).toEqual([false, "a\n"]);
    write("mine\n");
    expect([files.counts("policy.yaml", false), during("mine\n")]).toEqual([true, []]);
  });

  it("is held no more once it is back by way of other texts of programs", () => {
    expect([during("c\n"), files.isHeld("policy.yaml"), during("a\n")]).toEqual([["policy.yaml"], true, []]);
    expect(files.isHeld("policy.yaml")).toBe(false);
  });

  it("stays held where a person edited it meanwhile, whose edit is gone with that", () => {
    write("narrower\n");
    expect([during("a\n"), files.isHeld("policy.yaml")]).toEqual([["policy.yaml"], true]);
    during("b\n");
    expect([during("a\n"), files.isHeld("policy.yaml")]).toEqual([["policy.yaml"], true]);
  });

  it("stays held where another text comes back, or one that a person accepted before", () => {
    files.accept("policy.yaml");
    expect([during("a\n"), files.isHeld("policy.yaml")]).toEqual([["policy.yaml"], true]);
    expect(during("b\n ")).toEqual(["policy.yaml"]);
  });

  it("is not held by a call that began while it was away and ends later", () => {
    const server = files.beforeCall();
    during("a\n");
    expect([files.afterCall(server), files.isHeld("policy.yaml")]).toEqual([[], false]);
  });

  it("is held by such a call where a person edited it before that", () => {
    during("a\n");
    running = 0;
    write("narrower\n");
    const server = files.beforeCall();
    write("a\n");
    expect([files.afterCall(server), files.accepted("policy.yaml")]).toEqual([["policy.yaml"], "narrower\n"]);
  });

  it("is held where two calls ran at once and one of them brought back what the other took", () => {
    const [one, other] = [files.beforeCall(), files.beforeCall()];
    write("c\n");
    expect([files.afterCall(one), files.isHeld("policy.yaml")]).toEqual([["policy.yaml"], true]);
    write("a\n");
    files.afterCall(other);
    expect(files.accepted("policy.yaml")).toBe("a\n");
  });
});

describe("what the gate is about to put there for a program", () => {
  it("is held before it stands there, and so whatever becomes of the process", () => {
    write("a\n");
    files.hold(["policy.yaml"], files.beforeCall());
    write("b\n");
    files.beforeCall();
    expect([reopened().isHeld("policy.yaml"), files.accepted("policy.yaml")]).toEqual([true, "a\n"]);
  });

  it("is held after it, and not where nothing came of it", () => {
    write("a\n");
    const none = files.beforeCall();
    files.hold(["policy.yaml"], none);
    expect([files.afterCall(none), files.isHeld("policy.yaml")]).toEqual([[], false]);
    const before = files.beforeCall();
    files.hold(["policy.yaml"], before);
    write("b\n");
    expect([files.afterCall(before), files.isHeld("policy.yaml")]).toEqual([["policy.yaml"], true]);
  });

  it("leaves what was held before as it was", () => {
    write("a\n");
    const first = files.beforeCall();
    write("b\n");
    files.afterCall(first);
    const before = files.beforeCall();
    files.hold(["policy.yaml"], before);
    expect(files.accepted("policy.yaml")).toBe("a\n");
    write("a\n");
    expect([files.afterCall(before), files.isHeld("policy.yaml")]).toEqual([[], false]);
  });
});

describe("on a branch without the intents file", () => {
  const intents = () => join(folder, "active_intents.yaml");
  const accepted = () => {
    writeFileSync(intents(), "active_intents: []\n");
    write("mode: enforce\n");
    files.afterCall(files.beforeCall());
  };

  it("each file that is absent stands as it was accepted, and coming back changes nothing", () => {
    accepted();
    const before = files.beforeCall();
    rmSync(intents());
    rmSync(join(folder, "policy.yaml"));
    lacks = true;
    expect(files.afterCall(before)).toEqual([]);
    expect([files.isElsewhere(), files.current("policy.yaml")]).toEqual([true, "mode: enforce\n"]);
    expect(files.current(".intentignore")).toBeNull();
    expect(files.counts("policy.yaml", true)).toBe(true);
    const without = files.beforeCall();
    expect(reopened().accepted("policy.yaml")).toBe("mode: enforce\n");
    write("mode: enforce\n");
    writeFileSync(intents(), "active_intents: []\n");
    expect(files.afterCall(without)).toEqual([]);
  });

  it("one that is there counts by the same rules as ever: what a program brought is held", () => {
    accepted();
    const before = files.beforeCall();
    rmSync(intents());
    write("mode: observe\n");
    lacks = true;
    expect(files.afterCall(before)).toEqual(["policy.yaml"]);
    expect(files.accepted("policy.yaml")).toBe("mode: enforce\n");
  });

  it.each([
    ["whose commit has it", false, true],
    ["where none was ever accepted", true, false],
  ])("nothing stands for it %s", (_, isLacking, wasAccepted) => {
    if (wasAccepted) accepted();
    rmSync(intents(), { force: true });
    rmSync(join(folder, "policy.yaml"), { force: true });
    lacks = isLacking;
    expect([files.isElsewhere(), files.current("policy.yaml")]).toEqual([false, null]);
  });
});
