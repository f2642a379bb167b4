/**
 * The program that a module handler runs in: a process of its own. A thread would be cheaper to start, but a list that
 * grows without end aborts the whole process from within a thread, and what a thread prints reaches the host.
 */

/** Before the answer on its own channel; what the module prints is not its answer. */
export const ANSWERED = "ok\n";
export const BROKEN = "no\n";

/** As text, so that it needs no file of its own wherever the package is bundled. */
const SOURCE = `
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { dirname, relative } from "node:path";
import { compileFunction, SourceTextModule, SyntheticModule } from "node:vm";

const ANSWER = 3;
const { root, entry, sources, context } = JSON.parse(readFileSync(0, "utf8"));
const known = new Map();
// A program that is given as text has these as globals; a module has none of them.
for (const name of ["require", "module", "exports", "__filename", "__dirname"]) delete globalThis[name];

function own(url) {
  if (known.has(url)) return known.get(url);
  const source = sources[url];
  if ("problem" in source) throw new SyntaxError(source.problem);
  const module = new SourceTextModule(source.code, {
    identifier: url,
    initializeImportMeta(meta) {
      meta.url = url;
      meta.filename = fileURLToPath(url);
      meta.dirname = dirname(meta.filename);
      meta.resolve = (specifier) => resolveFrom(specifier, url);
    },
    async importModuleDynamically(specifier, referrer) {
      const wanted = await link(specifier, referrer);
      if (wanted.status === "unlinked") await wanted.link(link);
      await wanted.evaluate();
      return wanted;
    },
  });
  known.set(url, module);
  return module;
}

const isPath = (specifier) => /^(\\.{0,2}\\/|file:)/.test(specifier);
const resolveFrom = (specifier, from) =>
  isPath(specifier) ? new URL(specifier, from).href : import.meta.resolve(specifier, from);

// Only bytes that a person trusted run: what is installed too, as an agent may write there.
function notListed(specifier) {
  return new Error("it imports " + specifier + ", which handler.files does not list. List it (a package by its folder, node_modules/…), so that a person can trust it.");
}

function synthetic(identifier, names, valueOf) {
  const module = new SyntheticModule(names, function () {
    for (const name of names) this.setExport(name, valueOf(name));
  }, { identifier });
  known.set(identifier, module);
  return module;
}

// Packages that know no import: node tells by the nearest package.json, and so is it told here.
function isCommon(url) {
  if (!url.includes("/node_modules/")) return false;
  if (!url.endsWith(".js")) return url.endsWith(".cjs") || url.endsWith(".json");
  for (let at = new URL("./package.json", url).href; ; at = new URL("../package.json", at).href) {
    if (Object.hasOwn(sources, at)) return JSON.parse(sources[at].code).type !== "module";
    if (at === new URL("../package.json", at).href || at.endsWith("/node_modules/package.json")) return true;
  }
}

const common = new Map();
function required(url) {
  if (common.has(url)) return common.get(url).exports;
  const module = { exports: {} };
  common.set(url, module);
  const { code } = sources[url];
  if (url.endsWith(".json")) return (module.exports = JSON.parse(code));
  const file = fileURLToPath(url);
  const native = createRequire(url);
  const require = (specifier) => {
    if (isBuiltin(specifier)) return native(specifier);
    const found = pathToFileURL(native.resolve(specifier)).href;
    if (!Object.hasOwn(sources, found) || !isCommon(found)) throw notListed(specifier);
    return required(found);
  };
  const names = ["exports", "require", "module", "__filename", "__dirname"];
  compileFunction(code, names, { filename: file }).call(module.exports, module.exports, require, module, file, dirname(file));
  return module.exports;
}

async function link(specifier, { identifier }) {
  const url = isBuiltin(specifier) ? specifier : resolveFrom(specifier, identifier);
  if (known.has(url)) return known.get(url);
  if (isBuiltin(specifier)) {
    const real = await import(specifier);
    return synthetic(url, Object.keys(real), (name) => real[name]);
  }
  // TypeScript lets people write the name that a file will have once it is compiled.
  const found = [url, url.replace(/\\.(m?)js$/, ".$1ts")].find((one) => Object.hasOwn(sources, one));
  if (found === undefined) throw notListed(specifier);
  if (!isCommon(found)) return own(found);
  const value = required(found);
  const isOpen = value !== null && (typeof value === "object" || typeof value === "function");
  const names = isOpen ? Object.keys(value).filter((name) => name !== "default") : [];
  return synthetic(found, ["default", ...names], (name) => (name === "default" ? value : value[name]));
}

async function answer() {
  const module = own(entry);
  await module.link(link);
  await module.evaluate();
  const handle = module.namespace.default;
  if (typeof handle !== "function") throw new TypeError("it has no default export that is a function");
  const result = await handle(context);
  if (result === undefined) return "";
  const text = JSON.stringify(result);
  if (text === undefined) throw new TypeError("what it returned is no JSON");
  return text;
}

function place(error) {
  const frame = /(file:\\/\\/[^\\s)]+?)(:\\d+(?::\\d+)?)\\)?$/m.exec(error.stack ?? "");
  if (frame === null || !Object.hasOwn(sources, frame[1])) return "";
  return " (" + relative(root, fileURLToPath(frame[1])) + frame[2] + ")";
}

let said;
try {
  said = ${JSON.stringify(ANSWERED)} + (await answer());
} catch (error) {
  const told = error instanceof Error ? error.name + ": " + error.message + place(error) : "it threw " + String(error);
  if (error instanceof Error) console.error(error.stack);
  said = ${JSON.stringify(BROKEN)} + told.slice(0, 2000);
}
writeFileSync(ANSWER, said);
process.exit(0);
`;

const HEAP_MB = 256;

export const moduleHostArguments: readonly string[] = [
  "--experimental-vm-modules",
  "--experimental-import-meta-resolve",
  "--disable-warning=ExperimentalWarning",
  `--max-old-space-size=${HEAP_MB}`,
  "--input-type=module",
  "--eval",
  SOURCE,
];
