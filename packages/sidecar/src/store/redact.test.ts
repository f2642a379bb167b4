import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact, redactText } from "./redact.ts";

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl";

describe("what is kept of a payload", () => {
  it.each([
    ["password", "hunter2"],
    ["db_password", "hunter2"],
    ["API-KEY", "hunter2"],
    ["apiKey", "hunter2"],
    ["Authorization", "hunter2"],
    ["access_token", { nested: "hunter2" }],
    ["client_secret", ["hunter2"]],
  ])("leaves out the value of the key %s, at any depth", (key, value) => {
    expect(JSON.stringify(redact({ [key]: value }))).not.toContain("hunter2");
    expect(JSON.stringify(redact({ a: [{ b: { [key]: value } }] }))).not.toContain("hunter2");
  });

  it.each([
    ["an AWS key", "AKIAIOSFODNN7EXAMPLE"],
    ["a GitHub token", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"],
    ["a fine-grained GitHub token", "github_pat_abcdefghijklmnop_qrstuv"],
    ["a model provider's key", "sk-ant-api03-abcdefghijklmnop"],
    ["a JWT", jwt],
    ["a bearer", "Bearer abcdefgh12345678"],
    ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIEow"],
    ["a password in an address", "https://ann:hunter2@example.org/x"],
    ["an assignment", "API_KEY=hunter2xyz npm test"],
    ["a quoted assignment", `export DB_PASSWORD="hunter2 xyz"`],
    ["an option", "mysql --password hunter2xyz"],
    ["JSON in text", `{"token": "hunter2xyz"}`],
  ])("leaves %s out of text", (_name, text) => {
    const secret = /hunter2|AKIAIOS|ghp_abc|pat_abc|sk-ant|eyJ|abcdefgh12345678|MIIEow/;
    expect(text).toMatch(secret);
    expect(JSON.stringify(redact({ command: `run ${text} now` }))).not.toMatch(secret);
    expect(JSON.stringify(redact({ [`run ${text}`]: 1 }))).not.toMatch(secret);
    expect(redactText(text)).not.toMatch(secret);
  });

  it.each([
    "src/auth/middleware.ts",
    "the secret paths of the policy",
    "npm test",
    "sk-1",
    "akia",
    "a:b@c",
    "Basic idea",
  ])("keeps %j as it is", (text) => expect(redact(text)).toBe(text));

  it("finds in a text what it finds behind something that makes it look closely", () => {
    const piece = fc.constantFrom(
      ...["AKIAIOSFODNN7EXAMPLE", "ASIAIOSFODNN7EXAMPLE", "ghp_", "gho_", "github_pat_", "glpat-", "sk-", "xoxb-"],
      ...["AIza", "eyJ", ".eyJ", "Bearer ", "basic ", "://", "ann:hunter2@", "-----BEGIN ", "SECRET", "token", "--"],
      ...["password", "passwd", "api_key", "API-KEY", "apikey", "Authorization", "=", ": ", " ", '"', "'", "x_1-"],
      "abcdefghijklmnopqrstuvwxyz012345",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
        const text = pieces.join("").slice(0, 240);
        expect(redactText(`:// ${text}`)).toBe(`:// ${redactText(text)}`);
      }),
      { numRuns: 3_000 },
    );
  });

  it("keeps a switch and an absent value under a secret's key", () => {
    expect(redact({ token: null, use_password: true })).toEqual({ token: null, use_password: true });
  });

  it("keeps of long text only its length and hash", () => {
    expect(redact("x".repeat(256))).toBe("x".repeat(256));
    expect(redact({ a: "x".repeat(257) })).toEqual({ a: { length: 257, hash: expect.stringMatching(/^sha256:/) } });
  });

  it("ends on circles, depth and breadth, and always gives JSON", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(JSON.stringify(redact(circle))).toContain("too deep");
    expect(JSON.stringify(redact(Array.from({ length: 1e5 }, () => "a"))).length).toBeLessThan(50_000);
    const wide = Object.fromEntries(Array.from({ length: 1e5 }, (_, at) => [`k${at}`, at]));
    expect(JSON.stringify(redact(wide)).length).toBeLessThan(50_000);
    expect(redact({ a: 1n, b: () => 1, c: Symbol("x"), d: new Date(Number.NaN), e: new Date(0) })).toEqual({
      a: "1",
      d: null,
      e: "1970-01-01T00:00:00.000Z",
    });
  });

  it("does not let a key change what an object is", () => {
    const kept = redact(JSON.parse('{"__proto__":{"admin":true}}')) as Record<string, unknown>;
    expect(kept.admin).toBeUndefined();
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
  });

  it("never fails and never grows without bound", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true }), (value) => {
        expect((JSON.stringify(redact(value)) ?? "").length).toBeLessThan(2_000_000);
      }),
    );
  });
});
