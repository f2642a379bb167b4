/** One day of one host in one mode: each call is made when the one before is over, and what it met is written down. */
import { type AddressInfo, createServer } from "node:net";
import { type Step, type StepCall, startScriptedModel } from "@intentgate/scripted-model";
import { clear, endAllOf } from "../hosts/stage.ts";
import { type Met, noteShown, nothingMet, openBook } from "./book.ts";
import type { Day, Row } from "./day.ts";
import { type DayStage, makeDayStage } from "./day-stage.ts";
import { sitAtInbox } from "./inbox.ts";
import type { Mode, Seat } from "./seat.ts";

const LONGEST_CALL_MS = 120_000;

export interface Played {
  host: string;
  mode: Mode;
  isGated: boolean;
  /** What was met before the first call: taking the intent. */
  takes: Pick<Met, "byHost" | "byGate" | "refused">;
  met: Met[];
  seconds: number;
  /** What all was said, where not every call was come to; else null. */
  broke: string | null;
}

export interface PlayWanted {
  day: Day;
  project: string;
  seat: Seat;
  installed: string;
  mode: Mode;
  isGated: boolean;
  isBoxed: boolean;
}

export async function playDay({ seat, mode, isGated, ...rest }: PlayWanted): Promise<Played> {
  const day = withPort(rest.day, await freePort());
  const scripts: Record<string, Step[]> = {};
  const model = await startScriptedModel({ scripts });
  const began = Date.now();
  const stage = await makeDayStage({ ...rest, day, driver: seat.driver, url: model.url, isGated });
  try {
    const takes = nothingMet(taking);
    const met = day.rows.map(nothingMet);
    const all = isGated ? [takes, ...met] : met;
    const calls = all.map(({ row }) =>
      row === taking ? seat.driver.take(day.intent.id) : callOf(seat, stage, mode, row),
    );
    const book = openBook(stage, all);
    const played = calls.flatMap((call, index) => (call === null ? [] : [index]));
    const steps = played.map((index): Step => {
      const { doing } = (all[index] as Met).row;
      const before = async () => {
        await book.begin(index);
        if (doing.kind === "subagent") scripts.part = helperSteps(seat, doing.command);
      };
      return { calls: [calls[index] as StepCall], before };
    });
    let last = Number.NaN;
    const next = () => {
      const from = played.findIndex((index) => index > book.at());
      if (from === -1 || book.at() === last) return null;
      last = book.at();
      scripts[`from-${from}`] = [...steps.slice(from), { say: "all done" }];
      return `SCRIPT:from-${from} please`;
    };
    const inbox = isGated ? sitAtInbox(stage, book.person("byGate")) : null;
    await inbox?.ready;
    const said = await unlessStuck(stage, book.since, () => seat.work(stage, mode, next, book.person("byHost")));
    await book.end();
    inbox?.end();
    noteShown(all, played, model.requests, seat.denies);
    const isWhole = played.every((index) => all[index]?.isPlayed);
    const seconds = Math.round((Date.now() - began) / 1000);
    return { host: seat.driver.name, mode, isGated, met, takes, seconds, broke: isWhole ? null : said };
  } finally {
    await model.close();
    clear(stage);
  }
}

/** What nobody answers and nothing ends would be waited for, for ever. */
async function unlessStuck(stage: DayStage, since: () => number, work: () => Promise<string>): Promise<string> {
  const began = Date.now();
  const look = setInterval(() => {
    if (Date.now() - Math.max(began, since()) > LONGEST_CALL_MS) endAllOf(stage);
  }, 1_000);
  try {
    return await work();
  } finally {
    clearInterval(look);
  }
}

function callOf(seat: Seat, stage: DayStage, mode: Mode, { doing, hosts }: Row): StepCall | null {
  return hosts.length > 0 && !hosts.includes(seat.driver.name) ? null : seat.call(stage, doing, mode);
}

function helperSteps({ driver }: Seat, command: string): Step[] {
  const last: Step[] = driver.subagentDone ? [{ calls: [driver.subagentDone] }] : [];
  return [{ calls: [driver.shell(command)] }, ...last, { say: "done" }];
}

const taking: Row = {
  does: "takes the intent",
  doing: { kind: "todo", text: "" },
  ...{ label: "passes", hosts: [], happened: null, line: 0 },
};

/** Two days may be played at once. */
function withPort(day: Day, port: number): Day {
  return JSON.parse(JSON.stringify(day).replaceAll("{port}", String(port))) as Day;
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
