/** Finds the commands of a project that only test, lint, check or build it; a person decides what is declared. */
import { jsonObject } from "@intentgate/documents";
import { factsOf, isTestScript, scriptLine } from "@intentgate/shell";
import type { CommandWrites } from "./policy.ts";

export interface ProjectTexts {
  packageJson?: string;
  makefile?: string;
  pyproject?: string;
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

export function proposeCommands({ packageJson, makefile, pyproject }: ProjectTexts): CommandWrites[] {
  const found = [
    ...(packageJson === undefined ? [] : fromPackageJson(packageJson)),
    ...(makefile === undefined ? [] : fromMakefile(makefile)),
    ...(pyproject === undefined ? [] : fromPyproject(pyproject)),
  ];
  return found.filter((one, index) => found.findIndex((other) => other.run === one.run) === index);
}

function writesOf(name: string): string[] | null {
  const parts = name.toLowerCase().split(/[:_.]/);
  const writes = parts[0] !== undefined && Object.hasOwn(kinds, parts[0]) ? kinds[parts[0]] : undefined;
  return writes === undefined || parts.some((part) => unwanted.has(part)) ? null : [...writes];
}

function fromPackageJson(text: string): CommandWrites[] {
  const content = jsonObject(text.replace(/^\uFEFF/, "")); // a proposal needs no error
  const scripts = content?.scripts;
  if (scripts === null || typeof scripts !== "object") return [];
  const named = /^([a-z]+)@/.exec(String(content?.packageManager ?? ""))?.[1] ?? "";
  const { steeredBy, startsPackage } = factsOf(named);
  const manager = steeredBy && startsPackage?.by === "name" ? named : "npm";
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
