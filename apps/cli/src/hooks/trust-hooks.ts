/** `intentgate hooks trust`: a person looks at what would run, and lets it. */
import { type Problem, printable, problem } from "@intentgate/documents";
import type { HookReview } from "@intentgate/event-hooks";
import { unifiedDiff } from "@intentgate/trace";
import { refuse, refuseUsage } from "../command/refuse.ts";
import type { Subverb } from "../command/subverb.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import { askYes } from "../terminal/ask-person.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { refuseUnlessPerson } from "../workspace/workspace-here.ts";
import { hooksHere, idOf, noSuchHook } from "./subverb.ts";

export const trustHooks: Subverb = {
  options: ["all", "yes"],
  words: { least: 0, most: Number.POSITIVE_INFINITY, named: "ids of hooks" },
  run,
};

const MOST_LINES = 2_000;

async function run(args: Args, io: Io): Promise<number> {
  const ids = args.words.slice(1);
  const { green, red, yellow } = io.color;
  if (ids.length > 0 && args.flag("all")) return refuseUsage(io, "hooks", "give ids or --all, not both");
  const { workspace, hooks } = hooksHere(io);
  const declared = hooks.declared();
  const unknown = ids.find((id) => !declared.some((one) => idOf(one) === id));
  if (unknown !== undefined) return refuse(io, [noSuchHook(unknown, hooks)]);
  const broken = declared
    .filter((one) => ids.includes(idOf(one)))
    .flatMap((one) => (one.kind === "broken" ? one.problems : []));
  if (broken.length > 0) return refuse(io, broken);

  const waiting = hooks.review(ids.length > 0 ? ids : "all").filter(({ trust }) => trust !== "trusted");
  if (io.json && !args.flag("yes")) {
    io.printJson({ waiting: waiting.map(asData) });
    return exitCodes.done;
  }
  if (waiting.length > 0 || args.flag("all")) {
    const denied = refuseUnlessPerson(workspace, io, "hooks trust");
    if (denied !== null) return denied;
  }
  const trusted: HookReview[] = [];
  const refused: Problem[] = [];
  for (const review of waiting) {
    const { id } = review.hook;
    if (!io.json) show(review, io);
    if (review.untrustable) {
      refused.push(review.untrustable);
      if (!io.json) io.print(`${red("✖")} ${id} cannot be trusted.`);
      continue;
    }
    const yes = args.flag("yes") || (await askYes(`Let ${id} run?`));
    // What was shown is what is trusted.
    if (yes && hooks.trust([id], [review]).length === 0) return notTrusted(review, io);
    if (yes) trusted.push(review);
    if (!io.json) io.print(yes ? `${green("✔")} ${id} is trusted.` : `${yellow("–")} ${id} does not run.`);
  }
  // What is gone must not come back trusted; nothing new is trusted by this.
  if (args.flag("all")) hooks.trust("all", []);
  if (refused.length > 0) return refuse(io, refused);
  if (io.json) io.printJson({ trusted: trusted.map(asData) });
  else if (waiting.length === 0) io.print(nothingWaits(ids, declared.length));
  return exitCodes.done;
}

function nothingWaits(ids: readonly string[], count: number): string {
  if (ids.length > 0) return `Trusted already: ${ids.join(", ")}.`;
  return count === 0 ? "No hook is declared in .system/hooks." : "Nothing waits: every hook is as you trusted it.";
}

function notTrusted({ hook, files }: HookReview, io: Io): number {
  const closed = files.find(({ digest }) => digest === "unknown");
  const why = closed
    ? `${closed.path} cannot be told from its bytes (too large, a link, or no plain file)`
    : `${hook.id} changed while you looked at it`;
  const remedy = closed ? "Name plain files in handler.files." : "Run `intentgate hooks trust` again.";
  return refuse(io, [problem("NOT_ALLOWED", `${why}; it was not trusted`, remedy)]);
}

function asData(review: HookReview) {
  const { hook, trust, files, untrustable } = review;
  const { id, file, event_type, blocking, handler } = hook;
  return { id, file, trust, event_type, blocking, handler, diff: diffOf(review).lines, files, untrustable };
}

function diffOf({ hook, text, before }: HookReview) {
  return unifiedDiff(hook.file, before ?? "", text, { context: 3, maxLines: MOST_LINES });
}

function show(review: HookReview, io: Io): void {
  const { bold, cyan, dim, green, red, yellow } = io.color;
  const { hook, before, files, text, trust, unusable } = review;
  const what = trust === "untrusted" ? "was never trusted" : "changed since you trusted it";
  const can = hook.blocking ? ", can say no" : "";
  io.print(`\n${bold(hook.id)}  ${hook.event_type}${red(can)}  ${yellow(what)}`);
  io.print(`  runs ${bold(oneLine(hook.handler.command, 200))}${dim(` (${hook.handler.kind}, as you, in the root)`)}`);
  if (before === null)
    for (const line of text.trimEnd().split("\n")) io.print(`  ${dim("|")} ${shownLine(line)}`.trimEnd());
  const { lines, moreLines } = before === null ? { lines: [], moreLines: 0 } : diffOf(review);
  for (const line of lines) {
    const paint = line.startsWith("@@") ? cyan : line.startsWith("+") ? green : line.startsWith("-") ? red : String;
    io.print(`  ${paint(shownLine(line))}`);
  }
  if (moreLines > 0) io.print(dim(`  … ${moreLines} more lines: look at the file itself before you say yes`));
  for (const file of files) io.print(`  ${fileLine(file, io)}`);
  if (unusable) io.print(yellow(`  ${oneLine(unusable.message, 300)}`));
}

function fileLine({ path, bytes, digest, before }: HookReview["files"][number], io: Io): string {
  const { dim, yellow } = io.color;
  const size = bytes === null ? "" : `  ${bytes} bytes`;
  const mark =
    before === digest ? dim("as before") : yellow(before === undefined ? "new" : `was ${before ?? "not there"}`);
  return `${oneLine(path, 120)}${size}  ${dim(digest ?? "is not there")}  ${mark}`;
}

function shownLine(line: string): string {
  return printable(line.slice(0, 2_000));
}
