/** The text of `.system/implement/<task>/tool_call.md`: what was asked for, why, how it was run and what came of it. */
import { plainLine, visibleLines } from "@intentgate/documents";
import type { Implementation } from "../abilities/ability.ts";
import type { JsonValue } from "../json-schema/json-schema.ts";
import { isSecretName } from "./secret-name.ts";
import type { Task, TaskOutcome } from "./task.ts";

const MAX_VALUE = 4_000;

export function renderToolCall(task: Task): string {
  const { warnings } = task;
  return [
    `# Task ${inline(task.key)}`,
    "",
    `- Ability: ${inline(task.abilityId)} (${inline(task.operationKey)})`,
    `- State: ${task.state}`,
    `- Created: ${task.createdAt}`,
    `- Started: ${task.startedAt ?? "not yet"}`,
    `- Ended: ${task.endedAt ?? "not yet"}`,
    `- Expires: ${task.expiresAt}`,
    `- Reason: ${markless(task.reason) || "none given"}`,
    `- Implementation: ${implementationText(task.implementation)}`,
    ...warnings.map((warning) => `- Warning: ${markless(warning)}`),
    "",
    "## Input",
    "",
    ...block(withoutSecrets(task.input)),
    "",
    ...outcomeText(task.outcome),
    "",
  ].join("\n");
}

function implementationText(implementation: Implementation): string {
  switch (implementation.kind) {
    case "script":
      return `script ${inline(implementation.path)}`;
    case "mcp":
      return `mcp ${inline(`${implementation.server}.${implementation.tool}`)}`;
    case "api":
      return `api ${implementation.method} ${inline(implementation.url)}`;
  }
}

function outcomeText(outcome: TaskOutcome): string[] {
  if (outcome.kind === "none") return ["## Result", "", "None yet."];
  return outcome.kind === "result"
    ? ["## Result", "", ...block(withoutSecrets(outcome.result))]
    : ["## Error", "", ...block(plainLine(outcome.error, 1_000))];
}

/** JSON on indented lines: none of them can close the block. */
function block(value: JsonValue): string[] {
  const text = visibleLines(JSON.stringify(value, null, 2));
  const clipped = text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}\n…` : text;
  return ["```json", ...clipped.split("\n"), "```"];
}

/** A value under the name of a secret should be a reference; if it is one all the same, it is not written down. */
function withoutSecrets(value: JsonValue): JsonValue {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      isSecretName(key) && typeof one === "string" ? "(not shown)" : withoutSecrets(one),
    ]),
  );
}

function markless(text: string): string {
  return plainLine(text, 500).replace(/[\\`*_[\]<>#|&~!$]/g, "\\$&");
}

function inline(text: string): string {
  return `\`${plainLine(text, 300).replaceAll("`", "'")}\``;
}
