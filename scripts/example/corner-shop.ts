// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the example is code
/** The example project on which the page is shown: a small shop on which several agents work. */
import { machineFiles } from "@intentgate/sidecar";

const intents = `version: 1
# What people declared. Agents read it; only people and the gate write it.
active_intents:
  - id: INT-001
    name: Sign in with tokens
    status: PENDING
    description: Sessions move from Basic to signed tokens; old clients keep working until the autumn.
    owned_scope: [src/auth/**, src/middleware/session.ts]
    constraints:
      - No external sign-in provider
      - Basic keeps working
    acceptance_criteria:
      - A token that expired is turned away
      - Old clients still sign in
    checks:
      - run: [npm, test]
    related_files: [src/auth/users.ts]
  - id: INT-002
    name: Search that forgives typing mistakes
    status: PENDING
    owned_scope: [src/search/**, src/shared/text.ts]
    constraints: [Answers within 50 ms]
    acceptance_criteria: [“tabel” finds the tables]
  - id: INT-003
    name: Invoices as PDF
    status: PENDING
    owned_scope: [src/billing/**, templates/invoice/**]
    constraints: []
    acceptance_criteria: [The sum on paper is the sum charged]
  - id: INT-004
    name: Refunds without a phone call
    status: PENDING
    owned_scope: [src/payments/**]
    constraints: [Never more than was paid]
    acceptance_criteria: [A refund shows up within a day]
  - id: INT-005
    name: Slow down who asks too often
    status: PENDING
    owned_scope: [src/middleware/**]
    constraints: []
    acceptance_criteria: [The eleventh request in a second waits]
  - id: INT-006
    name: Letters in the customer's language
    status: PENDING
    owned_scope: [src/mail/**, locales/**]
    constraints: []
    acceptance_criteria: []
  - id: INT-007
    name: Second version of the payments client
    status: PENDING
    owned_scope: [src/payments/client.ts, src/shared/**]
    constraints: [The first version stays until March]
    acceptance_criteria: [All calls carry a request id]
  - id: INT-008
    name: Gift cards
    status: PENDING
    owned_scope: [src/gifts/**, src/billing/sum.ts]
    constraints: []
    acceptance_criteria: [A card is worth what it says, It can be used in parts]
  - id: INT-009
    name: Opening hours on every page
    status: PENDING
    owned_scope: [templates/footer/**]
    constraints: []
    acceptance_criteria: []
`;

const policy = `version: 1
approval:
  mode: balanced
forbid:
  - paths: [migrations/**]
    reason: Migrations are written by the database team
`;

const hooks: Record<string, string> = {
  ".system/hooks/no_console.yaml": `id: no_console
event_type: PostAbilityCall
summary: Reminds of console.log left in the sources
match:
  file_patterns: ["src/**"]
handler:
  kind: script
  command: node .system/hooks/scripts/no-console.mjs
  timeout_ms: 5000
`,
  ".system/hooks/scripts/no-console.mjs": `process.stdout.write(JSON.stringify({ messages: [] }));\n`,
  ".system/hooks/money_needs_tests.yaml": `id: money_needs_tests
event_type: PreAbilityCall
blocking: true
summary: Changes to payments need a test beside them
match:
  file_patterns: ["src/payments/vault/**"]
handler:
  kind: script
  command: node .system/hooks/scripts/money-needs-tests.mjs
`,
  ".system/hooks/scripts/money-needs-tests.mjs": `process.stdout.write(JSON.stringify({ error: "add a test first" }));\n`,
};

const source = (name: string, lines: string) => `/** ${name} */\n${lines}\n`;

export const projectFiles: Record<string, string> = {
  "README.md": "# Corner shop\n\nA small shop.\n",
  "package.json": '{\n  "name": "corner-shop",\n  "private": true,\n  "type": "module"\n}\n',
  "src/auth/users.ts": source(
    "Who may sign in.",
    `const users = new Map([["YWxpY2U6c2VjcmV0", "alice"]]);

export function findUser(credentials: string): { user: string } | null {
  const user = users.get(credentials);
  return user ? { user } : null;
}`,
  ),
  "src/auth/middleware.ts": `import { findUser } from "./users.ts";

export interface Request {
  headers: Record<string, string | undefined>;
}

export function authMiddleware(request: Request): { user: string } | null {
  const header = request.headers.authorization ?? "";
  if (header.startsWith("Basic ")) return findUser(header.slice("Basic ".length));
  return null;
}
`,
  "src/payments/client.ts": `const API = "https://payments.example.invalid";

export async function charge(user: string, cents: number): Promise<Response> {
  const headers = { authorization: \`Basic \${process.env.PAYMENTS_KEY}\` };
  return fetch(\`\${API}/charge\`, { method: "POST", headers, body: JSON.stringify({ user, cents }) });
}
`,
  "src/payments/refund.ts": `import { charge } from "./client.ts";

export function refund(user: string, cents: number): Promise<Response> {
  return charge(user, -cents);
}
`,
  "src/payments/legacy/ledger.ts": "export const entries: number[] = [];\n",
  "src/search/find.ts": source(
    "Finds goods by their name.",
    `export function find(names: readonly string[], wanted: string): string[] {
  return names.filter((name) => name.includes(wanted));
}`,
  ),
  "src/shared/text.ts": "export const plain = (text: string) => text.trim().toLowerCase();\n",
  "src/shared/money.ts": "export const euros = (cents: number) => (cents / 100).toFixed(2);\n",
  "src/mail/welcome.ts": "export const welcome = (name: string) => `Welcome, ${name}!`;\n",
  "src/middleware/session.ts": "export const sessions = new Map<string, string>();\n",
  "src/billing/sum.ts": "export const sum = (cents: readonly number[]) => cents.reduce((a, b) => a + b, 0);\n",
  "templates/invoice/page.html": "<main>\n  <h1>Invoice</h1>\n</main>\n",
  "locales/en.json": '{ "welcome": "Welcome" }\n',
  "migrations/0001_orders.sql": "create table orders (id integer primary key);\n",
  ".gitignore": "node_modules/\n",
  ".orchestration/active_intents.yaml": intents,
  ".orchestration/policy.yaml": policy,
  ".orchestration/.gitignore": `${machineFiles.join("\n")}\n`,
  ...hooks,
};

/** Added after the others were trusted: it waits for a person. */
export const lateHook: Record<string, string> = {
  ".system/hooks/ask_for_changelog.yaml": `id: ask_for_changelog
event_type: SessionStop
summary: Asks for a line in the change log before the agent stops
handler:
  kind: script
  command: node .system/hooks/scripts/ask-for-changelog.mjs
`,
  ".system/hooks/scripts/ask-for-changelog.mjs": `process.stdout.write(JSON.stringify({ messages: ["Is the change log up to date?"] }));\n`,
};
