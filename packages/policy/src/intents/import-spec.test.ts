import { describe, expect, it } from "vitest";
import { importSpec } from "./import-spec.ts";

const spec = `# Feature Specification: Password reset

**Feature Branch**: \`007-password-reset\`
**Status**: Draft

<!-- - **FR-000**: System MUST not be read from comments
-->

## User Scenarios & Testing *(mandatory)*

### User Story 1 - Reset by mail (Priority: P1)

**Acceptance Scenarios**:

1. **Given** a known address, **When** a reset is asked for,
   **Then** a mail is sent
2. **Given** nothing

\`\`\`
- **FR-009**: System MUST not be read from code
\`\`\`

## Requirements

### Functional Requirements

- **FR-001**: System MUST expire links after 15 minutes
- **FR-002**: System SHOULD log attempts
* FR-003: Users MUST be told

## Success Criteria

- **SC-001**: 95% of resets succeed
`;

const run = (text: string) => importSpec(text, { id: "INT-007", file: "specs/007/spec.md" });

describe("a specification becomes an intent", () => {
  it("with name, constraints, criteria and its own path", () => {
    const result = run(spec);
    expect(result.ok && result.value).toEqual({
      id: "INT-007",
      name: "Password reset",
      description: "From specs/007/spec.md, branch 007-password-reset",
      owned_scope: [],
      constraints: ["FR-001: System MUST expire links after 15 minutes", "FR-003: Users MUST be told"],
      acceptance_criteria: [
        "SC-001: 95% of resets succeed",
        "Given a known address, When a reset is asked for, Then a mail is sent",
      ],
      related_specs: ["specs/007/spec.md"],
    });
  });

  it.each([
    ["**Scope**: src/auth/**, src/{a,b}/x.ts", ["src/auth/**", "src/{a,b}/x.ts"]],
    ["**Scope**: the files `src/auth/**` and `docs/x.md`", ["src/auth/**", "docs/x.md"]],
    ["- Scope: src/auth/**", ["src/auth/**"]],
  ])("with the scope of %j", (line, globs) => {
    const result = run(`${spec}\n${line}\n`);
    expect(result.ok && result.value.owned_scope).toEqual(globs);
  });

  it("with CRLF line ends", () => {
    const result = run(spec.replaceAll("\n", "\r\n"));
    expect(result.ok && result.value.name).toBe("Password reset");
  });

  it("with at most fifty constraints of limited length", () => {
    const many = Array.from({ length: 80 }, (_, n) => `- **FR-${n}**: System MUST ${"x".repeat(900)}`).join("\n");
    const result = run(`# Feature Specification: X\n${many}`);
    expect(result.ok && [result.value.constraints?.length, result.value.constraints?.[0]?.length]).toEqual([50, 300]);
  });
});

describe("what is not a specification is refused", () => {
  const rows: [string, string, string][] = [
    ["an empty file", "", "not a feature specification"],
    ["another Markdown file", "# Read me\n\n- **FR-001**: System MUST x\n", "not a feature specification"],
    [
      "a title in a code block",
      "```\n# Feature Specification: X\n```\n- FR-001: MUST\n",
      "not a feature specification",
    ],
    ["the empty template", "# Feature Specification: [FEATURE NAME]\n", "no name yet"],
    ["a title without a name", "# Feature Specification:\n", "no name yet"],
    ["a title alone", "# Feature Specification: X\n", "holds no requirements"],
    ["wishes without MUST", "# Feature Specification: X\n- FR-001: maybe\n", "holds no requirements"],
    ["a binary file", "# Feature Specification: X\0", "not a text file"],
    ["a huge file", "x".repeat(1_000_001), "larger than 1 MB"],
    ["prose as scope", `${spec}\n**Scope**: everything about login\n`, "is not a glob"],
    ["an absolute scope", `${spec}\n**Scope**: /etc/**\n`, "is absolute"],
    ["a scope above the root", `${spec}\n**Scope**: \`../other/**\`\n`, "contains `..`"],
  ];
  it.each(rows)("%s", (_, text, message) => {
    const result = run(text);
    expect(result.ok ? "read" : result.problems[0]?.message).toContain(message);
    expect(result.ok ? "" : result.problems[0]?.remedy).not.toBe("");
  });
});
