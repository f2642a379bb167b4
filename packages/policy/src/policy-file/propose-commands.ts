/** Finds the commands of a project that only test, lint, check or build it; a person decides what is declared. */
import { jsonObject } from "@intentgate/documents";
import { factsOf, isTestScript, scriptLine } from "@intentgate/shell";
import type { CommandWrites } from "./policy.ts";

export interface ProjectTexts {
  packageJson?: string;
  makefile?: string;
  pyproject?: string;
  mise?: string;
  /** Files that are tasks: by name, what each says. */
  miseTasks?: ReadonlyMap<string, string>;
  /** The names of the files at its top, and right below it. */
  names?: ReadonlySet<string>;
}

const kinds: Record<string, string[]> = {
  test: ["coverage/**"],
  tests: ["coverage/**"],
  lint: [],
  typecheck: [],
  "type-check": [],
  types: [],
  check: [],
  build: ["dist/**", "build/**"],
};
/** Parts of a name that say it does more, or does not end. */
const unwanted = new Set(
  "deploy publish release push start serve dev watch install fix write update prod e2e docker clean".split(" "),
);
/** Words in a script that make what is here somebody else's. */
const handsOut = new Set("publish deploy release push".split(" "));

/** It may reach outside the project, or take things away. */
function isRisky(script: string): boolean {
  return script.split(/\W+/).some((word) => handsOut.has(word) || factsOf(word).reachesOut === true);
}

export function proposeCommands(texts: ProjectTexts): CommandWrites[] {
  const { packageJson, makefile, pyproject, mise, miseTasks, names = new Set<string>() } = texts;
  const found = [
    ...(packageJson === undefined ? [] : fromPackageJson(packageJson, names)),
    ...(makefile === undefined ? [] : fromMakefile(makefile)),
    ...(pyproject === undefined ? [] : fromPyproject(pyproject)),
    ...(mise === undefined ? [] : fromTasks(miseTables(mise))),
    ...fromTasks(miseTasks ?? new Map()),
    ...ofEcosystems.flatMap(([files, commands]) => (files.some((file) => names.has(file)) ? commands : [])),
  ];
  return found.filter((one, index) => found.findIndex((other) => other.run === one.run) === index);
}

function writesOf(name: string): string[] | null {
  const parts = name.toLowerCase().split(/[:_.]/);
  const writes = parts[0] !== undefined && Object.hasOwn(kinds, parts[0]) ? kinds[parts[0]] : undefined;
  return writes === undefined || parts.some((part) => unwanted.has(part)) ? null : [...writes];
}

const lockedBy: readonly [lock: string, manager: string][] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
];

function fromPackageJson(text: string, names: ReadonlySet<string>): CommandWrites[] {
  const content = jsonObject(text.replace(/^\uFEFF/, "")); // a proposal needs no error
  if (content === null) return [];
  const locked = lockedBy.find(([lock]) => names.has(lock))?.[1] ?? "";
  const named = /^([a-z]+)@/.exec(String(content.packageManager ?? ""))?.[1] ?? locked;
  const { steeredBy, startsPackage } = factsOf(named);
  const manager = steeredBy && startsPackage?.by === "name" ? named : "npm";
  return [
    ...fromScripts(content.scripts, manager),
    ...fromDependencies(content),
    ...(manager === "bun" ? [bunTest] : []),
  ];
}

const bunTest: CommandWrites = { run: "bun test", args: "any", writes: ["coverage/**"] };

/** Test runners and type checkers, by the packages that bring them: whatever words follow, what they write is output. */
const tools = new Map(
  Object.entries({ typescript: "tsc", "vue-tsc": "vue-tsc", "svelte-check": "svelte-check" }).concat(
    ["vitest", "jest", "mocha", "ava", "tap"].map((name) => [name, name]),
  ),
);

function fromDependencies({ dependencies, devDependencies }: Record<string, unknown>): CommandWrites[] {
  const brought = [dependencies, devDependencies].flatMap((one) =>
    typeof one === "object" && one !== null ? Object.keys(one) : [],
  );
  return brought.flatMap((name) => {
    const tool = tools.get(name);
    return tool === undefined ? [] : [{ run: `npx ${tool}`, args: "any" as const, writes: ["coverage/**", "dist/**"] }];
  });
}

function fromScripts(scripts: unknown, manager: string): CommandWrites[] {
  if (scripts === null || typeof scripts !== "object") return [];
  const textOf = (name: string) => String((scripts as Record<string, unknown>)[name] ?? "");
  return Object.entries(scripts).flatMap(([name, script]) => {
    const writes = /^[A-Za-z0-9:._-]{1,60}$/.test(name) ? writesOf(name) : null;
    if (writes === null || typeof script !== "string") return [];
    // Package managers run these two along with it.
    if ([name, `pre${name}`, `post${name}`].some((one) => isRisky(textOf(one)))) return [];
    return [
      { run: scriptLine(manager, name), args: isTestScript(name) ? ("any" as const) : ("none" as const), writes },
    ];
  });
}

/** By files at the top, or right below it. */
const ofEcosystems: readonly [files: readonly string[], commands: readonly CommandWrites[]][] = [
  [["go.mod"], ["go test", "go vet", "go build"].map((run) => ({ run, args: "any" as const, writes: [] }))],
  [
    ["Cargo.toml"],
    ["test", "check", "build", "clippy"].map((verb) => ({
      ...{ run: `cargo ${verb}`, args: "any" as const, writes: ["**/target/**"] },
    })),
  ],
  [[".golangci.yml", ".golangci.yaml", ".golangci.toml"], [{ run: "golangci-lint run", args: "any", writes: [] }]],
];

/** `[tasks.NAME]` and `[tasks."NAME"]`: what stands in each of them. */
function miseTables(text: string): Map<string, string> {
  const tables = text.split(/^\[/m).slice(1);
  return new Map(
    tables.flatMap((table): [string, string][] => {
      const name = /^tasks\."?([A-Za-z0-9:_-]{1,60})"?\]/.exec(table)?.[1];
      return name === undefined ? [] : [[name, table.slice(table.indexOf("]") + 1)]];
    }),
  );
}

function fromTasks(tasks: ReadonlyMap<string, string>): CommandWrites[] {
  return [...tasks].flatMap(([name, says]) => {
    const writes = /^[A-Za-z0-9:_-]{1,60}$/.test(name) ? writesOf(name) : null;
    return writes === null || isRisky(says) ? [] : [{ run: `mise run ${name}`, args: "none" as const, writes }];
  });
}

function fromMakefile(text: string): CommandWrites[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, index) => {
    const target = /^([A-Za-z0-9_.-]{1,60})\s{0,9}::?(?![=:])/.exec(line)?.[1];
    const writes = target === undefined ? null : writesOf(target);
    if (writes === null) return [];
    const below = lines.slice(index + 1);
    const end = below.findIndex((one) => one.trim() !== "" && !one.startsWith("\t"));
    const recipe = below.slice(0, end === -1 ? undefined : end).join("\n");
    return isRisky(recipe) ? [] : [{ run: `make ${target}`, args: "none" as const, writes }];
  });
}

function fromPyproject(text: string): CommandWrites[] {
  const tables = text
    .split(/\r?\n/)
    .flatMap((line) => /^\[{1,2}\s{0,9}([A-Za-z0-9_.-]{1,80})/.exec(line.trim())?.[1] ?? []);
  const has = (tool: string) => tables.some((table) => table === `tool.${tool}` || table.startsWith(`tool.${tool}.`));
  const caches = ["**/__pycache__/**"];
  const rows: [string, CommandWrites][] = [
    ["pytest", { run: "pytest", args: "any", writes: [".pytest_cache/**", ".coverage", ...caches] }],
    ["ruff", { run: "ruff check", args: "none", writes: [".ruff_cache/**"] }],
    ["mypy", { run: "mypy .", args: "none", writes: [".mypy_cache/**"] }],
  ];
  return rows.flatMap(([tool, command]) => (has(tool) ? [command] : []));
}
