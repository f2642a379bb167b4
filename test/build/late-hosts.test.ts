/** Tests of real hosts for which no time is left: skipped where somebody sees it, failures in CI. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { installedHost, isLate } from "../hosts/installed-hosts.ts";

afterEach(() => vi.unstubAllEnvs());

function at(ci: string | undefined, leftMs: number | null): void {
  vi.stubEnv("CI", ci);
  vi.stubEnv("INTENTGATE_TEST_HOSTS", undefined);
  vi.stubEnv("INTENTGATE_TEST_UNTIL", leftMs === null ? undefined : String(Date.now() + leftMs));
}

describe("a test of a host without time", () => {
  it.each([-1, 0, 30_000])("fails in CI with %i ms left", (left) => {
    at("true", left);
    expect(isLate).toThrow("no time was left");
    expect(() => installedHost("codex")).toThrow("no time was left");
  });

  it.each([undefined, "", "false"])("is not run elsewhere (CI=%s)", (ci) => {
    at(ci, 0);
    expect(isLate()).toBe(true);
    expect(installedHost("codex")).toEqual({ ok: false, why: "no time was left" });
  });

  it.each([600_000, null])("is run with %s ms left", (left) => {
    at("true", left);
    expect(isLate()).toBe(false);
    expect(installedHost("codex")).toMatchObject({ why: "start with: npm run test:hosts" });
  });
});
