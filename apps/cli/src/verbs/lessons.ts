/** Lessons: what later sessions are told, and what a person makes of it. */
import type { Lesson } from "@intentgate/policy";
import { refuse, refuseUsage } from "../command/refuse.ts";
import { type Args, tell, type Verb } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { governedForPeople, governedHere } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "lessons",
  usage: ["[list]", "accept ID …", "remove ID …"],
  subverbs: ["list", "accept", "remove"],
  examples: {
    "intentgate lessons": "what was learned, and who is told",
    "intentgate lessons accept L-0123456789ab": "tell it under every intent from now on",
  },
  notes: [
    "A lesson is told under its own intent only and stays on this machine, until a person accepts it: then it stands in AGENT.md, which is yours to edit and to commit; other text in it stays as it is.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [what = "list", ...ids] = args.words;
  if (!verb.subverbs?.includes(what)) return refuseUsage(io, "lessons", `"lessons ${oneLine(what, 30)}" is not known`);
  if (what === "list") return ids.length === 0 ? list(io) : refuseUsage(io, "lessons", "lessons list takes no id");
  const workspace = governedForPeople(io, `lessons ${what}`);
  if (typeof workspace === "number") return workspace;
  if (ids.length === 0) return refuseUsage(io, "lessons", `"lessons ${what}" needs at least one id`);
  const edited = await workspace.lessons[what === "accept" ? "accept" : "remove"](new Set(ids));
  if (!edited.ok) return refuse(io, edited.problems);
  const done = what === "accept" ? "accepted" : "removed";
  return tell(
    io,
    { [done]: [...new Set(ids)] },
    `${io.color.green("✔")} ${count(new Set(ids).size, "lesson")} ${done}.${what === "accept" ? " Told under every intent from now on." : ""}`,
  );
}

function list(io: Io): number {
  const lessons = governedHere(io).lessons.read();
  return tell(
    io,
    { lessons },
    lessons.length === 0
      ? "No lesson yet: refused and failed changes, failed checks and completions leave some."
      : rendered(lessons, io),
  );
}

function rendered(lessons: readonly Lesson[], io: Io): string[] {
  const { bold, dim, green } = io.color;
  const rows = lessons.map(({ id, accepted, intent, text }) => [
    id,
    accepted ? "every intent" : (intent ?? "nobody yet"),
    oneLine(text, 100),
  ]);
  const paintAudience = (text: string) => (text.startsWith("every") ? green(text) : dim(text));
  const waiting = lessons.filter((one) => !one.accepted).length;
  const hint =
    waiting > 0 ? ["", dim(`intentgate lessons accept ID tells one under every intent; remove ID takes it out`)] : [];
  return [...columns([["lesson", "told under", ""], ...rows], [{ paint: bold }, { paint: paintAudience }]), ...hint];
}
