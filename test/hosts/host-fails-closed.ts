/** What becomes of a call that must be refused while the gate is broken: made for real in front of the real host. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Breakdown, breakDown, makeImpatient } from "./breakdown.ts";
import type { HostDriver } from "./driver.ts";
import { coldFaults, type Fault, judged, lateFaults, residentFaults } from "./faults.ts";
import { installedHost, isLate } from "./installed-hosts.ts";

export function hostFailsClosed(driver: HostDriver): void {
  const installed = installedHost(driver.name);
  const folder = installed.ok ? installed.folder : "";
  describe.skipIf(!installed.ok)(`a broken gate in front of ${driver.name}`, () => {
    describe("breaks again and again in one session", () => {
      let seen: Breakdown | null = null;
      beforeAll(async () => {
        if (!isLate()) seen = await breakDown(driver, folder, [...coldFaults, ...residentFaults]);
      });
      for (const fault of [...coldFaults, ...residentFaults])
        it(fault.what, ({ skip }) => (seen ? judge(driver, fault, seen) : skip()));
      it("works again each time when it is mended", ({ skip }) => {
        if (!seen) return skip();
        expect(seen.missing).toEqual([]);
        expect([seen.ended.code, seen.ended.timedOut]).toEqual([0, false]);
      });
    });

    describe("where the host waits for three seconds", () => {
      let seen: Breakdown | null = null;
      beforeAll(async () => {
        if (!isLate()) seen = await breakDown(driver, folder, lateFaults, (stage) => makeImpatient(driver, stage));
      });
      for (const fault of lateFaults) it(fault.what, ({ skip }) => (seen ? judge(driver, fault, seen) : skip()));
    });
  });
}

function judge(driver: HostDriver, { what, runs, says }: Fault, { outcomes, ended }: Breakdown): void {
  const outcome = outcomes.get(what);
  expect(outcome, `the session did not come so far:\n${ended.out.slice(-2_000)}`).toBeDefined();
  expect(outcome?.ran, outcome?.told).toBe((runs as readonly string[]).includes(driver.name));
  // Whoever was refused for another reason than this fault proves nothing.
  if (says === null) expect(outcome?.told).not.toContain(judged);
  else expect(outcome?.told).toContain(says);
}
