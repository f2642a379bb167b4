import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesBelow } from "../planted-root.ts";

/** What is shipped must stay small. The MCP server and the remover of types are a third of it, loaded by who needs them. */
const MOST_PROGRAM_BYTES = 3_300_000;
/** Grammars lie beside it, packed, each read only when a file of its language is. */
const MOST_GRAMMAR_BYTES = 1_500_000;
const MOST_PACKED_BYTES = 2_200_000;

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-pack-"));
const project = join(folder, "project");
const installed = join(project, "node_modules/intentgate");
const env = {
  PATH: process.env.PATH ?? "",
  HOME: join(folder, "home"),
  XDG_STATE_HOME: join(folder, "state"),
  TMPDIR: join(folder, "tmp"),
  NO_COLOR: "1",
  npm_config_cache: join(folder, "cache"),
  npm_config_update_notifier: "false",
  npm_config_fund: "false",
};
interface Packed {
  filename: string;
  size: number;
  files: { path: string; size: number }[];
}
let packed: Packed;

const run = (program: string, words: string[], cwd = project) => {
  const ended = spawnSync(program, words, { cwd, env, encoding: "utf8", timeout: 40_000 });
  return { code: ended.status, out: ended.stdout, err: ended.stderr };
};
const intentgate = (...words: string[]) => run("npx", ["--no-install", "intentgate", ...words]);

beforeAll(() => {
  for (const made of ["project", "home", "state", "tmp", "tarball"]) mkdirSync(join(folder, made));
  execFileSync(process.execPath, [join(root, "scripts/build.mjs")]);
  const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", join(folder, "tarball")];
  const out = run("npm", words, join(root, "apps/cli"));
  if (out.code !== 0) throw new Error(out.err);
  [packed] = JSON.parse(out.out) as [Packed];
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "an-empty-project", private: true }));
  execFileSync("git", ["init", "-q"], { cwd: project, env });
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

describe("the package", () => {
  it("holds its papers and the program, and nothing of how it is made or tested", () => {
    const paths = packed.files.map((file) => file.path);
    for (const wanted of [
      "LICENSE",
      "README.md",
      "THIRD_PARTY_NOTICES.md",
      "package.json",
      "bin/intentgate.mjs",
      "dist/intentgate.mjs",
      "example-hooks/.system/hooks/post_tool_use_tracker.yaml",
    ]) {
      expect(paths).toContain(wanted);
    }
    const known =
      /^(LICENSE|README\.md|THIRD_PARTY_NOTICES\.md|package\.json|bin\/intentgate\.mjs|dist\/(chunks\/)?[\w.-]+\.mjs|dist\/grammars\/[\w-]+\.wasm\.br|example-hooks\/(\.system\/hooks\/\w+\.yaml|scripts\/hooks\/[\w-]+\.(sh|mjs|json)))$/;
    expect(paths.filter((path) => !known.test(path))).toEqual([]);
    expect(paths.filter((path) => /test|\.ts$|\.map$/.test(path))).toEqual([]);
  });

  it("is small", () => {
    const bytesOf = (isWanted: (path: string) => boolean): number =>
      packed.files.reduce((sum, { path, size }) => sum + (isWanted(path) ? size : 0), 0);
    const grammars = bytesOf((path) => path.endsWith(".wasm.br"));
    const program = bytesOf((path) => path.endsWith(".mjs"));
    process.stdout.write(`packed ${packed.size} bytes: program ${program}, grammars ${grammars}\n`);
    expect(program).toBeLessThan(MOST_PROGRAM_BYTES);
    expect(grammars).toBeLessThan(MOST_GRAMMAR_BYTES);
    expect(packed.size).toBeLessThan(MOST_PACKED_BYTES);
  });

  it("installs into an empty project without a network, and brings nothing along", () => {
    const tarball = join(folder, "tarball", packed.filename);
    const out = run("npm", ["install", "--offline", "--no-audit", "--ignore-scripts", tarball]);
    expect(out).toMatchObject({ code: 0 });
    expect(readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["intentgate"]);
    const { dependencies, scripts } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect({ dependencies, scripts }).toEqual({ dependencies: undefined, scripts: undefined });
  });

  it("names no folder of the machine it was built on", () => {
    const named = filesBelow(installed).filter((file) => {
      const text = readFileSync(join(installed, file), "utf8");
      return text.includes(root.replace(/\/$/, "")) || /(?<![\w.~-])\/(home|Users)\/[a-z]/.test(text);
    });
    expect(named).toEqual([]);
  });

  it("can be run by its name, as the file says", () => {
    expect(statSync(join(installed, "bin/intentgate.mjs")).mode & 0o111).not.toBe(0);
    const { version } = JSON.parse(readFileSync(join(root, "apps/cli/package.json"), "utf8"));
    expect(intentgate("--version")).toEqual({ code: 0, out: `${version}\n`, err: "" });
  });
});

describe("in a fresh repository the installed program", () => {
  it("puts it under the gate", () => {
    const out = intentgate("init", "--yes");
    expect(out).toMatchObject({ code: 0, err: "" });
    expect(out.out).toContain("is under the gate");
    const names = readdirSync(join(project, ".orchestration"));
    expect(names).toEqual(expect.arrayContaining([".gitignore", "active_intents.yaml", "policy.yaml"]));
  });

  it("brings the example hooks along, which nobody has trusted yet", () => {
    const out = intentgate("init", "--hooks");
    expect(out).toMatchObject({ code: 0, err: "" });
    const scripts = readdirSync(join(project, "scripts/hooks")).filter((name) => name.endsWith(".sh"));
    expect(scripts).toHaveLength(4);
    for (const name of scripts) expect(statSync(join(project, "scripts/hooks", name)).mode & 0o111).not.toBe(0);
    expect(intentgate("hooks", "validate")).toMatchObject({ code: 0, err: "" });
    expect(intentgate("hooks", "explain", "post_tool_use_tracker").out).toContain("untrusted");
  });

  it("plays its demo: every kind of decision as it should be, and the ledger verifies", () => {
    const before = filesBelow(project).filter((file) => !file.startsWith("node_modules/"));
    const out = intentgate("demo", "--fast");
    expect(out).toMatchObject({ code: 0, err: "" });
    for (const line of [
      "No change without an intent",
      "INTENT_REQUIRED",
      "SCOPE_VIOLATION",
      "STALE_FILE",
      "every decision as it should be",
    ]) {
      expect(out.out).toContain(line);
    }
    // It plays in a folder of its own, which it names: the repository it was started in stays as it is.
    expect(filesBelow(project).filter((file) => !file.startsWith("node_modules/"))).toEqual(before);
    const [played, ...more] = readdirSync(join(folder, "tmp")).filter((name) => name.startsWith("intentgate-demo"));
    expect(more).toEqual([]);
    expect(out.out).toContain(String(played));
  });

  it("refuses a change without an intent, and writes only into its own folders", () => {
    const call = JSON.stringify({ tool: "write_to_file", input: { path: "x.ts", content: "x" }, session: "s1" });
    const words = ["--no-install", "intentgate", "call"];
    const ended = spawnSync("npx", words, { cwd: project, env, encoding: "utf8", input: call, timeout: 20_000 });
    expect(ended.status).toBe(2);
    expect(JSON.parse(ended.stdout)).toMatchObject({ decision: "deny", code: "INTENT_REQUIRED" });
    expect(existsSync(join(project, "x.ts"))).toBe(false);
    expect(readdirSync(join(folder, "home")).filter((name) => name !== ".npm")).toEqual([]);
  });
});
