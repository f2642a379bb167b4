import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, lstatSync, mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { patch, type TempWorkspace, tempWorkspace, update } from "../../../../test/support/tools/temp-workspace.ts";
import { contentHash } from "../define/define-tool.ts";
import { createNativeTools } from "./native-tools.ts";

let space: TempWorkspace;

describe("write_to_file", () => {
  it("creates a file with the mode the umask leaves, and its folders", async () => {
    space = tempWorkspace();
    const result = await space.run("write_file", { path: "a/b/f.txt", content: "hé\r\n" });
    expect(result).toEqual({ path: "a/b/f.txt", content_hash: contentHash(Buffer.from("hé\r\n")), created: true });
    expect(space.text("a/b/f.txt")).toBe("hé\r\n");
    expect(statSync(join(space.root, "a/b/f.txt")).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it("replaces bytes that are no text and keeps the mode", async () => {
    space = tempWorkspace({ "f.bin": Buffer.from([0xff, 0x00]) });
    chmodSync(join(space.root, "f.bin"), 0o4751);
    const result = await space.run("write_to_file", { file_path: "f.bin", content: "text" });
    expect(result.created).toBeUndefined();
    expect(space.text("f.bin")).toBe("text");
    expect(statSync(join(space.root, "f.bin")).mode & 0o7777).toBe(0o4751);
  });

  it("writes through the canonical path of a link inside and leaves the link", async () => {
    space = tempWorkspace({ "real.txt": "a" });
    symlinkSync("real.txt", join(space.root, "link.txt"));
    await space.run("write_to_file", { path: "link.txt", content: "b" });
    expect(space.text("real.txt")).toBe("b");
    expect(lstatSync(join(space.root, "link.txt")).isSymbolicLink()).toBe(true);
  });

  it("does not write through a hard link", async () => {
    space = tempWorkspace({ "one.txt": "a" });
    linkSync(join(space.root, "one.txt"), join(space.root, "two.txt"));
    await space.run("write_to_file", { path: "two.txt", content: "b" });
    expect([space.text("one.txt"), space.text("two.txt")]).toEqual(["a", "b"]);
  });

  it("takes eight million characters and no more", async () => {
    space = tempWorkspace();
    const content = "x".repeat(8 * 1024 * 1024);
    expect((await space.run("write_to_file", { path: "f", content })).error).toBeUndefined();
    expect((await space.run("write_to_file", { path: "g", content: `${content}x` })).code).toBe("BAD_INPUT");
    expect(space.all()).toEqual(["f"]);
  });

  it("shows the gate the bytes it is about to replace", async () => {
    space = tempWorkspace({ f: "old" });
    const seen: unknown[] = [];
    const expectBase = (path: string, base: Uint8Array | null) => {
      seen.push([path, base && Buffer.from(base).toString()]);
    };
    await space.run("write_to_file", { path: "f", content: "new" }, { expectBase });
    await space.run("write_to_file", { path: "g", content: "new" }, { expectBase });
    expect(seen).toEqual([
      [join(space.root, "f"), "old"],
      [join(space.root, "g"), null],
    ]);
  });

  it.each<[string, (root: string) => void, string]>([
    ["changed", (root) => writeFileSync(join(root, "sub/f"), "someone else"), "BASE_CHANGED"],
    [
      "became a link",
      (root) => {
        renameSync(join(root, "sub/f"), join(root, "g"));
        symlinkSync(join(root, "g"), join(root, "sub/f"));
      },
      "IS_LINK",
    ],
    [
      "became a folder",
      (root) => {
        renameSync(join(root, "sub/f"), join(root, "g"));
        mkdirSync(join(root, "sub/f"));
      },
      "IS_FOLDER",
    ],
    [
      "became a pipe",
      (root) => {
        renameSync(join(root, "sub/f"), join(root, "g"));
        execFileSync("mkfifo", [join(root, "sub/f")]);
      },
      "NOT_A_FILE",
    ],
    [
      "lost its folder to a link",
      (root) => {
        renameSync(join(root, "sub"), join(root, "away"));
        symlinkSync(join(root, "away"), join(root, "sub"));
      },
      "IS_LINK",
    ],
  ])("writes nothing to a file that %s after the plan", async (_name, change, code) => {
    space = tempWorkspace({ "sub/f": "old" });
    // The second look at the signal comes after the plan and before the write.
    const signal = Object.defineProperty(new AbortController().signal, "aborted", {
      get: () => {
        change(space.root);
        return false;
      },
    });
    const result = await space.run("write_to_file", { path: "sub/f", content: "new" }, { signal });
    expect(result.code).toBe(code);
    expect(space.all().filter((path) => path.includes(".intentgate-"))).toEqual([]);
    expect(
      space
        .all()
        .filter((path) => lstatSync(join(space.root, path)).isFile())
        .map(space.text),
    ).not.toContain("new");
  });

  it.each([
    ["a folder", "folder", "IS_FOLDER"],
    ["a path that ends like a folder", "new/", "IS_FOLDER"],
    ["a path below a file", "f.txt/g", "NOT_A_FOLDER"],
    ["a path outside", "/etc/intentgate-test", "PATH_REFUSED"],
    ["a dangling link", "dangling", "IS_LINK"],
    ["a pipe", "pipe", "NOT_A_FILE"],
    ["a name too long for the file system", "n".repeat(300), "BAD_INPUT"],
    ["a bell in the path", "f\u0007", "BAD_INPUT"],
  ])("refuses %s", async (_name, path, code) => {
    space = tempWorkspace({ "f.txt": "a", "folder/g": "" });
    symlinkSync("nowhere", join(space.root, "dangling"));
    execFileSync("mkfifo", [join(space.root, "pipe")]);
    const before = space.all();
    expect((await space.run("write_to_file", { path, content: "x" })).code).toBe(code);
    expect(space.all()).toEqual(before);
  });

  it("writes nothing once the call is stopped", async () => {
    space = tempWorkspace();
    const result = await space.run("write_to_file", { path: "f", content: "x" }, { signal: AbortSignal.abort() });
    expect(result.code).toBe("ABORTED");
    expect(space.all()).toEqual([]);
  });

  it("lets a reader see the old or the new content, never a part", async () => {
    space = tempWorkspace({ f: "a".repeat(300_000) });
    const target = join(space.root, "f");
    const reader = `const fs=require("fs");const odd=new Set();for(let i=0;i<400;i++){const t=fs.readFileSync(${JSON.stringify(target)},"utf8");odd.add(t.length+":"+new Set(t).size)}console.log([...odd].join())`;
    const reading = space.run("execute_command", { command: `'${process.execPath}' -e '${reader}'` });
    for (let round = 0; round < 60; round++) {
      await space.run("write_to_file", { path: "f", content: (round % 2 ? "a" : "b").repeat(300_000) });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await reading).stdout).toBe("300000:1\n");
  });
});

describe("delete_file", () => {
  it("deletes a file", async () => {
    space = tempWorkspace({ f: "a", g: "b" });
    expect(await space.run("delete", { path: "f" })).toEqual({ path: "f", deleted: true });
    expect(space.all()).toEqual(["g"]);
  });

  it.each([
    ["a folder", "folder", "IS_FOLDER"],
    ["a missing file", "gone", "NOT_FOUND"],
    ["a path outside", "../x", "PATH_REFUSED"],
  ])("refuses %s", async (_name, path, code) => {
    space = tempWorkspace({ "folder/f": "a" });
    expect((await space.run("delete_file", { path })).code).toBe(code);
    expect(space.all()).toEqual(["folder", "folder/f"]);
  });

  it("deletes nothing that the gate did not decide on", async () => {
    space = tempWorkspace({ f: "a" });
    const expectBase = () => {
      throw new Error("f changed since it was decided on");
    };
    const result = await space.run("delete_file", { path: "f" }, { expectBase });
    expect(result).toEqual({ error: "f changed since it was decided on. Nothing was changed.", code: "BASE_CHANGED" });
    expect(space.all()).toEqual(["f"]);
  });
});

describe("plan", () => {
  const tools = createNativeTools();
  const shown = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString();

  it("tells what would be written and touches nothing", async () => {
    space = tempWorkspace({ f: "a\n", g: "g\n" });
    const move = { ...update("f", ["-a", "+b"]), moveTo: "new/f" };
    const plans = await tools.plan("apply_patch", patch(move, { kind: "delete", path: "g" }), space.context);
    expect(plans.map((plan) => ({ ...plan, before: shown(plan.before), after: shown(plan.after) }))).toEqual([
      { path: join(space.root, "new/f"), before: "a\n", after: "b\n", movedFrom: join(space.root, "f") },
      { path: join(space.root, "g"), before: "g\n", after: null },
    ]);
    expect(space.all()).toEqual(["f", "g"]);
  });

  it("is empty for tools that write no file themselves", async () => {
    space = tempWorkspace();
    expect(await tools.plan("execute_command", { command: "touch x" }, space.context)).toEqual([]);
    expect(await tools.plan("read_file", { path: "x" }, space.context)).toEqual([]);
    expect(space.all()).toEqual([]);
  });

  it.each([
    ["edit", { path: "f", old_string: "zzz", new_string: "" }, "NO_MATCH"],
    ["edit", { path: "f" }, "BAD_INPUT"],
    ["write_to_file", { path: "../f", content: "" }, "PATH_REFUSED"],
    ["no_such_tool", {}, "UNKNOWN_TOOL"],
  ])("throws where %s would fail", async (name, input, code) => {
    space = tempWorkspace({ f: "a" });
    await expect(tools.plan(name, input, space.context)).rejects.toMatchObject({ name: "PlanError", code });
  });
});
