/** The small project of the demo: a shop whose sign-in moves from Basic to tokens, and some more work that waits. */
import { machineFiles } from "@intentgate/sidecar";

const intents = `version: 1
# What people declared. Agents read it; only people and the gate write it.
active_intents:
  - id: INT-001
    name: JWT Authentication Migration
    status: PENDING
    owned_scope:
      - src/auth/**
      - src/middleware/jwt.ts
    constraints:
      - Must not use external auth providers
      - Must maintain backward compatibility with Basic Auth
    acceptance_criteria:
      - Unit tests in tests/auth/ pass
    checks:
      - run: [node, --test, tests/auth/middleware.test.mjs]
    related_files:
      - src/auth/middleware.ts
    recent_history: []
  - id: INT-002
    name: Search that forgives typing mistakes
    status: PENDING
    owned_scope: [src/search/**]
    constraints: [Answers within 50 ms]
    acceptance_criteria: [“tabel” finds the tables]
  - id: INT-003
    name: Refunds without a phone call
    status: PENDING
    owned_scope: [src/payments/refund.ts, src/mail/**]
    constraints: [Never more than was paid]
    acceptance_criteria: [A refund shows up within a day]
  - id: INT-004
    name: Second version of the payments client
    status: BLOCKED
    owned_scope: [src/payments/**]
    constraints: [The first version stays until March]
    acceptance_criteria: [All calls carry a request id]
  - id: INT-005
    name: Opening hours on every page
    status: PENDING
    owned_scope: [templates/footer/**]
    constraints: []
    acceptance_criteria: []
`;

const policy = `version: 1
forbid:
  - paths: [migrations/**]
    reason: Migrations are written by the database team
`;

const middleware = `import { findUser } from "./users.ts";

export interface Request {
  headers: Record<string, string | undefined>;
}

export function authMiddleware(request: Request): { user: string } | null {
  const header = request.headers.authorization ?? "";
  if (header.startsWith("Basic ")) return findUser(header.slice("Basic ".length));
  return null;
}
`;

const users = `const users = new Map([["YWxpY2U6c2VjcmV0", "alice"]]);

export function findUser(credentials: string): { user: string } | null {
  const user = users.get(credentials);
  return user ? { user } : null;
}
`;

const paymentsClient = `const API = "https://payments.example.invalid";

export async function charge(user: string, cents: number): Promise<Response> {
  const headers = { authorization: \`Basic \${process.env.PAYMENTS_KEY}\` };
  return fetch(\`\${API}/charge\`, { method: "POST", headers, body: JSON.stringify({ user, cents }) });
}
`;

const refund = `import { charge } from "./client.ts";

export function refund(user: string, cents: number): Promise<Response> {
  return charge(user, -cents);
}
`;

const find = `export function find(names: readonly string[], wanted: string): string[] {
  return names.filter((name) => name.includes(wanted));
}
`;

const test = `import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const source = readFileSync(new URL("../../src/auth/middleware.ts", import.meta.url), "utf8");

test("the middleware still understands Basic", () => assert.match(source, /startsWith\\("Basic "\\)/));
test("the middleware understands Bearer tokens", () => assert.match(source, /startsWith\\("Bearer "\\)/));
`;

const manifest = `{
  "name": "corner-shop",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test tests/" }
}
`;

export const shopFiles: Record<string, string> = {
  "package.json": manifest,
  ".gitignore": "*.pem\n",
  "src/auth/middleware.ts": middleware,
  "src/auth/users.ts": users,
  "src/payments/client.ts": paymentsClient,
  "src/payments/refund.ts": refund,
  // In no commit, and never kept: who deletes it is asked about.
  "src/payments/live.pem": "the key that the bank knows us by\n",
  "src/search/find.ts": find,
  "migrations/0001_orders.sql": "create table orders (id integer primary key);\n",
  "tests/auth/middleware.test.mjs": test,
  ".orchestration/active_intents.yaml": intents,
  ".orchestration/policy.yaml": policy,
  ".orchestration/.gitignore": `${machineFiles.join("\n")}\n`,
};
