import { describe, expect, it } from "vitest";
import type { SettingsFile } from "./ecosystems.ts";
import { installOf } from "./install-of.ts";

type Files = Partial<Record<SettingsFile, string>>;
function hosts(line: string, files: Files = {}, env: Record<string, string> = {}): string[] | null {
  const texts = (file: SettingsFile) => (files[file] === undefined ? [] : [files[file]]);
  return installOf(line.split(" "), { env, texts })?.hosts ?? null;
}

describe("from its usual registry", () => {
  it.each([
    ["npm install", ["registry.npmjs.org"]],
    ["npm ci", ["registry.npmjs.org"]],
    ["/usr/bin/npm i -D vitest@^4.1.0 @types/node", ["registry.npmjs.org"]],
    ["pnpm add zod", ["registry.npmjs.org"]],
    ["yarn", ["registry.yarnpkg.com"]],
    ["yarn add zod", ["registry.yarnpkg.com"]],
    ["pip install -r requirements.txt", ["pypi.org", "files.pythonhosted.org"]],
    ["python3 -m pip install requests[socks]==2.32.0", ["pypi.org", "files.pythonhosted.org"]],
    ["uv sync", ["pypi.org", "files.pythonhosted.org"]],
    ["uv pip install ruff", ["pypi.org", "files.pythonhosted.org"]],
    ["poetry add httpx", ["pypi.org", "files.pythonhosted.org"]],
    ["cargo fetch --locked", ["index.crates.io", "static.crates.io"]],
    ["go mod download", ["proxy.golang.org", "sum.golang.org"]],
    ["go get golang.org/x/text@v0.3.0", ["proxy.golang.org", "sum.golang.org"]],
    ["bundle install", ["rubygems.org"]],
    ["composer install", ["repo.packagist.org", "api.github.com", "codeload.github.com"]],
  ])("%s", (line, wanted) => {
    expect(hosts(line)).toEqual(wanted);
  });
});

describe("from where its settings say", () => {
  it.each<[string, Files, Record<string, string>, string[]]>([
    [
      "npm ci",
      { ".npmrc": "registry=https://npm.example.org:8443/\n@own:registry = https://own.example.org" },
      {},
      ["own.example.org", "npm.example.org:8443"],
    ],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as npm writes it
    ["npm ci", { ".npmrc": "registry=https://${HOST}/x" }, { HOST: "a.example.org" }, ["a.example.org"]],
    ["npm ci", {}, { npm_config_registry: "http://127.0.0.1:4873" }, ["127.0.0.1:4873"]],
    ["npm ci --registry https://b.example.org", {}, {}, ["b.example.org"]],
    ["npm ci --registry=https://b.example.org", {}, {}, ["b.example.org"]],
    ["yarn install", { ".yarnrc.yml": 'npmRegistryServer: "https://c.example.org"' }, {}, ["c.example.org"]],
    ["pip install x", { "pip.conf": "[global]\nindex-url = https://d.example.org/simple" }, {}, ["d.example.org"]],
    ["pip install x", {}, { PIP_EXTRA_INDEX_URL: "https://pypi.org/simple" }, ["pypi.org", "files.pythonhosted.org"]],
    [
      "uv sync",
      {
        "pyproject.toml":
          '[project.urls]\nurl = "https://no.example.org"\n[[tool.uv.index]]\nname = "e"\nurl = "https://e.example.org/simple"\n',
      },
      {},
      ["e.example.org"],
    ],
    [
      "poetry install",
      { "pyproject.toml": '[[tool.poetry.source]]\nname = "f"\nurl = "https://f.example.org"\n' },
      {},
      ["f.example.org"],
    ],
    [
      "cargo fetch",
      {
        ".cargo/config.toml":
          '[source.crates-io]\nreplace-with = "m"\n[source.m]\nregistry = "sparse+https://g.example.org/"',
      },
      {},
      ["g.example.org"],
    ],
    ["go mod tidy", { "go/env": "GOPROXY=https://h.example.org,direct\nGOSUMDB=off\n" }, {}, ["h.example.org"]],
    ["bundle", { Gemfile: 'source "https://i.example.org"\ngem "x"' }, {}, ["i.example.org"]],
  ])("%s", (line, files, env, wanted) => {
    expect(hosts(line, files, env)).toEqual(wanted);
  });
});

describe("is not recognised", () => {
  it.each([
    ...["npm", "npm test", "npm run install", "npm publish", "npm exec x", "npx x", "npm install-test", "node install"],
    ...[
      "npm install https://evil.example.org/x.tgz",
      "npm install git+ssh://git@evil.example.org/x",
      "npm i github:a/b",
      "npm i a/b",
    ],
    ...[
      "npm i ../other",
      "npm i /tmp/x",
      "npm i file:x",
      "npm --prefix /x install",
      "npm i -g x",
      "npm i --userconfig=/tmp/rc",
      "npm ci --registry",
    ],
    ...[
      "npm ci --registry=ftp://x.example.org",
      "npm ci --https-proxy=http://x",
      "npm install -- x",
      "pnpm dlx x",
      "yarn run x",
    ],
    ...[
      "pip install git+https://evil.example.org/x",
      "pip install -e .",
      "pip install -ihttps://evil.example.org x",
      "pip list",
      "python -c pip",
    ],
    ...[
      "uv run x",
      "uv sync --directory /x",
      "poetry run x",
      "cargo build",
      "cargo install --git https://x",
      "cargo --config x fetch",
    ],
    ...[
      "go build",
      "go run x",
      "go -C /x mod download",
      "bundle exec x",
      "composer run x",
      "composer install -d /x",
      "",
      "curl x",
    ],
  ])("%s", (line) => {
    expect(hosts(line)).toBeNull();
  });

  it("where an address of its settings cannot be read", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as npm writes it
    expect(hosts("npm ci", { ".npmrc": "registry=${NOWHERE}" })).toBeNull();
    expect(hosts("pip install x", {}, { PIP_INDEX_URL: "nothing" })).toBeNull();
  });
});
