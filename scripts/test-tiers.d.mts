export const core: readonly string[];
export const long: readonly string[];
export const searches: readonly string[];
export const slowest: readonly string[];
export function leavingOut(tests: readonly string[]): string[];
