/**
 * What a host's process begins with: nearly all of its time is loading, so the program lies beside this file as scripts
 * of modules that run when they are needed, with what V8 made of them the last time.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import { stateDir } from "@intentgate/sidecar";
import { type CachedCode, createCodeCache } from "./code-cache.ts";
import { loadParts, type PartScript, type ProgramParts } from "./load-parts.ts";
import { plainWasm } from "./plain-wasm.ts";

/** Put in by the build. */
declare const PROGRAM_PARTS: string;

const program = JSON.parse(PROGRAM_PARTS) as ProgramParts;
const state = stateDir(process.env);
const { size, mtimeMs } = statSync(process.execPath);
const node = [process.execPath, process.version, process.arch, size, mtimeMs].join(" ");
const cache = createCodeCache(join(state, "code"), node);
const wasm = plainWasm(() => require("node:v8"), process.version);
const opened: { at: number; script: Script; cached: CachedCode | null }[] = [];

function open(at: number): PartScript {
  const file = fileOf(at);
  const place = join(__dirname, "hook", file);
  const text = readFileSync(place, "latin1");
  const cached = cache.read(file);
  const options = { filename: place, ...(cached ? { cachedData: cached.code } : {}) };
  const script = wasm.usually(() => new Script(text, options));
  if (at === program.wasm) wasm.begin();
  opened.push({ at, script, cached: script.cachedDataRejected === false ? cached : null });
  return script.runInThisContext() as PartScript;
}

const fileOf = (at: number) => program.scripts[at]?.file ?? "";
const required = new Map<string, unknown>();

/** Node looks a module up anew every time, and the scripts ask for one at every use. */
function requireOnce(name: string): unknown {
  if (!required.has(name)) required.set(name, require(name));
  return required.get(name);
}

const parts = loadParts(program, open, requireOnce, pathToFileURL(__filename).href);
const own = parts.load(program.entry) as typeof import("../main.ts");

/** After the answer, and only where somebody has a state folder already. */
function keep(): void {
  if (!existsSync(state)) return;
  let isNew = false;
  for (const { at, script, cached } of opened) {
    const known = new Set(cached?.modules);
    const ran = parts.ran(at).filter((id) => !known.has(id));
    if (ran.length === 0) continue;
    const code = wasm.usually(() => script.createCachedData());
    cache.write(fileOf(at), { code, modules: [...known, ...ran] });
    isNew = true;
  }
  if (isNew) cache.sweep(program.scripts.map(({ file }) => file));
}

own.main().catch((error: Error) => {
  console.error(`Intentgate could not be started, so the answer is no: ${error.message}`);
  process.exit(2); // to most hosts any other code means that the hook is broken, and they make the call
});

// After the program's own listener, which has the last word.
process.on("exit", () => {
  try {
    keep();
  } catch {
    // What was answered stands; the next start takes as long as this one did.
  }
});
