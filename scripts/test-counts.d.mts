export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  failures?: string[];
  unsteady?: string[];
}

export function countTwice(report: string, run: (broken: string[]) => Promise<number | null>): Promise<Counts>;
export function failuresOf(all: readonly Counts[]): string[];
