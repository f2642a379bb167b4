export interface LazyPart {
  name: string;
  file: string;
  from: number;
  text: string;
}

export function lazyParts(program: {
  root: string;
  entry: string;
  partOf(path: string): string;
  settings: Record<string, unknown>;
}): Promise<{ scripts: LazyPart[]; entry: number; inputs: string[] }>;
