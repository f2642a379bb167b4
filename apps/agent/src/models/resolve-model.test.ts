import { describe, expect, it } from "vitest";
import { howToConfigure, isModelConfigured, resolveModel } from "./resolve-model.ts";

const wish = { model: null, baseUrl: null, env: {} };
const keys = { ANTHROPIC_API_KEY: "sk-ant-1", OPENAI_API_KEY: "sk-2", GEMINI_API_KEY: "AIza3" };

describe("which model is meant", () => {
  it.each([
    ["anthropic/claude-x", keys, "anthropic/claude-x"],
    ["openai/gpt-x", keys, "openai/gpt-x"],
    ["google/gemini-x", keys, "google/gemini-x"],
    ["google/gemini-x", { GOOGLE_GENERATIVE_AI_API_KEY: "AIza" }, "google/gemini-x"],
    ["ollama/qwen3:8b", {}, "ollama/qwen3:8b"],
    ["compatible/org/model", { INTENTGATE_MODEL_URL: "http://127.0.0.1:1/v1" }, "compatible/org/model"],
    ["anthropic", keys, "anthropic/claude-sonnet-4-5"],
    [null, { OPENAI_API_KEY: "sk-2" }, "openai/gpt-5"],
    [null, { ...keys, INTENTGATE_MODEL: "ollama/x" }, "ollama/x"],
    ["openai/y", { ...keys, INTENTGATE_MODEL: "ollama/x" }, "openai/y"],
  ])("%s with %j", async (model, env, name) => {
    const resolved = await resolveModel({ ...wish, model, env });
    expect(resolved.ok && resolved.value.name).toBe(name);
  });

  it.each([
    ["nothing at all", null, {}, null, "No model is configured"],
    ["a provider nobody knows", "acme/x", keys, null, "names no provider"],
    ["a model without a provider", "gpt-5", keys, null, "names no provider"],
    ["a provider alone that has no default", "ollama", {}, null, "names no model"],
    ["an empty name", "openai/", keys, null, "names no model"],
    ["no key", "anthropic/x", {}, null, "There is no key for Anthropic"],
    ["an empty key", "anthropic/x", { ANTHROPIC_API_KEY: "  " }, null, "There is no key for Anthropic"],
    ["no address", "compatible/x", {}, null, "needs an address"],
    ["an address that is none", "openai/x", keys, "localhost", "is no http address"],
    ["another protocol", "openai/x", keys, "file:///etc/passwd", "is no http address"],
    ["a password in the address", "openai/x", keys, "https://a:b@host/v1", "holds a password"],
    ["a key over plain http", "openai/x", keys, "http://models.example/v1", "unencrypted"],
    ["a host that only looks like this machine", "openai/x", keys, "http://127.0.0.1.example/v1", "unencrypted"],
  ])("%s is refused", async (_what, model, env, baseUrl, said) => {
    const resolved = await resolveModel({ model, env, baseUrl });
    expect(resolved.ok).toBe(false);
    const [first] = resolved.ok ? [] : resolved.problems;
    expect(first?.message).toContain(said);
    expect(first?.remedy).not.toBe("");
    expect(JSON.stringify(resolved)).not.toContain("sk-");
  });

  it("sends no key to this machine's or another's unencrypted server where there is none", async () => {
    const resolved = await resolveModel({ model: "ollama/x", env: keys, baseUrl: "http://box.lan:11434/v1" });
    expect(resolved.ok && resolved.value.secrets).toEqual([]);
  });

  it("does not lend another provider's key to a server that only speaks the same way", async () => {
    const resolved = await resolveModel({ model: "compatible/x", env: keys, baseUrl: "https://elsewhere.example/v1" });
    expect(resolved.ok && resolved.value.secrets).toEqual([]);
  });

  it("names the secrets, so that they can be kept out of everything", async () => {
    const resolved = await resolveModel({ ...wish, model: "anthropic/x", env: keys });
    expect(resolved.ok && resolved.value.secrets).toEqual(["sk-ant-1"]);
  });

  it.each([
    [{ model: null, env: {} }, false],
    [{ model: null, env: { OPENAI_API_KEY: "" } }, false],
    [{ model: null, env: { OPENAI_API_KEY: "k" } }, true],
    [{ model: "ollama/x", env: {} }, true],
    [{ model: null, env: { INTENTGATE_MODEL: "ollama/x" } }, true],
  ])("%j: configured is %s", (given, expected) => {
    expect(isModelConfigured(given)).toBe(expected);
  });

  it("says how to configure one without naming a key's value", () => {
    expect(howToConfigure.join(" ")).toContain("ANTHROPIC_API_KEY");
  });
});
