import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { narrowPolicy } from "./narrow-policy.ts";
import { defaultPolicy, type Policy } from "./policy.ts";

const policy = (fields: Partial<Policy> = {}): Policy => ({ ...structuredClone(defaultPolicy), ...fields });
const modes = [null, "strict", "balanced", "auto"] as const;

describe("after a change of the policy during a call", () => {
  it("an unchanged policy stays as it is", () => {
    expect(narrowPolicy(policy(), policy())).toEqual(policy());
  });

  it.each([
    ["strict", "auto", "strict"],
    ["auto", "strict", "auto"],
    ["strict", "balanced", "strict"],
    ["strict", null, "strict"],
    ["auto", "balanced", "auto"],
    ["balanced", "strict", "strict"],
    ["balanced", "auto", "auto"],
    [null, "strict", "strict"],
    [null, "balanced", null],
    ["balanced", null, null],
    ["balanced", "balanced", "balanced"],
  ] as const)("the approval mode %s that became %s counts as %s", (before, now, counts) => {
    const mode = (it: Policy["approval"]["mode"]) => policy({ approval: { ...defaultPolicy.approval, mode: it } });
    expect(narrowPolicy(mode(before), mode(now)).approval.mode).toBe(counts);
  });

  it.each([
    ["any", "inbox", "inbox"],
    ["any", "client", "any"],
    ["client", "any", "any"],
    ["inbox", "client", "inbox"],
    ["client", "terminal", "terminal"],
    ["client", "none", "none"],
    ["inbox", "any", "inbox"],
    ["inbox", "terminal", "inbox"],
    ["terminal", "none", "none"],
    ["none", "any", "none"],
  ] as const)("the approver %s that became %s counts as %s", (before, now, counts) => {
    const approver = (it: Policy["approval"]["approver"]) =>
      policy({ approval: { ...defaultPolicy.approval, approver: it } });
    expect(narrowPolicy(approver(before), approver(now)).approval.approver).toBe(counts);
  });

  it("a command or tool counts only where both say the same", () => {
    const test = { run: "npm test", args: "none" as const, writes: [], contain: true, network: [], variables: [] };
    const before = policy({
      commands: [test, { ...test, run: "make" }, { ...test, run: "deploy" }, { ...test, run: "fetch" }],
      tools: { a: { effect: "read", paths_from: [] }, b: { effect: "read", paths_from: [] } },
    });
    const now = policy({
      commands: [
        { network: [], variables: [], contain: true, writes: [], run: "npm test", args: "none" },
        { ...test, run: "deploy", contain: false },
        { ...test, run: "fetch", network: ["example.org"] },
        { ...test, run: "make", args: "any" },
        { ...test, run: "sh" },
      ],
      tools: {
        a: { paths_from: [], effect: "read" },
        b: { effect: "write", paths_from: [] },
        c: { effect: "read", paths_from: [] },
      },
    });
    const result = narrowPolicy(before, now);
    expect(result.commands).toEqual([test]);
    expect(Object.keys(result.tools)).toEqual(["a"]);
  });

  it("looking and keeping do not shrink", () => {
    const now = policy({
      limits: {
        payload_bytes: 1_000,
        denials_in_a_row: 1_000,
        delete_without_asking: 1_000,
        observe_files: 1,
        before_cache_mb: 1,
        revert_within_s: 0,
        ledger_mb: 1,
      },
    });
    expect(narrowPolicy(policy(), now).limits).toEqual({ ...defaultPolicy.limits, payload_bytes: 1_000 });
  });

  const commands = fc.array(
    fc.record({
      run: fc.constantFrom("a", "b"),
      args: fc.constantFrom("none" as const, "any" as const, ["x"]),
      writes: fc.subarray(["p", "q"]),
      variables: fc.array(fc.constantFrom("A", "B"), { maxLength: 2 }),
      contain: fc.boolean(),
      network: fc.subarray(["h"]),
    }),
    { maxLength: 3 },
  );
  const policies: fc.Arbitrary<Policy> = fc.record({
    mode: fc.constantFrom("enforce", "observe"),
    approval: fc.record({
      mode: fc.constantFrom(...modes),
      timeout_s: fc.integer({ min: 1, max: 9 }),
      approver: fc.constantFrom("any", "client", "inbox", "terminal", "none"),
    }),
    commands,
    tools: fc.dictionary(
      fc.constantFrom("t", "u", "constructor"),
      fc.record({ effect: fc.constantFrom("read", "write"), paths_from: fc.subarray(["p"]) }),
    ),
    forbid: fc.array(
      fc.record({
        tool: fc.constantFrom(null, "t"),
        command: fc.constantFrom(null, "c"),
        paths: fc.subarray(["p"]),
        reason: fc.constantFrom("", "r"),
      }),
      { maxLength: 2 },
    ),
    protected: fc.subarray(["p", "q"]),
    secret_paths: fc.subarray(["p", "q"]),
    scratch: fc.subarray(["/p", "/q"]),
    lock: fc.record({ never_read: fc.constantFrom("deny", "allow") }),
    on_violation: fc.constantFrom("report", "revert"),
    trust: fc.constantFrom("during_calls", "always"),
    completion: fc.constantFrom("person", "auto"),
    speak_for_host: fc.boolean(),
    environment: fc.constantFrom(null, "ci"),
    follow_up: fc.constantFrom("queue", "run"),
    resident: fc.constantFrom("on", "off"),
    containment: fc.record({
      mode: fc.constantFrom("on", "off", "required"),
      network: fc.record({ allow: fc.subarray(["h", "i"]) }),
      home_caches: fc.subarray(["/c"]),
      keep_mb: fc.nat(9),
      keep_hours: fc.nat(9),
    }),
    limits: fc.record({
      payload_bytes: fc.nat(9),
      denials_in_a_row: fc.nat(9),
      delete_without_asking: fc.nat(9),
      observe_files: fc.nat(9),
      revert_within_s: fc.integer({ min: 0, max: 9 }),
      before_cache_mb: fc.nat(9),
      ledger_mb: fc.nat(9),
    }),
  });

  /** Everything a policy permits, one word each: a narrower policy has fewer. */
  function permissions(it: Policy): Set<string> {
    const rank =
      it.approval.mode === "strict" || it.approval.mode === "auto"
        ? []
        : it.approval.mode === null
          ? ["host mode"]
          : ["host mode", "balanced"];
    const absent = (name: string, all: string[], have: readonly string[]) =>
      all.filter((one) => !have.includes(one)).map((one) => `${name} ${one}`);
    const approvers = {
      client: ["client", "inbox", "terminal"],
      any: ["inbox", "terminal"],
      inbox: ["inbox"],
      terminal: ["terminal"],
      none: [],
    }[it.approval.approver];
    return new Set([
      ...rank,
      ...approvers.map((one) => `asks ${one}`),
      ...(it.mode === "observe" ? ["observe"] : []),
      ...it.commands.map((one) => `command ${one.run} ${one.args} ${one.writes} ${one.contain} ${one.network}`),
      ...Object.entries(it.tools).map(([name, one]) => `tool ${name} ${one.effect} ${one.paths_from}`),
      ...absent("unprotected", ["p", "q"], it.protected),
      ...absent("shown", ["p", "q"], it.secret_paths),
      ...it.scratch.map((one) => `scratch ${one}`),
      ...(it.lock.never_read === "allow" ? ["never read"] : []),
      ...(it.trust === "during_calls" ? ["trusts edits"] : []),
      ...(it.completion === "auto" ? ["auto completion"] : []),
      ...(it.follow_up === "run" ? ["runs follow-ups"] : []),
      ...{ required: [], on: ["asks uncontained"], off: ["asks uncontained", "no box"] }[it.containment.mode],
      ...it.containment.network.allow.map((one) => `reaches ${one}`),
      ...it.containment.home_caches.map((one) => `fills ${one}`),
      ...Array.from({ length: it.limits.denials_in_a_row }, (_, n) => `denial ${n}`),
      ...Array.from({ length: it.limits.delete_without_asking }, (_, n) => `deletion ${n}`),
      ...Array.from({ length: it.limits.payload_bytes }, (_, n) => `byte ${n}`),
    ]);
  }

  it("nothing is permitted that the accepted policy did not permit", () => {
    fc.assert(
      fc.property(policies, policies, (before, now) => {
        const result = narrowPolicy(before, now);
        const allowed = permissions(before);
        expect([...permissions(result)].filter((one) => !allowed.has(one))).toEqual([]);
        expect(result.forbid).toEqual(expect.arrayContaining([...before.forbid, ...now.forbid]));
      }),
      { numRuns: 1_000 },
    );
  });
});
