/** TypeScript without its types, line for line. The parser is loaded only when somebody needs it. */

export type Stripped = { ok: true; code: string } | { ok: false; why: string };

const MOST_KEPT = 50;

export function createStripTypes(): (text: string, file: string) => Promise<Stripped> {
  const kept = new Map<string, Stripped>();
  return async (text, file) => {
    const key = `${file}\0${text}`;
    const known = kept.get(key);
    if (known) return known;
    const stripped = await strip(text, file);
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
    kept.set(key, stripped);
    return stripped;
  };
}

async function strip(text: string, file: string): Promise<Stripped> {
  const { transform } = await import("sucrase");
  try {
    const { code } = transform(text, { transforms: ["typescript"], disableESTransforms: true, filePath: file });
    return { ok: true, code };
  } catch (error) {
    // It throws for whatever it cannot read.
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}
