/** A person rehearses a command: it runs on layers above the tree, and what it changed is kept or thrown away. */
import { homedir } from "node:os";
import { join } from "node:path";
import {
  type Change,
  type Judged,
  judgeChanges,
  probeBox,
  type Rehearsal,
  type Replayed,
  rehearse,
  replayRuns,
  superviseHeld,
  unitOf,
} from "@intentgate/box";
import { visibleText } from "@intentgate/documents";
import { agentPlaces, type Workspace } from "@intentgate/gate";
import { rootStateDir } from "@intentgate/sidecar";
import { forwardHeld } from "../box/forward-held.ts";
import { listHeldCommands } from "../box/list-held-commands.ts";
import { redeemTicket } from "../box/redeem-ticket.ts";
import { stopHeldCommand } from "../box/stop-held-command.ts";
import { trustBoxedHost } from "../box/trust-host.ts";
import { refuseUsage, refuseWith } from "../command/refuse.ts";
import { runSubverb, type Subverb } from "../command/subverb.ts";
import { type Args, flag, text, type Verb } from "../command/verb.ts";
import { askYes } from "../terminal/ask-person.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { refuseUnlessPerson, workspaceHere } from "../workspace/workspace-here.ts";

const subverbs: Record<string, Subverb> = {
  list: listHeldCommands,
  stop: stopHeldCommand,
  forward: forwardHeld,
  trust: trustBoxedHost,
};

export const verb: Verb = {
  name: "box",
  usage: [
    "[--dry-run | --yes] -- COMMAND [ARGUMENT…]",
    "list",
    "stop ID",
    "forward PORT [--session ID] [--on PORT]",
    "trust AGENT",
  ],
  subverbs: Object.keys(subverbs),
  options: {
    "dry-run": flag("show what it changed, and keep nothing"),
    yes: flag("keep without a question all that needs none", { short: "y" }),
    session: text("ID", "forward: in which session the port is listened on"),
    on: text("PORT", "forward: where to listen on this machine; the same port where it is free"),
  },
  examples: {
    "intentgate box -- npm test": "run the tests, see what they leave behind, keep it or not",
    "intentgate box --dry-run -- 'rm -r build && make'": "a whole line in quotes is one script",
    "intentgate box list": "what agents hold: servers and watchers, with their ports",
    "intentgate box stop k7f3mq2x": "end one of them",
    "intentgate box forward 5173": "open a held server in your browser, until Ctrl-C",
  },
  notes: [
    "The command sees your files and may change all of them, on a layer of its own: this repository is changed only where you say yes. It reaches no network, no keys, no process of yours and nothing that the gate keeps; what it writes into your home folder is thrown away.",
    "Files that steer the gate, your agents or git are never kept, and then no commit is: what git wrote down is kept whole or not at all. A rebase that stopped on its way is not kept either, as git would run what it left. Variables that look like a key are not handed down.",
    "A held command listens in the network of its session: neither you nor another session reaches it. `box forward` brings one port of it to 127.0.0.1. An agent may list what is held, and stop what its own session holds.",
    "Commands are contained on Linux, with bubblewrap.",
    "This is a person's step: it needs a terminal and refuses below an agent. The exit code is the command's; 125 says that it did not run.",
  ],
  run,
};

const NOT_RUN = 125;

async function run(args: Args, io: Io): Promise<number> {
  const [first, ...rest] = args.words;
  if (!args.isAfterDashes && first === "hold") return holdOrdered(io);
  if (!args.isAfterDashes && first === "redeem") return redeemTicket(rest[0] ?? "", io);
  if (!args.isAfterDashes && first !== undefined && Object.hasOwn(subverbs, first))
    return runSubverb(verb, subverbs, args, io);
  if (args.text("session") !== undefined || args.text("on") !== undefined)
    return refuseUsage(io, "box", "--session and --on belong to box forward");
  if (first === undefined) return refuseUsage(io, "box", "box takes a command");
  if (args.flag("dry-run") && args.flag("yes")) return refuseUsage(io, "box", "--dry-run and --yes exclude each other");
  const workspace = workspaceHere(io);
  const no = refuseUnlessPerson(workspace, io, "box");
  if (no !== null) return no;
  const { root } = workspace.home;
  const state = rootStateDir(workspace.stateDir, root);
  complainOfLeft(await replayRuns(state), io);
  const command = rest.length === 0 ? ["bash", "-c", first] : [first, ...rest];
  const place = { root, cwd: io.cwd, state, hidden: [workspace.stateDir, ...agentPlaces(io.env.HOME ?? homedir())] };
  // Where JSON is wanted, nothing else may stand on the output.
  const stdio = io.json ? ["inherit" as const, 2, 2] : "inherit";
  const rehearsal = await rehearse(command, { ...place, kind: "rehearsed", stdio, env: io.env });
  try {
    if (!rehearsal.ended.began) return await refuseUncontained(state, io);
    return await decide(rehearsal, rehearsal.ended, workspace, args, io);
  } finally {
    complainOfLeft(await rehearsal.discard(), io);
  }
}

function complainOfLeft({ left, stuck }: Replayed, io: Io): void {
  for (const { folder, paths } of stuck)
    io.complain(
      `Could not be brought to its end, so it may be half done: ${paths.map(visibleText).join(", ")} (what the command wrote lies in ${visibleText(folder)})`,
    );
  for (const path of left)
    io.complain(`Left as it is: ${visibleText(path)} (somebody changed it since a command was being applied)`);
}

/** The process that watches over one held command: started by the gate, with its order on the input. */
async function holdOrdered(io: Io): Promise<number> {
  const opened: Workspace[] = [];
  const end = await superviseHeld((root) => {
    const workspace = workspaceHere(io, root);
    opened.push(workspace);
    return (path) => workspace.governed.controlReason(join(root, path)) !== null;
  });
  // What it wrote is recorded before somebody else's next edit can be taken for its own.
  for (const workspace of opened) await workspace.settle();
  return end.began ? end.code : NOT_RUN;
}

async function refuseUncontained(state: string, io: Io): Promise<number> {
  const answer = await probeBox(state);
  const [why, remedy] =
    answer.can === true
      ? ["this folder could not be contained, though the machine can", "Try it in another folder, and report it."]
      : [answer.why, answer.remedy];
  refuseWith(io, "NOT_CONTAINED", `The command was not run: ${why}`, remedy);
  return NOT_RUN;
}

async function decide(
  { changes, committed, unreadable, linkAt, lostRefs, apply }: Rehearsal,
  ended: { code: number; isListed: boolean },
  workspace: Workspace,
  args: Args,
  io: Io,
): Promise<number> {
  if (!ended.isListed) {
    refuseWith(io, "NOT_CONTAINED", "What it changed could not be listed, so nothing is kept", "Run it again.");
    return ended.code || NOT_RUN;
  }
  const judged = judge(changes, committed?.paths ?? null, linkAt, workspace);
  if (io.json)
    io.printJson({ code: ended.code, changes: judged.map(rowOf), head: committed?.moved ?? null, unreadable });
  else show(judged, committed?.moved ?? null, unreadable, io);
  for (const name of io.json ? [] : lostRefs) io.complain(`Taken away or moved: ${visibleText(name)}`);
  if (args.flag("dry-run")) return ended.code;
  const kept = await chooseKept(judged, args.flag("yes"), io);
  const isKept = kept.length > 0 && (await keep(kept, apply, args.flag("yes"), io));
  if (!io.json && judged.some(mayBeKept)) io.print(isKept ? `${io.color.green("✔")} Kept.` : "Nothing was kept.");
  return ended.code;
}

/** What somebody changed while the question stood is asked about again: the yes was to what stood there before. */
async function keep(kept: readonly Judged[], apply: Rehearsal["apply"], isYes: boolean, io: Io): Promise<boolean> {
  const { failed, contested, withheld } = await apply(changesOf(kept), unitOf(kept));
  for (const { path, why } of failed) io.complain(`Could not be kept: ${visibleText(path)} (${visibleText(why)})`);
  for (const { path } of contested) io.complain(`Somebody changed it meanwhile: ${visibleText(path)}`);
  // What somebody did with git meanwhile is never gone over.
  if (withheld.length > 0) io.complain(NO_COMMIT);
  const again = new Map(contested.filter(({ path }) => !path.startsWith(".git/")).map((one) => [one.path, one]));
  const rest = kept.flatMap((one) => {
    const change = again.get(one.change.path);
    return change === undefined ? [] : [{ ...one, change }];
  });
  const isAny = kept.length > failed.length + contested.length + withheld.length;
  if (rest.length === 0 || isYes || io.json) return isAny;
  const names = rest.map(({ change }) => visibleText(change.path)).join(", ");
  if (!(await askYes(`Keep what the command left instead: ${names}?`))) return isAny;
  return (await keep(rest, apply, isYes, io)) || isAny;
}

function changesOf(judged: readonly Judged[]): Change[] {
  return judged.map(({ change }) => change);
}

function mayBeKept({ verdict }: Judged): boolean {
  return verdict.becomes !== "dropped";
}

/** A yes that was given before anything was seen is none to what a person has to look at. */
async function chooseKept(judged: readonly Judged[], isYes: boolean, io: Io): Promise<Judged[]> {
  const isFree = ({ verdict }: Judged) => isYes && verdict.becomes === "applied";
  const asked = judged.filter((one) => mayBeKept(one) && !isFree(one));
  const isKept =
    !io.json && asked.length > 0 && (await askYes(`Keep ${isYes ? "also " : ""}${wordsFor(asked, isYes)}?`));
  return judged.filter(isKept ? mayBeKept : isFree);
}

/** A person is no agent: their scope is the whole repository. */
function judge(
  changes: readonly Change[],
  committed: readonly string[] | null,
  linkAt: Rehearsal["linkAt"],
  { home, governed }: Workspace,
): Judged[] {
  return judgeChanges(changes, {
    root: home.root,
    controlReason: (path) => governed.controlReason(join(home.root, path)),
    isInScope: () => true,
    needsYes: () => false,
    bringsSecret: () => false,
    isForeseen: () => true,
    mostDeleted: Number.POSITIVE_INFINITY,
    isDeclared: () => false,
    ignored: null,
    idleRules: new Set(),
    // A person is told of them, and keeps them or not.
    lostRefs: [],
    linkAt,
    environments: new Set(),
    unkept: new Set(),
    committed,
    moved: null,
    modules: new Set(),
    isInstall: true,
  });
}

const doing: Record<Change["does"], string> = {
  create: "new",
  change: "changed",
  delete: "deleted",
  replace: "replaced",
  mode: "mode",
  touch: "touched",
};

const reasons: Partial<Record<Judged["verdict"]["because"], string>> = {
  contested: "somebody changed it meanwhile",
  link: "a link that leaves the repository",
  control: "never kept: it steers the gate, an agent or git",
  special: "never kept: no plain file",
  filled: "not kept: the folder there holds what is not",
  starting: "never kept: it would run with the next start of something",
  git: "never kept: git would run or follow it",
};

const NO_COMMIT = "git's own records are not kept: they would hold what is not";

function isBookkeeping({ change, verdict }: Judged): boolean {
  return change.path.startsWith(".git/") && (verdict.becomes === "applied" || verdict.because === "commit");
}

function isFilledFolder(change: Change, judged: readonly Judged[]): boolean {
  if (change.does !== "create" || change.made.kind !== "folder") return false;
  return judged.some((one) => one.change.path.startsWith(`${change.path}/`));
}

function rowOf({ change, verdict }: Judged) {
  return { does: change.does, path: change.path, becomes: verdict.becomes, because: verdict.because };
}

type Moved = { from: string; to: string } | null;

function show(judged: readonly Judged[], moved: Moved, unreadable: readonly string[], io: Io): void {
  const { dim, yellow } = io.color;
  // Git's own bookkeeping is one line, and a new folder is seen by what it holds.
  const git = judged.filter(isBookkeeping);
  const rows = judged.filter((one) => !isBookkeeping(one) && !isFilledFolder(one.change, judged));
  if (judged.length === 0) io.print(dim("Nothing changed here."));
  const cells = rows.map(({ change, verdict }) => {
    const why = verdict.becomes === "applied" ? undefined : reasons[verdict.because];
    return [doing[change.does], visibleText(change.path), ...(why === undefined ? [] : [why])];
  });
  if (rows.length > 0) io.print("");
  for (const line of columns(cells, [{ paint: dim }, {}, { paint: yellow }])) io.print(`  ${line}`);
  const isHeld = git.some(({ verdict }) => verdict.because === "commit");
  if (git.length > 0) io.print(`  ${isHeld ? yellow(NO_COMMIT) : dim("git's own records, with the rest")}`);
  if (moved !== null && !isHeld)
    io.print(`  ${yellow(`HEAD goes from ${visibleText(moved.from)} to ${visibleText(moved.to)}`)}`);
  for (const name of unreadable) io.complain(`Not kept, as its name is no text: ${visibleText(name)}`);
}

function wordsFor(asked: readonly Judged[], isNamed: boolean): string {
  if (isNamed) return asked.map(({ change }) => visibleText(change.path)).join(", ");
  return asked.length === 1 ? "this change" : `these ${asked.length} changes`;
}
