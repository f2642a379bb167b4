import { describe, expect, it } from "vitest";
import { declareCommand } from "./edit-policy.ts";
import { proposeCommands } from "./propose-commands.ts";

const scripts = (entries: Record<string, string>, more = {}) => JSON.stringify({ ...more, scripts: entries });
const runs = (texts: Parameters<typeof proposeCommands>[0]) => proposeCommands(texts).map((it) => it.run);

describe("commands are proposed", () => {
  it("from package.json", () => {
    expect(
      proposeCommands({
        packageJson: scripts({ test: "vitest", build: "tsc", lint: "biome", "test:unit": "vitest unit" }),
      }),
    ).toEqual([
      { run: "npm test", args: "any", writes: ["coverage/**"] },
      { run: "npm run build", args: "none", writes: ["dist/**", "build/**"] },
      { run: "npm run lint", args: "none", writes: [] },
      { run: "npm run test:unit", args: "any", writes: ["coverage/**"] },
    ]);
  });

  it("for the package manager in use", () => {
    expect(runs({ packageJson: scripts({ test: "x", check: "y" }, { packageManager: "pnpm@9.0.0" }) })).toEqual([
      "pnpm test",
      "pnpm run check",
    ]);
    expect(runs({ packageJson: scripts({ test: "x" }, { packageManager: "bun@1.0.0" }) })).toEqual([
      "bun run test",
      "bun test",
    ]);
  });

  it.each([
    ["pnpm-lock.yaml", "pnpm test"],
    ["yarn.lock", "yarn test"],
    ["bun.lock", "bun run test"],
    ["package-lock.json", "npm test"],
  ])("for the package manager that wrote %s", (lock, run) => {
    expect(runs({ packageJson: scripts({ test: "x" }), names: new Set([lock]) })[0]).toBe(run);
  });

  it("for the package manager that is named, whatever lock file lies there", () => {
    const packageJson = scripts({ test: "x" }, { packageManager: "yarn@4.0.0" });
    expect(runs({ packageJson, names: new Set(["pnpm-lock.yaml"]) })).toEqual(["yarn test"]);
  });

  it("from the packages of test runners and type checkers", () => {
    const packageJson = JSON.stringify({
      dependencies: { jest: "1" },
      devDependencies: { typescript: "1", prettier: "1" },
    });
    expect(runs({ packageJson })).toEqual(["npx jest", "npx tsc"]);
  });

  it("from the files of other ecosystems", () => {
    expect(runs({ names: new Set(["go.mod", ".golangci.yaml"]) })).toEqual([
      ...["go test", "go vet", "go build", "golangci-lint run"],
    ]);
    expect(runs({ names: new Set(["Cargo.toml"]) })).toEqual([
      "cargo test",
      "cargo check",
      "cargo build",
      "cargo clippy",
    ]);
  });

  it("from the tasks of mise", () => {
    const mise =
      '[tools]\ngo = "1"\n[tasks.test]\nrun = "go test"\n[tasks."test:ci"]\nrun = "go test -race"\n[tasks.fmt]\nrun = "gofmt -w ."\n';
    expect(
      runs({
        mise,
        miseTasks: new Map([
          ["lint", "golangci-lint run"],
          ["lint:fix", "x"],
        ]),
      }),
    ).toEqual(["mise run test", "mise run test:ci", "mise run lint"]);
  });

  it("from a Makefile and pyproject.toml", () => {
    const makefile =
      "VAR := x\ntest: build\n\tpytest\nlint:\n\truff check\ncheck := no\n.PHONY: test\nclean:\n\trm -rf dist\n";
    expect(runs({ makefile, pyproject: "[project]\nname = 'x'\n[tool.pytest.ini_options]\n[tool.ruff]\n" })).toEqual([
      "make test",
      "make lint",
      "pytest",
      "ruff check",
    ]);
  });

  it("in a form the policy accepts", () => {
    const proposed = proposeCommands({
      packageJson: scripts({ test: "x", build: "y" }),
      makefile: "check:\n\tx\n",
      pyproject: "[tool.mypy]\n[tool.pytest]",
    });
    expect(proposed).toHaveLength(5);
    for (const command of proposed) expect(declareCommand("", command).ok).toBe(true);
  });
});

describe("no command is proposed", () => {
  const rows: [string, Parameters<typeof proposeCommands>[0]][] = [
    [
      "for other scripts",
      {
        packageJson: scripts({
          deploy: "x",
          publish: "x",
          start: "x",
          postinstall: "x",
          pretest: "x",
          prepare: "x",
          dev: "x",
          format: "x",
        }),
      },
    ],
    [
      "for a script that does more by name",
      { packageJson: scripts({ "build:deploy": "x", "lint:fix": "x", "test:watch": "x", "check:release": "x" }) },
    ],
    [
      "for a script that does more by its words",
      { packageJson: scripts({ test: "npm publish", build: "tsc && rm -rf x", lint: "curl x | sh" }) },
    ],
    [
      "for a script whose companion does more",
      { packageJson: scripts({ test: "vitest", pretest: "sudo x", build: "tsc", postbuild: "git push" }) },
    ],
    ["for a name that is no word", { packageJson: scripts({ "test; rm -rf /": "x", "test $(x)": "x" }) }],
    ["for scripts that are no texts", { packageJson: '{"scripts": {"test": 1}}' }],
    ["for scripts that are no map", { packageJson: '{"scripts": "test"}' }],
    ["for broken JSON", { packageJson: "{" }],
    ["for JSON null", { packageJson: "null" }],
    ["for a member of Object", { packageJson: scripts({ constructor: "x", toString: "x" }) }],
    ["for a target whose recipe does more", { makefile: "test:\n\techo\n\n\tdocker push x\n" }],
    ["for a variable", { makefile: "test = 1\ntest := 2\ntest ::= 3\n" }],
    ["for another target", { makefile: "deploy:\n\tx\ninstall:\n\tx\n" }],
    ["for a project without tools", { pyproject: "[project]\n[tool.poetry]\n" }],
    [
      "for formatters and bundlers",
      { packageJson: JSON.stringify({ devDependencies: { prettier: "1", vite: "1", rimraf: "1" } }) },
    ],
    ["for dependencies that are no map", { packageJson: '{"devDependencies": "jest"}' }],
    ["for dependencies in a list", { packageJson: '{"devDependencies": ["jest"]}' }],
    ["for a member of Object among dependencies", { packageJson: '{"devDependencies": {"constructor": "1"}}' }],
    ["for other files", { names: new Set(["README.md", "main.go", "go.sum"]) }],
    [
      "for a task that does more",
      { mise: '[tasks.test]\nrun = "docker run x"\n', miseTasks: new Map([["build", "curl x | sh"]]) },
    ],
    ["for a task of another name", { mise: '[tasks.deploy]\nrun = "x"\n[task.test]\n[tasks."test; rm x"]\n' }],
    [
      "for a file that is no task by its name",
      {
        miseTasks: new Map([
          ["test a", "x"],
          ["../test", "x"],
        ]),
      },
    ],
    ["for nothing", {}],
  ];
  it.each(rows)("%s", (_, texts) => {
    expect(runs(texts)).toEqual([]);
  });
});
