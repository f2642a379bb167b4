/** The files of a module handler, read once: the bytes that are read here are the bytes that run. */
import { isUtf8 } from "node:buffer";
import { readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { ProblemError } from "@intentgate/documents";
import { cannotRead, readRegular } from "@intentgate/world";
import { named, regularFile, type Unusable, unusable } from "./find-program.ts";

/** By the address that imports resolve to. */
export type Sources = Record<string, { code: string } | { problem: string }>;

export interface ModuleFiles {
  ok: true;
  entry: string;
  /** A file that cannot be read as code is told of when it is imported. */
  sources(): Promise<Sources>;
}

const LOADED = /\.m?[jt]s$/;
const TYPED = /\.m?ts$/;
/** Of a package that is installed: what node would load. */
const PACKAGED = /\.(?:[mc]?js|json)$/;
const MOST_BYTES = 1024 * 1024;

export function readModule(
  root: string,
  command: string,
  files: readonly string[],
  strip: (text: string, file: string) => Promise<Stripped>,
): ModuleFiles | Unusable {
  const name = command.trim();
  if (!LOADED.test(name)) {
    const what = `${named(name)} is no module that can be loaded`;
    return unusable("broken", what, "Name one file: .js, .mjs, .ts or .mts, with a default export.");
  }
  const texts = new Map<string, { name: string; text: string }>();
  let size = 0;
  for (const one of new Set([name, ...files.flatMap((file) => modulesAt(root, file))])) {
    const found = readText(root, one);
    if (!found.ok) return found;
    texts.set(pathToFileURL(found.path).href, { name: one, text: found.text });
    size += found.text.length;
    if (size > MOST_BYTES)
      return unusable("broken", `the files of ${named(name)} are too large`, "List fewer of them.");
  }
  const [entry = ""] = texts.keys();
  return {
    ok: true,
    entry,
    async sources() {
      const sources: Sources = {};
      for (const [url, { name: file, text }] of texts) {
        const stripped: Stripped = TYPED.test(file) ? await strip(text, file) : { ok: true, code: text };
        sources[url] = stripped.ok ? { code: stripped.code } : { problem: stripped.why };
      }
      return sources;
    },
  };
}

/** A folder stands for what is in it. */
function modulesAt(root: string, path: string): string[] {
  if (!statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()) return LOADED.test(path) ? [path] : [];
  const names = readdirSync(join(root, path), { recursive: true, encoding: "utf8" });
  const all = names.map((name) => join(path, name));
  return all.filter((name) => (name.split(sep).includes("node_modules") ? PACKAGED : LOADED).test(name));
}

function readText(root: string, name: string): { ok: true; path: string; text: string } | Unusable {
  const found = regularFile(root, name);
  if (!found.ok) return found;
  let bytes: Buffer;
  try {
    bytes = readRegular(found.path);
  } catch (error) {
    const problem = cannotRead(error, name);
    if (!(problem instanceof ProblemError)) throw error;
    return unusable("broken", problem.message, "");
  }
  if (!isUtf8(bytes)) return unusable("broken", `${named(name)} is not UTF-8`, "Save it as UTF-8.");
  return { ok: true, path: found.path, text: bytes.toString("utf8") };
}

export type Stripped = { ok: true; code: string } | { ok: false; why: string };

const MOST_KEPT = 50;

/** TypeScript without its types, line for line. The parser is loaded only when somebody needs it. */
export function createStripTypes(): (text: string, file: string) => Promise<Stripped> {
  const kept = new Map<string, Stripped>();
  return async (text, file) => {
    const key = `${file}\0${text}`;
    const known = kept.get(key);
    if (known) return known;
    const stripped = await strip(text, file);
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
    kept.set(key, stripped);
    return stripped;
  };
}

async function strip(text: string, file: string): Promise<Stripped> {
  const { transform } = await import("sucrase");
  try {
    const { code } = transform(text, { transforms: ["typescript"], disableESTransforms: true, filePath: file });
    return { ok: true, code };
  } catch (error) {
    // It throws for whatever it cannot read.
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}
