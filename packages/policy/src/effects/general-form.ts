/** The command that a person declares who wants not to be asked again: as general as it is sound, else exactly this one. */
import type { CommandWrites } from "../policy-file/policy.ts";
import { canonicalCommand } from "./canonical-command.ts";
import { plainWords } from "./declared-command.ts";

/** Tools of a project that test, check and format it: which files they are given differs from run to run. */
const tools = new Set(
  `mocha jest vitest ava tap tape jasmine c8 nyc cypress playwright eslint oxlint biome prettier stylelint standard xo tsc vue-tsc
  svelte-check tslint markdownlint markdownlint-cli2 dprint rollup esbuild webpack tsup knip depcheck cspell`.split(
    /\s+/,
  ),
);
/** The same of other languages, by the words that they begin with. */
const starts = [
  "pytest",
  "python -m pytest",
  "python3 -m pytest",
  "ruff check",
  "ruff format",
  "mypy",
  "pyright",
  "black",
  "isort",
  "flake8",
  "go test",
  "go vet",
  "go build",
  "cargo test",
  "cargo check",
  "cargo build",
  "cargo clippy",
  "rubocop",
  "rspec",
  "phpunit",
];

export function generalForm(command: string): CommandWrites {
  const words = plainWords(command) ?? [];
  const meant = canonicalCommand(words);
  if (meant?.does === "tool" && tools.has(meant.tool)) return { run: `npx ${meant.tool}`, args: "any", writes: [] };
  if (meant?.does === "script" && /^tests?(?![A-Za-z0-9])/.test(meant.script)) {
    const isShort = meant.script === "test" && meant.manager !== "bun";
    return { run: `${meant.manager} ${isShort ? "" : "run "}${meant.script}`, args: "any", writes: [] };
  }
  const start = starts.find((one) => one === words.slice(0, one.split(" ").length).join(" "));
  if (start !== undefined) return { run: start, args: "any", writes: [] };
  return { run: command, args: "none", writes: [] };
}

/** As a person is shown it: `npx mocha *`. */
export function shownForm({ run, args }: Pick<CommandWrites, "run" | "args">): string {
  return args === "any" ? `${run} *` : run;
}
