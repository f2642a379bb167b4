/** Runs a module when it is first asked for, and reads the script it stands in when its first module is. */

export interface LoadedParts {
  load(id: number): Exports;
  /** The modules of a script that have run so far. */
  ran(script: number): number[];
}

export function loadParts(
  { scripts }: ProgramParts,
  read: (script: number) => PartScript,
  require: (name: string) => unknown,
  here: string,
): LoadedParts {
  const modules: Factory[] = [];
  const known: (Exports | undefined)[] = [];
  const load = (id: number): Exports => known[id] ?? run(id);

  function run(id: number): Exports {
    if (modules[id] === undefined) read(scriptOf(id))(modules, load, require, here);
    const exports: Exports = {};
    known[id] = exports; // before it runs: modules may need each other
    try {
      known[id] = (modules[id] as Factory)(exports) ?? exports;
    } catch (error) {
      known[id] = undefined;
      throw error;
    }
    return known[id] as Exports;
  }

  function scriptOf(id: number): number {
    let at = scripts.length - 1;
    while ((scripts[at]?.from ?? 0) > id) at -= 1;
    return at;
  }

  return {
    load,
    ran(script) {
      const [from, to] = [scripts[script]?.from ?? 0, scripts[script + 1]?.from ?? modules.length];
      return Array.from({ length: to - from }, (_, at) => from + at).filter((id) => known[id] !== undefined);
    },
  };
}

/** What the build says of the scripts beside it (see scripts/lazy-parts.mjs). */
export interface ProgramParts {
  /** In the order of their modules. */
  scripts: readonly { file: string; from: number }[];
  /** The module that the program begins with. */
  entry: number;
  /** The script whose modules run WebAssembly. */
  wasm: number;
}

type Exports = Record<string, unknown>;

/** Fills in what a module exports, or returns it whole. */
type Factory = (exports: Exports) => Exports | undefined;

/** A script puts its modules into the list; they find each other by number. */
export type PartScript = (
  modules: Factory[],
  load: (id: number) => Exports,
  require: (name: string) => unknown,
  here: string,
) => void;
