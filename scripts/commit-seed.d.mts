export function commitSeed(): string;
