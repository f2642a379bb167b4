/** The gate's own command line: what only tells passes; what would steer the gate is found wherever in a line it stands. */
import { onlyReads, type Program } from "../uses/program.ts";

/** What an agent may ask the gate from its shell. */
const readingVerbs: ReadonlySet<string> = new Set([
  "status",
  "list",
  "show",
  "why",
  "blame",
  "impact",
  "coverage",
  "pr",
  "check",
  "classify",
  "doctor",
  "suggest",
  "report",
  "map",
  "help",
]);

/** Verbs that also change something: with these words they only tell, or end what the agent's own session holds. */
const readingWords: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["intent", new Set(["list", "show"])],
  ["ability", new Set(["list", "show"])],
  ["routing", new Set(["lint"])],
  ["box", new Set(["list", "stop"])],
  ["trace", new Set(["log", "show", "verify"])],
  ["decisions", new Set(["list", "show"])],
  ["session", new Set(["list", "show"])],
  ["approvals", new Set(["list", "show"])],
  ["lessons", new Set(["list"])],
]);
/** Without such a word they list. */
const listing: ReadonlySet<string> = new Set(["trace", "decisions", "lessons"]);

/** With it a verb that tells writes what a person says yes to. */
const APPLY = "--apply";

/** Their next word is no word of the verb. */
const valued = new Set(
  "-n --number --intent --file --session --model --class --since --until --code --stage --base --format".split(" "),
);

/** Whether `intentgate` followed by these words only tells. */
function onlyTells([verb = "", ...rest]: readonly string[]): boolean {
  if (rest.length === 1 && rest[0] === "--help") return /^[a-z-]+$/.test(verb);
  if (rest.includes(APPLY)) return false;
  const words = readingWords.get(verb);
  if (!words) return readingVerbs.has(verb);
  const next = rest.find((word, at) => !word.startsWith("-") && !valued.has(rest[at - 1] ?? ""));
  return next === undefined ? listing.has(verb) : words.has(next);
}

const tellingOptions = new Set(["--help", "--json", "--all", "--explain", "--jsonl", "--allow-people", ...valued]);

export const intentgate: Program = {
  names: ["intentgate"],
  use(args) {
    const texts = args.map(({ text }) => text);
    const known = texts.filter((text) => text !== null);
    if (known.length < texts.length || known.length === 0) return undefined;
    return isQuestion(known) ? onlyReads([]) : undefined;
  },
};

function isQuestion(words: readonly string[]): boolean {
  return onlyTells(words) && words.slice(1).every((word) => !word.startsWith("-") || tellingOptions.has(word));
}

/**
 * The path that these words start, where they only ask the gate; whether it is the gate is another question. `npx` never:
 * a package or a program of the folder it is started in may answer to the name before ours does.
 */
export function askedGate([name = "", ...args]: readonly string[]): string | null {
  return name.includes("/") && isQuestion(args) ? name : null;
}

const words = /[^\s;&|<>$`(){},="'\\]+/gu;
/** Between the program and its verb: anything else, a redirect say, may put another word in the verb's place. */
const onlyBlanks = /^[ \t"'\\]*$/;
/** What a shell puts in the place of something may be one more word. */
const endsHere = /^[ \t"'\\]*(?:$|[;&|<>)\n\r])/;
const program = /^intentgate(?:\.(?:m?js|cjs|ts|exe|cmd|bat|ps1))?(?:@.*)?$/;

/** A hurdle: what is written out is found; what a program puts together at run time is not, and is unknown anyway. */
export function steersTheGate(command: string): boolean {
  // Once as the shell joins quoted pieces, once with quotes as borders: `int""entgate`, `sh -c "intentgate …"`.
  return namesSteering(command.replace(/["'\\]/g, "")) || namesSteering(command);
}

function namesSteering(text: string): boolean {
  const found = [...text.matchAll(words)];
  return found.some((word, at) => {
    if (!isTheGate(word[0])) return false;
    const following: string[] = [];
    let end = word.index + word[0].length;
    for (const one of found.slice(at + 1)) {
      if (!onlyBlanks.test(text.slice(end, one.index))) break;
      following.push(one[0]);
      end = one.index + one[0].length;
    }
    return following.length === 0 || !endsHere.test(text.slice(end)) || !onlyTells(following);
  });
}

function isTheGate(word: string): boolean {
  const lower = word.toLowerCase();
  if (lower.startsWith("@intentgate/")) return true;
  return program.test(lower.slice(lower.lastIndexOf("/") + 1));
}
