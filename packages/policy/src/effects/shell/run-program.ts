/** A program in its own process: what its file answers for this use, and what it runs in turn. */
import type { Nested, Program, Use } from "../programs/program.ts";
import { influentialSetting } from "./influential-variables.ts";
import { rememberLinks } from "./links.ts";
import { placeFolder } from "./place-path.ts";
import { childState, type ShellState } from "./shell-state.ts";
import { asField, type Field, field, fullText, GAP } from "./value.ts";
import { changesSomething, type Outcome, prints, quiet, type Stdin, type Streams, type Walker } from "./walker.ts";

/** These set variables for what they start. */
const settingPrograms = new Set(["env", "sudo", "doas"]);

const otherLanguages = new Map([
  ["powershell", "PowerShell is not read: what it does is not known"],
  ["pwsh", "PowerShell is not read: what it does is not known"],
  ["powershell.exe", "PowerShell is not read: what it does is not known"],
  ["pwsh.exe", "PowerShell is not read: what it does is not known"],
  ["cmd", "cmd.exe is not read: what it does is not known"],
  ["cmd.exe", "cmd.exe is not read: what it does is not known"],
]);

export function runProgram(
  walker: Walker,
  name: string,
  args: readonly Field[],
  state: ShellState,
  streams: Streams,
): Outcome {
  const program = walker.find(name);
  if (!program) {
    if (isNoName(name)) return quiet;
    walker.unknown(otherLanguages.get(name) ?? `what ${name} does is not known`);
    return prints;
  }
  if (args.some(({ hiddenOption }) => hiddenOption)) walker.unknown(`an option of ${name} is known only when it runs`);
  const setting = settingPrograms.has(name) ? influentialSetting(args) : undefined;
  if (setting) walker.unknown(`setting ${setting} changes what programs do`);
  const run: Run = { walker, name, program, state, streams };
  const first = walker.aside(() => useOnce(run, args, streams.stdin));
  const relies = args.some(({ dynamic, text }) => dynamic && text !== null) || first.result.readsPipe;
  if (!relies || first.effects.some(changesSomething)) {
    first.keep();
    return first.result.outcome;
  }
  // Nothing was found with what another program is thought to print: it counts only if it holds without that.
  const doubted = args.map((one) => (one.dynamic ? { ...one, text: one.doubted } : one));
  useOnce(run, doubted, { kind: "unknown" });
  return first.result.outcome;
}

interface Run {
  walker: Walker;
  name: string;
  program: Program;
  state: ShellState;
  streams: Streams;
}

function useOnce(run: Run, args: readonly Field[], stdin: Stdin): { outcome: Outcome; readsPipe: boolean } {
  const { walker, name, program, state, streams } = run;
  let isRead = false;
  const use = program.use(args, {
    get stdin() {
      isRead = true;
      return stdin;
    },
    variable: (asked) => {
      const variable = state.variables.get(asked);
      return variable && (variable.value === null ? undefined : variable.value.text);
    },
  });
  const readsPipe = isRead && isDynamic(stdin);
  if (!use) {
    walker.unknown(`this use of ${name} is not known`);
    return { outcome: prints, readsPipe };
  }
  recordUse(run, use);
  if (name === "ln") rememberLinks(walker, args, use, state);
  for (const nested of use.nested) open(walker, nested, name, state, { ...streams, stdin: nestedInput(name, stdin) });
  const output = use.output ?? outputOf(name, args, stdin);
  return { outcome: { output, status: "either" }, readsPipe };
}

function isDynamic(stdin: Stdin): boolean {
  return stdin.kind === "text" && stdin.dynamic;
}

const silent = new Set(["touch", "rm", "mkdir", "rmdir", "cp", "mv", "ln", "chmod", "chown", "truncate", "sleep"]);

/** What the program's file does not say: these print nothing unless asked to, `cat` and `tee` print what they read. */
function outputOf(name: string, args: readonly Field[], stdin: Stdin): string | null {
  const passesOn = name === "tee" ? args.every(({ text }) => text !== null) : name === "cat" && args.length === 0;
  if (passesOn && stdin.kind === "text") return stdin.text;
  const asksForMore = args.some(({ text }) => text === null || (text.startsWith("-") && /v|help|changes/.test(text)));
  return silent.has(name) && !asksForMore ? "" : null;
}

function recordUse({ walker, name, state, streams }: Run, { effects, nested }: Use): void {
  for (const effect of effects) walker.record(effect, state);
  // It keeps the output of what it runs, unless that goes elsewhere already.
  if (name === "nohup" && nested.length > 0 && !streams.stdoutTaken) {
    walker.record({ does: "write", path: "nohup.out", manner: "derived" }, state);
  }
}

/** Programs that read arguments from their input leave nothing of it to what they start. */
function nestedInput(name: string, stdin: Stdin): Stdin {
  return name === "xargs" || name === "parallel" ? { kind: "none" } : stdin;
}

function open(walker: Walker, nested: Nested, name: string, state: ShellState, streams: Streams): void {
  const child = childState(state);
  if (settingPrograms.has(name)) child.variables.clear();
  if (nested.folder !== null)
    child.folder = nested.folder.includes(GAP) ? null : placeFolder(nested.folder, state.folder);
  if (nested.runs === "script") {
    const text = nested.text === null ? null : fullText(field(nested.text));
    if (text === null) walker.unknown(`${name} runs a script that is known only when it runs`);
    else walker.text(text, { ...child, dialect: "sh" }, streams);
    return;
  }
  const words = nested.words.map(asField);
  const shown = words.map(({ text }) => text ?? "…").join(" ");
  walker.within(shown, () => {
    if (!nested.moreArguments) return walker.words(words, child, streams, "program");
    const one = walker.aside(() => walker.words([...words, field(null)], child, streams, "program"));
    if (!one.effects.some(({ does }) => does === "unknown")) return one.keep();
    // `xargs mv` is known only with two arguments or more.
    const two = walker.aside(() => walker.words([...words, field(null), field(null)], child, streams, "program"));
    const better = two.effects.some(({ does }) => does === "unknown") ? one : two;
    better.keep();
  });
}

/**
 * A name with a space inside that is none to the shell (`touch\u00a0file`) is one word, and no program is called so:
 * the shell answers "command not found".
 */
function isNoName(name: string): boolean {
  return /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/.test(name);
}
