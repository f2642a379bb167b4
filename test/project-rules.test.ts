import { existsSync } from "node:fs";
import { join } from "node:path";
import { denyCodes } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { projectFiles, root, textOf } from "./project-files.ts";

const files = projectFiles();
const code = files.filter((path) => /\.(ts|tsx|mts|mjs|cjs|js)$/.test(path));

/** `path:line` of every match. */
function places(paths: string[], pattern: RegExp): string[] {
  return paths.flatMap((path) =>
    textOf(path)
      .split("\n")
      .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}`] : [])),
  );
}

describe("house rules", () => {
  it("keeps every source file within 400 lines", () => {
    const long = code.map((path) => ({ path, lines: textOf(path).split("\n").length - 1 }));
    expect(code.length).toBeGreaterThan(50);
    expect(long.filter(({ lines }) => lines > 400)).toEqual([]);
  });

  it("names nothing after having no name", () => {
    const empty = /^(utils?|helpers?|common|misc|managers?|base)$|(^|-)(utils?|helpers?|managers?)\b/;
    const nameless = files.filter((path) => path.split("/").some((part) => empty.test(part.replace(/\.[^.]*$/, ""))));
    expect(nameless).toEqual([]);
  });

  it("names code files in kebab-case", () => {
    const named = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.[a-z]+$/;
    expect(code.filter((path) => !named.test(path.split("/").at(-1) ?? ""))).toEqual([]);
  });

  it.each([
    ["switches the type checker off", new RegExp(["@ts-", "(ignore|nocheck)"].join(""))],
    ["casts to anything", /\bas any\s*(?:[;,)\]}>[|&:=]|$)/],
    ["runs one test only", /\b(it|test|describe)\.only\b/],
    ["swallows an error", /catch\s*(\([^)]*\))?\s*\{\s*\}/],
  ])("has no code that %s", (_what, pattern) => {
    expect(places(code, pattern)).toEqual([]);
  });

  it("speaks of no machine's own folders, except where a test uses them as data", () => {
    const isData = /\.test\.ts$|(^|\/)(fixtures|stories|data)\//;
    const text = files.filter((path) => /\.(ts|mjs|md|json|ya?ml|html|css)$|^\.ci\//.test(path) && !isData.test(path));
    expect(places(text, /(?<![\w.~-])\/(work|home|Users)\/[\w.-]/)).toEqual([]);
  });
});

/** Who catches what cannot be parsed, and why it does not ask the reader of JSON. */
const parsing: [path: string, why: string][] = [
  ["apps/cli/example-hooks/scripts/hooks/track-call.mjs", "it is copied into repositories and imports nothing of ours"],
  ["docs/guides/examples/openai-loop.ts", "it is a reader's own program"],
  ["packages/documents/src/text/read-json.ts", "it is the reader"],
  ["packages/tools/src/search/search-folder.ts", "it is a pattern that cannot be read, not JSON"],
];

it("reads JSON that others wrote in one place: whoever catches more takes a bug for a broken file", () => {
  const catching = places(code, /instanceof Syntax[E]rror/).map((place) => place.replace(/:\d+$/, ""));
  expect([...new Set(catching)]).toEqual(parsing.map(([path]) => path));
});

/** Why each cannot take its folders from test/support. */
const ownFolders: [path: string, why: string][] = [
  ["packages/sidecar/src/store/full-disk.test.ts", "it is a disk, and unmounted first"],
  ["packages/world/src/files/holder-files.test.ts", "one lies on another file system"],
  ["test/attribution/world.ts", "it is planted once for all tests of a process"],
  ["test/days/day-stage.ts", "scripts use it, too"],
  ["test/golden/line-diff.ts", "stories are played at the same time, so no test is the current one"],
  ["test/golden/stage.ts", "stories are played at the same time, so no test is the current one"],
  ["test/input/odd-surroundings.test.ts", "it is a disk, and unmounted first"],
  ["test/mutation/keeping-layout.ts", "scripts use it, too"],
  ["test/pack/pack.test.ts", "it is large, and gone before the next file"],
  ["test/planted-root.ts", "whoever plants it says when it is gone"],
  ["test/replay/play.ts", "scripts use it"],
  ["test/shell/box.ts", "scripts use it, too"],
  ["test/stories/gate-scene.ts", "it is planted once for all tests of a process"],
  ["test/stories/other-state.test.ts", "its name must not be like ours"],
  ["test/stories/scene.ts", "whoever makes it says when it is gone"],
  ["test/support/mcp/server-stage.ts", "whoever makes it says when it is gone"],
  ["test/upgrade/installed-program.ts", "whoever makes it says when it is gone"],
];

it("takes temporary folders of tests from test/support, which removes them, but for these", () => {
  const isOther = /^test\/(box|hosts|e2e)\/|^test\/support\/temp-folder\.ts$/;
  const ofTests = code.filter((path) => (path.startsWith("test/") || path.endsWith(".test.ts")) && !isOther.test(path));
  const making = places(ofTests, /\bmkdtemp(Sync)?\(/).map((place) => place.replace(/:\d+$/, ""));
  expect([...new Set(making)]).toEqual(ownFolders.map(([path]) => path));
});

describe("what says where things are", () => {
  it("is an AGENTS.md of at most 60 lines that names every package and app", () => {
    const text = textOf("AGENTS.md");
    const homes = new Set(files.flatMap((path) => /^(packages|apps)\/[^/]+(?=\/)/.exec(path)?.[0] ?? []));
    expect(text.split("\n").length - 1).toBeLessThanOrEqual(60);
    expect([...homes].filter((home) => !text.includes(`\n${home} `))).toEqual([]);
  });

  it("is a decision record that begins with its number, and says its status", () => {
    const records = files.filter((path) => /^docs\/adr\/\d{4}-/.test(path));
    const odd = records.filter((path) => {
      const [title = "", blank, status = ""] = textOf(path).split("\n");
      return (
        !title.startsWith(`# ${path.slice("docs/adr/".length).slice(0, 4)} `) ||
        blank !== "" ||
        !/^Status: \w/.test(status)
      );
    });
    expect([records.length > 50, odd]).toEqual([true, []]);
  });
});

it("asks the engine about a call nowhere but in the ways in: whoever else does skips what they hand over", () => {
  const sources = code.filter((path) => /^(packages|apps)\/[^/]+\/src\//.test(path) && !path.endsWith(".test.ts"));
  const isOpen = (path: string) => /^packages\/(gate\/src\/calls|engine\/src)\//.test(path);
  const asking =
    /\bengine\??\.(?:executeTool|preToolUse|postToolUse|decide)\(|\.(?:executeTool|preToolUse|postToolUse)\(/;
  const askers = places(sources.filter(isOpen), asking).map((place) => place.replace(/:\d+$/, ""));
  const waysIn = ["before-and-after.ts", "watched-calls.ts", "ways-in.ts"];
  expect([...new Set(askers.filter((path) => !path.startsWith("packages/engine/")))].sort()).toEqual(
    waysIn.map((file) => `packages/gate/src/calls/${file}`),
  );
  expect(
    places(
      sources.filter((path) => !isOpen(path)),
      asking,
    ),
  ).toEqual([]);
});

it("redeems and ends tickets only where the line of a ticket comes to: each is the middle of a call that was let in", () => {
  const sources = code.filter((path) => /^(packages|apps)\/[^/]+\/src\//.test(path) && !path.endsWith(".test.ts"));
  const calling = places(sources, /\btickets\.(?:ended|redeem)\(/).map((place) => place.replace(/:\d+$/, ""));
  expect(calling).toEqual(["apps/cli/src/box/redeem-ticket.ts", "apps/cli/src/hook/run-ended.ts"]);
});

it("writes that a call is open at one place, and nowhere else", () => {
  const sources = code.filter((path) => /^packages\/gate\/src\//.test(path) && !path.endsWith(".test.ts"));
  const writing = places(sources, /kind: "opened"/).map((place) => place.replace(/:\d+$/, ""));
  expect(writing).toEqual(["packages/gate/src/calls/opened.ts"]);
});

describe("every code of a refusal", () => {
  const page = "docs/reference/codes.md";

  it.skipIf(!existsSync(join(root, page))).each(denyCodes)("%s has its row in the reference", (name) => {
    const rows = textOf(page)
      .split("\n")
      .filter((line) => line.startsWith("|"));
    expect(rows.some((row) => new RegExp(`^\\|\\s*\`?${name}\`?\\s*\\|`).test(row))).toBe(true);
  });
});
