export function libraryTypes(root: string, entry: string): { text: string; inputs: string[] };
