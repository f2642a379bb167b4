/** What a command can use up: then it fails, and nothing around it. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Stage, setStage } from "./stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.clear());

/** Begins processes until it may not begin another one, and never more than so many; says how many. */
const bomb = (most: number) =>
  `perl -e 'my $n = 0; for (1..${most}) { my $p = fork; last unless defined $p; if (!$p) { sleep 600; exit } $n++ } $| = 1; print "$n\\n"'`;

it("holds a command to so many processes, whatever others of this user have, and counts what it did before", () => {
  const others = stage.start(["timeout", "300", "bash", "-c", "for n in {1..60}; do sleep 600 & done; wait"]);
  try {
    const said = stage.boxed({ script: `echo b > a; ${bomb(100)}`, processes: 40 });
    expect(Number(said.output)).toBeGreaterThan(10);
    expect(Number(said.output)).toBeLessThan(40);
    expect(said.verdicts).toEqual([["create", "a", "applied", "in scope"]]);
    // Without such a limit it begins all of them.
    expect(stage.boxed({ script: bomb(100) }).output).toBe("100\n");
  } finally {
    // It hands that on to all that it began.
    process.kill(others.pid ?? 0, "SIGTERM");
  }
});
