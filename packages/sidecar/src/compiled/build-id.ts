/** Which build of the program this is; null where it runs from its sources, and nothing that it made is kept. */
declare const INTENTGATE_BUILD: string | undefined;

export const buildId: string | null = typeof INTENTGATE_BUILD === "string" ? INTENTGATE_BUILD : null;
