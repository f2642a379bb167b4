import { describe, expect, it } from "vitest";
import { type ReachFacts, reachOf } from "./reach-of.ts";

const facts: ReachFacts = {
  commands: [
    {
      run: "node fetch.js",
      args: "any",
      writes: [],
      contain: true,
      network: ["api.example.org"],
      variables: ["LEVEL"],
    },
    { run: "make check", args: "none", writes: [], contain: true, network: [], variables: [] },
  ],
  settings: { env: {}, texts: () => [] },
  allow: [],
  answered: [],
};
const reach = (line: string, more: Partial<ReachFacts> = {}) => reachOf(line, { ...facts, ...more });
const registry = (address: string) => ({ env: { npm_config_registry: address }, texts: () => [] });

describe("an install", () => {
  it("asks for the registry that its settings name, and for nothing that was answered or allowed", () => {
    expect(reach("npm ci")).toMatchObject({ hosts: ["registry.npmjs.org"], unanswered: ["registry.npmjs.org"] });
    expect(reach("npm ci", { settings: registry("https://npm.example.org:8443/a") })).toMatchObject({
      unanswered: ["npm.example.org:8443"],
      install: { tool: "npm", variables: { npm_config_registry: "https://npm.example.org:8443/a" } },
    });
    for (const known of [["registry.npmjs.org"], ["*.npmjs.org"]])
      for (const by of ["allow", "answered"])
        expect(reach("npm ci", { [by]: known })).toMatchObject({ unanswered: [] });
  });

  it.each([
    ["npmjs.org"],
    ["registry.npmjs.org.evil.org"],
    ["*.registry.npmjs.org"],
    ["registry.npmjs.org:8443"],
    ["*.org.evil"],
    [""],
  ])("asks although %j is allowed", (allowed) => {
    expect(reach("npm ci", { allow: [allowed] })?.unanswered).toEqual(["registry.npmjs.org"]);
  });

  it.each([
    ...["npm ci && curl x", "npm ci; ls", "npm ci | tee log", "npm ci > log", "npm ci &", "X=1 npm ci", "(npm ci)"],
    ...[
      "npm install $X",
      "npm install `x`",
      "bash -c 'npm ci'",
      "env npm ci",
      "npm test",
      "npx x",
      "curl registry.npmjs.org",
    ],
  ])("is not what %j is: it reaches nothing", (line) => {
    expect(reach(line, { allow: ["registry.npmjs.org"] })).toBeNull();
  });

  it.each([
    "http://127.0.0.1:4873",
    "http://[::1]:4873",
    "http://10.0.0.1",
    "http://localhost:4873",
    "http://a.localhost",
  ])("is none where its registry is %s: such an address is no name", (address) => {
    expect(reach("npm ci", { settings: registry(address) })).toBeNull();
  });

  it("hands down no address with a password in it", () => {
    const found = reach("npm ci", { settings: registry("https://a:b@npm.example.org") });
    expect(found).toMatchObject({ hosts: ["npm.example.org"], install: { variables: {} } });
  });
});

describe("a declared command", () => {
  it("reaches the hosts of its declaration, and no other that the policy allows", () => {
    const wanted = { hosts: ["api.example.org"], unanswered: [], install: null };
    expect(reach("node fetch.js all", { allow: ["registry.npmjs.org"], answered: ["a.org"] })).toEqual(wanted);
  });

  it.each(["make check", "node fetch.js > a", "node fetch.js && ls", "node other.js", "node fetch.js '$x'"])(
    "is not what %j is",
    (line) => {
      expect(reach(line)).toBeNull();
    },
  );

  it("that installs reaches both", () => {
    const commands = [
      { run: "npm ci", args: "none" as const, writes: [], contain: true, network: ["a.example.org"], variables: [] },
    ];
    expect(reach("npm ci", { commands })).toMatchObject({
      hosts: ["registry.npmjs.org", "a.example.org"],
      unanswered: ["registry.npmjs.org"],
    });
  });
});

it.each<[string, readonly string[] | undefined]>([
  ["LEVEL=1 node fetch.js a", ["api.example.org"]],
  ["LEVEL='a b' node fetch.js", ["api.example.org"]],
  ["OTHER=1 node fetch.js", undefined],
  ["LEVEL=1 OTHER=1 node fetch.js", undefined],
  ["LEVEL=$(id) node fetch.js", undefined],
  ["LEVEL=1 node other.js", undefined],
  ["LEVEL=1;node fetch.js", undefined],
  ["LEVEL=1", undefined],
])("reaches what its declaration names, with the variables that it names: %s", (line, hosts) => {
  expect(reach(line)?.hosts).toEqual(hosts);
});
