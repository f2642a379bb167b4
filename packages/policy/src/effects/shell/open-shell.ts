/** `bash`, `sh`, `dash`: a script in a string, from the input, or in a file. */
import { childState, type ShellState } from "./shell-state.ts";
import { type Field, fieldValue, fullText } from "./value.ts";
import { type Outcome, prints, quiet, type Streams, type Walker } from "./walker.ts";

const read = new Set(["bash", "sh", "dash"]);
const foreign = ["zsh", "ksh", "mksh", "fish", "csh", "tcsh", "ash", "rbash", "elvish", "nu", "xonsh", "yash"];
export const shells: ReadonlySet<string> = new Set([...read, ...foreign]);

const harmlessLong = new Set(["--login", "--norc", "--noprofile", "--noediting", "--verbose"]);

interface Asked {
  isString: boolean;
  isInput: boolean;
  onlyReads: boolean;
  isPosix: boolean;
  operands: readonly Field[];
}

export function openShell(
  walker: Walker,
  name: string,
  args: readonly Field[],
  state: ShellState,
  streams: Streams,
): Outcome {
  if (!read.has(name)) {
    walker.unknown(`${name} is another language: what the script does is not known`);
    return prints;
  }
  const asked = readOptions(args);
  if (typeof asked === "string") {
    if (asked === "tells") return prints;
    walker.unknown(`${name}: ${asked}`);
    return prints;
  }
  const child = childState(state);
  if (name !== "bash" || asked.isPosix) child.dialect = "sh";
  return openScript(walker, name, asked, child, streams);
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
  const run = (): Outcome => ended(walker.text(stdin.text, child, { ...streams, stdin: { kind: "unknown" } }));
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
  const asked = { isString: false, isInput: false, onlyReads: false, isPosix: false };
  let at = 0;
  for (; at < args.length; at += 1) {
    const text = args[at] ? fullText(args[at] as Field) : null;
    if (text === null)
      return args[at]?.hiddenOption || !asked.isString
        ? "an argument is known only when it runs"
        : { ...asked, operands: args.slice(at) };
    if (text === "--" || text === "-") {
      at += 1;
      break;
    }
    if (!/^[-+]./.test(text)) break;
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
      else if (
        value == null ||
        !/^(errexit|nounset|pipefail|xtrace|verbose|noglob|errtrace|functrace|globstar|nullglob|extglob|dotglob|failglob|inherit_errexit)$/.test(
          value,
        )
      ) {
        return "a shell option that is not known";
      }
    } else if (problem) return problem;
  }
  return { ...asked, operands: args.slice(at) };
}

function readLetters(
  text: string,
  asked: { isString: boolean; isInput: boolean; onlyReads: boolean },
): string | undefined {
  let takes = false;
  for (const letter of text.slice(1)) {
    if (letter === "c" && text.startsWith("-")) asked.isString = true;
    else if (letter === "s") asked.isInput = true;
    else if (letter === "n") asked.onlyReads = text.startsWith("-");
    else if (letter === "o" || letter === "O") {
      if (takes) return "two shell options in one word";
      takes = true;
    } else if (!"abefhlmprtuvxBCEHPT".includes(letter)) return `the option ${letter} is not known`;
  }
  return takes ? "takes" : undefined;
}
