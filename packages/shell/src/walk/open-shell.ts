/** A shell: a script in a string, from the input, or in a file. */

import { factsOf } from "../facts/facts-of.ts";
import { childState, type ShellState } from "../state/shell-state.ts";
import { type Outcome, prints, quiet, readingFrom, type Streams, type Walker } from "../state/walker.ts";
import { isCommonScript } from "../syntax/common-script.ts";
import { withoutName } from "../uses/program.ts";
import { type Field, fieldValue, fullText } from "../values/value.ts";

const harmlessLong = new Set(["--login", "--norc", "--noprofile", "--noediting", "--verbose"]);

interface Asked {
  isString: boolean;
  isInput: boolean;
  onlyReads: boolean;
  isPosix: boolean;
  isInteractive: boolean;
  /** Letters of options that change how the script is read. */
  letters: string;
  operands: readonly Field[];
}

export function openShell(
  walker: Walker,
  name: string,
  given: readonly Field[],
  state: ShellState,
  streams: Streams,
): Outcome {
  const args = given.map(withoutName);
  const asked = readOptions(args);
  const { shell } = factsOf(name);
  if (shell !== "bash" && !(shell === "akin" && isCommon(asked, args))) {
    walker.unknown(`${name} is another language: what the script does is not known`);
    return prints;
  }
  if (typeof asked === "string") {
    if (asked === "tells") return prints;
    walker.unknown(`${name}: ${asked}`);
    return prints;
  }
  const child = childState(state);
  if (name !== "bash" || asked.isPosix) child.dialect = "sh";
  if (asked.letters.includes("f")) child.patterns = "unclear";
  if (asked.letters.includes("a")) child.exportsAll = true;
  if (/[et]/.test(asked.letters)) walker.isCutShort = true;
  const open = (): Outcome => openScript(walker, name, asked, child, streams);
  if (shell !== "bash")
    return walker.suspect(`${name} is another language, and the names in it may mean something else`, open);
  return asked.isInteractive ? walker.suspect(`${name} -i takes the names that a person has set up`, open) : open();
}

/** Other letters mean something else to one of them. */
function isCommon(asked: Asked | string, args: readonly Field[]): boolean {
  if (typeof asked === "string" || !args.slice(0, -1).every(({ text }) => /^-[ceilux]+$/.test(text ?? "")))
    return false;
  const text = asked.isString && asked.operands.length === 1 && asked.operands[0] ? fullText(asked.operands[0]) : null;
  return text !== null && isCommonScript(text);
}

function openScript(walker: Walker, name: string, asked: Asked, child: ShellState, streams: Streams): Outcome {
  const [first, ...rest] = asked.operands;
  if (asked.onlyReads) {
    const path = first && !asked.isString ? fullText(first) : null;
    if (path !== null) walker.record({ does: "read", path }, child);
    return quiet;
  }
  if (asked.isString) {
    const text = first ? fullText(first) : null;
    if (!first || text === null) {
      walker.unknown(`${name} runs a text that is known only when it runs`);
      return prints;
    }
    if (rest[0]) child.ownName = fieldValue(rest[0]);
    child.positional = positional(rest.slice(1));
    const run = (): Outcome => ended(walker.text(text, child, streams));
    return first.dynamic ? walker.suspect(`${name} runs what another program prints`, run) : run();
  }
  if (first && !asked.isInput) {
    child.positional = positional(rest);
    if (typeof first.feed === "string") return fed(walker, name, first.feed, child, streams);
    if (first.text !== "/dev/stdin") {
      walker.unknown(`${name} runs a script file, and what is in it is not known`);
      return prints;
    }
  } else child.positional = positional(asked.operands);
  return fromInput(walker, name, child, streams);
}

function fromInput(walker: Walker, name: string, child: ShellState, streams: Streams): Outcome {
  const { stdin } = streams;
  if (stdin.kind !== "text") {
    walker.unknown(`${name} runs what it reads, and that is not known`);
    return prints;
  }
  const run = (): Outcome => ended(walker.text(stdin.text, child, readingFrom({ kind: "unknown" }, streams)));
  return stdin.dynamic ? walker.suspect(`${name} runs what another program prints`, run) : run();
}

function fed(walker: Walker, name: string, text: string, child: ShellState, streams: Streams): Outcome {
  return walker.suspect(`${name} runs what another program prints`, () => ended(walker.text(text, child, streams)));
}

function ended(outcome: Outcome): Outcome {
  return { output: outcome.output, status: "either" };
}

function positional(fields: readonly Field[]): ShellState["positional"] {
  return fields.some(({ text }) => text === null) ? null : fields.map(fieldValue);
}

/** A text: why the options are not understood; `tells`: it only prints about itself. */
function readOptions(args: readonly Field[]): Asked | string {
  const asked: Asked = {
    isString: false,
    isInput: false,
    onlyReads: false,
    isPosix: false,
    isInteractive: false,
    letters: "",
    operands: [],
  };
  let at = 0;
  for (; at < args.length; at += 1) {
    const text = args[at] ? fullText(args[at] as Field) : null;
    if (text === null) {
      if (args[at]?.hiddenOption || !asked.isString) return "an argument is known only when it runs";
      break;
    }
    if (text === "--" || text === "-") {
      at += 1;
      break;
    }
    if (text.length < 2 || !(text.startsWith("-") || text.startsWith("+"))) break;
    if (text.startsWith("--")) {
      if (text === "--version" || text === "--help") return "tells";
      if (text === "--posix") asked.isPosix = true;
      else if (!harmlessLong.has(text)) return `the option ${text} is not known`;
      continue;
    }
    const problem = readLetters(text, asked);
    if (problem === "takes") {
      at += 1;
      const value = args[at]?.text;
      if (value === "posix") asked.isPosix = true;
      else if (value === "noglob" || value === "nullglob" || value === "failglob") asked.letters += "f";
      else if (value === "errexit") asked.letters += "e";
      else if (!/^(?:nounset|pipefail|xtrace|verbose|errtrace|functrace|extglob|inherit_errexit)$/.test(value ?? "")) {
        return "a shell option that is not known";
      }
    } else if (problem) return problem;
  }
  asked.operands = args.slice(at);
  return asked;
}

function readLetters(
  text: string,
  asked: { isString: boolean; isInput: boolean; onlyReads: boolean; isInteractive: boolean; letters: string },
): string | undefined {
  let takes = false;
  for (const letter of text.slice(1)) {
    if (letter === "c" && text.startsWith("-")) asked.isString = true;
    else if (letter === "s") asked.isInput = true;
    else if (letter === "i") asked.isInteractive = true;
    else if (letter === "n") asked.onlyReads = text.startsWith("-");
    else if (letter === "o" || letter === "O") {
      if (takes) return "two shell options in one word";
      takes = true;
    } else if (!"abefhlmprtuvxBCEPT".includes(letter)) return `the option ${letter} is not known`;
    else if (letter === "B" && text.startsWith("+")) return "braces no longer make several words";
    else asked.letters += letter;
  }
  return takes ? "takes" : undefined;
}
