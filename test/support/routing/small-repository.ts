/** For tests: the smallest repository that has every part of routing. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const smallRepository: Readonly<Record<string, string>> = {
  ".system/registry/low-level/mail.send.yaml": `operation_key: mail.send
version: 1
summary: Send one mail to a test address.
scope: { modules: ["mail"], environments: ["dev"] }
input_schema: { type: object, required: ["to"], properties: { to: { type: string } } }
output_schema: { type: object, required: ["status"], properties: { status: { type: string } } }
routing_hints: { keywords: ["send a mail"], negative_keywords: ["newsletter"] }
`,
  ".system/registry/high-level/release_train.yaml": `id: release_train
type: workflow
summary: Cut a release and write its notes.
routing_hints: { keywords: ["cut a release", "new version"] }
`,
  ".system/registry/config/mail.send.yaml": `id: mail.send
impl: { kind: script, script: { path: ./scripts/mail.sh, args_template: ["--to={{to}}"], timeout_sec: 20 } }
`,
  ".system/registry/config/release_train.yaml": `id: release_train
impl: { kind: script, script: { path: scripts/release.sh } }
`,
  "scripts/mail.sh": `#!/bin/sh\nprintf '{"status":"success","args":"%s"}\\n' "$*"\n`,
  "scripts/release.sh": "#!/bin/sh\necho released\n",
  "ABILITY.md": `# Abilities

<!-- BEGIN ABILITY_INDEX -->
### High-level abilities

| Id | Type | Scope | When to use | Registry path |
| --- | --- | --- | --- | --- |
| release_train | workflow | any module | Cut a release and write its notes. | .system/registry/high-level/release_train.yaml |

### Low-level abilities

| Operation key | Kind | Scope | Summary | Registry path |
| --- | --- | --- | --- | --- |
| mail.send | script | mail; dev | Send one mail to a test address. | .system/registry/low-level/mail.send.yaml |
<!-- END ABILITY_INDEX -->
`,
  "ROUTING.md": `# Routing

\`\`\`yaml
route_indexes:
  - scope: ops.releases
    topic: versioning
    summary: How releases are numbered and written down.
    route_file: routes/ops.releases.versioning.yaml
\`\`\`
`,
  "routes/ops.releases.versioning.yaml": `scope: ops.releases
topic: versioning
routes:
  - when_to_use: A release needs its version number or its notes.
    related_docs:
      - { path: docs/versions.md, doc_usage: primary }
      - { path: docs/notes-example.md, stage: [act], doc_usage: example }
`,
  "docs/versions.md": `---
id: versions
doc_type: workflow
scope: ops.releases
topics: [versioning]
summary: How version numbers of a release are chosen.
---
See [the example](notes-example.md).
`,
  "docs/notes-example.md": `---
id: notes-example
doc_type: example
scope: ops.releases
topics: [versioning]
summary: Release notes of one version.
---
`,
};

export function plantSmallRepository(root: string): void {
  for (const [path, text] of Object.entries(smallRepository)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    if (path.endsWith(".sh")) chmodSync(join(root, path), 0o755);
  }
}
