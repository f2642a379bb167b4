import { denyCodes } from "@intentgate/engine";
import { gateTools } from "@intentgate/hosts";
import { describe, expect, it } from "vitest";
import { withPerson } from "./gate-scene.ts";
import { hostRefusalRows, hostRefusalsPage, refusalFor, sentTo } from "./host-refusals.ts";
import { stagedHosts } from "./host-stage.ts";

/** The others are words of the language. */
const underscored = gateTools.filter((tool) => tool.includes("_"));
const page = new URL("../../docs/reference/host-refusals.md", import.meta.url).pathname;

describe.each(stagedHosts.map((staged) => [staged.name, staged] as const))(
  "what %s tells its model",
  (_name, staged) => {
    it.each(hostRefusalRows.map((row) => [row.what, row] as const))(
      "where %s, names calls that pass",
      async (_, row) => {
        const { refusal, host, stage, gate } = await refusalFor(row, staged);
        expect(refusal.code).toBe(row.code);
        const { remedy } = refusal.meta;
        const named = underscored.filter((tool) =>
          new RegExp(`(?<![\\w-])${host.ownTool(tool)}(?![\\w-])`).test(remedy),
        );
        expect(named.toSorted(), remedy).toEqual(row.next.map(({ tool }) => tool).toSorted());
        const foreign = underscored.filter((tool) => host.ownTool(tool) !== tool);
        for (const tool of foreign) expect(remedy).not.toMatch(new RegExp(`(?<![\\w-])${tool}(?!\\w)`));
        if (row.said) expect(remedy.endsWith(`The person said: "${row.said.reject}"`), remedy).toBe(true);
        // Whoever has an intent, or was told not to take a new one, is not told that they must.
        if (row.code !== "INTENT_REQUIRED") expect(refusal.message).not.toMatch(/must call/i);
        const told = await withPerson(gate, "once", async () => {
          const answers = [];
          for (const [at, { tool, input }] of row.next.entries()) {
            const sent = stage.own({ session: `other-${at}` }, host.ownTool(tool), input, `n${at}`);
            // A wider scope is asked for by the session that needs it.
            const own =
              tool === "request_scope_expansion" ? stage.own({ session: "s1" }, host.ownTool(tool), input, "n") : sent;
            answers.push(await sentTo(host, gate, own));
          }
          if (row.passes) answers.push(await sentTo(host, gate, await row.passes(stage, gate)));
          return answers;
        });
        for (const { decision, text } of told.value) expect(decision, text).toBe("not no");
      },
    );
  },
);

describe("the words of hosts", () => {
  it("are shown for every code", () => {
    expect(denyCodes.filter((code) => !hostRefusalRows.some((row) => row.code === code))).toEqual([]);
  });

  it("are on the page as the gate gives them today", async () => {
    await expect(await hostRefusalsPage()).toMatchFileSnapshot(page);
  });
});
