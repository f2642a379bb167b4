/** The files a sidecar begins with: made to be read and edited by people. */
import type { DeclaredCommand, IntentDraft, Policy } from "@intentgate/policy";
import { machineFiles } from "@intentgate/sidecar";

export const intentsText = `# The intents of this repository: units of work that people declared. Nothing is changed without one.
# Edit this file, or use \`intentgate intent new | edit | start | complete\`; comments, order and spacing are kept.
#
#   - id: INT-001
#     name: "JWT login"
#     status: PENDING                      # PENDING, IN_PROGRESS, BLOCKED or COMPLETE
#     owned_scope: ["src/auth/**"]         # globs relative to this repository; "!…" takes away; empty owns nothing
#     constraints: ["No new dependency"]   # told to the agent
#     acceptance_criteria: ["Tests pass"]  # confirmed by a person when the agent says that it is done
#     checks:                              # run when the agent says that it is done; no shell
#       - run: ["npm", "test"]
version: 1
active_intents: []
`;

export const ignoreText = `# What the machine writes stays out of git, so that no checkout, stash or merge can destroy or fork it.
# active_intents.yaml and policy.yaml are yours: commit them.
${machineFiles.join("\n")}

# What \`intentgate trace share\` writes is there to be committed, whatever other ignore files say.
!ledger/
!ledger/*.jsonl
!ledger/.gitattributes
`;

export const exampleIntent: IntentDraft = {
  id: "INT-001",
  name: "Example: write a greeting",
  status: "PENDING",
  owned_scope: ["hello/**"],
  constraints: ["Plain text only"],
  acceptance_criteria: ["hello/greeting.txt greets the reader"],
};

/** Proposals that were not taken stay as comments, ready to be taken later. */
export function policyText(mode: Policy["mode"], proposed: readonly DeclaredCommand[], taken: boolean): string {
  const entries = proposed.flatMap(commandLines);
  const commands = taken && entries.length > 0 ? ["commands:", ...entries] : ["commands: []"];
  const left =
    taken || entries.length === 0
      ? []
      : ["# Proposed, not taken:", "# commands:", ...entries.map((line) => `# ${line}`)];
  return `# What holds for every agent in this repository. Whatever is left out has a sound default.
version: 1

# enforce: a call that breaks a rule is refused.
# observe: it passes and is recorded; \`intentgate report\` shows what enforcing would have stopped.
mode: ${mode}

# Commands that agents may run without a question.
#   args: none = exactly this line; any = any further words; or a list of allowed words
#   writes: what it may change, as globs; what it really changes is compared with this
${[...commands, ...left].join("\n")}
`;
}

function commandLines({ run, args, writes }: DeclaredCommand): string[] {
  const words = typeof args === "string" ? args : JSON.stringify(args);
  return [
    `  - run: ${JSON.stringify(run)}`,
    `    args: ${words}`,
    `    writes: ${JSON.stringify(writes).replaceAll('","', '", "')}`,
  ];
}
