import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeFolder } from "../../packages/world/src/files/make-folder.ts";
import { filesBelow } from "../planted-root.ts";
import { PATIENCE_MS } from "../support/patience.ts";

/**
 * What is shipped must stay small. Two thirds of it are loaded only by who needs them: the MCP server and client, the
 * remover of types, and what speaks to three providers of models.
 */
const MOST_PROGRAM_BYTES = 6_100_000;
/** What hosts start: the gate once more, as scripts of which a process reads only what it needs. */
const MOST_HOOK_BYTES = 2_400_000;
/** Grammars lie beside it, packed, each read only when a file of its language is. */
const MOST_GRAMMAR_BYTES = 1_500_000;
/** What a browser loads from `intentgate serve`. */
const MOST_PAGE_BYTES = 400_000;
const MOST_PACKED_BYTES = 3_700_000;

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-pack-"));
const project = join(folder, "project");
const installed = join(project, "node_modules/intentgate");
const env = {
  PATH: process.env.PATH ?? "",
  INTENTGATE_NO_BOX: "1",
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
  const ended = spawnSync(program, words, { cwd, env, encoding: "utf8", timeout: PATIENCE_MS });
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
afterAll(() => removeFolder(folder));

describe("the package", () => {
  it("holds its papers and the program, and nothing of how it is made or tested", () => {
    const paths = packed.files.map((file) => file.path);
    for (const wanted of [
      "LICENSE",
      "README.md",
      "THIRD_PARTY_NOTICES.md",
      "package.json",
      "bin/intentgate.cjs",
      "dist/hook.cjs",
      "dist/intentgate.mjs",
      "dist/library.d.ts",
      "dist/library.mjs",
      "dist/plugins/claude-code/hooks/hooks.json",
      "example-hooks/.system/hooks/post_tool_use_tracker.yaml",
    ]) {
      expect(paths).toContain(wanted);
    }
    const known =
      /^(LICENSE|README\.md|THIRD_PARTY_NOTICES\.md|package\.json|bin\/intentgate\.[cm]js|dist\/hook\.cjs|dist\/hook\/[a-z]+-[0-9a-f]{16}\.js|dist\/library\.d\.ts|dist\/(chunks\/)?[\w.-]+\.mjs|dist\/page\/(index\.html|icon\.svg|[\w-]+-[A-Z0-9]{8}\.(js|css))|dist\/grammars\/[\w-]+\.wasm\.br|dist\/plugins\/[\w-]+\/[\w./-]+\.json|example-hooks\/(\.system\/hooks\/\w+\.yaml|scripts\/hooks\/[\w-]+\.(sh|mjs|json)))$/;
    expect(paths.filter((path) => !known.test(path))).toEqual([]);
    expect(paths.filter((path) => /test|(?<!\.d)\.ts$|\.map$/.test(path))).toEqual([]);
  });

  it("is small", () => {
    const bytesOf = (isWanted: (path: string) => boolean): number =>
      packed.files.reduce((sum, { path, size }) => sum + (isWanted(path) ? size : 0), 0);
    const grammars = bytesOf((path) => path.endsWith(".wasm.br"));
    const program = bytesOf((path) => path.endsWith(".mjs"));
    const hook = bytesOf((path) => /^dist\/hook[./]/.test(path));
    process.stdout.write(`packed ${packed.size} bytes: program ${program}, hook ${hook}, grammars ${grammars}\n`);
    expect(hook).toBeLessThan(MOST_HOOK_BYTES);
    expect(program).toBeLessThan(MOST_PROGRAM_BYTES);
    expect(grammars).toBeLessThan(MOST_GRAMMAR_BYTES);
    expect(bytesOf((path) => path.startsWith("dist/page/"))).toBeLessThan(MOST_PAGE_BYTES);
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
    expect(statSync(join(installed, "bin/intentgate.cjs")).mode & 0o111).not.toBe(0);
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
    const ended = spawnSync("npx", words, { cwd: project, env, encoding: "utf8", input: call, timeout: PATIENCE_MS });
    expect(ended.status).toBe(2);
    expect(JSON.parse(ended.stdout)).toMatchObject({ decision: "deny", code: "INTENT_REQUIRED" });
    expect(existsSync(join(project, "x.ts"))).toBe(false);
    expect(readdirSync(join(folder, "home")).filter((name) => name !== ".npm")).toEqual([]);
  });
});

describe("a program of somebody else that has nothing but the installed package", () => {
  const program = join(project, "program.ts");
  const compile = (text: string, ...words: string[]) => {
    writeFileSync(program, text);
    const types = join(root, "node_modules/@types");
    const given = ["--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2023", "--typeRoots", types];
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    return run(process.execPath, [tsc, ...given, "--types", "node", "--skipLibCheck", "false", ...words, program]);
  };
  beforeAll(() => {
    writeFileSync(join(project, "package.json"), JSON.stringify({ name: "a-program", private: true, type: "module" }));
  });

  it("is compiled against the library's types, and is refused a change that nobody intended", () => {
    const text = `
      import { type CallAnswer, changedPaths, createHookEngine, openWorkspace, ProblemError, type Workspace } from "intentgate";
      const workspace: Workspace = openWorkspace(process.cwd());
      const remove: () => void = workspace.engine.registerPreHook("mine", async ({ effects }) =>
        changedPaths(effects).length > 1 ? { allow: false, reason: "one at a time" } : undefined,
      );
      const { decision, refusal }: CallAnswer = await workspace.callThrough({
        tool: "save",
        input: { to: "y.ts" },
        declared: { effect: "write", paths_from: ["to"] },
        session: { id: "s1" },
        execute: async () => { throw new ProblemError([]); },
      });
      const code: "INTENT_REQUIRED" | undefined = refusal?.code === "INTENT_REQUIRED" ? refusal.code : undefined;
      console.log(decision, code, typeof createHookEngine, workspace.roots.length);
      remove();
      workspace.close();
    `;
    expect(compile(text, "--outDir", project)).toEqual({ code: 0, out: "", err: "" });
    expect(run(process.execPath, ["program.js"])).toEqual({
      code: 0,
      out: "deny INTENT_REQUIRED function 1\n",
      err: "",
    });
  });

  it("is not compiled with what the library does not take, does not have or does not show", () => {
    const given = 'import { type DeclaredTool, openWorkspace } from "intentgate";\nconst w = openWorkspace(".");';
    const wrong = new Map([
      ['openWorkspace(".", { approver: null });', "'approver' does not exist"],
      ['w.engine.registerPreHook("x", async () => ({ allow: "yes" }));', "not assignable"],
      ['const d: DeclaredTool = { effect: "touch", paths_from: [] };', "not assignable"],
      ["w.registry;", "Property 'registry' does not exist"],
      ['import { createNativeTools } from "intentgate";', "no exported member 'createNativeTools'"],
      ['export { x } from "intentgate/dist/mcp.mjs";', "Cannot find module"],
    ]);
    const files = [...wrong.keys()].map((line, at) => {
      writeFileSync(join(project, `wrong-${at}.ts`), `${given}\n${line}\nexport { type DeclaredTool, w };\n`);
      return join(project, `wrong-${at}.ts`);
    });
    const out = compile("export {};", "--noEmit", ...files);
    expect(out.code).not.toBe(0);
    const errors = out.out.split("\n").filter((line) => line.includes("error TS"));
    expect(errors).toHaveLength(wrong.size);
    for (const [at, complaint] of [...wrong.values()].entries()) {
      expect(errors.filter((line) => line.startsWith(`wrong-${at}.ts`)).join()).toContain(complaint);
    }
  });

  it.each(["intentgate/dist/mcp.mjs", "intentgate/bin/intentgate.cjs"])("cannot import %s", (path) => {
    const out = run(process.execPath, ["--input-type=module", "-e", `await import(${JSON.stringify(path)})`]);
    expect(out.code).not.toBe(0);
    expect(out.err).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED");
  });
});
