/** A change without an intent where a person sits in front of the inbox: the refusal is the proposal of a new one. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { hostNamed } from "@intentgate/hosts";
import { readIntents } from "@intentgate/policy";
import { describe, expect, it } from "vitest";
import { allowed, type Gate, openGate, patch, person, refused, type Saying, withPerson, write } from "./gate-scene.ts";
import { sentTo } from "./host-refusals.ts";
import { stagedHosts, stageOf } from "./host-stage.ts";

const docs = write("docs/guide/new.md", "# New\n");
const bare = { intents: "active_intents: []\n" };

function intentsOf(gate: Gate) {
  const read = readIntents(gate.text(".orchestration/active_intents.yaml"), "intents");
  if (!read.ok) throw new Error("intents unreadable");
  return [...read.value.intents.values()];
}

const taken = (gate: Gate, session = "s1") => gate.workspace.home.store.sessions.read(session).intent;
const heard = (gate: Gate, line: string, session = "s1") =>
  gate.workspace.home.store.sessions.append(session, [{ kind: "prompted", at: new Date().toISOString(), line }]);
const answered = (gate: Gate, says: Saying, ...given: Parameters<Gate["call"]>) =>
  withPerson(gate, says, () => gate.call(...given));

describe("one yes", () => {
  it("creates the intent, starts it, takes it for the session, and the call goes on", async () => {
    const gate = openGate();
    heard(gate, "Write the guide");
    const { value, asked } = await withPerson(gate, "once", () => allowed(gate, ...docs));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.question).toMatchObject({
      sentence: 'The agent wants to start "Write the guide" with the scope docs/**, and write docs/guide/new.md.',
      severity: 2,
      facts: [{ kind: "ok", text: "inside the scope that it would have" }],
      yes: "The intent is created with this scope, the session works under it, and the call runs.",
    });
    expect(gate.text("docs/guide/new.md")).toBe("# New\n");
    expect(intentsOf(gate)[2]).toMatchObject({
      id: "INT-003",
      name: "Write the guide",
      status: "IN_PROGRESS",
      owned_scope: ["docs/**"],
    });
    expect(taken(gate)).toMatchObject({ id: "INT-003", by: "person" });
    expect(gate.ledger().at(-1)).toMatchObject({ intent_id: "INT-003", decision: { approval: expect.any(String) } });
    expect(value.contextPatch.intent_context).toContain("INT-003");
  });

  it("is enough for the next call in the scope, with nobody there any more", async () => {
    const gate = openGate();
    await answered(gate, "once", ...docs);
    await allowed(gate, ...write("docs/other.md"));
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
  });

  it("is enough in a repository in which nothing was declared yet", async () => {
    const gate = openGate({ ...bare, files: {} });
    const { asked } = await withPerson(gate, "once", () => allowed(gate, ...write("index.js")));
    expect(asked).toHaveLength(1);
    expect(intentsOf(gate)).toMatchObject([{ id: "INT-001", name: "Change index.js", status: "IN_PROGRESS" }]);
  });

  it("goes for the change as well where every change is asked about", async () => {
    const gate = openGate({ policy: "approval: { mode: strict }\n" });
    const { asked } = await withPerson(gate, "once", () => allowed(gate, ...docs));
    expect(asked.map(({ requests }) => requests.map(({ topic }) => topic))).toEqual([["start_intent", "destructive"]]);
    const next = await withPerson(gate, "once", () => allowed(gate, ...write("docs/other.md")));
    expect(next.asked).toHaveLength(1);
  });

  it("goes for the session that the person talks to, when a subagent asks", async () => {
    const gate = openGate();
    heard(gate, "Write the guide");
    const sub = { session: "helper", parent: "s1" };
    const { asked } = await withPerson(gate, "once", () => allowed(gate, ...docs, sub));
    expect(asked[0]?.requests[0]?.details.name).toBe("Write the guide");
    expect([taken(gate)?.id, taken(gate, "helper")]).toEqual(["INT-003", null]);
    await allowed(gate, ...write("docs/by-parent.md"));
    await allowed(gate, ...write("docs/by-another.md"), { session: "second", parent: "s1" });
  });

  it("that comes when the call had gone on lets its next try pass", async () => {
    const gate = openGate({ policy: "approval: { timeout_s: 1 }\n" });
    const { value, asked } = await answered(gate, "silence", ...docs);
    expect(value.refusal).toMatchObject({ code: "NO_ANSWER" });
    expect(value.refusal?.meta.remedy).toMatch(/Call select_active_intent.*Or wait until the person approved/);
    const said = { answer: "once" as const, by: "ann", at: new Date().toISOString() };
    expect(gate.workspace.home.store.approvals.answer(asked[0]?.id ?? "", said)).toBe(true);
    await allowed(gate, ...docs);
    expect(taken(gate)?.id).toBe("INT-003");
  });
});

describe("in the words of each host", () => {
  const me = { session: "s1" };

  describe.each(stagedHosts.map((staged) => [staged.name, staged] as const))("%s", (name, staged) => {
    const opened = () => {
      const gate = openGate();
      const host = hostNamed(name);
      if (!host) throw new Error(`no host ${name}`);
      const stage = stageOf(staged, gate);
      return { gate, stage, send: (sent: Parameters<typeof sentTo>[2]) => sentTo(host, gate, sent) };
    };

    it("the prompt names the intent, one yes starts it, and the call goes on", async () => {
      const { gate, stage, send } = opened();
      await send(stage.prompted(me));
      const { value, asked } = await withPerson(gate, "once", () => send(stage.write(me, "docs/a.md", "a\n", "c1")));
      expect(value.decision, value.text).toBe("not no");
      expect(asked).toHaveLength(1);
      expect(intentsOf(gate)[2]).toMatchObject({
        owned_scope: ["docs/**"],
        name: expect.stringMatching(/^Add a \w+$/),
      });
      expect((await send(stage.write(me, "docs/b.md", "b\n", "c2"))).decision).toBe("not no");
      expect((await send(stage.write(me, "src/pay/b.ts", "b\n", "c3"))).text).toContain("SCOPE_VIOLATION");
    });

    it("the same event twice makes one intent", async () => {
      const { gate, stage, send } = opened();
      const write = stage.write(me, "docs/a.md", "a\n", "c1");
      const { value } = await withPerson(gate, "once", () => Promise.all([send(write), send(write)]));
      expect(value.map(({ decision }) => decision)).toContain("not no");
      expect(intentsOf(gate)).toHaveLength(3);
    });

    it("a no stops the next call as well, and asks nobody to propose", async () => {
      const { gate, stage, send } = opened();
      const { value } = await withPerson(gate, { reject: "not today" }, () =>
        send(stage.write(me, "docs/a.md", "a\n", "c1")),
      );
      expect(value.text).toContain("HITL_REJECT");
      const next = await withPerson(gate, "once", () => send(stage.write(me, "docs/b.md", "b\n", "c2")));
      expect([next.asked, next.value.decision]).toEqual([[], "no"]);
      expect(next.value.text).toContain("not today");
      expect(next.value.text).not.toContain("propose_intent");
    });

    it("nobody in front of the inbox: the host's own dialog is not shown for it", async () => {
      const { gate, stage, send } = opened();
      const { decision, text } = await send(stage.write(me, "docs/a.md", "a\n", "c1"));
      expect([decision, gate.workspace.home.store.approvals.known()]).toEqual(["no", []]);
      expect(text).toContain("INTENT_REQUIRED");
    });
  });
});

describe("a no", () => {
  it("is the last word, with the person's reason, for every later call of the session", async () => {
    const gate = openGate();
    const first = await withPerson(gate, { reject: "only look today" }, () => refused(gate, "HITL_REJECT", ...docs));
    expect(first.value.meta.remedy).toBe('Do not repeat the call as it is. The person said: "only look today"');
    const { asked, value } = await withPerson(gate, "once", () =>
      refused(gate, "INTENT_REQUIRED", ...write("docs/second.md")),
    );
    expect(asked).toEqual([]);
    expect(value.message).not.toMatch(/must|propose/i);
    expect(value.meta.remedy).toMatch(
      /^Ask the person.*INT-001, INT-002.*They said no to a new intent: "only look today"$/,
    );
    expect(value.meta.remedy).not.toContain("propose_intent");
    expect([taken(gate), intentsOf(gate).length]).toEqual([null, 2]);
  });

  it("holds for the subagents of the session, and not for another session", async () => {
    const gate = openGate();
    await answered(gate, { reject: "" }, ...docs, { session: "helper", parent: "s1" });
    for (const caller of ["s1", { session: "helper", parent: "s1" }, { session: "third", parent: "s1" }]) {
      const { asked } = await withPerson(gate, "once", () => refused(gate, "INTENT_REQUIRED", ...docs, caller));
      expect(asked).toEqual([]);
    }
    const { asked } = await withPerson(gate, "once", () => allowed(gate, ...docs, "other"));
    expect(asked).toHaveLength(1);
  });

  it("is still known to a process that starts later", async () => {
    const gate = openGate();
    await answered(gate, { reject: "no" }, ...docs);
    const later = gate.reopened();
    const { asked } = await withPerson(later, "once", () => refused(later, "INTENT_REQUIRED", ...docs));
    expect(asked).toEqual([]);
  });

  it("without a reason leaves the advice to ask", async () => {
    const gate = openGate(bare);
    const { value } = await withPerson(gate, { reject: "" }, () => refused(gate, "HITL_REJECT", ...docs));
    expect(value.meta.remedy).toBe(
      "Do not repeat the call, and propose nothing like it. Ask the person what they want instead.",
    );
    const { meta } = await refused(gate, "INTENT_REQUIRED", ...docs);
    expect(meta.remedy).toBe("Ask the person how to go on. They said no to a new intent.");
  });
});

describe("silence", () => {
  it("is asked about twice, and no more before the person is heard of again", async () => {
    const gate = openGate({ policy: "approval: { timeout_s: 1 }\n" });
    for (const path of ["docs/a.md", "docs/b.md"])
      expect((await answered(gate, "silence", ...write(path))).value.refusal?.code).toBe("NO_ANSWER");
    const third = await answered(gate, "silence", ...write("docs/c.md"));
    expect(third.value.refusal?.code).toBe("INTENT_REQUIRED");
    expect(third.asked.flatMap(({ shown }) => shown.files)).not.toContain("docs/c.md");
    heard(gate, "I am back");
    const fourth = await withPerson(gate, "once", () => allowed(gate, ...write("docs/c.md")));
    expect(fourth.asked.at(-1)?.requests[0]?.details.name).toBe("I am back");
  });
});

describe("nobody is asked", () => {
  it.each<[string, Parameters<typeof openGate>[0], readonly [string, unknown]]>([
    ["where an open intent owns the file", {}, write("src/pay/new.ts")],
    ["in the mode that asks nobody", { policy: "approval: { mode: auto }\n" }, docs],
    ["where the policy names no approver", { policy: "approval: { approver: none }\n" }, docs],
    ["where the policy wants a terminal, and there is none", { policy: "approval: { approver: terminal }\n" }, docs],
    ["about a control file", {}, write(".claude/settings.json", "{}")],
    ["about the gate's own files", {}, write(".orchestration/policy.yaml", "mode: observe\n")],
    ["about git's folder", {}, write(".git/hooks/pre-commit", "x")],
    ["about a file outside the root", {}, write("../../../../../../opt/x.md")],
    ["about what others install", {}, write("node_modules/a/index.js")],
    ["about a file whose name is a glob", {}, write("docs/*.md")],
    ["about what nobody can read", {}, ["execute_command", { command: "make all" }]],
    ["about what is deleted", {}, ["delete_file", { path: "README.md" }]],
    ["about everything below a folder", {}, ["execute_command", { command: "rm -rf docs" }]],
    ["about git", {}, ["execute_command", { command: "git commit -m x" }]],
    [
      "about a control file beside a file",
      {},
      ["apply_patch", patch("*** Add File: docs/a.md", "+a", "*** Add File: .intentignore", "+b")],
    ],
  ])("%s", async (_, scene, given) => {
    const gate = openGate(scene);
    const before = gate.text(".orchestration/active_intents.yaml");
    const { value, asked } = await withPerson(gate, "once", () => gate.call(...given));
    expect([value.decision, asked]).toEqual(["deny", []]);
    expect([taken(gate), gate.text(".orchestration/active_intents.yaml")]).toEqual([null, before]);
  });

  it("where nobody sits in front of the inbox, and the refusal names propose_intent", async () => {
    const gate = openGate();
    const { meta } = await refused(gate, "INTENT_REQUIRED", ...docs);
    expect(meta.remedy).toContain("propose_intent { name, owned_scope }");
    expect(gate.workspace.home.store.approvals.known()).toEqual([]);
  });

  it("on the connection that the call came by", async () => {
    const gate = openGate({ policy: "approval: { approver: client }\n" });
    let times = 0;
    const askApproval = async () => {
      times += 1;
      return true;
    };
    await refused(gate, "INTENT_REQUIRED", ...docs, { askApproval });
    expect([times, taken(gate), intentsOf(gate).length]).toEqual([0, null, 2]);
  });

  it("on that connection when whoever watched has just left", async () => {
    const gate = openGate();
    const { approvals } = gate.workspace.home.store;
    const watcher = approvals.watch();
    let times = 0;
    gate.workspace.engine.registerPreHook("leaves", async () => void watcher.stop());
    const answer = await gate.call(...docs, {
      askApproval: async () => {
        times += 1;
        return true;
      },
    });
    expect([answer.refusal?.code, times, taken(gate)]).toEqual(["NO_ANSWER", 0, null]);
  });

  it("in observe mode, where it passes and the report says what enforcing would have done", async () => {
    const gate = openGate({ policy: "mode: observe\n" });
    const { value, asked } = await withPerson(gate, "once", () => allowed(gate, ...docs));
    expect(asked).toEqual([]);
    expect(gate.rows(value)).toContainEqual(
      expect.objectContaining({ decision: "would_deny", code: "INTENT_REQUIRED" }),
    );
  });

  it("when it is only asked what would be decided", async () => {
    const gate = openGate();
    const who = { session: { id: "s1", host: "story" } };
    const { value, asked } = await withPerson(gate, "once", () =>
      gate.workspace.decide({ tool: docs[0], input: docs[1], ...who }),
    );
    expect([value.decision, asked]).toEqual(["deny", []]);
  });
});

describe("what an agent may try", () => {
  it("words of the prompt do not reach the scope, the id or the file", async () => {
    const gate = openGate();
    heard(gate, 'Fix it", owned_scope: ["**"], status: COMPLETE # - id: INT-666 \\u0000');
    const { asked } = await withPerson(gate, "once", () => allowed(gate, ...docs));
    expect(asked[0]?.requests[0]?.details.owned_scope).toEqual(["docs/**"]);
    expect(
      intentsOf(gate)
        .map(({ id, owned_scope }) => [id, owned_scope])
        .at(-1),
    ).toEqual(["INT-003", ["docs/**"]]);
    expect(intentsOf(gate)).toHaveLength(3);
  });

  it("a link inside leads the proposal to where it points, or nowhere", async () => {
    const gate = openGate();
    symlinkSync(join(gate.repo, "src/auth"), join(gate.repo, "docs"));
    symlinkSync("/opt", join(gate.repo, "out"));
    const { asked, value } = await answered(gate, "once", ...write("docs/x.ts"));
    // It is a file of INT-001.
    expect([asked, value.refusal?.code]).toEqual([[], "INTENT_REQUIRED"]);
    expect(value.refusal?.meta.remedy).toContain("INT-001, whose scope holds this change");
    const out = await answered(gate, "once", ...write("out/x.ts"));
    expect([out.asked, out.value.decision]).toEqual([[], "deny"]);
  });

  it("two calls at once need one answer, and make one intent", async () => {
    const gate = openGate();
    let first: string | null = null;
    const ann = person(gate, (entry) => {
      first ??= entry.id;
      return entry.id === first ? "once" : "silence";
    });
    const answers = await Promise.all([gate.call(...write("docs/a.md")), gate.call(...write("docs/b.md"))]);
    await ann.leaves();
    expect(intentsOf(gate)).toHaveLength(3);
    const no = answers.find(({ decision }) => decision === "deny");
    expect(answers.filter(({ decision }) => decision === "allow")).toHaveLength(1);
    expect(no?.refusal).toMatchObject({ code: "INTENT_REQUIRED", message: "INT-003 was taken meanwhile." });
    expect(no?.refusal?.meta.remedy).toBe("Repeat the call as it is.");
    expect(gate.workspace.home.store.approvals.list()).toEqual([]);
  });

  it("two yeses at once make one intent all the same", async () => {
    const gate = openGate();
    const { asked } = await withPerson(gate, "once", () =>
      Promise.all([gate.call(...write("docs/a.md")), gate.call(...write("docs/b.md"))]),
    );
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(intentsOf(gate)).toHaveLength(3);
  });

  it("a no to one of two calls at once is a no to both", async () => {
    const gate = openGate();
    let first: string | null = null;
    const ann = person(gate, (entry) => {
      first ??= entry.id;
      return entry.id === first ? { reject: "not today" } : "silence";
    });
    const answers = await Promise.all([gate.call(...write("docs/a.md")), gate.call(...write("docs/b.md"))]);
    await ann.leaves();
    for (const { refusal } of answers) {
      expect(refusal?.code).toBe("HITL_REJECT");
      expect(refusal?.meta.remedy).toContain('The person said: "not today"');
    }
  });

  it("a yes that made no intent lets nothing pass", async () => {
    const gate = openGate();
    const { value } = await withPerson(
      gate,
      () => {
        gate.put(".orchestration/active_intents.yaml", "active_intents: [\n");
        return "once";
      },
      () => gate.call(...docs),
    );
    expect(value.decision).toBe("deny");
    expect(taken(gate)).toBeNull();
  });

  it("a file that changed while the person was asked needs another yes", async () => {
    const gate = openGate();
    const { value } = await withPerson(
      gate,
      () => {
        gate.put("docs/guide/new.md", "mine\n");
        return "once";
      },
      () => gate.call(...docs),
    );
    expect(value.refusal?.code).toMatch(/NO_ANSWER|STALE_FILE/);
    expect([taken(gate), gate.text("docs/guide/new.md")]).toEqual([null, "mine\n"]);
  });

  it("a session that is stopped while the person is asked stays stopped, whatever they answer", async () => {
    const gate = openGate();
    const { value } = await withPerson(
      gate,
      (entry) => {
        gate.workspace.home.store.sessions.append("s1", [{ kind: "stopped", at: new Date().toISOString(), by: "ann" }]);
        gate.workspace.home.store.approvals.answer(entry.id, { answer: "once", by: "x", at: new Date().toISOString() });
        return "silence";
      },
      () => gate.call(...docs),
    );
    expect(value.refusal?.code).toBe("STOPPED");
  });
});
