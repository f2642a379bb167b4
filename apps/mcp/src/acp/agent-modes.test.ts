import { describe, expect, it } from "vitest";
import { type Answers, opened, type Wire, wire } from "../../../../test/support/mcp/acp-stage.ts";
import type { Raw } from "../../../../test/support/mcp/gateway-stage.ts";

const modes = (currentModeId: string, ids: string[]) => ({
  modes: { currentModeId, availableModes: ids.map((id) => ({ id, name: id })) },
});
const option = (currentValue: string) => ({
  id: "mode",
  category: "mode",
  type: "select",
  name: "Mode",
  currentValue,
  options: ["default", "bypassPermissions"].map((value) => ({ value, name: value })),
});
const opens = (result: object): Answers => ({ "session/new": () => ({ result: { sessionId: "s1", ...result } }) });
const codex = modes("read-only", ["read-only", "auto", "full-access"]);
const left = (mode: string) => ({ sessionUpdate: "current_mode_update", currentModeId: mode });
const toldModes = (one: Wire) =>
  one.agent.filter(({ method }) => method === "session/set_mode").map(({ params }) => params.modeId);
const prompt = (one: Wire) => one.ask("session/prompt", { sessionId: "s1", prompt: [{ type: "text", text: "go" }] });

describe("an agent that leaves the mode in which it asks", () => {
  it("is sent back to the one that it has, and works on", async () => {
    const one = await opened(opens(codex));
    one.update(left("full-access"));
    await expect.poll(() => toldModes(one)).toEqual(["read-only"]);
    expect(one.said()).toContain('"full-access"; it is sent back to read-only');
    const shown = one.editor.filter(({ params }) => params?.update?.sessionUpdate === "current_mode_update");
    expect(shown.map(({ params }) => params.update.currentModeId)).toEqual(["read-only"]);
    expect((await prompt(one)).result).toEqual({ stopReason: "end_turn" });
    expect(toldModes(one)).toEqual(["read-only"]);
  });

  it("is stopped where it does not go back, and gets no prompt until it does", async () => {
    let isWilling = false;
    const one = await opened({
      ...opens(codex),
      "session/set_mode": () => (isWilling ? { result: {} } : { error: "no such mode" }),
    });
    one.update(left("full-access"));
    await expect.poll(() => one.agent.map(({ method }) => method)).toContain("session/cancel");
    expect(one.said()).toMatch(/did not go back.*no such mode.*stopped/);
    const before = one.agent.length;
    expect((await prompt(one)).error.message).toContain("No prompt goes to it");
    expect(one.agent.slice(before).map(({ method }) => method)).toEqual(["session/set_mode"]);
    isWilling = true;
    expect((await prompt(one)).result).toEqual({ stopReason: "end_turn" });
  });

  it("is stopped where it goes back and leaves again, however often", async () => {
    const one = await opened({
      ...opens(codex),
      "session/set_mode"() {
        one.update(left("auto"));
        return { result: {} };
      },
    });
    one.update(left("full-access"));
    await expect.poll(() => one.said()).toContain("again and again");
    expect(toldModes(one)).toHaveLength(3);
    expect((await prompt(one)).error.message).toContain("No prompt goes to it");
  });

  it("may come back by itself", async () => {
    const one = await opened({ ...opens(codex), "session/set_mode": () => null });
    one.update(left("full-access"));
    one.update(left("read-only"));
    expect((await prompt(one)).result).toEqual({ stopReason: "end_turn" });
  });

  it.each<[string, (one: Wire) => Promise<void>]>([
    [
      "in an update",
      async (one) =>
        one.update({ sessionUpdate: "config_option_update", configOptions: [option("bypassPermissions")] }),
    ],
    [
      "in an answer",
      async (one) => {
        await one.ask("session/set_config_option", { sessionId: "s1", configId: "mode", value: "default" });
      },
    ],
  ])("by an option, as it says %s, is sent back, and the editor still sees only what asks", async (_name, leave) => {
    let answers = 0;
    const one = await opened({
      ...opens({ configOptions: [option("default")] }),
      "session/set_config_option": () => {
        answers += 1;
        return {
          result: {
            configOptions: [option(answers === 1 && _name === "in an answer" ? "bypassPermissions" : "default")],
          },
        };
      },
    });
    await leave(one);
    await expect.poll(one.said).toContain("sent back to default");
    await expect
      .poll(() => one.agent.filter(({ method }) => method === "session/set_config_option").at(-1)?.params)
      .toEqual({ sessionId: "s1", configId: "mode", value: "default" });
    expect(JSON.stringify(one.editor)).not.toContain('"value":"bypassPermissions"');
    expect((await prompt(one)).result).toEqual({ stopReason: "end_turn" });
  });

  it("by an option gets no prompt where it only says that it went back", async () => {
    const one = await opened({
      ...opens({ configOptions: [option("default")] }),
      "session/set_config_option": () => ({ result: { configOptions: [option("bypassPermissions")] } }),
    });
    one.update({ sessionUpdate: "config_option_update", configOptions: [option("bypassPermissions")] });
    await expect.poll(one.said).toContain("stays in");
    expect((await prompt(one)).error).toBeDefined();
  });
});

describe("a session whose agent does not go into the mode in which it asks", () => {
  it.each<[string, object, string]>([
    ["by its modes", modes("yolo", ["default", "yolo"]), "session/set_mode"],
    ["by an option", { configOptions: [option("bypassPermissions")] }, "session/set_config_option"],
  ])("%s is not opened", async (_name, result, method) => {
    const one = wire({ ...opens(result), [method]: () => ({ error: "never" }) });
    await one.ask("initialize", { protocolVersion: 1 });
    const answer = await one.ask("session/new", { cwd: one.root, mcpServers: [] });
    expect(answer.error.message).toContain("never");
    expect((await prompt(one)).error.message).toContain("not known");
    expect(one.agent.some(({ method: sent }: Raw) => sent === "session/prompt")).toBe(false);
  });
});

describe("what the editor may choose", () => {
  const hidden = {
    id: "permission",
    type: "select",
    name: "P",
    currentValue: "ask",
    options: [{ value: "ask" }, { value: "yolo" }],
  };
  const plain = {
    id: "agent",
    type: "select",
    name: "Agent",
    currentValue: "a",
    options: [{ value: "a" }, { value: "b" }],
  };
  it.each<[string, object, RegExp]>([
    ["an option that says so", { configId: "mode", value: "bypassPermissions" }, /asks/],
    ["an option without a category", { configId: "permission", value: "yolo" }, /asks/],
    ["an option that the agent never showed", { configId: "yolo", value: true }, /no such option/],
    ["an option in a list", { configId: ["agent", "x"], value: "b" }, /no such option/],
  ])("is not %s", async (_name, choice, why) => {
    const one = await opened(opens({ configOptions: [option("default"), hidden, plain] }));
    const answer = await one.ask("session/set_config_option", { sessionId: "s1", ...choice });
    expect(answer.error.message).toMatch(why);
    expect(one.agent.some(({ method }: Raw) => method === "session/set_config_option")).toBe(false);
  });

  it("is what has nothing to do with asking", async () => {
    const one = await opened(opens({ configOptions: [option("default"), hidden, plain] }));
    const answer = await one.ask("session/set_config_option", { sessionId: "s1", configId: "agent", value: "b" });
    expect(answer.result).toEqual({});
  });
});

describe("an agent none of whose modes is known to ask", () => {
  it.each<[string, object]>([
    ["as it has none", {}],
    ["as they are called otherwise", modes("agent", ["agent", "autopilot"])],
  ])("%s is served, and the person reads what that means in the conversation", async (_name, result) => {
    const one = await opened(opens(result));
    expect((await prompt(one)).result).toEqual({ stopReason: "end_turn" });
    expect(one.said()).toContain("no mode that is known to ask");
    expect(one.complaints.join()).toContain("no mode that is known to ask");
    await prompt(one);
    expect(one.said().match(/no mode that is known/g)).toHaveLength(1);
  });
});
