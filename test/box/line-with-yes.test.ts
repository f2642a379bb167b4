/** Whether a line goes to the host with a yes to its dialog, without one, or not at all. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostStage, setHostStage } from "./hosts-stage.ts";

let host: HostStage;
beforeAll(async () => {
  host = await setHostStage();
  host.takes("INT-1");
  host.plain("echo 'exit 3' > run.sh; git add -A; git commit -qm run");
});
afterAll(() => host.clear());

describe("a yes to the host's own dialog", () => {
  const saidTo = (command: string, more: Parameters<HostStage["before"]>[1] = {}) => {
    const { said } = host.before(command, { ...more, id: `yes-${asked++}` });
    return [said.includes("ig-run"), said.includes('"permissionDecision":"allow"')];
  };
  let asked = 0;
  const reads = "git log | sort";

  it("goes with a line under an intent", () => {
    for (const mode of ["default", "acceptEdits", "auto"]) expect(saidTo("sh run.sh", { mode })).toEqual([true, true]);
  });

  it.each<[string, Parameters<typeof saidTo>]>([
    ["without an intent", ["sh run.sh", { session: "none" }]],
    ["without an intent, of what only reads and asks nobody", [reads, { session: "none", mode: "bypassPermissions" }]],
    ["where it would ask nobody anyway", ["sh run.sh", { mode: "bypassPermissions" }]],
    ["where it names a file outside of the root", ["node -e 1 /etc/hostname"]],
  ])("does not %s", (_what, [command, more]) => {
    expect(saidTo(command, more)).toEqual([true, false]);
  });

  it.each<[string, Parameters<typeof saidTo>]>([
    ["without an intent", [reads, { session: "none" }]],
    ["without an intent, where what nobody allowed is refused", [reads, { session: "none", mode: "dontAsk" }]],
    ["outside of the root", ["sort /etc/hostname | uniq"]],
  ])(
    "is not asked for by a line where a command only reads %s: the host gets the command",
    (_what, [command, more]) => {
      expect(saidTo(command, more)).toEqual([false, false]);
    },
  );

  it("goes with a line for what only reads under an intent", () => {
    expect(saidTo(reads)).toEqual([true, true]);
  });

  it("goes with the line of a command that the person's rules of the host let pass, and of no other", () => {
    const allow = ["Bash(sh run.sh)", "Bash(git log:*)", "Bash(sort)"];
    host.plain(
      `mkdir -p .claude; printf '%s' '${JSON.stringify({ permissions: { allow } })}' > .claude/settings.local.json`,
    );
    for (const session of ["none", "s1"]) {
      for (const command of ["sh run.sh", reads]) expect(saidTo(command, { session })).toEqual([true, true]);
    }
    for (const command of ["sh run.sh x", "sh run.sh && sh x.sh", "sh ./run.sh"])
      expect(saidTo(command, { session: "none" })).toEqual([true, false]);
    host.plain("rm .claude/settings.local.json");
  });

  it("does not go with the line of what only reads where the policy wants everything contained: the line goes", () => {
    host.plain("echo 'containment: { mode: required }' >> .orchestration/policy.yaml");
    expect(saidTo(reads, { session: "none" })).toEqual([true, false]);
    host.plain("git checkout -q .orchestration/policy.yaml");
    expect(saidTo(reads, { session: "none" })).toEqual([false, false]);
  });

  it("is kept back from a line, and so the line, where what only reads is watched: what it writes is on record", () => {
    const of = { session: "none", id: "watched" };
    expect(host.before(reads, of).line).toBe(reads);
    host.plain("echo 'approval: { mode: auto }' >> .orchestration/policy.yaml; echo wrong > docs/wrong.md");
    const told = host.after(reads, of);
    expect(told).toContain("docs/wrong.md");
    expect(
      host.decisions().some(({ decision, session }) => decision === "violation" && `${session}`.endsWith("none")),
    ).toBe(true);
    const recorded = host
      .ledger()
      .at(-1)
      ?.files.map((file) => file.relative_path);
    expect(recorded).toContain("docs/wrong.md");
    expect(host.decisions().some(({ decision }) => decision === "wrong_safe")).toBe(false);
    // A widening counts only once a person took it over.
    expect(told).toContain("held: A program changed files that people author");
    host.plain("git checkout -q .orchestration/policy.yaml");
    host.plain("git checkout -q .; git clean -fdq -e .orchestration");
  });

  it.each(["plan", "whatever"])("is no question in the mode %s: it gets its own command", (mode) => {
    expect(saidTo("sh run.sh", { mode })).toEqual([false, false]);
  });

  it("is kept back where the policy does not want it", () => {
    host.plain("sed -i 's/^speak_for_host: true/speak_for_host: false/' .orchestration/policy.yaml");
    expect(saidTo("sh run.sh")).toEqual([true, false]);
    expect(saidTo(reads)).toEqual([false, false]);
    host.plain("git checkout -q .orchestration/policy.yaml");
  });
});
