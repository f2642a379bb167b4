/** Anything can be thrown; this says what it was and never throws itself. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "something that cannot be shown as text";
  }
}
