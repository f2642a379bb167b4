import { describe, expect, it } from "vitest";
import { canonicalCommand, scriptLine } from "./canonical-command.ts";
import { checkingStart } from "./checking-start.ts";

describe("the start of a command that tests, checks or formats a project", () => {
  it.each([
    ["npx mocha test/a.js", "npx mocha"],
    ["node_modules/.bin/tsc -p .", "npx tsc"],
    ["pytest -q", "pytest"],
    ["python3 -m pytest tests", "python3 -m pytest"],
    ["cargo clippy --all", "cargo clippy"],
    ["go vet ./...", "go vet"],
    ["yarn test a", "yarn test"],
    ["bun test src", "bun test"],
    ["bun --filter pkg test", "bun run test"],
    ["golangci-lint run ./...", "golangci-lint run"],
    ["uv run pytest -q", "uv run pytest"],
    ["python3 -m unittest", "python3 -m unittest"],
  ])("%s is %s", (line, start) => expect(checkingStart(line.split(" "))).toBe(start));

  it.each([
    "mocha test/a.js",
    "npx pytest",
    "npx --package=evil mocha",
    "python -m http.server",
    "python -m",
    "python3.11 -m pytest",
    "./pytest",
    "cargo run",
    "cargo",
    "go get ./...",
    "ruff clean",
    "npm run build",
    "bun x vitest",
    "bun run build",
    "golangci-lint cache clean",
    "uv run a.py",
    "uv pip install x",
    "deno task test",
    "constructor",
    "",
  ])("is not known of %j", (line) => expect(checkingStart(line.split(" "))).toBeNull());
});

describe("how a script is started", () => {
  it.each([
    ["npm", "test", "npm test"],
    ["pnpm", "test", "pnpm test"],
    ["yarn", "test", "yarn test"],
    ["bun", "test", "bun run test"],
    ["npm", "test:unit", "npm run test:unit"],
    ["npm", "build", "npm run build"],
    ["npm", "constructor", "npm run constructor"],
    ["constructor", "test", "constructor run test"],
    ["unheard-of", "test", "unheard-of run test"],
  ])("by %s, %s: %s", (manager, script, line) => expect(scriptLine(manager, script)).toBe(line));

  it.each(["npm", "pnpm", "yarn", "bun"])("means the script again when %s is asked", (manager) => {
    const words = scriptLine(manager, "test").split(" ");
    expect(canonicalCommand(words)).toMatchObject({ does: "script", manager, script: "test", rest: [] });
  });
});
