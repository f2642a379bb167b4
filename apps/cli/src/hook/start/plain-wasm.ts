/**
 * V8 optimises the functions of WebAssembly that run often. For a process that parses two files and ends that is as much
 * work again as everything else it does, and it cannot end before that is done. The switches for it count for the code
 * that is kept, too: it is read and made under the usual ones only.
 */

type Engine = Pick<typeof import("node:v8"), "setFlagsFromString">;

export interface PlainWasm {
  /** From now on. */
  begin(): void;
  /** As if it had not begun. */
  usually<T>(act: () => T): T;
}

const SWITCHES = ["wasm-tier-up", "wasm-dynamic-tiering"];
/** What a later V8 does not know it complains of, to the host. */
const LAST_KNOWN_NODE = 24;

/** `version`: node's, as it says itself. */
export function plainWasm(load: () => Engine, version: string): PlainWasm {
  const isKnown = Number(/^v(\d{1,4})\./.exec(version)?.[1] ?? Number.POSITIVE_INFINITY) <= LAST_KNOWN_NODE;
  let hasBegun = false;
  const set = (prefix: "--" | "--no-") => {
    for (const one of SWITCHES) load().setFlagsFromString(`${prefix}${one}`);
  };
  return {
    begin() {
      if (!isKnown || hasBegun) return;
      hasBegun = true;
      set("--no-");
    },
    usually(act) {
      if (!hasBegun) return act();
      set("--");
      try {
        return act();
      } finally {
        set("--no-");
      }
    },
  };
}
