/** Every class of commands that was once called safe: none of its members is, and those that can be are run to show why. */
import { classifyShell } from "@intentgate/shell";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Box, openBox, wayApart } from "./box.ts";
import { classes } from "./classes.ts";

const way = wayApart();

describe.each(classes)("$name", ({ members, kept }) => {
  it("has members enough", () => {
    expect(members.length).toBeGreaterThan(5);
  });

  it.each(members)("is not called safe: $command", ({ command }) => {
    const { risk } = classifyShell(command, { cwd: "/work", ...(kept ? { keeping: "kept" } : {}) });
    expect(risk).not.toBe("SAFE");
  });
});

if ("missing" in way) it.skip(`they are not run: ${way.missing}`, () => {});

describe.skipIf("missing" in way)("they are run", () => {
  let box: Box | undefined;
  beforeAll(async () => {
    if (!("missing" in way)) box = await openBox(way);
  });
  afterAll(() => box?.close());

  const real = classes.flatMap(({ members }) => members.filter(({ leaves }) => leaves !== null));
  it.each(real)("and leave a trace: $command", async ({ given, command, leaves }) => {
    const ran = await box?.run(given === undefined ? command : `${given}\n${command}`);
    expect(ran?.changes.map(({ path }) => path)).toContain(`work/${leaves}`);
  });
});
