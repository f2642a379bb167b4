/** The files a sidecar begins with, made to be read and edited by people, and what of the project they build on. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { CommandWrites, IntentDraft, Policy } from "@intentgate/policy";
import { lockFiles } from "@intentgate/shell";
import { machineFiles } from "@intentgate/sidecar";
import { onSystemError } from "@intentgate/world";
import { appFolder } from "../program/app-folder.ts";
import type { NewFile } from "../workspace/write-new-files.ts";

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

/** What holds wherever these rules stand, before there is an intent. */
export const policyTestsText = `# What the rules of this repository add up to: calls, and what the gate shall decide about each.
# \`intentgate policy test\` holds the rules to it, here and in CI; nothing is run. Add what matters to you, such as
#   - { command: npm test, intent: INT-001, expect: allow }
#   - { command: git push, intent: INT-001, expect: ask }
version: 1
tests:
  - { name: looking is free, command: git status, expect: allow }
  - { name: no change without an intent, command: echo 1 > a.txt, expect: deny, code: INTENT_REQUIRED }
  - { name: no deleting either, command: rm -rf src, expect: deny, code: INTENT_REQUIRED }
  - { name: the gate is a person's to steer, command: intentgate trust --yes, expect: deny }
  - name: the rules stay a person's
    call: { tool: write_to_file, input: { path: .orchestration/policy.yaml, content: "" } }
    expect: deny
`;

export const ignoreText = `# What the machine writes stays out of git, so that no checkout, stash or merge can destroy or fork it.
# active_intents.yaml, policy.yaml and policy-tests.yaml are yours: commit them.
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

export interface ProposedHosts {
  hosts: readonly string[];
  taken: boolean;
}

/** Proposals that were not taken stay as comments, ready to be taken later. */
export function policyText(
  mode: Policy["mode"],
  proposed: readonly CommandWrites[],
  taken: boolean,
  reach: ProposedHosts = { hosts: [], taken: false },
): string {
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

# Inside a taken intent the gate says yes for the agent too, so that nobody is asked twice: to changes of files in the
# scope, and to commands that are contained or declared. The agent's own deny and ask rules hold; false: it asks as ever.
speak_for_host: true

# Commands that agents may run without a question.
#   args: none = exactly this line; any = any further words; or a list of allowed words
#   writes: what it may change, as globs; what it really changes is compared with this
${[...commands, ...left].join("\n")}
${hostLines(reach)}`;
}

function hostLines({ hosts, taken }: ProposedHosts): string {
  if (hosts.length === 0) return "";
  const lines = ["containment:", "  network:", `    allow: ${JSON.stringify(hosts).replaceAll('","', '", "')}`];
  const said = taken ? lines : ["# Proposed, not taken:", ...lines.map((line) => `# ${line}`)];
  return `\n# Hosts that installs in a box reach without a question.\n${said.join("\n")}\n`;
}

function commandLines({ run, args, writes }: CommandWrites): string[] {
  const words = typeof args === "string" ? args : JSON.stringify(args);
  return [
    `  - run: ${JSON.stringify(run)}`,
    `    args: ${words}`,
    `    writes: ${JSON.stringify(writes).replaceAll('","', '", "')}`,
  ];
}

/** Packages cannot carry an ignore file, so it is not part of the tree. */
const ignore: NewFile = {
  path: ".system/.gitignore",
  text: "# What hooks and abilities write stays on this machine.\nlogs/\ncache/\nimplement/\n",
  mode: 0o644,
};

/** The example hooks that are shipped with this program: hook files, scripts, and what keeps their output out of git. */
export function exampleHooks(): NewFile[] {
  const folder = join(appFolder(), "example-hooks");
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = found.map((entry): NewFile => {
    const absolute = join(entry.parentPath, entry.name);
    const path = relative(folder, absolute).split(sep).join("/");
    return { path, text: readFileSync(absolute, "utf8"), mode: path.endsWith(".sh") ? 0o755 : 0o644 };
  });
  return [ignore, ...files].sort((one, other) => (one.path < other.path ? -1 : 1));
}

const LARGEST = 1_000_000;
const LARGEST_LOCK = 30_000_000;

/** The files of a project that tell which commands it has. */
export function projectTexts(root: string) {
  const read = (...names: string[]) => names.map((name) => textOf(join(root, name))).find((text) => text !== undefined);
  return {
    packageJson: read("package.json"),
    makefile: read("GNUmakefile", "makefile", "Makefile"),
    pyproject: read("pyproject.toml"),
    mise: read("mise.toml", ".mise.toml"),
    miseTasks: new Map(["mise-tasks", ".mise/tasks", ".mise-tasks"].flatMap((folder) => tasksIn(join(root, folder)))),
    names: new Set(shallowNames(root)),
  };
}

/** `lint/go` is the task `lint:go`, and `lint/_default` is `lint`. */
function tasksIn(folder: string): [string, string][] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((path): [string, string][] => {
    const text = textOf(join(folder, path));
    return text === undefined
      ? []
      : [
          [
            path
              .split(sep)
              .join(":")
              .replace(/:_default$/, ""),
            text,
          ],
        ];
  });
}

/** Of the folder and of those right in it, but for hidden ones and what was installed. */
function shallowNames(root: string): string[] {
  const entries = readdirSync(root, { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name));
  return [
    ...entries.map(({ name }) => name),
    ...below.flatMap(({ name }) => onSystemError("any", [], () => readdirSync(join(root, name)))),
  ];
}

/** The lock files of a project, by name. */
export function locksOf(root: string): Map<string, string> {
  return new Map(
    lockFiles.flatMap((name): [string, string][] => {
      const text = textOf(join(root, name), LARGEST_LOCK);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** Undefined where there is none, or none that a person would have written. */
function textOf(file: string, most = LARGEST): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= most ? readFileSync(file, "utf8") : undefined;
}
