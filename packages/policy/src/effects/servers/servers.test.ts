import type { Effect } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { isControlName } from "../../../../../test/support/policy/sample-control-rules.ts";
import type { FileFacts } from "../../paths/file-facts.ts";
import { defaultPolicy, type Policy } from "../../policy-file/policy.ts";
import { recogniseAddress, recogniseServer } from "./recognise-server.ts";
import { serverEffects } from "./server-effects.ts";
import { serverList } from "./server-list.ts";
import type { StartedServer } from "./server-places.ts";

const folders = new Set(["/w", "/w/src", "/w/src/sub", "/out", "/"]);
const links: Record<string, string> = { "/w/src/link": "/out", "/w/src/file-link": "/out/x" };
const facts: FileFacts = {
  kind: (path) => (Object.hasOwn(links, path) ? "link" : folders.has(path) ? "folder" : "absent"),
  linkTarget: (path) => links[path] ?? "",
  names: () => [],
  mayEnter: () => true,
  ignoresCase: () => false,
};

function effectsOf(
  known: string,
  tool: string,
  input: unknown,
  more: Partial<StartedServer> = {},
  policy: Partial<Policy> = {},
) {
  const server = { name: known, known, words: [], cwd: "/w", home: "/home/u", roots: [], ...more };
  const parts = { facts, isControlName, policy: () => ({ ...defaultPolicy, ...policy }), home: "/home/u", root: "/w" };
  return serverEffects(server, tool, input, parts);
}
const places = (list: readonly Effect[]) =>
  list.map((effect) => {
    if (effect.kind === "move") return `move ${effect.from.absolute} ${effect.to.absolute}`;
    return "absolute" in effect ? `${effect.kind} ${effect.absolute}` : effect.kind;
  });

describe("which server a person has started", () => {
  it.each<[string, string[], string, string[]]>([
    ["npx", ["-y", "@modelcontextprotocol/server-filesystem", "/a", "/b"], "filesystem", ["/a", "/b"]],
    ["npx", ["@modelcontextprotocol/server-filesystem@2026.8.31", "."], "filesystem", ["."]],
    ["/usr/bin/npx", ["--yes", "@playwright/mcp@latest", "--headless"], "playwright", ["--headless"]],
    ["npm", ["exec", "@modelcontextprotocol/server-postgres"], "postgres", []],
    ["pnpm", ["dlx", "@modelcontextprotocol/server-github"], "github", []],
    ["bunx", ["@playwright/mcp"], "playwright", []],
    ["uvx", ["mcp-server-git", "--repository", "/r"], "git", ["--repository", "/r"]],
    ["uvx", ["mcp-server-git==2026.1.1"], "git", []],
    ["uv", ["tool", "run", "mcp-server-git"], "git", []],
    ["python3.11", ["-m", "mcp_server_git"], "git", []],
    ["node", ["/x/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js", "/a"], "filesystem", ["/a"]],
    ["node", ["--no-warnings", "/x/node_modules/.bin/mcp-server-filesystem", "/a"], "filesystem", ["/a"]],
    ["mcp-server-filesystem", ["/a"], "filesystem", ["/a"]],
    ["docker", ["run", "-i", "--rm", "ghcr.io/github/github-mcp-server:v1"], "github", []],
  ])("%s %j is %s", (command, args, known, words) => {
    expect(recogniseServer(command, args)).toEqual({ known, words });
  });

  it.each<[string, string[]]>([
    ["npx", []],
    ["npx", ["server-filesystem"]],
    ["npx", ["@evil/server-filesystem"]],
    ["npx", ["@modelcontextprotocol/server-filesystem-evil"]],
    ["npx", ["evil", "@modelcontextprotocol/server-filesystem"]],
    ["npx", ["-p", "evil", "@modelcontextprotocol/server-filesystem"]],
    ["npx", ["--package=evil", "mcp-server-filesystem"]],
    ["uvx", ["--from", "evil", "mcp-server-git"]],
    ["node", ["evil.js", "/node_modules/@modelcontextprotocol/server-filesystem/"]],
    ["node", ["/x/server-filesystem/dist/index.js"]],
    ["node", []],
    ["sh", ["-c", "npx @modelcontextprotocol/server-filesystem"]],
    ["python3", ["mcp_server_git"]],
    // In a container, paths are others.
    ["docker", ["run", "-i", "mcp/filesystem", "/projects"]],
    ["docker", ["run", "-i", "mcp/git"]],
    ["docker", ["run", "evil/github-mcp-server"]],
    ["constructor", []],
  ])("%s %j is none that is known", (command, args) => {
    expect(recogniseServer(command, args)).toBeNull();
  });

  it("an address is known as it is spelled, and not by what it ends in", () => {
    expect(recogniseAddress("https://api.githubcopilot.com/mcp/")?.known).toBe("github");
    expect(recogniseAddress("https://evil.example/https://api.githubcopilot.com/mcp")).toBeNull();
    expect(recogniseAddress("http://api.githubcopilot.com/mcp")).toBeNull();
  });

  it("no two servers are started by the same name", () => {
    const names = serverList.flatMap(({ startedAs }) => startedAs);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("the file system server", () => {
  it.each<[string, object, string[]]>([
    ["write_file", { path: "/w/src/a.ts", content: "" }, ["write /w/src/a.ts"]],
    ["write_file", { path: "src/a.ts" }, ["write /w/src/a.ts"]],
    ["write_file", { path: "/w/src/link/a.ts" }, ["write /out/a.ts"]],
    ["write_file", { path: "/w/src/link/../a.ts" }, ["write /w/src/a.ts"]],
    ["write_file", { path: "/w/src/file-link" }, ["write /out/x"]],
    ["write_file", { path: "~/a.ts" }, ["write /home/u/a.ts"]],
    ["write_file", { path: "~" }, ["write /home/u"]],
    ["write_file", { path: "~evil/a.ts" }, ["write /w/~evil/a.ts"]],
    ["edit_file", { path: "/w/a", edits: [] }, ["write /w/a"]],
    ["edit_file", { path: "/w/a", edits: [], dryRun: true }, ["read /w/a"]],
    ["edit_file", { path: "/w/a", edits: [], dryRun: "true" }, ["write /w/a"]],
    ["create_directory", { path: "/w/src/new" }, ["write /w/src/new"]],
    ["move_file", { source: "/w/src/a", destination: "/w/b" }, ["move /w/src/a /w/b"]],
    [
      "move_file",
      { source: "/w/src/file-link", destination: "/w/b" },
      ["move /out/x /w/b", "move /w/src/file-link /w/b"],
    ],
    [
      "move_file",
      { source: "/w/src/sub", destination: "/w/b" },
      ["move /w/src/sub /w/b", "write_below /w/src/sub", "write_below /w/b"],
    ],
    ["read_multiple_files", { paths: ["/w/a", "/w/b"] }, ["read /w/a", "read /w/b"]],
    ["list_allowed_directories", {}, []],
  ])("%s %j", (tool, input, expected) => {
    expect(places(effectsOf("filesystem", tool, input)?.effects.list ?? [])).toEqual(expected);
  });

  it("holds a relative path against every folder that it may count from", () => {
    const found = effectsOf(
      "filesystem",
      "write_file",
      { path: "a" },
      { words: ["/w", "sub", "~/x", "--flag"], roots: ["/r"] },
    );
    expect(places(found?.effects.list ?? [])).toEqual([
      "write /w/a",
      "write /w/sub/a",
      "write /home/u/x/a",
      "write /r/a",
    ]);
  });

  it.each<[string, object]>([
    ["write_file", {}],
    ["write_file", { path: 5 }],
    ["write_file", { path: "" }],
    ["write_file", { path: "a\u0000/../b" }],
    ["write_file", { path: "/w/\u202ea" }],
    ["write_file", { path: "/w/a", Path: "/out/b" }],
    ["move_file", { source: "/w/a" }],
    ["read_multiple_files", { paths: "/w/a" }],
    ["read_multiple_files", { paths: ["/w/a", 7] }],
  ])("%s %j is refused for what it is", (tool, input) => {
    const found = effectsOf("filesystem", tool, input);
    expect(found?.effects).toMatchObject({ risk: "UNKNOWN", mutates: true });
  });

  it("knows nothing of a relative path where its folder is not known, nor of ~ where its home is not", () => {
    for (const path of ["a", "~/a"]) {
      const found = effectsOf("filesystem", "write_file", { path }, { cwd: null, home: null });
      expect(found?.effects.risk).toBe("UNKNOWN");
    }
  });

  it("has been read whole only where no part was asked for", () => {
    const shown = (input: object) => effectsOf("filesystem", "read_text_file", input)?.effects.list[0];
    expect(shown({ path: "/w/a" })).toMatchObject({ shows: "content" });
    expect(shown({ path: "/w/a", head: 0 })).toMatchObject({ shows: "facts" });
    expect(shown({ path: "/w/a", tail: 3 })).toMatchObject({ shows: "facts" });
  });
});

describe("the git server", () => {
  const git = (tool: string, input: object) => effectsOf("git", tool, { repo_path: "/w", ...input })?.effects;

  it.each<[string, object]>([
    ["git_status", {}],
    ["git_diff", { target: "main" }],
    ["git_log", { max_count: 5, start_timestamp: "2 weeks ago" }],
    ["git_show", { revision: "HEAD" }],
    ["git_branch", { branch_type: "local" }],
  ])("%s %j only looks", (tool, input) => {
    expect(git(tool, input)).toMatchObject({ risk: "SAFE", mutates: false });
  });

  it.each<[string, object]>([
    ["git_diff", { target: "--output=/out/x" }],
    ["git_diff", { target: "-O/out" }],
    ["git_diff", {}],
    ["git_show", { revision: "--output=/out/x" }],
    ["git_log", { start_timestamp: "--output=/out/x" }],
    ["git_checkout", { branch_name: "--orphan" }],
    ["git_create_branch", { branch_name: "-D" }],
    ["git_status", { repo_path: 7 }],
    ["git_status", { repo_path: "~/r" }],
    ["git_add", { files: "a" }],
  ])("%s %j cannot be told", (tool, input) => {
    expect(git(tool, input)).toMatchObject({ risk: "UNKNOWN", mutates: true });
  });

  it.each<[string, object, string]>([
    ["git_commit", { message: "it's $(done)" }, "git_metadata"],
    ["git_checkout", { branch_name: "main" }, "write_below"],
    ["git_create_branch", { branch_name: "x" }, "git_metadata"],
    ["git_add", { files: ["a", "-A"] }, "git_metadata"],
  ])("%s %j is read as the command it is", (tool, input, kind) => {
    expect(git(tool, input)?.list.map((effect) => effect.kind)).toContain(kind);
  });
});

describe("servers that reach out", () => {
  it.each<[string, string, object, string[]]>([
    ["github", "get_file_contents", { path: "x" }, []],
    ["github", "create_or_update_file", { path: "README.md" }, ["network"]],
    ["github", "delete_repository", {}, ["network"]],
    ["postgres", "query", { sql: "SELECT 1" }, ["network"]],
    ["playwright", "browser_snapshot", {}, []],
    ["playwright", "browser_click", {}, ["network"]],
    ["playwright", "browser_run_code_unsafe", { code: "x" }, ["unknown"]],
    ["playwright", "browser_take_screenshot", {}, ["write_below /w/.playwright-mcp"]],
    [
      "playwright",
      "browser_evaluate",
      { filename: "a.js" },
      ["network", "write /w/.playwright-mcp/a.js", "write /w/a.js"],
    ],
    ["playwright", "browser_file_upload", { paths: ["a"] }, ["network", "read /w/a"]],
  ])("%s %s %j", (known, tool, input, expected) => {
    expect(places(effectsOf(known, tool, input)?.effects.list ?? [])).toEqual(expected);
  });

  it("keeps what playwright keeps where the person said", () => {
    const words = ["--headless", "--output-dir", "/tmp/shots"];
    const found = effectsOf("playwright", "browser_pdf_save", { filename: "../../w/README.md" }, { words });
    expect(places(found?.effects.list ?? [])).toContain("write /w/README.md");
    expect(places(found?.effects.list ?? [])).toContain("write_below /tmp/shots");
  });

  it.each([
    [["--config", "playwright.json"]],
    [["--config=playwright.json", "--output-dir", "/tmp/shots"]],
    [["--output-dir", "/tmp/shots", "--output-dir=/w"]],
    [["--output-dir="]],
  ])("does not know where playwright keeps its files with %j", (words) => {
    for (const [tool, input] of [
      ["browser_take_screenshot", {}],
      ["browser_snapshot", { filename: "a.md" }],
    ] as const)
      expect(effectsOf("playwright", tool, input, { words })?.effects.risk).toBe("UNKNOWN");
  });
});

describe("the catalogue", () => {
  it.each<[string | null, string]>([
    ["filesystem", "delete_file"],
    ["filesystem", "constructor"],
    ["filesystem", "__proto__"],
    ["nobody", "write_file"],
    [null, "write_file"],
  ])("does not speak for %s %s", (known, tool) => {
    expect(effectsOf("filesystem", tool, {}, { known })).toBeNull();
  });

  it("gives way to what a person declared", () => {
    const tools = { "mcp.filesystem.write_file": { effect: "read" as const, paths_from: [] } };
    expect(effectsOf("filesystem", "write_file", { path: "/w/a" }, {}, { tools })).toBeNull();
  });
});
