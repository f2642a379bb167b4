import { ProblemError } from "@intentgate/documents";
import { describe, expect, it } from "vitest";
import type { ApprovalsStore, PersonsAnswer } from "../../../packages/sidecar/src/store/store.ts";
import { approval, type manualClock } from "./contract-samples.ts";

const at = "2026-02-18T12:01:00.000Z";
const yes: PersonsAnswer = { answer: "once", by: "ann", at };
const no: PersonsAnswer = { answer: "reject", by: "bob", at, reason: "not today" };
const MINUTE = 60_000;

export function approvalsContract(
  name: string,
  open: () => { approvals: ApprovalsStore; clock: ReturnType<typeof manualClock> },
): void {
  describe(`${name}: approvals`, () => {
    it("are listed with all that was computed, newest first, until they are answered", () => {
      const { approvals } = open();
      const entries = [approval("ap-1"), approval("ap-2", { openedAt: "2026-02-18T12:00:05.000Z" })];
      for (const entry of entries) approvals.open(entry);
      expect(approvals.list()).toEqual(entries.reverse());
      approvals.answer("ap-1", no);
      expect(approvals.list().map((entry) => entry.id)).toEqual(["ap-2"]);
    });

    it("take the first answer and no other", () => {
      const { approvals } = open();
      approvals.open(approval("ap-1"));
      expect(approvals.answered("ap-1")).toBeNull();
      expect(approvals.answer("ap-1", no)).toBe(true);
      expect(approvals.answer("ap-1", yes)).toBe(false);
      expect(approvals.answered("ap-1")).toEqual(no);
    });

    it("can be used once, by whoever comes first", () => {
      const { approvals } = open();
      approvals.open(approval("ap-1"));
      approvals.answer("ap-1", yes);
      expect([approvals.use("ap-1"), approvals.use("ap-1"), approvals.use("ap-1")]).toEqual([true, false, false]);
    });

    it("expire: not listed, not answered, not used, and not found by their binding", () => {
      const { approvals, clock } = open();
      approvals.open(approval("ap-1", { expiresAt: clock.in(MINUTE) }));
      approvals.open(approval("ap-2", { expiresAt: "no time at all" }));
      clock.advance(MINUTE);
      expect([approvals.list(), approvals.byBinding("binding-1")]).toEqual([[], []]);
      for (const id of ["ap-1", "ap-2"]) expect([approvals.answer(id, yes), approvals.use(id)]).toEqual([false, false]);
      expect(approvals.answered("ap-1")).toBeNull();
    });

    it("are found by their binding also after the answer, but not after their use", () => {
      const { approvals } = open();
      approvals.open(approval("ap-1"));
      approvals.open(approval("ap-2", { binding: "other" }));
      approvals.open(approval("ap-3", { openedAt: "2026-02-18T12:00:05.000Z" }));
      approvals.answer("ap-1", yes);
      expect(approvals.byBinding("binding-1").map((entry) => entry.id)).toEqual(["ap-3", "ap-1"]);
      approvals.use("ap-3");
      expect(approvals.byBinding("binding-1").map((entry) => entry.id)).toEqual(["ap-1"]);
      expect(approvals.byBinding("binding")).toEqual([]);
    });

    it("stay known, newest first, when they are answered, used or expired", () => {
      const { approvals, clock } = open();
      approvals.open(approval("ap-1", { expiresAt: clock.in(MINUTE) }));
      approvals.open(approval("ap-2", { openedAt: "2026-02-18T12:00:05.000Z", expiresAt: clock.in(3 * MINUTE) }));
      approvals.answer("ap-2", yes);
      approvals.use("ap-2");
      clock.advance(2 * MINUTE);
      expect(approvals.known().map((entry) => entry.id)).toEqual(["ap-2", "ap-1"]);
    });

    it("that nobody opened have no answer and no use", () => {
      const { approvals } = open();
      expect([approvals.answer("ap-9", yes), approvals.use("ap-9"), approvals.answered("ap-9")]).toEqual([
        false,
        false,
        null,
      ]);
    });

    it("are not opened twice under one id", () => {
      const { approvals } = open();
      approvals.open(approval("ap-1"));
      expect(() => approvals.open(approval("ap-1", { binding: "other" }))).toThrow(ProblemError);
      expect(approvals.list()[0]?.binding).toBe("binding-1");
    });

    it.each(["", "abc", "../x-1", "a/b-c", "AP-1", "ap_1", "ap-1.json", "ap-1\n", "a".repeat(65), "ap 1x", "ap-1\0"])(
      "do not take %j for an id",
      (id) => {
        const { approvals } = open();
        expect(() => approvals.open(approval(id))).toThrow(ProblemError);
        expect(() => approvals.answer(id, yes)).toThrow(ProblemError);
        expect(() => approvals.use(id)).toThrow(ProblemError);
        expect(() => approvals.answered(id)).toThrow(ProblemError);
      },
    );

    it("are watched while somebody watches", () => {
      const { approvals } = open();
      expect(approvals.isWatched()).toBe(false);
      const [one, other] = [approvals.watch(), approvals.watch()];
      one.stop();
      one.stop();
      expect(approvals.isWatched()).toBe(true);
      other.stop();
      expect(approvals.isWatched()).toBe(false);
    });
  });
}
