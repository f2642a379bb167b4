export interface Judged {
  rows: { name: string; count: number; ok: boolean; wanted?: string }[];
  findings: { title: string; lines: string[] }[];
}

export function judgeSources(folder?: string): Judged;
