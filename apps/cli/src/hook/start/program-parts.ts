/** What the build says of the scripts beside it (see scripts/lazy-parts.mjs). */
export interface ProgramParts {
  /** In the order of their modules. */
  scripts: readonly { file: string; from: number }[];
  /** The module that the program begins with. */
  entry: number;
  /** The script whose modules run WebAssembly. */
  wasm: number;
}

export type Exports = Record<string, unknown>;

/** Fills in what a module exports, or returns it whole. */
export type Factory = (exports: Exports) => Exports | undefined;

/** A script puts its modules into the list; they find each other by number. */
export type PartScript = (
  modules: Factory[],
  load: (id: number) => Exports,
  require: (name: string) => unknown,
  here: string,
) => void;
