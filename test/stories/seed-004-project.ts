/** The repository that the examples of event hooks speak of: two services, an ability, documents. */
import { fileURLToPath } from "node:url";

const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));

export const billingAbility: Record<string, string> = {
  ".system/registry/high-level/billing_regression.yaml": `id: billing_regression
type: workflow
version: 1
operation_key: workflow.billing.regression
summary: Run the full billing regression suite.
when_to_use: Regression workflow for billing module
scope: { modules: ["billing"] }
routing_hints: { keywords: ["billing regression tests"] }
`,
  ".system/registry/config/billing_regression.yaml": `id: billing_regression
impl: { kind: script, script: { path: ./scripts/billing-regression.sh } }
`,
  "scripts/billing-regression.sh": `#!/bin/sh\nprintf '{"status":"success","passed":42}'\n`,
};

export const signupAbility: Record<string, string> = {
  ".system/registry/high-level/signup_e2e.yaml": `id: signup_e2e
type: workflow
version: 1
summary: Run the full signup test suite.
when_to_use: The signup flow must be tested end-to-end.
routing_hints: { keywords: ["test signup flow", "signup end-to-end"] }
`,
  ".system/registry/config/signup_e2e.yaml": `id: signup_e2e
impl: { kind: script, script: { path: ./scripts/signup.sh } }
`,
  "scripts/signup.sh": "#!/bin/sh\nexit 0\n",
};

/** Two TypeScript services with a real compiler behind their builds. */
export function services(): Record<string, string> {
  const build = (name: string) =>
    `node ${tsc} --noEmit --pretty false --strict --skipLibCheck --lib es5 services/${name}/src/*.ts`;
  return {
    "package.json": `${JSON.stringify({ private: true, scripts: { "build:billing": build("billing"), "build:auth": build("auth") } }, null, 2)}\n`,
    "services/billing/src/invoice.ts": "export const total: number = 1;\n",
    "services/billing/src/line_item.ts": "export interface LineItem {\n  price: number;\n}\n",
    "services/auth/src/login.ts": "export const login = (name: string): boolean => name !== '';\n",
  };
}

/** A module whose first error stands in this line. */
export function brokenAt(line: number): string {
  const before = Array.from({ length: line - 1 }, (_, at) => `export const fine${at} = ${at};\n`);
  return `${before.join("")}export const broken: number = "text";\n`;
}

export const preCommitDocuments: Record<string, string> = {
  "ROUTING.md": `# Routing

\`\`\`yaml
route_indexes:
  - scope: execution.quality_gates
    topic: pre_commit_checks
    summary: Which checks to run before a commit.
    route_file: routes/execution.quality_gates.pre_commit_checks.yaml
  - scope: operations.releases
    topic: versioning
    summary: How releases are numbered.
    route_file: routes/operations.releases.versioning.yaml
\`\`\`
`,
  "routes/execution.quality_gates.pre_commit_checks.yaml": `scope: execution.quality_gates
topic: pre_commit_checks
routes:
  - when_to_use: Somebody wants to know or run the checks before a commit.
    related_docs:
      - { path: docs/pre-commit-policy.md, doc_usage: primary }
      - { path: docs/dev-check-example.md, doc_usage: example }
`,
  "routes/operations.releases.versioning.yaml": `scope: operations.releases
topic: versioning
routes:
  - when_to_use: A release needs a number.
    related_docs:
      - { path: docs/versions.md, doc_usage: primary }
`,
  "docs/pre-commit-policy.md": document(
    "pre-commit-policy",
    "alignment",
    "execution.quality_gates",
    "pre_commit_checks",
    "The policy for checks before a commit.",
  ),
  "docs/dev-check-example.md": document(
    "dev-check-example",
    "example",
    "execution.quality_gates",
    "pre_commit_checks",
    "What make dev_check prints.",
  ),
  "docs/versions.md": document(
    "versions",
    "workflow",
    "operations.releases",
    "versioning",
    "How releases are numbered.",
  ),
};

function document(id: string, type: string, scope: string, topic: string, summary: string): string {
  return `---\nid: ${id}\ndoc_type: ${type}\nscope: ${scope}\ntopics: [${topic}]\nsummary: ${summary}\n---\n`;
}
