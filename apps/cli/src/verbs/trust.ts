/** Shows what programs changed in the files people author, and lets a person accept it. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Workspace } from "@intentgate/gate";
import { type AuthoredName, authoredNames, type GovernedRoot } from "@intentgate/sidecar";
import { unifiedDiff } from "@intentgate/trace";
import { refuseWith } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { openAccepted } from "../hosts/accepted.ts";
import { standingPlace } from "../hosts/gated-agents.ts";
import { hostStandings } from "../hosts/host-standing.ts";
import { askYes } from "../terminal/ask-person.ts";
import { complainAbout, type Io } from "../terminal/io.ts";
import { governedHere, refuseUnlessPerson } from "../workspace/workspace-here.ts";

const MOST_LINES = 5_000;

export const verb: Verb = {
  name: "trust",
  usage: ["[FILE…] [--yes]", "--agent NAME WHAT"],
  options: {
    yes: flag("accept without asking; the differences are still shown", { short: "y" }),
    agent: text("NAME", "let stand what `doctor` doubts in this agent's settings, by the words that it gives"),
  },
  examples: {
    "intentgate trust": "show each difference and ask",
    "intentgate trust policy.yaml": "only this file",
    'intentgate trust --agent claude-code "env DATABASE_URL"': "you know this variable in its settings",
    "intentgate trust --json": "what waits for acceptance, for a script; accepts nothing",
  },
  notes: [
    `The authored files are ${authoredNames.join(", ")}. When a program changes one while a tool call runs, what it widens does not count until you accept it here; what it narrows counts at once.`,
    "With `trust: always` in policy.yaml every change waits for acceptance, your own edits too.",
  ],
  run,
};

interface HeldFile {
  name: AuthoredName;
  current: string | null;
  diff: string[];
  moreLines: number;
}

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedHere(io);
  const root = workspace.home;
  const agent = args.text("agent");
  if (agent !== undefined) return acceptSetting(agent, args.words.join(" "), workspace, io);
  const names = namesOf(args.words, root, io.cwd);
  if (typeof names === "string") {
    return refuseWith(
      io,
      "BAD_INPUT",
      `${JSON.stringify(names)} is not an authored file`,
      `These are: ${authoredNames.join(", ")}.`,
    );
  }
  const held = heldFiles(root, names, io);
  const accepting = !io.json || args.flag("yes");
  if (accepting && held.length > 0) {
    const refused = refuseUnlessPerson(workspace, io, "trust");
    if (refused !== null) return refused;
  }
  if (io.json) return asJson(root, held, args.flag("yes"), io);
  if (held.length === 0) {
    io.print(
      names.length === authoredNames.length
        ? "Nothing is held: every authored file counts as it stands."
        : `Nothing is held in ${names.join(", ")}.`,
    );
    return exitCodes.done;
  }
  let left = 0;
  for (const file of held) {
    show(file, io);
    const yes = args.flag("yes") || (await askYes(`Accept ${file.name} as it stands?`));
    if (!yes) left += 1;
    else if (!accept(root, file)) return changedMeanwhile(file, io);
    io.print(
      yes ? `${io.color.green("✔")} ${file.name} is accepted.` : `${io.color.yellow("–")} ${file.name} stays held.`,
    );
  }
  if (left > 0)
    io.print(
      "\nWhat is held keeps its former meaning where it widens. Edit the file, or run `intentgate trust` again.",
    );
  return exitCodes.done;
}

/** Only what is doubted now: a word that nobody has seen would count for whatever comes later. */
function acceptSetting(agent: string, word: string, workspace: Workspace, io: Io): number {
  const refused = refuseUnlessPerson(workspace, io, "trust");
  if (refused !== null) return refused;
  const doubts = hostStandings(standingPlace(workspace, realpathSync(io.cwd), io.env))
    .filter(({ host }) => host.name === agent)
    .flatMap(({ levels }) => levels.flatMap(({ silences }) => silences))
    .filter(({ doubt }) => doubt !== null);
  const found = doubts.find(({ doubt }) => doubt === word);
  if (found === undefined) {
    const known = [...new Set(doubts.map(({ doubt }) => JSON.stringify(doubt)))].join(", ");
    const remedy = known === "" ? "Nothing is doubted in its settings here." : `These are doubted: ${known}.`;
    return refuseWith(io, "BAD_INPUT", `${JSON.stringify(word)} is not doubted in the settings of ${agent}`, remedy);
  }
  openAccepted(workspace.stateDir).add(found);
  io.print(`${io.color.green("✔")} ${word} stands, in the settings of ${agent}.`);
  return exitCodes.done;
}

function asJson(root: GovernedRoot, held: readonly HeldFile[], yes: boolean, io: Io): number {
  for (const file of yes ? held : []) {
    if (!accept(root, file)) return changedMeanwhile(file, io);
  }
  const files = held.map(({ name, diff, moreLines }) => ({ file: name, diff, more_lines: moreLines }));
  io.printJson(yes ? { accepted: files } : { held: files });
  return exitCodes.done;
}

/** The text that was shown is the text that is accepted. */
function accept(root: GovernedRoot, file: HeldFile): boolean {
  if (root.authored.current(file.name) !== file.current) return false;
  root.authored.accept(file.name);
  return true;
}

function changedMeanwhile(file: HeldFile, io: Io): number {
  return refuseWith(
    io,
    "NOT_ALLOWED",
    `${file.name} changed while you looked at it; it was not accepted`,
    "Run `intentgate trust` again.",
  );
}

function heldFiles(root: GovernedRoot, names: readonly AuthoredName[], io: Io): HeldFile[] {
  const rules = root.rules();
  if (!rules.ok && !io.json) complainAbout(io, rules.problems);
  const always = rules.ok && rules.value.policy.trust === "always";
  return names.flatMap((name) => {
    const { authored } = root;
    const current = authored.current(name);
    const accepted = authored.accepted(name) ?? null;
    if (!authored.isHeld(name) && !(always && accepted !== current)) return [];
    const { lines, moreLines } = unifiedDiff(name, accepted ?? "", current ?? "", { context: 3, maxLines: MOST_LINES });
    return [{ name, current, diff: lines, moreLines }];
  });
}

function show(file: HeldFile, io: Io): void {
  const { bold, cyan, dim, green, red } = io.color;
  const what =
    file.current === null ? " (the file is gone)" : file.diff.length === 0 ? " (it stands as you accepted it)" : "";
  io.print(`\n${bold(file.name)}${dim(what)}`);
  for (const line of file.diff) {
    const paint = line.startsWith("@@")
      ? cyan
      : line.startsWith("+")
        ? green
        : line.startsWith("-")
          ? red
          : (text: string) => text;
    io.print(`  ${paint(line)}`);
  }
  if (file.moreLines > 0)
    io.print(dim(`  … ${file.moreLines} more lines: look at the file itself before you accept it`));
}

/** A string is a word that names no authored file. */
function namesOf(words: readonly string[], root: GovernedRoot, cwd: string): readonly AuthoredName[] | string {
  if (words.length === 0) return authoredNames;
  const names: AuthoredName[] = [];
  for (const word of words) {
    const name = authoredNames.find((one) => one === word || root.authored.path(one) === resolve(cwd, word));
    if (!name) return word;
    names.push(name);
  }
  return [...new Set(names)];
}
