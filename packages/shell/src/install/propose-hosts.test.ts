import { expect, it } from "vitest";
import { proposeHosts } from "./propose-hosts.ts";

const none = { env: {}, texts: () => [] };
const propose = (locks: Record<string, string>, settings: Parameters<typeof proposeHosts>[1] = none) =>
  proposeHosts(new Map(Object.entries(locks)), settings);
const resolved = (...addresses: string[]) =>
  JSON.stringify({ packages: addresses.map((resolved) => ({ resolved })) }, null, 2);

it.each([
  [
    "package-lock.json",
    resolved("https://registry.npmjs.org/a/-/a.tgz", "https://npm.example.org:8443/b.tgz"),
    ["registry.npmjs.org", "npm.example.org:8443"],
  ],
  ["yarn.lock", 'a@1:\n  resolved "https://registry.yarnpkg.com/a/-/a.tgz#abc"\n', ["registry.yarnpkg.com"]],
  // Where it names none, its settings do.
  ["package-lock.json", "{}", ["registry.npmjs.org"]],
  ["pnpm-lock.yaml", "lockfileVersion: 9", ["registry.npmjs.org"]],
  ["requirements.txt", "requests", ["pypi.org", "files.pythonhosted.org"]],
  ["uv.lock", "", ["pypi.org", "files.pythonhosted.org"]],
  ["Cargo.lock", "", ["index.crates.io", "static.crates.io"]],
  ["go.sum", "", ["proxy.golang.org", "sum.golang.org"]],
  // No name that anybody else has, and nothing that could mean more than it says.
  [
    "package-lock.json",
    resolved("http://127.0.0.1:4873/a.tgz", "http://localhost/a.tgz", "http://[::1]/a", "http://a.localhost/"),
    [],
  ],
  ["package-lock.json", resolved("https://*.example.org/a.tgz", "https://intranet/a.tgz"), []],
  ["package-lock.json", resolved("file:../a", "git+ssh://git@github.com/a/b.git#c"), ["registry.npmjs.org"]],
  ["other.lock", resolved("nothing"), []],
])("%s: %#", (file, text, wanted) => {
  expect(propose({ [file]: text })).toEqual(wanted);
});

it("asks the settings, and says each once", () => {
  const settings = { env: { npm_config_registry: "https://npm.example.org/" }, texts: () => [] };
  expect(propose({ "package-lock.json": "", "pnpm-lock.yaml": "" }, settings)).toEqual(["npm.example.org"]);
});

it("proposes nothing where there is nothing, and no more than a person reads", () => {
  expect(propose({})).toEqual([]);
  const many = Array.from({ length: 100 }, (_, at) => `https://h${at}.example.org/a.tgz`);
  expect(propose({ "package-lock.json": resolved(...many) })).toHaveLength(20);
});
