import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import { verifyLedger } from "@intentgate/trace";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Planted, put } from "../planted-root.ts";
import { type Door, doorTo, expectDenied, oneIntent, openDoor, treeOf } from "./door.ts";

describe("without git on the path", () => {
  it("everything works; the revision is read from the repository's own files", async () => {
    const door = openDoor();
    execFileSync("git", ["init", "-q", door.root]);
    const identity = ["-c", "user.name=x", "-c", "user.email=x@example.invalid"];
    execFileSync("git", [...identity, "commit", "-q", "--allow-empty", "-m", "x"], { cwd: door.root });
    const sha = execFileSync("git", ["rev-parse", "HEAD"], { cwd: door.root, encoding: "utf8" }).trim();
    const nothing = join(door.folder, "empty-path");
    mkdirSync(nothing);
    const env = { PATH: nothing };
    const call = (tool: string, input: object) => door.send({ tool, input, session: "s1" }, { env });
    expect(await call("select_active_intent", { intent_id: "INT-001" })).toMatchObject({ exit: 0 });
    expect(await call("write_to_file", { path: "src/b.ts", content: "x\n" })).toMatchObject({ exit: 0 });
    const { ledger } = openWorkspace(door.root, { stateDir: door.stateDir }).home.store;
    expect(ledger.newest(1)[0]?.vcs.revision_id).toBe(sha);
  });
});

describe("with an environment of nothing", () => {
  it("a call is still decided", async () => {
    const door = openDoor();
    const env = { PATH: "", HOME: "", XDG_STATE_HOME: door.env.XDG_STATE_HOME ?? "", TMPDIR: door.env.TMPDIR ?? "" };
    const answer = await door.send({ tool: "read_file", input: { path: "src/a.ts" }, session: "s1" }, { env });
    expect(answer.body.decision).toMatch(/allow|deny/);
    expectDenied(
      await door.send({ tool: "write_to_file", input: { path: "src/b.ts", content: "x" }, session: "s1" }, { env }),
    );
  });

  it("a relative XDG_STATE_HOME is not taken for a folder of the workspace", async () => {
    const door = openDoor();
    const before = treeOf(door.root);
    await door.send(
      { tool: "read_file", input: { path: "src/a.ts" }, session: "s1" },
      { env: { XDG_STATE_HOME: "src" } },
    );
    expect(treeOf(door.root)).toEqual(before);
  });
});

describe("a list of governed roots that is broken", () => {
  it.each(["", "{", "[]", '{"version":2,"roots":[]}', '{"version":1,"roots":[5]}', '{"version":1}'])(
    "denies, as nobody knows what is governed: %j",
    async (text) => {
      const door = openDoor();
      writeFileSync(join(door.stateDir, "roots.json"), text);
      const answer = await door.write("src/b.ts");
      expectDenied(answer, "HOOK_ERROR");
      expect(answer.body.reason).toContain("governed roots");
    },
  );
});

/** A real small disk; only root may mount one. */
function mounted(folder: string, options: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

const probe = mkdtempSync(join(tmpdir(), "mount-"));
const canMount = mounted(probe, "size=64k");
if (canMount) execFileSync("umount", [probe]);
else
  process.stderr.write(
    "a disk of its own cannot be mounted here: the tests of a full and a read-only disk are skipped\n",
  );
rmSync(probe, { recursive: true });

describe.skipIf(!canMount)("on a disk of its own (skipped where mounting is not allowed)", () => {
  let disk: string;
  let door: Door;
  beforeEach(async () => {
    disk = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-disk-"));
    if (!mounted(disk, "size=2m")) throw new Error("it could be mounted a moment ago");
    const folder = join(disk, "f");
    const place: Planted = {
      folder,
      root: join(folder, "root"),
      sidecar: join(folder, "root/.orchestration"),
      stateDir: join(folder, "state/intentgate"),
      env: {
        PATH: process.env.PATH ?? "",
        INTENTGATE_NO_BOX: "1",
        HOME: folder,
        XDG_STATE_HOME: join(folder, "state"),
        TMPDIR: join(folder, "tmp"),
      },
      clear: () => undefined,
    };
    put(place.root, "src/a.ts", "a\n");
    put(place.sidecar, "active_intents.yaml", oneIntent);
    put(place.stateDir, "roots.json", JSON.stringify({ version: 1, roots: [place.root] }));
    mkdirSync(join(folder, "tmp"));
    door = doorTo(place);
    await door.take();
    expect(await door.write("src/first.ts", "1\n")).toMatchObject({ exit: 0 });
  });
  afterEach(() => {
    execFileSync("umount", [disk]);
    rmSync(disk, { recursive: true });
  });

  const fill = () =>
    expect(() => {
      for (;;) writeFileSync(join(disk, "filler"), Buffer.alloc(4_096), { flag: "a" });
    }).toThrow("ENOSPC");
  const verify = () => {
    const { ledger } = openWorkspace(door.root, { stateDir: door.stateDir }).home.store;
    return verifyLedger(ledger.placedLines(), ledger.heads());
  };

  it("that is read-only, changes are denied with the remedy, reads pass, and nothing is half written", async () => {
    const before = treeOf(disk);
    execFileSync("mount", ["-o", "remount,ro", disk]);
    const answer = await door.write("src/b.ts");
    expectDenied(answer, "HOOK_ERROR");
    expect(answer.body.reason).toMatch(/EROFS|read-only/i);
    expect(await door.call("read_file", { path: "src/a.ts" })).toMatchObject({ exit: 0 });
    execFileSync("mount", ["-o", "remount,rw", disk]);
    expect(treeOf(disk)).toEqual(before);
    expect((await door.write("src/b.ts")).exit).toBe(0);
    expect(await verify()).toMatchObject({ records: 2, findings: [] });
  });

  it("that is full, nothing is changed, and all goes on when there is space again", async () => {
    const before = treeOf(door.root);
    fill();
    const answer = await door.write("src/b.ts", "x".repeat(50_000));
    // The last bytes of a page may still take the gate's own lines: then it is the tool that finds no space.
    if (answer.exit === 1) expect(JSON.stringify(answer.body.result)).toContain("CANNOT_WRITE");
    else expectDenied(answer, "HOOK_ERROR");
    expect(JSON.stringify(answer.body)).toContain("ENOSPC");
    expect(treeOf(door.root)).toEqual(before);
    rmSync(join(disk, "filler"));
    expect(await door.write("src/b.ts")).toMatchObject({ exit: 0 });
    expect(await verify()).toMatchObject({ records: 2, findings: [] });
  });

  it("that fills up during a call, every file is old or new, and what was done is in the ledger in the end", async () => {
    writeFileSync(join(disk, "reserve"), Buffer.alloc(400_000));
    fill();
    rmSync(join(disk, "reserve"));
    let refused = 0;
    for (let at = 0; refused < 3 && at < 60; at++) {
      const answer = await door.write(`src/f${at}.ts`, `${"x".repeat(20_000)}\n`);
      expect([0, 1, 2]).toContain(answer.exit);
      if (answer.exit !== 0) refused++;
    }
    expect(refused).toBe(3);
    rmSync(join(disk, "filler"));
    expect(await door.write("src/last.ts", "x\n")).toMatchObject({ exit: 0 });
    expect((await verify()).findings.filter((finding) => finding.kind !== "torn")).toEqual([]);
    const { ledger } = openWorkspace(door.root, { stateDir: door.stateDir }).home.store;
    const recorded = new Set(ledger.newest(100).flatMap((record) => record.files.map((file) => file.relative_path)));
    const written = Object.entries(treeOf(join(door.root, "src"))).filter(([path]) =>
      /^(f\d+|first|last)\.ts$/.test(path),
    );
    for (const [path, base64] of written) {
      expect(Buffer.from(base64, "base64").toString()).toMatch(/^(x+|1)\n$/);
      expect(recorded).toContain(`src/${path}`);
    }
    expect(Object.keys(treeOf(door.root)).filter((path) => path.endsWith(".tmp"))).toEqual([]);
  });

  it("a sidecar on another disk than the code is a sidecar, and a link to it is told", async () => {
    const target = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-other-"));
    try {
      put(
        target,
        ".orchestration/active_intents.yaml",
        readFileSync(join(door.sidecar, "active_intents.yaml"), "utf8"),
      );
      rmSync(door.sidecar, { recursive: true });
      symlinkSync(join(target, ".orchestration"), door.sidecar);
      expectDenied(await door.write("src/b.ts"));
    } finally {
      rmSync(target, { recursive: true });
    }
  });
});
