import { expect, it } from "vitest";
import { readModelSettings } from "./model-settings.ts";

const read = (text: string) => readModelSettings({ path: "settings.yaml", text });
const matcher = (entries: string) => read(`model_matcher: { ${entries} }\n`);

it("names a model, with a time limit of its own where none is written", () => {
  expect(matcher("url: 'http://127.0.0.1:8080/v1', model: small, key_env: MODEL_KEY")).toEqual({
    ok: true,
    value: { url: "http://127.0.0.1:8080/v1", model: "small", key_env: "MODEL_KEY", timeout_ms: 3_000 },
  });
});

it.each(["", "version: 1\n", "model_matcher:\n"])("names none in %j", (text) => {
  expect(read(text)).toEqual({ ok: true, value: null });
});

it.each([
  ["no address", "model: a"],
  ["no model", "url: 'https://a.example/v1'"],
  ["an address of another kind", "url: 'file:///etc/passwd', model: a"],
  ["no address at all", "url: 'a.example', model: a"],
  ["a credential in the address", "url: 'https://user:pw@a.example', model: a"],
  ["a key in the address", "url: 'https://a.example?key=1', model: a"],
  ["a key in place of its variable", "url: 'https://a.example', model: a, key_env: sk-123"],
  ["a key on an unencrypted way", "url: 'http://a.example', model: a, key_env: KEY"],
  ["a key to a name that only looks local", "url: 'http://127.0.0.1.example.com', model: a, key_env: KEY"],
  ["no patience at all", "url: 'https://a.example', model: a, timeout_ms: 1"],
  ["an unknown entry", "url: 'https://a.example', model: a, key: sk-123"],
])("is refused with %s", (_, entries) => {
  const result = matcher(entries);
  expect(result.ok).toBe(false);
  expect(!result.ok && result.problems[0]).toMatchObject({ code: "BAD_SETTINGS", line: 1 });
});
