/** What is known of a host stands in its own file: nobody else names it, nor the places of its settings. */
import { hosts } from "@intentgate/hosts";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { isTest, projectFiles, textOf } from "./project-files.ts";

/** These name hosts, and adding one needs none of them. */
const allowed: readonly [files: RegExp, why: string][] = [
  [/^apps\/cli\/src\/verbs\/(hook|init|acp|trust)\.ts$/, "the help shows an example"],
  [/^apps\/dashboard\/src\/page\/words\/words\.ts$/, "how the page spells a name that is not spelled like its id"],
  [/^scripts\/host-programs\.mjs$/, "which packages the tests with real hosts install, one line for each"],
  [/^scripts\/test-box\.mjs$/, "whose package brings a bubblewrap that Debian does not have yet"],
  [/^scripts\/(example|docs)\//, "what happened in examples"],
];

/** Not words of everyday: these are looked for inside longer texts too. */
const names = hosts.map(({ name }) => name);
const rare = names.filter((name) => name.includes("-"));
const places = hosts.flatMap(({ control }) => [
  ...control.inRoot,
  ...control.serversInRoot,
  ...control.inHome,
  ...control.atTop,
]);

/** Every text and every pattern of a source, with what it imports left out. */
function textsIn(path: string): string[] {
  const found: string[] = [];
  const text = textOf(path);
  // Most name no host in any way, and need no reading.
  if (![...names, ...places].some((one) => text.toLowerCase().includes(one))) return found;
  const visit = (node: ts.Node): void => {
    const isImport = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    if (isImport || ts.isImportTypeNode(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push(node.text);
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text.replaceAll("\\", ""));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false));
  return found;
}

function namedIn(text: string): string[] {
  const isPlace = (place: string) => text.toLowerCase() === place || text.toLowerCase().startsWith(`${place}/`);
  return [
    ...names.filter((name) => text === name || text.startsWith(`${name}:`)),
    ...rare.filter((name) => new RegExp(`(?<![\\w@/-])${name}(?![\\w-])`).test(text)),
    ...places.filter(isPlace),
  ];
}

const own = (path: string) =>
  names.find((name) => new RegExp(`^packages/hosts/src/hosts/${name}(-[a-z]+)?\\.ts$`).test(path));

const sources = projectFiles().filter(
  (path) =>
    /^(packages|apps|scripts)\/.*\.(ts|tsx|mjs|cjs)$/.test(path) && !isTest(path) && !path.includes("/fixtures/"),
);

describe("a host is named", () => {
  it("by nobody but its own file, the list and what needs no line for a new one", () => {
    const named = sources.flatMap((path) => {
      const host = own(path);
      const mine = hosts.find(({ name }) => name === host)?.control;
      const isMine = (one: string) => one === host || (mine !== undefined && Object.values(mine).flat().includes(one));
      const others = textsIn(path)
        .flatMap(namedIn)
        .filter((one) => !isMine(one));
      return others.length === 0 ? [] : [{ path, others: [...new Set(others)] }];
    });
    expect(named.filter(({ path }) => !allowed.some(([files]) => files.test(path)))).toEqual([]);
    const unneeded = allowed.filter(([files]) => !named.some(({ path }) => files.test(path)));
    expect(unneeded, "what is allowed and not made use of").toEqual([]);
  });

  it("has a file of its name for every one in the list", () => {
    expect(sources.filter((path) => own(path) !== undefined).length).toBeGreaterThanOrEqual(hosts.length);
    for (const { name } of hosts) expect(sources).toContain(`packages/hosts/src/hosts/${name}.ts`);
  });

  it.each([
    "claude-code",
    "cursor",
    ".claude",
    ".claude/settings.json",
    "codex:s1",
    ".github/hooks/x.json",
    "as claude-code asks",
  ])("in %j", (text) => expect(namedIn(text)).not.toEqual([]));

  it.each(["claude-sonnet-4-5", "Put the cursor on a line", "my-claude-code", ".env", "generics", ".github/workflows"])(
    "but not in %j",
    (text) => expect(namedIn(text)).toEqual([]),
  );
});
