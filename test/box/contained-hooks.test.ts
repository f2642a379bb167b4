/** Handlers of event hooks in a box: judged by the intent of the session, and a no where they cannot be contained. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type GateStage, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
beforeAll(async () => {
  gate = await setGateStage();
});
afterAll(() => gate.clear());
beforeEach(() => {
  gate.plain("git checkout -q .; git clean -fdxq -e .orchestration; rm -rf .orchestration/{approvals,sessions}");
});

interface Declared {
  event?: string;
  blocking?: boolean;
  contained?: boolean;
}

/** A hook that a person trusted. */
function declare(script: string, { event = "PostAbilityCall", blocking = false, contained = true }: Declared = {}) {
  const hook = `id: one\nevent_type: ${event}\nblocking: ${blocking}\ncontained: ${contained}\nmatch: { ability_id: "read_file" }\nhandler: { kind: script, command: ./tools/one.sh }\n`;
  gate.plain(`mkdir -p .system/hooks tools; printf '%s' '${hook}' > .system/hooks/one.yaml`);
  gate.plain(`cat > tools/one.sh <<'END'\n#!/bin/bash\n${script}\nEND\nchmod +x tools/one.sh`);
  expect(gate.typed("hooks trust one --yes")).toContain("one");
}
const read = (env = "") => gate.call("read_file", { path: "src/a.ts" }, "s1", env);
const told = () => (read().notices ?? []).map(({ message }) => message).join("\n");
const status = () => gate.plain("git status --porcelain -uall -- src docs .claude dist");
const WRITES = `echo x > src/made.ts; echo y > docs/made.md; mkdir -p .claude; echo '{}' > .claude/settings.json`;

describe("under an intent", () => {
  it("keeps what lies in the scope, as the hook's doing, and its answer counts as ever", () => {
    declare(`${WRITES}; cat > /dev/null; echo '{"messages_to_user":["it ran"]}'`);
    gate.take("INT-1");
    const before = gate.ledger().length;
    expect(told()).toContain("one: it ran");
    expect(status()).toBe("?? src/made.ts\n");
    const [record, ...more] = gate.ledger().slice(before);
    expect(more).toEqual([]);
    expect(record?.files.map(({ relative_path }) => relative_path)).toEqual(["src/made.ts"]);
    expect(record?.files[0]?.conversations[0]?.contributor.entity_type).toBe("HOOK");
    // What lies outside waits for a person.
    expect(gate.plain("cat .orchestration/approvals/*.json")).toContain("docs/made.md");
    expect(gate.plain("cat .orchestration/approvals/*.json")).not.toContain("settings.json");
  });

  it("writes anywhere where it is not contained: the box is what holds it", () => {
    declare(`${WRITES}; echo '{}'`, { contained: false });
    gate.take("INT-1");
    read();
    expect(status()).toContain("docs/made.md");
  });

  it("finds no state of the gate, no key and no network", () => {
    gate.plain("mkdir -p ~/.ssh; echo key > ~/.ssh/id");
    declare(
      `n=$(ls ~/.local/state/intentgate ~/.ssh 2>/dev/null | grep -cv ':$\\|^$'); (exec 3<>/dev/tcp/93.184.216.34/80) 2>/dev/null && w=out || w=in; echo "{\\"messages_to_user\\":[\\"$n $w\\"]}"`,
    );
    gate.take("INT-1");
    expect(told()).toContain("one: 0 in");
  });
});

it("keeps nothing without an intent", () => {
  declare(`${WRITES}; echo '{"messages_to_user":["it ran"]}'`);
  expect(told()).toContain("it ran");
  expect(status()).toBe("");
});

describe("before a call, where it is blocking", () => {
  const asked = { event: "PreAbilityCall", blocking: true };

  it("says no from its box", () => {
    declare(`echo '{"error":"not today"}'`, asked);
    expect(read()).toMatchObject({ decision: "deny", code: "BLOCKED_BY_HOOK" });
    declare(`echo '{}'`, asked);
    expect(read()).toMatchObject({ decision: "allow" });
  });

  it.each([
    ["fails", "exit 3"],
    ["gives no answer", "echo no"],
    ["was ended", "kill -9 $$"],
  ])("says no where it %s", (_, script) => {
    declare(script, asked);
    expect(read().decision).toBe("deny");
  });

  it("says no where it cannot be contained, and does not run", () => {
    declare(`touch dist-ran; echo '{}'`, asked);
    const said = read("INTENTGATE_NO_BOX=1");
    expect(said.decision).toBe("deny");
    expect(JSON.stringify(said)).toContain("is to be contained, and was not");
    expect(gate.plain("ls dist-ran 2>/dev/null")).toBe("");
  });
});

it("is a warning where it cannot be contained and is not blocking, and it does not run", () => {
  declare(`touch dist-ran; echo '{}'`);
  const said = read("INTENTGATE_NO_BOX=1");
  expect(said.decision).toBe("allow");
  expect(JSON.stringify(said.notices)).toContain("is to be contained, and was not");
  expect(gate.plain("ls dist-ran 2>/dev/null")).toBe("");
});
