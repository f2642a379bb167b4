/** How sessions are spoken of in the editor. */
import type { SessionState, SessionStop } from "@intentgate/sidecar";

/** "stopped by you, 14:02"; of another day with its date. */
export function stopText({ at, by }: Pick<SessionStop, "at" | "by">, person: string, now: Date): string {
  const then = new Date(at);
  const two = (part: number) => String(part).padStart(2, "0");
  const clock = `${two(then.getHours())}:${two(then.getMinutes())}`;
  const day = `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
  const when = then.toDateString() === now.toDateString() ? clock : `${day} ${clock}`;
  return `stopped by ${by === person ? "you" : by}, ${when}`;
}

export function sessionText(
  { intent, id }: Pick<SessionState, "intent" | "id">,
  stop: SessionStop | null,
  person: string,
  now: Date,
): string {
  const work = intent === null ? "without an intent" : `works under ${intent.id}`;
  const own = stop === null ? work : stopText(stop, person, now);
  return `${own} · ${id}`;
}

/** What the menu offers for it: nothing by itself for one that is stopped with the session above it. */
export function sessionContext({ id }: Pick<SessionState, "id">, stop: SessionStop | null): string {
  if (stop === null) return "session:working";
  return stop.session === id ? "session:stopped" : "session:below";
}

export function endedText({ held, running, questions }: { held: number; running: number; questions: number }): string {
  const counted = (count: number, one: string) => (count === 0 ? [] : [`${count} ${one}${count === 1 ? "" : "s"}`]);
  const ended = [...counted(held, "held command"), ...counted(running, "running command")];
  const parts = [
    ...(ended.length > 0 ? [`${ended.join(" and ")} ended`] : []),
    ...counted(questions, "question").map((text) => `${text} withdrawn`),
  ];
  return parts.length === 0 ? "Nothing of it was running or waiting." : `${parts.join(", ")}.`;
}
