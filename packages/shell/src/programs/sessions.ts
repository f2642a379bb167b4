/** Programs that run a command as another user, in another session or under the eyes of a tracer. */
import { type OptionTable, optionTable, splitArguments } from "../uses/options.ts";
import type { Nested, Program, Word } from "../uses/program.ts";
import { useOf, written } from "../uses/use-of.ts";

const suOptions: OptionTable = optionTable("-lmpf c|command: login preserve-environment");

/** `su user -c script`, with the options in front of the user or behind. */
const su: Program = {
  names: ["su", "runuser"],
  use(args) {
    const split = splitArguments(suOptions, args);
    const script = split?.value("c");
    if (!split || !script || split.mayHideOption || split.values("c").length > 1) return undefined;
    const users = split.operands.filter(({ text }) => text !== "-");
    if (users.length > 1) return undefined;
    // A login starts in the home of that user.
    const logsIn = split.has("l") || split.operands.length > users.length;
    const folder = logsIn ? `~${users[0]?.text ?? "root"}` : null;
    return useOf([], [{ runs: "script", text: script.text, folder }]);
  },
};

const traceOptions = optionTable(
  `-cCdDfFhiknqrtTvVwxyYzZ o|output: e|trace: s|string-limit: O: S: P: I: b: a|columns: follow-forks seccomp-bpf summary-only`,
);

/** Any other word makes the program do something else than it would: `inject` writes into its memory and its answers. */
const WATCHES =
  /^(?:(?:t|trace|a|abbrev|v|verbose|x|raw|s|signals?|r|reads?|w|writes?|q|quiet|silent|silence|status|decode-fds|decode-pids)=)?[^=]*$/;

/** What it sees goes into a file; `-o '|…'` starts a program. */
const tracer: Program = {
  names: ["strace"],
  use(args) {
    const split = splitArguments(traceOptions, args, { operandsEndOptions: true });
    const output = split?.value("o");
    if (split?.values("e").some(({ text }) => text !== null && !WATCHES.test(text))) return undefined;
    if (!split || split.operands.length === 0 || split.options.some(({ value }) => value?.text === null))
      return undefined;
    if (output && (output.text === null || /^[|!]/.test(output.text))) return undefined;
    // `-ff`: a file for each process.
    const each = output && split.options.filter(({ name }) => name === "f").length > 1 ? [`${output.text}.*`] : [];
    const files = output ? [output, ...each] : [];
    return useOf(
      files.flatMap((file) => written(file, "create_or_replace")),
      [runs(split.operands)],
    );
  },
};

const unshareOptions = optionTable(
  `-muinpUCTrfc mount? uts? ipc? net? pid? user? cgroup? time? map-root-user map-current-user fork mount-proc? propagation: kill-child?
  keep-caps setgroups:`,
);

const unshare: Program = {
  names: ["unshare"],
  use(args) {
    const split = splitArguments(unshareOptions, args, { operandsEndOptions: true });
    return split && split.operands.length > 0 ? useOf([], [runs(split.operands)]) : undefined;
  },
};

const unitOptions = optionTable(
  `-dGPqrt u|unit: p|property: description: slice: uid: gid: nice: on-active: on-boot: on-calendar: user system scope same-dir pty pipe quiet
  wait collect remain-after-exit no-block no-ask-password`,
);

/** A service starts in the top folder. */
const systemdRun: Program = {
  names: ["systemd-run"],
  use(args) {
    const split = splitArguments(unitOptions, args, { operandsEndOptions: true });
    if (
      !split ||
      split.operands.length === 0 ||
      split.has("p") ||
      split.options.some(({ value }) => value?.text === null)
    )
      return undefined;
    const folder = split.has("scope", "same-dir", "d") ? null : split.has("user") ? "~" : "/";
    return useOf([], [{ ...runs(split.operands), folder }]);
  },
};

const paneOptions = optionTable("-AdDEPXabhvlfbCZk c: F: n: s: t: x: y: p: l:");
const paneVerbs = new Set(
  "new-session new new-window neww split-window splitw respawn-pane respawnp respawn-window respawnw run-shell run".split(
    " ",
  ),
);
const tellingVerbs = new Set(
  "list-sessions ls list-windows lsw list-panes lsp list-clients lsc list-commands lscm list-keys lsk list-buffers lsb has-session has".split(
    " ",
  ),
);

/** What runs in a new pane goes to a shell. */
const tmux: Program = {
  names: ["tmux"],
  use(args) {
    const [verb, ...rest] = args;
    if (verb?.text === "-V" && rest.length === 0) return useOf([]);
    // A word that ends with `;` begins another command of tmux, and `#(…)` in a format runs.
    if (args.some(({ text }) => text === null || text.endsWith(";") || /#[({]/.test(text))) return undefined;
    const tells = tellingVerbs.has(verb?.text ?? "");
    if (!tells && !paneVerbs.has(verb?.text ?? "")) return undefined;
    const split = splitArguments(paneOptions, rest, { operandsEndOptions: true });
    if (!split || split.mayHideOption || split.options.some(({ value }) => value?.text === null)) return undefined;
    if (tells) return split.operands.length === 0 ? useOf([]) : undefined;
    if (split.operands.length === 0) return undefined;
    const folder = split.value("c")?.text ?? null;
    const [only, ...more] = split.operands;
    if (only && more.length === 0) return useOf([], [{ runs: "script", text: only.text, folder }]);
    return useOf([], [{ ...runs(split.operands), folder }]);
  },
};

function runs(words: readonly Word[]): Nested & { runs: "words" } {
  return { runs: "words", words, moreArguments: false, folder: null };
}

export const sessions: readonly Program[] = [su, tracer, unshare, systemdRun, tmux];
