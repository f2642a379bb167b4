/** What the gate must do in front of every host, seen from the host's own side: its files, its model, our ledger. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HostDriver } from "./driver.ts";
import { installedHost } from "./installed-hosts.ts";
import { ledgerOf, linesOf, type Play, play } from "./play.ts";

const rules = "In this repository every change belongs to an intent";

interface DecisionRow {
  phase: string;
  session: string;
  tool: string;
  decision?: string;
  code?: string;
}

export function hostHolds(driver: HostDriver): void {
  const installed = installedHost(driver.name);
  describe.skipIf(!installed.ok)(`the gate in front of ${driver.name}`, () => {
    let seen: Play;
    beforeAll(async () => {
      seen = await play(driver, installed.ok ? installed.folder : "");
    });
    afterAll(() => seen?.end());
    const textOf = (path: string) => readFileSync(join(seen.stage.repo, path), "utf8");
    const isThere = (path: string) => existsSync(join(seen.stage.repo, path));
    const tookIn = (script: string) => {
      const taken = script === "main" ? "src/auth/new.ts" : "src/pay/refund.ts";
      return ledgerOf(seen.stage).find(({ path }) => path === taken)?.session;
    };
    const decisions = () => linesOf<DecisionRow>(seen.stage, ".orchestration/decisions.jsonl");

    it("lets both sessions come to their end", () => {
      expect([seen.main.timedOut, seen.other.timedOut]).toEqual([false, false]);
      expect([seen.main.code, seen.other.code], `${seen.main.out}\n${seen.other.out}`).toEqual([0, 0]);
    });

    it("offers the model the tools of the gate and those of the host", () => {
      const { tools } = seen.begin("main");
      expect(tools).toContain(driver.toolNames.write);
      if (!driver.hidesServers) expect(tools).toContain(driver.toolNames.take);
    });

    it("refuses a write as long as no intent is taken, and the model reads why", () => {
      expect(seen.resultOf("main", 0)).toContain("INTENT_REQUIRED");
      expect(seen.resultOf("main", 0)).toContain("select_active_intent");
    });

    it("hears the handshake through MCP and binds it to the session that made it", () => {
      expect(seen.resultOf("main", 1)).toMatch(/\\?"success\\?": ?true/);
      const [main, other] = [tookIn("main"), tookIn("other")];
      expect([main, other].every((id) => id?.startsWith(`${driver.name}:`))).toBe(true);
      expect(main).not.toBe(other);
      const takes = decisions().filter(({ phase, tool }) => phase === "done" && tool.endsWith("select_active_intent"));
      expect(takes.slice(0, 2).map(({ session, decision }) => [session, decision])).toEqual([
        [main, "succeeded"],
        [other, "succeeded"],
      ]);
    });

    it("lets writes in scope pass and traces the lines they changed", () => {
      expect(textOf("src/auth/new.ts")).toBe("one\ntwo\nthree\n");
      expect(textOf("src/auth/token.ts"), seen.resultOf("main", 3)).toContain("age = 90");
      const session = tookIn("main");
      const rows = ledgerOf(seen.stage).filter((row) => row.session === session);
      expect(rows).toEqual([
        { intent: "INT-001", session, path: "src/auth/new.ts", ranges: [[1, 3]], outcome: "OK" },
        { intent: "INT-001", session, path: "src/auth/token.ts", ranges: [[2, 2]], outcome: "OK" },
        { intent: "INT-001", session, path: "src/auth/by-shell.txt", ranges: [[1, 1]], outcome: "OK" },
        ...(driver.marksSubagents
          ? []
          : [{ intent: "INT-001", session, path: "src/auth/part.ts", ranges: [[1, 1]], outcome: "OK" }]),
      ]);
    });

    it("refuses a write out of scope", () => {
      expect(seen.resultOf("main", 4)).toContain("SCOPE_VIOLATION");
      expect(isThere("docs/out.md")).toBe(false);
    });

    it("refuses a shell command that writes out of scope, and the file is as it was", () => {
      expect(seen.resultOf("main", 5)).toContain("SCOPE_VIOLATION");
      expect(textOf("README.md")).toBe("# Shop\n");
    });

    it("lets a subagent do what its session may, and no more", () => {
      expect(textOf("src/auth/part.ts")).toBe("part\n");
      expect(seen.resultOf("part", 1)).toContain("SCOPE_VIOLATION");
      expect(isThere("docs-part.md")).toBe(false);
      const traced = ledgerOf(seen.stage).find(({ path }) => path === "src/auth/part.ts");
      expect(traced).toMatchObject({ intent: "INT-001", ranges: [[1, 1]] });
      expect(traced?.session === tookIn("main")).toBe(!driver.marksSubagents);
    });

    it("refuses the subagent of a session that has no intent", () => {
      expect(seen.resultOf("stray", 0)).toContain("INTENT_REQUIRED");
      expect(isThere("src/auth/stray.ts")).toBe(false);
    });

    it("shares no intent between two sessions at the same time", () => {
      expect(seen.resultOf("other", 0)).toContain("INTENT_REQUIRED");
      expect(seen.resultOf("other", 4)).toContain("SCOPE_VIOLATION");
      expect(isThere("src/auth/other.ts")).toBe(false);
      const rows = ledgerOf(seen.stage).filter(({ session }) => session === tookIn("other"));
      expect(rows.map(({ intent, path }) => [intent, path])).toEqual([["INT-002", "src/pay/refund.ts"]]);
    });

    it("tells the model the rules and the open intents before its first turn", () => {
      for (const script of ["main", "other"]) {
        expect(seen.begin(script).text).toContain(rules);
        expect(seen.begin(script).text).toContain("INT-002 (IN_PROGRESS): Payments");
      }
    });

    it("hears prompts and the beginning and the end of sessions", () => {
      const heard = linesOf<{ event: string; hook: string }>(seen.stage, ".system/logs/hooks.log");
      const count = (hook: string) => heard.filter((row) => row.hook === hook).length;
      expect(count("userpromptsubmit")).toBeGreaterThanOrEqual(2);
      expect(count("sessionstart")).toBeGreaterThanOrEqual(2);
      for (const hook of driver.endsWith) expect(count(hook), hook).toBeGreaterThanOrEqual(2);
    });

    it(`is ${driver.below} when it is started in a folder below the root, and judged there`, () => {
      expect(seen.below.timedOut).toBe(false);
      expect(isThere("docs/src/auth/below.txt")).toBe(driver.below === "not gated");
      if (driver.below === "gated") expect(seen.resultOf("below", 1)).toContain("SCOPE_VIOLATION");
    });

    it("asks nobody but the scripted model, with the key that is none", () => {
      const keys = seen.model.requests.map(({ headers }) => JSON.stringify(headers));
      expect(keys.filter((key) => !key.includes("nobody"))).toEqual([]);
    });
  });
}
