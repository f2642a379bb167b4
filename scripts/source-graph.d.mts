export interface SourceFile {
  path: string;
  /** Paths of other sources. */
  imports: readonly string[];
}

export function readSources(folder?: string): (SourceFile & { text: string; lines: number })[];
export function importCycles(sources: readonly SourceFile[]): string[][];
export function folderCycles(sources: readonly SourceFile[]): string[][];
