/** Takes keys out of whatever is kept or shown: those we were given by their value, others by how they look. */
import { redactText } from "@intentgate/sidecar";

export interface Redactor {
  /** The same value without any key we were given; everything else stays as it is. */
  known<T>(value: T): T;
  /** Fit to be kept in a file: also what looks like a secret, and cut where it is long. */
  kept(value: unknown): unknown;
}

const REDACTED = "[redacted]";
/** Shorter values would take ordinary words out. */
const SHORTEST = 6;
const LONGEST_KEPT = 8_000;
const DEEPEST = 16;

export function createRedactor(secrets: readonly string[]): Redactor {
  const values = secrets.filter((one) => one.length >= SHORTEST);
  const withoutKnown = (text: string) => values.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
  return {
    known: <T>(value: T) => (values.length === 0 ? value : (mapTexts(value, withoutKnown, DEEPEST) as T)),
    kept: (value) => mapTexts(value, (text) => redactText(withoutKnown(text), LONGEST_KEPT), DEEPEST),
  };
}

function mapTexts(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth <= 0) return "[cut: too deep]";
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [change(key), mapTexts(inside, change, depth - 1)]),
  );
}
