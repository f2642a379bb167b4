/** How long tests wait for what must come. Only what hangs is met by the end of it, however busy the machine is. */
export const PATIENCE_MS = 150_000;

/** Looks again and again until it is so. */
export async function until(isSo: () => boolean | Promise<boolean>, what = String(isSo)): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await isSo()); ) {
    if (Date.now() > end) throw new Error(`waited in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
