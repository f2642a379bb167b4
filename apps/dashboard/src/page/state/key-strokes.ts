/** Which keys mean what: single keys, and two in a row such as `g` then `n`. */
import type { View } from "./route.ts";

export type Stroke =
  | { kind: "go"; view: View }
  | { kind: "help" }
  | { kind: "theme" }
  | { kind: "search" }
  | { kind: "stop" };

export interface KeyDown {
  key: string;
  /** Held together with Ctrl, Alt or Meta: the browser's or the system's. */
  held: boolean;
  /** Typed into a field: text. */
  typing: boolean;
}

export const goKeys: Readonly<Record<string, View>> = {
  n: "now",
  i: "intents",
  t: "trace",
  c: "code",
  m: "map",
  h: "hooks",
  d: "health",
};

/** How long the second key may take. */
const PATIENCE_MS = 1_500;

/** Remembers a first `g`; `now` is when the key went down. */
export function createKeyReader(): (down: KeyDown, now: number) => Stroke | null {
  let leaderUntil = 0;
  return (down, now) => {
    if (down.held || down.typing) {
      leaderUntil = 0;
      return null;
    }
    if (now < leaderUntil) {
      leaderUntil = 0;
      const view = Object.hasOwn(goKeys, down.key) ? goKeys[down.key] : undefined;
      return view ? { kind: "go", view } : null;
    }
    if (down.key === "g") leaderUntil = now + PATIENCE_MS;
    if (down.key === "?") return { kind: "help" };
    if (down.key === "/") return { kind: "search" };
    if (down.key === "S") return { kind: "stop" };
    return down.key === "T" ? { kind: "theme" } : null;
  };
}

/** Where a key leads in a list of `count` rows; null where the key is none of the list's. */
export function moveInList(key: string, at: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const to = (row: number) => Math.max(0, Math.min(count - 1, row));
  switch (key) {
    case "ArrowDown":
    case "j":
      return to(at + 1);
    case "ArrowUp":
    case "k":
      return to(at - 1);
    case "PageDown":
      return to(at + page);
    case "PageUp":
      return to(at - page);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** What the help says, in the order in which it is read. */
export const keyHelp: readonly { title: string; keys: readonly { keys: readonly string[]; does: string }[] }[] = [
  {
    title: "Go to",
    keys: [
      { keys: ["g", "n"], does: "Now: what runs and what waits for you" },
      { keys: ["g", "i"], does: "Intents: the declared work" },
      { keys: ["g", "t"], does: "Trace: what was changed" },
      { keys: ["g", "c"], does: "Code: who wrote each line, and why" },
      { keys: ["g", "m"], does: "Map: from intents to files and functions" },
      { keys: ["g", "h"], does: "Hooks: the project's own checks" },
      { keys: ["g", "d"], does: "Health: is everything in order" },
    ],
  },
  {
    title: "In lists and trees",
    keys: [
      { keys: ["j", "k"], does: "Next and previous (arrow keys too)" },
      { keys: ["Enter"], does: "Open" },
      { keys: ["→", "←"], does: "Open and close a folder" },
      { keys: ["Home", "End"], does: "First and last" },
      { keys: ["Esc"], does: "Close what is open" },
    ],
  },
  {
    title: "In a question that waits for you",
    keys: [
      { keys: ["a"], does: "Approve" },
      { keys: ["s"], does: "Approve all changes inside the scope" },
      { keys: ["c"], does: "Approve this command for the session" },
      { keys: ["d"], does: "Declare it in the policy" },
      { keys: ["r"], does: "Reject, with a reason" },
    ],
  },
  {
    title: "Anywhere",
    keys: [
      { keys: ["/"], does: "Search in this view" },
      { keys: ["n"], does: "New intent (in Intents)" },
      { keys: ["S"], does: "Stop every agent at work (asks first)" },
      { keys: ["T"], does: "Light or dark" },
      { keys: ["?"], does: "This list" },
    ],
  },
];
