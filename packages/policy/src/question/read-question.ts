/** A question as it was kept. Null where there is none, as earlier versions kept them, or somebody spoiled it. */
import { visibleText } from "@intentgate/documents";
import type { Did, Fact, Question, Severity, Waiting } from "./question.ts";

type Given = Partial<Record<string, unknown>>;

export function readQuestion(value: unknown): Question | null {
  const given = asMap(value);
  const { severity } = given;
  const texts = [given.sentence, given.yes, given.no, given.why];
  if (!texts.every((text) => typeof text === "string") || !isSeverity(severity)) return null;
  const [waiting, did] = [waitingIn(given.waiting), didIn(given.did)];
  if (waiting === null || did === undefined || !Array.isArray(given.facts)) return null;
  const facts = given.facts.map(factIn);
  if (facts.some((fact) => fact === null)) return null;
  const [sentence, yes, no, why] = texts.map((text) => visibleText(String(text))) as [string, string, string, string];
  return { sentence, severity, facts: facts.filter((fact) => fact !== null), yes, no, why, waiting, did };
}

function isSeverity(value: unknown): value is Severity {
  return value === 1 || value === 2 || value === 3 || value === 4;
}

function asMap(value: unknown): Given {
  return typeof value === "object" && value !== null ? (value as Given) : {};
}

function factIn(value: unknown): Fact | null {
  const { kind, text } = asMap(value);
  if ((kind !== "ok" && kind !== "warning") || typeof text !== "string") return null;
  return { kind, text: visibleText(text) };
}

function waitingIn(value: unknown): Waiting | null {
  const { state, until } = asMap(value);
  if (state === "went_on") return { state };
  if (state !== "waits" || (until !== null && typeof until !== "string")) return null;
  return { state, until };
}

function didIn(value: unknown): Did | null | undefined {
  if (value === null) return null;
  const { paths, more } = asMap(value);
  if (!Array.isArray(paths) || typeof more !== "number") return undefined;
  const read = paths.map((one) => {
    const { path, does } = asMap(one);
    return typeof path === "string" && typeof does === "string"
      ? { path: visibleText(path), does: visibleText(does) }
      : null;
  });
  return read.includes(null) ? undefined : { paths: read.filter((one) => one !== null), more };
}
