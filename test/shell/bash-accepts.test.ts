/** Which texts are commands: bash's answer beside ours, without running anything. */
import { readFileSync } from "node:fs";
import { classifyShell } from "@intentgate/shell";
import { describe, expect, it } from "vitest";
import { parseCommand } from "../../packages/shell/src/syntax/parse-command.ts";
import { searchRuns } from "../support/search-runs.ts";
import { bashAccepts } from "./bash-accepts.ts";
import { breakCommand } from "./break-command.ts";
import { generateCommand } from "./generate-command.ts";
import { Random, seedFrom } from "./random.ts";

const GENERATED = searchRuns(5000);
const seed = seedFrom("SHELL_SEED", 20_260);

/** A pattern such as `!(a)` is one only after `shopt -s extglob` has run, which a shell that runs nothing never does. */
const needsExtended = (command: string): boolean => /[@!+*?]\(/.test(command);

interface Compared {
  command: string;
  bash: boolean;
  ours: boolean;
  risk: string;
}

async function compared(commands: readonly string[]): Promise<Compared[]> {
  const answers = await bashAccepts(commands);
  return commands.map((command, at) => ({
    command,
    bash: answers[at] ?? false,
    ours: !("problem" in parseCommand(command)),
    risk: classifyShell(command, { cwd: "/work" }).risk,
  }));
}

function labelledRows(): string[] {
  return ["safe", "mutating", "unknown"].flatMap((label) => {
    const file = new URL(`../../packages/shell/fixtures/${label}.jsonl`, import.meta.url);
    const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
    return lines.map((line) => (JSON.parse(line) as { command: string }).command);
  });
}

/** Half of them as they come, half of them damaged. */
function generated(): string[] {
  const random = new Random(seed);
  return Array.from({ length: GENERATED / 2 }, () => generateCommand(random.seed(), "/tmp/area")).flatMap((command) => [
    command,
    breakCommand(random, command),
  ]);
}

describe("what bash takes as a command", () => {
  it("is what is taken here, for every labelled row", async () => {
    const rows = await compared(labelledRows());
    expect(rows.length).toBeGreaterThan(700);
    const apart = rows.filter(({ bash, ours }) => bash !== ours);
    expect(apart.filter(({ command }) => !needsExtended(command))).toEqual([]);
    expect(apart.filter(({ risk }) => risk !== "UNKNOWN")).toEqual([]);
  });

  it(`is what is taken here for ${GENERATED} generated commands, but for one in two hundred either way`, async () => {
    const all = await compared(generated());
    const refusedByBash = all.filter(({ bash }) => !bash);
    const onlyBash = all.filter(({ bash, ours }) => bash && !ours);
    const onlyOurs = all.filter(({ bash, ours, command }) => !bash && ours && !needsExtended(command));
    console.info(
      `seed ${seed}: bash refuses ${refusedByBash.length}; taken by bash alone ${onlyBash.length}, here alone ${onlyOurs.length}`,
    );
    // Otherwise there would be nothing to agree about.
    expect(refusedByBash.length).toBeGreaterThan(GENERATED * 0.1);
    expect(all.length - refusedByBash.length).toBeGreaterThan(GENERATED * 0.5);
    expect(onlyBash.length, shown(onlyBash)).toBeLessThan(GENERATED / 200);
    expect(onlyOurs.length, shown(onlyOurs)).toBeLessThan(GENERATED / 200);
    // What is refused here is not known, whatever bash would do with it.
    expect(onlyBash.filter(({ risk }) => risk !== "UNKNOWN")).toEqual([]);
    // What bash refuses runs up to the line that it refuses: no reading of it excuses it.
    expect(refusedByBash.filter(({ risk }) => risk === "SAFE")).toEqual([]);
  });

  it("is really asked: it tells commands from what is none", async () => {
    const answers = await bashAccepts([
      "ls",
      "if",
      "-c",
      "echo $(",
      "cat << E\nx",
      "[[ a",
      "f() { ls; }",
      "#",
      "exit 1",
    ]);
    expect(answers).toEqual([true, false, true, false, true, false, true, true, true]);
  });

  function shown(list: readonly Compared[]): string {
    return `seed ${seed}\n${list.map(({ command }) => JSON.stringify(command)).join("\n")}`;
  }
});
