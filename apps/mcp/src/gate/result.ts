/** Turns what a tool told into a message: invisible characters spelled out, nothing larger than a model can read. */
import { clipped, visibleLines, visibleText } from "@intentgate/documents";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolOutcome } from "./tool-outcome.ts";

const LONGEST_TEXT = 16_000;
const LARGEST_RESULT = 200_000;
const DEEPEST = 24;

export function toResult(outcome: ToolOutcome): CallToolResult {
  if (outcome.kind === "refused") return failure(JSON.stringify(plainValue(outcome.refusal)));
  const told = (outcome.told ?? []).map((text) => ({ type: "text" as const, text: plainText(text) }));
  if (outcome.kind === "failed") {
    const { message, remedy } = outcome;
    const failed = failure(JSON.stringify(plainValue({ type: "tool_failed", message, remedy: remedy ?? undefined })));
    return { ...failed, content: [...failed.content, ...told] };
  }
  const value = plainValue(outcome.value) as Record<string, unknown>;
  const text = JSON.stringify(value);
  if (text.length > LARGEST_RESULT) return failure(JSON.stringify(tooLarge(text.length)));
  return { content: [{ type: "text", text }, ...told], structuredContent: value };
}

function failure(text: string): CallToolResult {
  const limited = text.length > LARGEST_RESULT ? JSON.stringify(tooLarge(text.length)) : text;
  return { content: [{ type: "text", text: limited }], isError: true };
}

function tooLarge(length: number) {
  const message = `the answer has ${length} characters and is not sent`;
  return { type: "tool_failed", message, remedy: "Ask for less: a narrower question, a single file or line." };
}

/** A copy as plain data. */
export function plainValue(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return plainText(value);
  if (typeof value !== "object" || value === null) return typeof value === "bigint" ? String(value) : (value ?? null);
  if (depth >= DEEPEST) return "…";
  if (Array.isArray(value)) return value.map((one) => plainValue(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([key, one]) => [visibleText(key), plainValue(one, depth + 1)]),
  );
}

/** Lines stay lines. */
export function plainText(text: string): string {
  return clipped(visibleLines(text), LONGEST_TEXT);
}
