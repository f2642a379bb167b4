import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { bundleWorker } from "../../../../test/support/worker-process.ts";
import { type AbilityUsage, withWeights } from "../suggestions/usage.ts";
import { createRootFiles } from "./root-files.ts";
import { createUsageFile, type UsageFile } from "./usage-file.ts";

let folder: string;
let root: string;
let usage: UsageFile;
beforeEach(() => {
  folder = tempFolder("usage");
  root = join(folder, "root");
  mkdirSync(root);
  usage = createUsageFile(createRootFiles(root), () => new Date("2025-01-15T10:00:00Z"));
});

const holder = { pid: 1, startedAt: null, host: hostname(), token: "0123456789abcdef" };
const cache = () => join(root, ".system/cache");
const file = () => join(cache(), "ability_usage.json");
const weigh = (id: string, weight: number) => (used: AbilityUsage) => withWeights(used, [{ ability_id: id, weight }]);

describe("the usage of abilities", () => {
  it("is kept, read back, and out of git's sight", async () => {
    expect(await usage.change(weigh("a.b", 0.7))).toEqual([]);
    expect(usage.read().usage.get("a.b")).toMatchObject({ weight: 0.7 });
    expect(readdirSync(cache()).sort()).toEqual([".gitignore", "ability_usage.json"]);
    expect(readFileSync(join(cache(), ".gitignore"), "utf8")).toBe("*\n");
  });

  it("loses nothing when many processes write at once", async () => {
    const worker = await bundleWorker(
      new URL("../../../../test/support/routing/usage-worker.ts", import.meta.url),
      folder,
    );
    const names = ["a", "b", "c", "d", "e", "f"];
    const running = names.map((name) => worker.start([root, name, "15"]));
    for (const one of running) await one.output();
    const { usage: used, problems } = usage.read();
    expect(problems).toEqual([]);
    expect(used.get("shared")).toMatchObject({ calls: 90 });
    expect([...used.keys()].sort()).toEqual([...names, "shared"]);
    expect(readdirSync(cache()).sort()).toEqual([".gitignore", "ability_usage.json"]);
  });

  it.each([
    ["half a file", '{"version": 1, "abi'],
    ["another version", '{"version": 2, "abilities": {}}'],
    ["no text", Buffer.of(0xff, 0xfe)],
    ["too much", "x".repeat(600_000)],
  ])("that holds %s counts as none, is told, and is kept aside by the next who writes", async (_, broken) => {
    mkdirSync(cache(), { recursive: true });
    writeFileSync(file(), broken);
    expect(usage.read()).toMatchObject({ usage: new Map(), problems: [{ file: ".system/cache/ability_usage.json" }] });
    const told = await usage.change(weigh("a", 1));
    expect(told).toMatchObject([
      { remedy: expect.stringContaining("moved to .system/cache/ability_usage.json.broken-") },
    ]);
    const aside = readdirSync(cache()).find((name) => name.includes("broken"));
    expect(readFileSync(join(cache(), aside ?? ""))).toEqual(Buffer.from(broken));
    expect(usage.read()).toMatchObject({ problems: [] });
    expect(await usage.change(weigh("b", 1))).toEqual([]);
  });

  it.each<[string, () => void]>([
    [".system", () => symlinkSync(folder, join(root, ".system"))],
    [
      ".system/cache",
      () => {
        mkdirSync(join(root, ".system"));
        symlinkSync(folder, cache());
      },
    ],
  ])("is never written through a link in the place of %s", async (_, link) => {
    link();
    const before = readdirSync(folder);
    expect(await usage.change(weigh("a", 1))).toMatchObject([{ code: "BAD_PATH" }]);
    expect(readdirSync(folder)).toEqual(before);
  });

  it.each<[string, () => void]>([
    ["another machine", () => writeFileSync(`${file()}.lock`, JSON.stringify({ ...holder, host: "elsewhere" }))],
    ["a living process", () => writeFileSync(`${file()}.lock`, JSON.stringify({ ...holder, pid: process.pid }))],
    ["nobody who can be named", () => writeFileSync(`${file()}.lock`, "")],
    ["a folder", () => mkdirSync(`${file()}.lock`)],
    ["a pipe", () => void execFileSync("mkfifo", [`${file()}.lock`])],
  ])("is not waited for where %s holds the lock: what was to be kept is dropped, and that is told", async (_, hold) => {
    mkdirSync(cache(), { recursive: true });
    hold();
    const told = await usage.change(weigh("a", 1), { waitMs: 100 });
    expect(told).toHaveLength(1);
    expect(usage.read().usage.size).toBe(0);
  });

  it("behind a link is not read and not written: the link is put aside", async () => {
    writeFileSync(join(folder, "theirs.json"), "{}");
    mkdirSync(cache(), { recursive: true });
    symlinkSync(join(folder, "theirs.json"), file());
    expect(usage.read().usage.size).toBe(0);
    await usage.change(weigh("a", 1));
    expect(readFileSync(join(folder, "theirs.json"), "utf8")).toBe("{}");
    expect(usage.read().usage.get("a")).toMatchObject({ weight: 1 });
  });
});
