/** Hooks in the order they were registered; the same name replaces in place. */

export interface Registered<Fn> {
  name: string;
  fn: Fn;
  critical: boolean;
  timeoutMs: number;
  /** Registered before the engine was sealed. */
  isOwn: boolean;
}

export interface HookOptions {
  /** A critical hook that throws, hangs or answers garbage refuses the call. Default: true. */
  critical?: boolean;
  timeoutMs?: number;
}

/** Timers count in 31 bits; what is longer would fire at once. */
const LONGEST_TIMEOUT_MS = 2_147_483_647;

export function createRegistry<Fn>(defaultTimeoutMs: number) {
  // Replaced, never changed in place: a call that is under way keeps the list it started with.
  let hooks: readonly Registered<Fn>[] = [];
  let sealed: ReadonlySet<string> = new Set();
  let isOwn = true;
  return {
    /** From now on nobody takes the place of what is registered. */
    seal(): void {
      sealed = new Set(hooks.map((hook) => hook.name));
      isOwn = false;
    },
    list: (): readonly Registered<Fn>[] => hooks,
    /** Returns the way to remove exactly this registration. */
    register(name: string, fn: Fn, options: HookOptions = {}): () => void {
      if (typeof name !== "string" || name === "") throw new TypeError("a hook needs a name");
      if (typeof fn !== "function") throw new TypeError(`hook "${name}" is not a function`);
      if (sealed.has(name)) throw new TypeError(`hook "${name}" is one of the gate's own: give yours another name`);
      const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
      if (!(timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS)) {
        throw new TypeError(`hook "${name}": timeoutMs must be greater than 0 and at most ${LONGEST_TIMEOUT_MS}`);
      }
      const entry: Registered<Fn> = { name, fn, critical: options.critical ?? true, timeoutMs, isOwn };
      const replaces = hooks.some((hook) => hook.name === name);
      hooks = replaces ? hooks.map((hook) => (hook.name === name ? entry : hook)) : [...hooks, entry];
      return () => {
        hooks = hooks.filter((hook) => hook !== entry);
      };
    },
  };
}
