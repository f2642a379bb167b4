/** What a person is told when they stop sessions or let them go on. */
import { pastedWord } from "@intentgate/documents";
import type { ResumedSession, StoppedSession } from "@intentgate/gate";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { stopWords } from "../terminal/session-row.ts";

export function stoppedLines(one: StoppedSession, io: Io, now: Date, person: string): string[] {
  const { green, bold, dim } = io.color;
  const name = bold(oneLine(one.session, 60));
  const below = one.subagents > 0 ? ` and its ${count(one.subagents, "subagent")}` : "";
  const first =
    one.before === null
      ? `${green("✔")} Stopped ${name}${below}: every further call is refused.`
      : `${name} was ${stopWords(one.before, person, now)} already, and stays so.`;
  const unknown = one.isUnknown ? ["  This session was not heard of yet; its first call will be refused."] : [];
  return [first, ...unknown, dim(`  ${endedText(one)}`)];
}

function endedText({ held, running, questions }: StoppedSession): string {
  const ended = [
    ...(held > 0 ? [count(held, "held command")] : []),
    ...(running > 0 ? [count(running, "running command")] : []),
  ];
  const parts = [
    ...(ended.length > 0 ? [`Ended: ${ended.join(", ")}; nothing more of it counts.`] : []),
    ...(questions > 0 ? [`${count(questions, "question")} withdrawn.`] : []),
  ];
  return parts.length > 0 ? parts.join(" ") : "Nothing of it was running or waiting here.";
}

export function resumedLine({ session, before }: ResumedSession, io: Io): string {
  const name = oneLine(session, 60);
  if (before === null) return `${name} was not stopped.`;
  return `${io.color.green("✔")} ${io.color.bold(name)} may go on. What was ended or withdrawn stays so: it has to be started or asked again.`;
}

export function stoppedData({ session, isUnknown, before, subagents, held, running, questions }: StoppedSession) {
  return { session, not_heard_of: isUnknown, stopped_before: before, subagents, held, running, questions };
}

export function howToResume(sessions: readonly string[]): string {
  const [only] = sessions;
  return only !== undefined && sessions.length === 1
    ? `intentgate resume ${pastedWord(only)} lets it go on.`
    : "intentgate resume --all lets them go on.";
}
