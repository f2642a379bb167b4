/**
 * Puts a program into few scripts in which every module is a function of its own that runs when something in it is
 * first needed. Modules that only define things may run late or never: that is all of ours, and what each of them
 * imports is asked for where it is used.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, transform } from "esbuild";

/**
 * `partOf` names the script that a file goes into. Returns the scripts, and what a loader must know: where each begins
 * in the one list of modules, and which module is the entry.
 */
export async function lazyParts({ root, entry, partOf, settings }) {
  const { metafile } = await build({ ...settings, ...shape, entryPoints: [entry], outdir: root, metafile: true });
  const files = Object.keys(metafile.inputs).filter((path) => isOwn(path) || isEntryOfPackage(path, metafile));
  const partNames = [...new Set(files.map(partOf))];
  const ordered = partNames.flatMap((part) => files.filter((path) => partOf(path) === part));
  const ids = new Map(ordered.map((path, id) => [path, id]));
  const inputs = Object.keys(metafile.inputs);
  const define = {
    "import.meta.url": "HERE",
    "performance.now": "MONOTONIC$MS", // the global is a part of node's that is loaded when it is first named
    INTENTGATE_BUILD: JSON.stringify(digestOf(root, inputs)),
  };
  const read = new Map();
  for (const path of ordered.filter(isOwn)) read.set(path, await asCommonJs(root, path, metafile.inputs[path], define));
  const scripts = [];
  for (const part of partNames) {
    const own = ordered.filter((path) => partOf(path) === part);
    const bodies = await Promise.all(
      own.map(async (path) => {
        const body = isOwn(path) ? linked(path, read, ids) : await packaged(path, settings);
        return small(`M[${ids.get(path)}]=function(E){${body}};`, path);
      }),
    );
    const text = ascii(`(function(M,L,require,HERE){"use strict";${clock}\n${bodies.join("\n")}\n})`);
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
    scripts.push({ name: part, file: `${part}-${hash}.js`, from: ids.get(own[0]), text });
  }
  return { scripts, entry: ids.get(entry), inputs };
}

const clock = "var MONOTONIC$MS=function(){return Number(process.hrtime.bigint())/1e6};";

function digestOf(root, paths) {
  const all = createHash("sha256");
  for (const path of [...paths].sort())
    all
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)));
  return all.digest("hex").slice(0, 32);
}

/** Only to learn which files there are and what their imports mean. */
const shape = { bundle: true, splitting: true, format: "esm", write: false, logLevel: "warning" };

const isOwn = (path) => !path.includes("node_modules/");

/** What is installed goes in as one module for each package. */
function isEntryOfPackage(path, { inputs }) {
  return Object.entries(inputs).some(
    ([from, { imports }]) => isOwn(from) && imports.some((one) => one.path === path && !isOwn(path)),
  );
}

const EXPORTED = "module.exports = __toCommonJS(stdin_exports);";

/** A file as esbuild words it: `import_x` for each import, and a list of what is exported. */
async function asCommonJs(root, path, { imports }, define) {
  const text = readFileSync(join(root, path), "utf8");
  if (path.endsWith(".json")) return { body: `E.default = ${text};`, exported: [], names: new Map() };
  const { code } = await transform(text, {
    loader: "ts",
    format: "cjs",
    target: "node20.19",
    define,
  });
  const resolved = new Map(imports.map((one) => [one.original ?? one.path, one.external ? null : one.path]));
  const target = (specifier) => resolved.get(specifier) ?? null;
  const at = code.indexOf(EXPORTED);
  const exported = [
    ...(/__export\(stdin_exports, \{\n([^}]*)\}\);/.exec(code)?.[1] ?? "").matchAll(/^ {2}(\w+): \(\) => (.+?),?$/gm),
  ].map(([, name, value]) => ({ name, value }));
  let body = (at < 0 ? code : code.slice(at + EXPORTED.length)).replace(/^\/\/ Annotate the CommonJS[\s\S]*$/m, "");
  const names = new Map();
  body = body.replace(/^var (\w+) = (?:__toESM\()?require\("(.+?)"\)\)?;$/gm, (_, name, specifier) => {
    // What stands in a string would be taken for a use of the import.
    const isOurs = name.startsWith("import_");
    if (isOurs && new RegExp(`\\b${name}\\.\\w`).test(text))
      throw new Error(`${path}: ${name} is a name of the build's own`);
    names.set(name, { specifier, path: target(specifier) });
    return isOurs ? "" : `var ${name} = ${name}$whole;`;
  });
  return { body, exported, names, target };
}

/** Every use of an import asks for the module that defines the thing, past those that only pass it on. */
function linked(path, read, ids) {
  const { body, exported, names, target } = read.get(path);
  const module = ({ path: at, specifier }) => (at === null ? `(require("${specifier}"))` : `(L(${ids.get(at)}))`);
  const used = (text) =>
    text.replace(/\b(import_\w+)\.(\w+)|\b(\w+)\$whole\b/g, (all, name, member, whole) => {
      const from = names.get(whole ?? name);
      if (from === undefined) return all;
      if (whole !== undefined) return module(from);
      const origin = definedIn(from, member, read);
      return `${module(origin)}.${origin.member}`;
    });
  const isFunction = (name) => new RegExp(`^(async )?function\\*? ${name}\\b`, "m").test(body);
  const changing = exported.find(({ value }) => new RegExp(`^let ${value}\\b`, "m").test(body));
  if (changing) throw new Error(`${path}: ${changing.name} may change after it was exported`);
  const passedOn = exported.filter(({ value }) => /^import_\w+\.\w+$/.test(value));
  const others = exported.filter((one) => !passedOn.includes(one));
  const set = (list) => list.map(({ name, value }) => `E.${name}=${value};`).join("");
  const getters = passedOn.map(({ name, value }) => `get ${name}(){return ${used(value)}}`);
  const text = [
    set(others.filter(({ value }) => isFunction(value))),
    getters.length > 0 ? `Object.defineProperties(E,Object.getOwnPropertyDescriptors({${getters.join(",")}}));` : "",
    used(body).replace(/\bimport\("([^"]+)"\)/g, (all, specifier) => {
      const at = target(specifier);
      return at === null ? all : `Promise.resolve().then(()=>L(${ids.get(at)}))`;
    }),
    set(others.filter(({ value }) => !isFunction(value))),
  ].join("\n");
  const left = text
    .match(/\bimport_\w+|__toESM|__reExport|require\("\./g)
    ?.find((one) => names.has(one) || !/^import_/.test(one));
  if (left !== undefined) throw new Error(`${path}: cannot be loaded late, because of ${left}`);
  return text;
}

function definedIn({ path, specifier }, member, read) {
  const file = path === null ? undefined : read.get(path);
  const value = file?.exported.find(({ name }) => name === member)?.value ?? "";
  const [, name, inner] = /^(import_\w+)\.(\w+)$/.exec(value) ?? [];
  const from = name === undefined ? undefined : file.names.get(name);
  return from === undefined ? { path, specifier, member } : definedIn(from, inner, read);
}

async function packaged(path, settings) {
  const { outputFiles } = await build({
    ...settings,
    entryPoints: [path],
    bundle: true,
    format: "cjs",
    write: false,
    define: { "import.meta.url": "HERE" },
    logLevel: "warning",
  });
  // A script has nobody who would load modules for it. The package may have a `require` of its own inside.
  const text = outputFiles[0].text.replace(/\bimport\(("[\w/:]+")\)/g, "Promise.resolve().then(()=>REQUIRE($1))");
  return `var module={exports:E},REQUIRE=require;(function(exports){${text}\n})(E);return module.exports;`;
}

/** Also the names: of all that takes time at a start, reading the text is the easiest to have less of. */
async function small(text, path) {
  const { code } = await transform(text, {
    loader: "js",
    minify: true,
    legalComments: "none",
    sourcefile: path,
    target: "node20.19",
  });
  return code.trim();
}

/** One byte for each character: half the memory, and nothing to decode. What is left stands in regular expressions. */
function ascii(text) {
  return text.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
