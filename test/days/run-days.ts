/** `read WORDS…` says what the days need; `play ORDER` plays them, prints what they came to, and ends with 1 where a bar was missed. */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { formatProblem } from "@intentgate/documents";
import type { Day } from "./day.ts";
import { type Bar, barsOf } from "./judge-day.ts";
import { type Played, playDay } from "./play-day.ts";
import { barLines, emptyProofs, rowLines, tableOf } from "./print-day.ts";
import { readDay } from "./read-day.ts";
import { type Mode, modes } from "./seat.ts";
import { seats } from "./seats.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const AT_ONCE = 2;

interface Order {
  files: string[];
  hosts: string[];
  modes: Mode[];
  gates: boolean[];
  isBoxed: boolean;
  showsRows: boolean;
  keeps: string | null;
  projects: { name: string; packages: string[] }[];
}

const [verb = "", ...words] = process.argv.slice(2);
if (verb === "read") process.stdout.write(JSON.stringify(orderIn(words)));
else process.exitCode = await play(JSON.parse(readFileSync(words[0] ?? "", "utf8")));

function orderIn(args: string[]): Order {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      host: { type: "string", multiple: true, default: seats.map(({ driver }) => driver.name) },
      mode: { type: "string", multiple: true, default: [...modes] },
      gate: { type: "string", multiple: true, default: ["without", "with"] },
      "no-box": { type: "boolean", default: false },
      rows: { type: "boolean", default: false },
      keep: { type: "string" },
    },
  });
  const files = positionals.length > 0 ? positionals : [join(here, "option-parser.yaml")];
  const known = (what: string, given: readonly string[], all: readonly string[]) => {
    const odd = given.find((one) => !all.includes(one));
    if (odd !== undefined) refuse(`--${what} ${odd}: known are ${all.join(", ")}\n`);
    return given;
  };
  return {
    files,
    hosts: [
      ...known(
        "host",
        values.host,
        seats.map(({ driver }) => driver.name),
      ),
    ],
    modes: known("mode", values.mode, modes) as Mode[],
    gates: known("gate", values.gate, ["without", "with"]).map((one) => one === "with"),
    isBoxed: !values["no-box"],
    showsRows: values.rows,
    keeps: values.keep ?? null,
    projects: files.map((file) => {
      const { project, packages } = dayIn(file);
      return { name: folderOf(file), packages: [project, ...packages] };
    }),
  };
}

function refuse(text: string): never {
  process.stdout.write(text);
  process.exit(2);
}

function dayIn(file: string): Day {
  const read = readDay(readFileSync(file, "utf8"), file);
  return read.ok ? read.value : refuse(`${read.problems.map((one) => formatProblem(one)).join("\n")}\n`);
}

function folderOf(file: string): string {
  return `day-${basename(file, ".yaml")}`;
}

/** `met`: where all is written that was met. */
async function play({
  folders,
  met,
  ...order
}: Order & { folders: Record<string, string>; met: string }): Promise<number> {
  const bars: Bar[] = [];
  const all: Played[] = [];
  for (const file of order.files) {
    const day = dayIn(file);
    const project = folders[folderOf(file)];
    const wanted = seats.flatMap((seat) => {
      const installed = folders[seat.driver.name];
      if (!order.hosts.includes(seat.driver.name) || installed === undefined || project === undefined) return [];
      return order.modes.flatMap((mode) =>
        order.gates.map((isGated) => ({ day, project, seat, installed, mode, isGated, isBoxed: order.isBoxed })),
      );
    });
    const plays: Played[] = [];
    const worker = async () => {
      for (let one = wanted.shift(); one; one = wanted.shift()) {
        const played = await playDay(one);
        plays.push(played);
        process.stdout.write(
          `${played.host}, ${played.mode}, ${played.isGated ? "with" : "without"} the gate: ${played.seconds} s\n`,
        );
        if (played.broke !== null) process.stdout.write(`  broke off: ${played.broke.slice(-1500)}\n`);
        if (order.showsRows) process.stdout.write(rowLines(played));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    process.stdout.write(emptyProofs(plays));
    process.stdout.write(`\n${day.name}\n\n${tableOf(plays, seats)}\n`);
    all.push(...plays);
    bars.push(...barsOf(plays));
  }
  writeFileSync(met, JSON.stringify(all, null, 1));
  process.stdout.write(barLines(bars));
  return bars.every(({ isMet }) => isMet) ? 0 : 1;
}
