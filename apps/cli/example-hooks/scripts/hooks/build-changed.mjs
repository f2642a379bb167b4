/**
 * Groups the changed files by package or service, builds each, and says what is broken, with the file to open.
 * What builds a folder: its entry in build-changed.json ("services/billing": ["make", "billing"]), else the script
 * `build:<name>` of the root's package.json, else `typecheck` or `build` of the folder's own package.json.
 * With "hold_stop": true there, and `blocking: true` in the hook file, a broken build holds the stop.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, normalize, relative, resolve } from "node:path";

const root = process.cwd();
const { changed_files: changed = [] } = JSON.parse(readFileSync(0, "utf8"));
const { commands = {}, hold_stop = false } = readJson(join(import.meta.dirname, "build-changed.json")) ?? {};

const builds = services(changed).flatMap((folder) => buildOf(folder) ?? []);
const results = builds.map(run);
const broken = results.filter((result) => !result.ok);
process.stdout.write(
  JSON.stringify({
    messages_to_user: messages(results),
    follow_up_actions: broken.flatMap(({ place }) =>
      place === null ? [] : [{ kind: "open_file", payload: { path: place.path } }],
    ),
    logs:
      changed.length > 0 && builds.length === 0
        ? [{ level: "info", message: "nothing of what changed has a build" }]
        : [],
    ...(hold_stop && broken.length > 0 ? { error: "build_failed" } : {}),
  }),
);

/** The nearest folder that has a package of its own or an entry; services/<name> counts without one. In order of appearance. */
function services(files) {
  const inside = files.map(normalize).filter((file) => !isAbsolute(file) && !file.startsWith(".."));
  const found = inside.flatMap((file) => {
    for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) {
      const isNamed = Object.hasOwn(commands, folder) || /^(services|apps|packages)\/[^/]+$/.test(folder);
      if (isNamed || existsSync(join(root, folder, "package.json"))) return [folder];
    }
    return [];
  });
  return [...new Set(found)];
}

function buildOf(folder) {
  const name = basename(folder);
  if (Object.hasOwn(commands, folder)) return { name, cwd: root, argv: commands[folder] };
  const scripts = (where) => readJson(join(root, where, "package.json"))?.scripts ?? {};
  if (scripts(".")[`build:${name}`]) return { name, cwd: root, argv: ["npm", "run", `build:${name}`] };
  const own = ["typecheck", "build"].find((script) => scripts(folder)[script]);
  return own ? { name, cwd: join(root, folder), argv: ["npm", "run", own] } : null;
}

function run({ name, cwd, argv }) {
  const [program, ...words] = argv;
  const done = spawnSync(program, words, { cwd, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  const text = `${done.stdout ?? ""}\n${done.stderr ?? ""}`;
  const failed = done.error ? done.error.message : `exit code ${done.status ?? done.signal}`;
  return {
    name,
    folder: relative(root, cwd),
    command: argv.join(" "),
    ok: done.status === 0,
    failed,
    place: done.status === 0 ? null : firstPlace(text, cwd),
  };
}

/** `src/a.ts(12,5): error TS2322` or `src/a.ts:12:5 - error TS2322`; paths are relative to where the compiler ran. */
function firstPlace(text, cwd) {
  for (const line of text.split("\n")) {
    const found = /^(.{1,500}?)(?:\((\d+),\d+\)|:(\d+):\d+)(?::| -) error TS\d+/.exec(line.slice(0, 2000));
    if (!found) continue;
    for (const from of [cwd, root]) {
      const path = relative(root, resolve(from, found[1]));
      if (!path.startsWith("..") && !isAbsolute(path) && existsSync(join(root, path))) {
        return { path, line: Number(found[2] ?? found[3]) };
      }
    }
  }
  return null;
}

function messages(results) {
  const [first, ...others] = results;
  if (first === undefined) return [];
  if (others.length === 0) return about(first);
  return [
    `Ran ${listed(results.map((result) => ranIn(result, results)))} for modified services.`,
    ...results.map(
      ({ name, ok, ...rest }) => `${titled(name)} build: ${ok ? "success" : `failed with ${cause(rest)}`}.`,
    ),
  ];
}

/** With its folder where the command alone would not tell which it was. */
function ranIn({ command, folder }, results) {
  const isAlone = results.filter((result) => result.command === command).length === 1;
  return isAlone || folder === "" ? `\`${command}\`` : `\`${command}\` in ${folder}`;
}

function about({ name, command, ok, ...rest }) {
  const ran = `I ran \`${command}\` for the modified ${name} service.`;
  if (ok) return [ran, "The build succeeded."];
  return [ran, `The build failed: ${cause(rest)}.`, "Recommend fixing the error before merging."];
}

function cause({ place, failed }) {
  return place === null ? failed : `TypeScript error in ${place.path}:${place.line}`;
}

function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function titled(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}
