import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFileFacts } from "@intentgate/world";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { type DeclaredCommand, defaultPolicy } from "../policy-file/policy.ts";
import { isExempt } from "./declared-command.ts";
import { createEffectsOf } from "./effects-of.ts";
import { generalForm, shownForm } from "./general-form.ts";

const root = tempFolder("declared");
for (const folder of ["lib", "packages/a", "node_modules/.bin", "crate/src", "mod/deep", "py/tests", "gem", "comp"])
  mkdirSync(join(root, folder), { recursive: true });
for (const file of ["package.json", "packages/a/package.json", "crate/Cargo.toml", "mod/go.mod", "py/pyproject.toml"])
  writeFileSync(join(root, file), "{}");
for (const file of ["gem/Gemfile", "comp/composer.json"]) writeFileSync(join(root, file), "{}");

const declared = (run: string, more: Partial<DeclaredCommand> = {}): DeclaredCommand => ({
  ...{ run, args: "none", writes: [], contain: true, network: [], variables: [] },
  ...more,
});

function isDeclared(command: string, ...commands: DeclaredCommand[]): boolean {
  const parts = {
    facts: createFileFacts(),
    policy: () => ({ ...defaultPolicy, commands }),
    isControlName: () => false,
  };
  const { effects } = createEffectsOf({ ...parts, root })("execute_command", { command }, root);
  const run = effects.list.find((effect) => effect.kind === "run");
  return effects.risk !== "UNKNOWN" && run?.kind === "run" && run.known.by === "declaration";
}

const test = declared("npm test");
const anyTest = declared("npm test", { args: "any" });
const mocha = declared("npx mocha", { args: "any" });
const any = (run: string) => declared(run, { args: "any" });
const withDatabase = declared("npm test", { variables: ["DATABASE_URL", "LOG_LEVEL"] });

describe("a command that says the same as a declared one", () => {
  it.each<[string, DeclaredCommand]>([
    ["npm test", test],
    ["npm t", test],
    ["npm tst", test],
    ["npm run test", test],
    ["npm run-script test", test],
    ["npm --silent test", test],
    ["npm -s run test", test],
    ["npm run --silent test", test],
    ["npm test --silent", test],
    ["npm test --", test],
    ["npm test -w pkg", test],
    ["npm -w packages/a test", test],
    ["npm test --workspace=@scope/pkg", test],
    ["npm test --workspaces --if-present", test],
    ["NODE_ENV=test npm test", test],
    ["CI=1 FORCE_COLOR=0 npm test", test],
    ["export CI=1; npm test", test],
    ["timeout 60 npm test", test],
    ["timeout -k 5 60s npm t", test],
    ["cd lib && npm test", test],
    ["cd lib && CI=1 npm run test 2>&1 | tail -5", test],
    ["npm test -- lib/a.js", anyTest],
    ["npm run test -- --grep x", anyTest],
    ["npm run lint", declared("npm run lint")],
    // Variables that the declaration names.
    ["DATABASE_URL=postgres://a:b@db/x npm test", withDatabase],
    ["DATABASE_URL='a b' LOG_LEVEL=debug npm run test", withDatabase],
    ['CI=1 DATABASE_URL="$OTHER" npm t', withDatabase],
    ["export LOG_LEVEL=debug; npm test", withDatabase],
    ["env DATABASE_URL=x npm test", withDatabase],
    ["cd lib && DATABASE_URL=x npm test", withDatabase],
    ["pnpm test", declared("pnpm run test")],
    ["pnpm t", declared("pnpm test")],
    ["pnpm --filter pkg test", declared("pnpm test")],
    ["pnpm lint", declared("pnpm run lint")],
    ["yarn run test", declared("yarn test")],
    ["yarn -s test", declared("yarn test")],
    ["bun run --silent test", declared("bun run test")],
    ["npx mocha test/query.js", mocha],
    ["npx --no-install mocha test/query.js --grep x", mocha],
    ["node_modules/.bin/mocha test/query.js", mocha],
    ["./node_modules/.bin/mocha", mocha],
    ["npm exec -- mocha test/query.js", mocha],
    ["npm exec mocha test/query.js", mocha],
    ["pnpm exec mocha -b", mocha],
    ["npx mocha", declared("./node_modules/.bin/mocha")],
    ["bun --filter pkg build", declared("bun run build")],
    ["bun run --filter pkg build", declared("bun run build")],
    // With any words it may be given any folder of the project, so it may as well begin in one.
    ["cd lib && npx mocha", mocha],
    ["cd lib && npx mocha a.js 2>&1 | tail -5", mocha],
    ["cd lib && go test ./...", any("go test")],
    ["cd packages/a && go test ./...", any("go test")],
    ["cd packages/a && cargo test", any("cargo test")],
    ["cd packages/a && pytest -q", any("pytest")],
    // Only a package of its own kind is another one to a program.
    ["cd crate && pytest", any("pytest")],
    ["cd py/tests && cargo test", any("cargo test")],
    ["cd mod && npm test", test],
    ["cd lib && python -m pytest -q", any("python -m pytest")],
    // Options that say how it runs, and words that no shell reads again.
    ["go test -v -race -count=1 -run 'TestA|TestB$' ./cmd/...", any("go test")],
    ["go test --tags integration -timeout 10m ./...", any("go test")],
    ["go build -tags=x ./...", any("go build")],
    ["cargo clippy --all-targets -- -D warnings", any("cargo clippy")],
    ["cargo test -p core --features x,y -- --nocapture 'a::b*'", any("cargo test")],
    ["bun test -t 'adds (two)' src", any("bun test")],
    ["golangci-lint run --new-from-rev=main ./...", any("golangci-lint run")],
    ["pytest -k 'a and not (b)' tests", any("pytest")],
  ])("%s", (command, one) => expect(isDeclared(command, one)).toBe(true));
});

describe("a command that could be another one", () => {
  it.each<[string, DeclaredCommand]>([
    // What runs, or where it is looked for, is said by a variable.
    ["NODE_OPTIONS=--require=./a.js npm test", test],
    ["PATH=./bin:$PATH npm test", test],
    ["npm_config_script_shell=./sh npm test", test],
    ["NPM_CONFIG_PREFIX=lib npm test", test],
    ["npm_config_prefix=lib npm t", anyTest],
    ["LD_PRELOAD=./a.so npm test", test],
    ["BASH_ENV=a npm test", test],
    ["LOG_LEVEL=debug npm test", test],
    ["export NODE_OPTIONS=x; npm test", test],
    ["DATABASE_URL=x npm test", test],
    ["DATABASE_URL=x OTHER=y npm test", withDatabase],
    ["database_url=x npm test", withDatabase],
    ["DATABASE_URL=x NODE_OPTIONS=--require=./a.js npm test", withDatabase],
    ["DATABASE_URL=x npm start", withDatabase],
    ["DATABASE_URL=x; export OTHER=y; npm test", withDatabase],
    ["DATABASE_URL=$(node a.js) npm test", withDatabase],
    ["'DATABASE_URL=./a' npm test", withDatabase],
    ["LOG_LEVEL=x npm run lint", declared("npm run lint")],
    // Whoever declared it by hand, past the reader of the policy.
    ["PATH=./bin npm test", declared("npm test", { variables: ["PATH"] })],
    ["env NODE_OPTIONS=x npm test", test],
    // The manager's own options.
    ["npm --prefix lib test", anyTest],
    ["npm test --prefix lib", anyTest],
    ["npm --prefix=lib run test", anyTest],
    ["npm test --prefix=lib", anyTest],
    ["npm -C lib test", anyTest],
    ["npm test --script-shell ./sh", anyTest],
    ["npm --script-shell=./sh test", anyTest],
    ["npm test --node-options=--require=./a.js", anyTest],
    ["npm --userconfig=a test", anyTest],
    ["npm --global test", anyTest],
    ["npm run --script-shell ./sh test", anyTest],
    ["npm test -w ../other", anyTest],
    ["npm test -w /tmp/other", anyTest],
    ["npm test --workspace=..", anyTest],
    ["npm test -w", anyTest],
    ["pnpm --dir lib test", declared("pnpm test", { args: "any" })],
    ["pnpm -C lib test", declared("pnpm test", { args: "any" })],
    ["pnpm --filter ./../x test", declared("pnpm test")],
    ["yarn --cwd lib test", declared("yarn test", { args: "any" })],
    ["yarn node a.js", declared("yarn test", { args: "any" })],
    ["yarn node a.js", declared("yarn run node")],
    ["yarn exec a", declared("yarn run exec", { args: "any" })],
    ["bun test", declared("bun run test", { args: "any" })],
    // Another script, another manager, more words.
    ["npm run test:unit", test],
    ["npm run tests", test],
    ["npm test lib/a.js", test],
    ["npm test -- lib/a.js", test],
    ["npm run test -- --require ./a.js", test],
    ["pnpm test", test],
    ["yarn test", test],
    ["npm install", test],
    ["npm run", test],
    ["npm start", test],
    // Another place.
    ["cd .. && npm test", test],
    ["cd /tmp && npm test", test],
    ["cd packages/a && npm test", test],
    ["cd missing && npm test", test],
    ["cd packages/a && npx mocha", mocha],
    ["cd packages/a && bun test", any("bun test")],
    ["cd crate && cargo test", any("cargo test")],
    ["cd crate/src && cargo test", any("cargo test")],
    ["cd crate && cargo clippy", any("cargo clippy")],
    ["cd mod && go test ./...", any("go test")],
    ["cd mod/deep && go vet ./...", any("go vet")],
    ["cd mod && golangci-lint run", any("golangci-lint run")],
    ["cd py && pytest", any("pytest")],
    ["cd py/tests && pytest -q", any("pytest")],
    ["cd py && python3 -m pytest", any("python3 -m pytest")],
    ["cd py && ruff check", any("ruff check")],
    ["cd py && uv run pytest", any("uv run pytest")],
    ["cd gem && rspec", any("rspec")],
    ["cd comp && phpunit", any("phpunit")],
    ["cd lib && echo > Cargo.toml && cargo test", any("cargo test")],
    ["cp crate/Cargo.toml lib && cd lib && cargo test", any("cargo test")],
    ["cd lib && npx mocha", declared("npx mocha")],
    ["cd lib && npx rimraf dist", any("npx rimraf")],
    ["cd lib && go test ./...", declared("go test", { args: ["./..."] })],
    ["cd lib && go run .", any("go run")],
    ["cd .. && go test ./...", any("go test")],
    ["cd /tmp && cargo test", any("cargo test")],
    ["cd lib && cp a.go b.go && go test ./...", any("go test")],
    ["cd lib && make", any("make")],
    // Where it writes, what it runs, which project is meant.
    ["go test -exec ./a.sh ./...", any("go test")],
    ["go test -toolexec=./a.sh ./...", any("go test")],
    ["go test -coverprofile=../x ./...", any("go test")],
    ["go test -o /tmp/x ./...", any("go test")],
    ["go test -C ../other ./...", any("go test")],
    ["go test -modfile=x ./...", any("go test")],
    ["go test -ldflags=-extld=./a.sh ./...", any("go test")],
    ["go test -run", any("go test")],
    ["go test -run -exec ./a.sh", any("go test")],
    ["go test -v=x ./...", any("go test")],
    ["go build -o src/x .", any("go build")],
    ["go vet -vettool=./a.sh ./...", any("go vet")],
    ["go run .", any("go test")],
    ["cargo test --config build.rustc-wrapper=./a.sh", any("cargo test")],
    ["cargo test --manifest-path ../x/Cargo.toml", any("cargo test")],
    ["cargo build --target-dir ../x", any("cargo build")],
    ["cargo +nightly test", any("cargo test")],
    ["bun test --preload ./a.ts", any("bun test")],
    ["bun test --cwd ../x", any("bun test")],
    ["bun --filter ../x build", declared("bun run build")],
    ["bun --filter pkg install", any("bun run install")],
    ["bun build", declared("bun run build")],
    ["golangci-lint run -c a.yml", any("golangci-lint run")],
    ["golangci-lint run --fix", any("golangci-lint run")],
    ["golangci-lint run --new-from-rev=--output=README.md", any("golangci-lint run")],
    ["go test -run=-o ./...", any("go test")],
    ["golangci-lint run --output.text.path=x", any("golangci-lint run")],
    ["go test ./... > src/x", test],
    ["GOFLAGS=-toolexec=./a.sh go test ./...", any("go test")],
    ["GOOS=linux go test ./...", any("go test")],
    ["cd lib && echo {} > package.json && npm test", test],
    ["cp package.json lib && cd lib && npm test", test],
    // Something follows, or is put together.
    ["npm test && ./a.sh", test],
    ["npm test; node a.js", test],
    ["npm test | sh", test],
    ["npm $X", test],
    ["npm t*", test],
    ["npm test $(./a.sh)", anyTest],
    ["npm test -- 'a;b'", anyTest],
    // `npx` of something else.
    ["npx --package=evil mocha", mocha],
    ["npx -p evil mocha", mocha],
    ["npx -c 'mocha'", mocha],
    ["npx --call mocha", mocha],
    ["npx mocha@latest", mocha],
    ["npx ./mocha", mocha],
    ["npx ../mocha", mocha],
    ["npx github:a/mocha", mocha],
    ["npx https://example.org/mocha", mocha],
    ["npx --prefix lib mocha", mocha],
    ["npx --node-options=--require=./a.js mocha", mocha],
    ["npx mochas", mocha],
    ["npm exec --package=evil -- mocha", mocha],
    ["npm exec -c mocha", mocha],
    ["npm exec mocha --package=evil", mocha],
    ["lib/node_modules/.bin/mocha", mocha],
    ["../node_modules/.bin/mocha", mocha],
    ["node_modules/.bin/../evil", mocha],
    ["mocha", mocha],
    ["pnpm dlx mocha", mocha],
    ["bunx mocha", mocha],
    ["NODE_OPTIONS=x npx mocha", mocha],
  ])("%s is not %o", (command, one) => expect(isDeclared(command, one)).toBe(false));
});

describe("what is declared after a yes", () => {
  it.each([
    ["npx mocha test/query.js", "npx mocha *"],
    ["node_modules/.bin/eslint lib", "npx eslint *"],
    ["npm run test -- lib/a.js", "npm test *"],
    ["npm run test:unit", "npm run test:unit *"],
    ["pnpm t", "pnpm test *"],
    ["bun run test", "bun run test *"],
    ["python -m pytest tests/a.py -q", "python -m pytest *"],
    ["cargo test --all", "cargo test *"],
    // Nobody knows these well enough to say yes to more than was seen.
    ["npx rimraf dist", "npx rimraf dist"],
    ["npm run deploy", "npm run deploy"],
    ["npm run build", "npm run build"],
    ["npx --package=evil mocha", "npx --package=evil mocha"],
    ["node a.js", "node a.js"],
    ["cargo run", "cargo run"],
    ["npm test && ./a.sh", "npm test && ./a.sh"],
    ["bun test src", "bun test *"],
    ["golangci-lint run ./...", "golangci-lint run *"],
    ["go mod tidy", "go mod tidy"],
  ])("%s → %s", (command, form) => expect(shownForm(generalForm(command))).toBe(form));
});

it.each([
  ["npm test", true],
  ["DATABASE_URL=postgres://a:b@db/x npm test", true],
  ['DATABASE_URL="a b" LOG_LEVEL=x npm t', true],
  ["OTHER=x npm test", false],
  ["DATABASE_URL=x OTHER=y npm test", false],
  ["'DATABASE_URL=./a' npm test", false],
  ["DATABASE_URL=`a` npm test", false],
  ['DATABASE_URL="$(a)" npm test', false],
  ["DATABASE_URL=x; npm test", false],
  ["DATABASE_URL=x& npm test", false],
  ["DATABASE_URL=x\nnpm test", false],
  ["DATABASE_URL='x npm test", false],
  ["DATABASE_URL=x npm test && ./a", false],
  [`${"A=".repeat(20_000)} npm test`, false],
])("takes a line for one that is declared as not contained, or not: %s", (line, isIt) => {
  expect(isExempt([{ ...withDatabase, contain: false }], line)).toBe(isIt);
});
