/** The question after a rehearsal: the command ran, and what it did counts only with a person's yes. */
import { maskedText } from "@intentgate/documents";
import type { KnownFile } from "./asked-call.ts";
import { counted, listed, quoted } from "./doing.ts";
import { restoreFacts } from "./facts.ts";
import { type Fact, LONGEST_TEXT, type Question, warning } from "./question.ts";
import { isLost } from "./severity.ts";

/** Why a change does not count by itself. */
export type KeptBecause =
  | "outside"
  | "contested"
  | "link"
  | "settings"
  | "dependency"
  | "approval"
  | "lost"
  | "many"
  | "secret";

export interface KeptChange {
  path: string;
  does: "delete" | "create" | "change" | "replace" | "mode" | "touch";
  because: KeptBecause;
  /** What of it looks like a key, masked. */
  holds?: readonly string[];
}

export interface KeptRun {
  agent: string;
  intentId: string | null;
  command: string | null;
  changes: readonly KeptChange[];
  /** What stands there now, which a yes would put something else in the place of. */
  files: readonly KnownFile[];
  /** Of which nothing is known. */
  more: number;
}

const MOST = 100;
const LONGEST_NAMES = 300;
const MOST_HELD = 20;

const didWords: Readonly<Record<KeptChange["does"], string>> = {
  delete: "deleted",
  create: "created",
  change: "edited",
  replace: "replaced",
  mode: "changed the permissions of",
  touch: "touched",
};

const becauseWords: Readonly<Record<KeptBecause, string>> = {
  outside: "outside the scope",
  contested: "changed by somebody else meanwhile",
  link: "a link that leads out of the repository",
  settings: "a settings file that git ignores",
  dependency: "a dependency, though nothing was installed",
  approval: ".intentignore wants a yes for every change",
  lost: "nobody could keep what stood there",
  many: "more files are deleted than go without a question",
  secret: "what looks like a key or a password stands in it",
};

const deletions = "deletions for good, or of many files at once, count only with your yes";
/** Why a person is asked about what lies in the scope. */
const insideWords: ReadonlyMap<KeptBecause, string> = new Map([
  ["lost", deletions],
  ["many", deletions],
  ["secret", "what looks like a key or a password stands in a file only with your yes"],
]);

export function keptQuestion(run: KeptRun): Question {
  const { changes, files, more } = run;
  const isInside = changes.every(({ because }) => insideWords.has(because));
  const isTold = changes.some(({ because }) => because === "secret");
  const isOut = changes.some(({ because }) => because === "link");
  const isGone =
    more > 0 || changes.some(({ because }) => because === "lost") || files.some(({ restores }) => isLost(restores));
  return {
    sentence: maskedText(sentenceOf(run), LONGEST_TEXT),
    severity: isOut ? 4 : isGone || isTold ? 3 : 2,
    facts: [...becauseFacts(changes), ...restoreFacts(files, more)],
    yes: "What it did is kept as shown. Added to the scope, later calls may change it unasked.",
    no: `What it did there is thrown away; what ${isInside ? "else it did" : "it did inside the scope"} stays.`,
    why: isInside
      ? [...new Set(changes.flatMap(({ because }) => insideWords.get(because) ?? []))].join("; ")
      : "what a command does outside the scope counts only with your yes",
    waiting: { state: "went_on" },
    did: {
      paths: changes
        .slice(0, MOST)
        .map(({ path, does }) => ({ path: maskedText(path, LONGEST_TEXT), does: didWords[does] })),
      more: Math.max(0, changes.length - MOST),
    },
  };
}

function sentenceOf({ agent, command, changes, intentId }: KeptRun): string {
  const ran = command === null ? "a command" : quoted(command, 100);
  const paths = changes.map(({ path }) => listed([path]));
  const where = changes.every(({ because }) => because === "outside")
    ? `, outside the scope of ${intentId ?? "its intent"}`
    : "";
  const [first] = changes;
  const does = first && changes.every((one) => one.does === first.does) ? didWords[first.does] : "changed";
  return `${agent} ran ${ran}, and it ${does} ${counted(paths)}${where}.`;
}

function becauseFacts(changes: readonly KeptChange[]): Fact[] {
  const groups = new Map<KeptBecause, string[]>();
  for (const { because, path } of changes) groups.set(because, [...(groups.get(because) ?? []), listed([path])]);
  const held = new Set(changes.flatMap(({ holds = [] }) => holds));
  return [
    ...[...groups].map(([because, paths]) =>
      warning(groups.size === 1 ? becauseWords[because] : `${counted(paths)}: ${becauseWords[because]}`),
    ),
    ...[...held].slice(0, MOST_HELD).map((words) => warning(`writes down ${maskedText(words, LONGEST_NAMES)}`)),
  ];
}

const CONTESTED = "changed by somebody else since";

/** The person's yes came too late for these. */
export function contestedQuestion(question: Question, contested: readonly string[]): Question {
  const names = maskedText(counted(contested.map((path) => listed([path]))), LONGEST_NAMES);
  const isContested = ({ text }: Fact) => text.startsWith(CONTESTED);
  const { sentence, facts } = question;
  return {
    ...question,
    sentence: facts.some(isContested) ? sentence : `${sentence} Somebody changed ${names} since.`,
    facts: [warning(`${CONTESTED}: ${names}`), ...facts.filter((fact) => !isContested(fact))],
    yes: `What it did is kept as shown, once you have put aside what stands in ${names} now.`,
    why: "somebody else changed it after the command ran, so that a first yes was not enough",
  };
}
