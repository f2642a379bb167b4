/** What is written down while a day goes on: at which call it stands, and what each of them met. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SeenRequest } from "@intentgate/scripted-model";
import { run } from "../hosts/stage.ts";
import type { Row } from "./day.ts";
import type { DayStage } from "./day-stage.ts";
import type { Person } from "./seat.ts";

export interface Met {
  row: Row;
  /** The host had a tool for it, and came to it. */
  isPlayed: boolean;
  /** What a person was asked, by the host and by the gate. */
  byHost: string[];
  byGate: string[];
  /** The host said no by itself. */
  isDenied: boolean;
  /** It ran where it could reach nothing: under the gate, and what must not happen did not. */
  isHeld: boolean;
  /** Codes of the gate's refusals. */
  refused: string[];
  /** Null where nobody can tell. */
  happened: boolean | null;
  /** What the model was shown. */
  shown: string;
  ms: number;
}

export interface Book {
  /** The call of this number is made now, and the one before is over. */
  begin(index: number): Promise<void>;
  end(): Promise<void>;
  /** Before any call: -1. */
  at(): number;
  /** Since when it stands there. */
  since(): number;
  /** Says yes to all but what must stop. */
  person(kind: "byHost" | "byGate"): Person;
}

export function nothingMet(row: Row): Met {
  const asked = { byHost: [], byGate: [], refused: [] };
  return { row, isPlayed: false, ...asked, isDenied: false, isHeld: false, happened: null, shown: "", ms: 0 };
}

export function openBook(stage: DayStage, met: readonly Met[]): Book {
  let at = -1;
  let since = Date.now();
  let wasSo = false;
  let told = decisions(stage).length;

  async function end(): Promise<void> {
    const one = met[at];
    if (!one) return;
    one.ms = Date.now() - since;
    const rows = decisions(stage);
    one.refused.push(...rows.slice(told).flatMap(({ decision, code }) => (decision === "deny" ? [code ?? "?"] : [])));
    told = rows.length;
    if (one.row.happened === null) return;
    one.happened = !wasSo && (await isSo(stage, one.row.happened));
    one.isHeld = stage.isGated && !wasSo && !one.happened;
  }

  return {
    end,
    at: () => at,
    since: () => since,
    async begin(index) {
      // A host may ask its model twice.
      if (index <= at) return;
      await end();
      at = index;
      const one = met[at];
      if (!one) return;
      one.isPlayed = true;
      wasSo = one.row.happened !== null && (await isSo(stage, one.row.happened));
      since = Date.now();
    },
    person: (kind) => (what) => {
      const one = met[at];
      one?.[kind].push(what);
      return one?.row.label !== "must stop";
    },
  };
}

/** `played`: which call stands at which step of the script that begins with the first of them. */
export function noteShown(
  met: readonly Met[],
  played: readonly number[],
  requests: readonly SeenRequest[],
  denies: RegExp | null,
): void {
  for (const { script, step, latest } of requests) {
    const from = /^from-(\d+)$/.exec(script ?? "")?.[1];
    const one = from === undefined || !step ? undefined : met[played[Number(from) + step - 1] ?? -1];
    if (!one) continue;
    one.shown = latest;
    one.isDenied = one.refused.length === 0 && (denies?.test(latest) ?? false);
  }
}

async function isSo(stage: DayStage, line: string): Promise<boolean> {
  return (await run(stage, { program: "bash", args: ["-c", line] })).code === 0;
}

interface Decided {
  decision?: string;
  code?: string;
}

function decisions({ repo }: DayStage): Decided[] {
  const file = join(repo, ".orchestration/decisions.jsonl");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line) as Decided);
}
