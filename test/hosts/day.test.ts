import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import { describe, expect, it } from "vitest";
import type { Day, Row } from "../days/day.ts";
import { claudeCode } from "../days/hosts/claude-code.ts";
import { verdictOf } from "../days/judge-day.ts";
import { playDay } from "../days/play-day.ts";
import { readDay } from "../days/read-day.ts";
import { seats } from "../days/seats.ts";
import { installedHost } from "./installed-hosts.ts";

const LONGEST_MS = 120_000;
const short = dayIn(join(import.meta.dirname, "../days/short.yaml"));
const project = installedHost("day-short");

function dayIn(file: string): Day {
  const read = readDay(readFileSync(file, "utf8"), file);
  if (!read.ok) throw new ProblemError(read.problems);
  return read.value;
}

/** It writes a file, by a shell and in no sandbox: whoever asks at all asks about this. */
const asking: Row = {
  ...{ does: "touches a file", label: "may ask", hosts: [], happened: "test -e touched", line: 1 },
  doing: { kind: "shell", command: "touch touched", background: false, writes: true, outside: true },
};

describe.each(seats)("a day of $driver.name", (seat) => {
  const host = installedHost(seat.driver.name);
  it.skipIf(!host.ok || !project.ok)("is asked about what must ask, and told so", { timeout: LONGEST_MS }, async () => {
    const folders = { installed: host.ok ? host.folder : "", project: project.ok ? project.folder : "" };
    const how = { mode: "manual", isGated: false, isBoxed: false } as const;
    const { met, broke } = await playDay({ day: { ...short, rows: [asking] }, seat, ...folders, ...how });
    expect(
      met.map(({ byHost, happened }) => [byHost.length, happened]),
      broke ?? "",
    ).toEqual([[1, true]]);
  });
});

const claude = installedHost(claudeCode.driver.name);
it.skipIf(!claude.ok || !project.ok)(
  "in a short day of Claude Code no stop is wrong, and what must stop is stopped",
  { timeout: LONGEST_MS },
  async () => {
    const folders = { installed: claude.ok ? claude.folder : "", project: project.ok ? project.folder : "" };
    const how = { mode: "manual", isGated: true, isBoxed: true } as const;
    const played = await playDay({ day: short, seat: claudeCode, ...folders, ...how });
    expect(played.broke).toBeNull();
    const wrong = ["stopped wrongly", "not stopped", "not played"];
    expect(played.met.filter((one) => wrong.includes(verdictOf(one))).map(({ row }) => row.does)).toEqual([]);
    // Bare it asks about most of these.
    const asked = played.met.filter(({ row, byHost }) => row.label === "passes" && byHost.length > 0);
    expect(asked.map(({ row }) => row.does)).toEqual([]);
  },
);
