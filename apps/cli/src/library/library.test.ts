import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRecordedHosts, createRootRegistry } from "@intentgate/sidecar";
import { describe, expect, it, vi } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { type AskPerson, openWorkspace, type ThroughRequest, type WorkspaceOptions } from "../library.ts";

const folder = tempFolder("library");
let count = 0;

/** A registered repository with one intent, and a session that has taken it. */
async function begun(options: WorkspaceOptions = {}, policy = "") {
  const repo = join(folder, `repo-${++count}`);
  const stateDir = join(folder, `state-${count}`);
  mkdirSync(join(repo, ".orchestration"), { recursive: true });
  mkdirSync(join(repo, "src"));
  writeFileSync(
    join(repo, ".orchestration/active_intents.yaml"),
    'active_intents: [{ id: INT-001, name: JWT, owned_scope: ["src/**"], status: IN_PROGRESS }]\n',
  );
  writeFileSync(join(repo, ".orchestration/policy.yaml"), policy);
  await createRootRegistry(stateDir).add(repo);
  const workspace = openWorkspace(repo, { ...options, stateDir });
  const session = { id: "s1" };
  const call = (tool: string, input: object) => workspace.callTool({ tool, input, session });
  const through = (request: Partial<ThroughRequest> & Pick<ThroughRequest, "tool" | "input">) => {
    const execute = vi.fn(async () => ({ done: true }));
    return { execute, answer: workspace.callThrough({ session, execute, ...request }) };
  };
  expect(await call("select_active_intent", { intent_id: "INT-001" })).toMatchObject({ decision: "allow" });
  return { repo, workspace, session, call, through };
}

describe("a tool of the program's own", () => {
  const write = { effect: "write" as const, paths_from: ["to"] };

  it("runs once where what it declares lies in the scope, and is recorded", async () => {
    const { repo, through } = await begun();
    const execute = vi.fn(async () => writeFileSync(join(repo, "src/a.ts"), "a\n"));
    const { answer } = through({ tool: "save", input: { to: "src/a.ts" }, declared: write, execute });
    expect(await answer).toMatchObject({ decision: "allow", failed: false });
    expect(execute).toHaveBeenCalledTimes(1);
    expect(readFileSync(join(repo, ".orchestration/agent_trace.jsonl"), "utf8")).toContain("src/a.ts");
  });

  it.each([
    ["nothing is declared", { input: { to: "src/a.ts" } }, "NO_ANSWER"],
    ["the path is outside the scope", { input: { to: "README.md" }, declared: write }, "SCOPE_VIOLATION"],
    ["the path is far outside", { input: { to: "/etc/intentgate-no-such-file" }, declared: write }, "SCOPE_VIOLATION"],
    ["a control file is named", { input: { to: ".orchestration/policy.yaml" }, declared: write }, "CONTROL_FILE"],
    ["the declared field is missing", { input: { from: "src/a.ts" }, declared: write }, "NO_ANSWER"],
    ["no field is declared", { input: { to: "src/a.ts" }, declared: { ...write, paths_from: [] } }, "NO_ANSWER"],
    ["the effect is none", { input: { to: "src/a.ts" }, declared: { ...write, effect: "touch" } }, "HOOK_ERROR"],
    ["the declaration is none", { input: { to: "src/a.ts" }, declared: { effect: "write" } }, "HOOK_ERROR"],
    ["the input is a list", { input: ["src/a.ts"], declared: write }, "SCOPE_VIOLATION"],
  ])("does not run where %s", async (_why, request, code) => {
    const { through } = await begun();
    const { answer, execute } = through({ tool: "save", ...request } as ThroughRequest);
    expect(await answer).toMatchObject({ decision: "deny", refusal: { code } });
    expect(execute).not.toHaveBeenCalled();
  });

  it.each(["write_to_file", "constructor", "__proto__", "mcp__fs__write"])(
    "is held to what it declares under the name %s",
    async (tool) => {
      const { through } = await begun();
      const declared = { effect: "write" as const, paths_from: ["path"] };
      const { answer, execute } = through({ tool, input: { path: "README.md", content: "" }, declared });
      expect(await answer).toMatchObject({ decision: "deny", refusal: { code: "SCOPE_VIOLATION" } });
      expect(execute).not.toHaveBeenCalled();
    },
  );

  it.each(["list", "read_file", "search_files", "list_intents", "record_lesson", "select_active_intent"])(
    "is held to a change it declares under the name %s, which the gate knows as no change",
    async (tool) => {
      const { through } = await begun();
      const declared = { effect: "write" as const, paths_from: ["path"] };
      const { answer, execute } = through({ tool, input: { path: "README.md", intent_id: "INT-001" }, declared });
      expect(await answer).toMatchObject({ decision: "deny", refusal: { code: "SCOPE_VIOLATION" } });
      expect(execute).not.toHaveBeenCalled();
    },
  );

  it.each(["before the call", "while a person thinks"])("does not run where it was stopped %s", async (when) => {
    const stop = new AbortController();
    const askPerson: AskPerson = async () => {
      stop.abort();
      return { answer: "once", by: "ann" };
    };
    const { through } = await begun({ askPerson });
    if (when === "before the call") stop.abort();
    const declared = { effect: when === "before the call" ? ("write" as const) : ("network" as const), paths_from: [] };
    const { answer, execute } = through({
      tool: "save",
      input: { path: "src/a.ts" },
      declared: declared.effect === "write" ? { ...declared, paths_from: ["path"] } : declared,
      signal: stop.signal,
    });
    expect(await answer).toMatchObject({ decision: "allow", failed: true });
    expect(execute).not.toHaveBeenCalled();
  });

  it("means what the gate knows under a name that the gate knows, whatever is declared", async () => {
    const { through } = await begun();
    const declared = { effect: "read" as const, paths_from: ["path"] };
    const { answer } = through({ tool: "write_to_file", input: { path: "README.md", content: "" }, declared });
    expect(await answer).toMatchObject({ decision: "deny", refusal: { code: "SCOPE_VIOLATION" } });
  });

  it("means what a person declared in the policy, whatever the program declares", async () => {
    const { through } = await begun({}, "tools: { save: { effect: write, paths_from: [to] } }\n");
    const declared = { effect: "read" as const, paths_from: [] };
    const { answer, execute } = through({ tool: "save", input: { to: "README.md" }, declared });
    expect(await answer).toMatchObject({ decision: "deny", refusal: { code: "SCOPE_VIOLATION" } });
    expect(execute).not.toHaveBeenCalled();
  });

  it("is decided on as it would be run, and does not run", async () => {
    const { repo, workspace, session } = await begun();
    const decide = (to: string) => workspace.decide({ tool: "save", input: { to }, declared: write, session });
    expect(await decide("src/a.ts")).toMatchObject({ decision: "allow" });
    expect(await decide("README.md")).toMatchObject({ decision: "deny", refusal: { code: "SCOPE_VIOLATION" } });
    expect(await workspace.decide({ tool: "save", input: "src/a.ts", declared: write, session })).toMatchObject({
      decision: "deny",
    });
    expect(existsSync(join(repo, "src/a.ts"))).toBe(false);
  });

  it("has failed where it throws, and the answer says so", async () => {
    const { through } = await begun();
    const execute = async () => Promise.reject(new Error("disk full"));
    const { answer } = through({ tool: "look", input: {}, declared: { effect: "read", paths_from: [] }, execute });
    expect(await answer).toMatchObject({ decision: "allow", failed: true, error: { message: "disk full" } });
  });
});

describe("the program's own approver", () => {
  const asked = async (askPerson: AskPerson) => {
    const opened = await begun({ defaultMode: "strict", askPerson });
    const answer = await opened.call("write_to_file", { path: "src/a.ts", content: "a\n" });
    return { ...opened, answer, isWritten: existsSync(join(opened.repo, "src/a.ts")) };
  };

  it("lets a call pass by a yes, and is shown what the call does", async () => {
    const askPerson = vi.fn<AskPerson>(async () => ({ answer: "once", by: "ann" }));
    expect(await asked(askPerson)).toMatchObject({ answer: { decision: "allow" }, isWritten: true });
    expect(askPerson.mock.calls).toMatchObject([
      [{ tool: "write_to_file", intent: "INT-001", session: "s1", choices: ["once", "standing", "reject"] }],
    ]);
  });

  it("is not asked again in this session after a standing yes", async () => {
    const askPerson = vi.fn<AskPerson>(async () => ({ answer: "standing", by: "ann" }));
    const { call } = await asked(askPerson);
    expect(await call("write_to_file", { path: "src/b.ts", content: "" })).toMatchObject({ decision: "allow" });
    expect(askPerson).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["null", null, "NO_ANSWER"],
    ["a no", { answer: "reject", by: "ann", reason: "not now" }, "HITL_REJECT"],
    ["a no without a reason", { answer: "reject", by: "ann" }, "HITL_REJECT"],
    ["true", true, "HOOK_ERROR"],
    ["nothing", undefined, "HOOK_ERROR"],
    ["an empty object", {}, "HOOK_ERROR"],
    ["the word of a yes alone", "once", "HOOK_ERROR"],
    ["a word that is no answer", { answer: "yes", by: "ann" }, "HOOK_ERROR"],
    ["an answer that this question does not take", { answer: "declare", by: "ann" }, "HOOK_ERROR"],
    ["a yes of nobody", { answer: "once" }, "HOOK_ERROR"],
    ["a yes of an empty name", { answer: "once", by: " " }, "HOOK_ERROR"],
    ["an answer in a list", [{ answer: "once", by: "ann" }], "HOOK_ERROR"],
  ])("is no yes with %s", async (_what, given, code) => {
    const { answer, isWritten } = await asked(async () => given as never);
    expect(answer).toMatchObject({ decision: "deny", refusal: { code } });
    expect(isWritten).toBe(false);
  });

  it("is no yes where it throws", async () => {
    const { answer, isWritten } = await asked(async () => Promise.reject(new Error("the chat is down")));
    expect(answer).toMatchObject({ decision: "deny", refusal: { code: "HOOK_ERROR" } });
    expect(isWritten).toBe(false);
  });

  it("is not asked below an agent, where nobody speaks for a person", async () => {
    const askPerson = vi.fn<AskPerson>(async () => ({ answer: "once", by: "ann" }));
    createRecordedHosts(join(folder, `state-${count + 1}`), []).record(process.ppid);
    const { answer, isWritten } = await asked(askPerson);
    expect(answer).toMatchObject({ decision: "deny", refusal: { code: "NO_ANSWER" } });
    expect(isWritten).toBe(false);
    expect(askPerson).not.toHaveBeenCalled();
  });

  it("cannot give itself more answers by changing the question", async () => {
    const { answer } = await asked(async (question) => {
      (question.choices as string[]).push("declare");
      return { answer: "declare", by: "ann" };
    });
    expect(answer).toMatchObject({ decision: "deny", refusal: { code: "HOOK_ERROR" } });
  });
});

describe("what the model is told of intents", () => {
  it("are the open ones first, then the one that was taken, and the open ones again once it has changed", async () => {
    const { repo, workspace, session } = await begun();
    expect(workspace.intentContext({ id: "another" })).toContain("<open_intents>");
    expect(workspace.intentContext(session)).toContain("You are currently working on Intent: INT-001");
    expect(workspace.intentContext({ id: "child", parent: "s1" })).toContain("INT-001");
    const file = join(repo, ".orchestration/active_intents.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace("src/**", "docs/**"));
    expect(workspace.intentContext(session)).toContain("<open_intents>");
  });

  it("is that nothing may be changed where the file cannot be read", async () => {
    const { repo, workspace, session, call } = await begun();
    writeFileSync(join(repo, ".orchestration/active_intents.yaml"), "active_intents: 7\n");
    expect(workspace.intentContext(session)).toContain("cannot be read");
    expect(await call("write_to_file", { path: "src/a.ts", content: "" })).toMatchObject({ decision: "deny" });
  });
});

it("a folder that nobody has prepared is closed", async () => {
  const repo = join(folder, "bare");
  mkdirSync(repo);
  const workspace = openWorkspace(repo, { stateDir: join(folder, "bare-state") });
  const input = { path: "a.ts", content: "" };
  const answer = await workspace.callTool({ tool: "write_to_file", input, session: { id: "s1" } });
  expect(answer).toMatchObject({ decision: "deny" });
  expect(existsSync(join(repo, "a.ts"))).toBe(false);
});

describe("a hook of the program's own", () => {
  it.each(["scope", "blockIfNoIntent", "lock", "hitlPreHook"])(
    "cannot take the place of the gate's %s",
    async (name) => {
      const { workspace } = await begun();
      expect(() => workspace.engine.registerPreHook(name, async () => {})).toThrow(/another name/);
    },
  );

  it.each(["trace", "intentMap", "history"])("cannot take the place of the gate's %s afterwards", async (name) => {
    const { workspace } = await begun();
    expect(() => workspace.engine.registerPostHook(name, async () => {})).toThrow(/another name/);
  });

  it("takes the place of its own under the same name", async () => {
    const { workspace, call } = await begun();
    const no = (reason: string) => async () => ({
      allow: false as const,
      code: "POLICY_DENIED" as const,
      reason,
      remedy: "",
    });
    workspace.engine.registerPreHook("mine", no("first"));
    workspace.engine.registerPreHook("mine", no("second"));
    const { refusal } = await call("write_to_file", { path: "src/a.ts", content: "a" });
    expect(refusal?.message).toContain("second");
  });
});
