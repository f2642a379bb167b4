/** Lets the classifier judge the rows, and counts. */
import { mutationClassOf, type Syntax } from "@intentgate/trace";
import type { TruthRow } from "./truth.ts";

export interface Judged extends TruthRow {
  isRefactor: boolean;
  signals: readonly string[];
}

export async function judge(rows: readonly TruthRow[], syntax: Syntax): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const row of rows) judged.push(await judgeOne(row, syntax));
  return judged;
}

async function judgeOne(row: TruthRow, syntax: Syntax): Promise<Judged> {
  const change = {
    relativePath: row.path,
    movedFrom: null,
    modeChanged: false,
    before: { state: "present" as const, bytes: Buffer.from(row.before) },
    after: { state: "present" as const, bytes: Buffer.from(row.after) },
  };
  const { mutation_class, mutation_signals } = await mutationClassOf([change], syntax);
  return { ...row, isRefactor: mutation_class === "AST_REFACTOR", signals: mutation_signals };
}

export interface Line {
  kind: string;
  truth: TruthRow["truth"];
  refactor: number;
  evolution: number;
}

/** A line a kind, what is kept first. */
export function confusion(judged: readonly Judged[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { kind: full, truth, isRefactor } of judged) {
    const kind = full.replace(/^(several at once, and).*/, "$1 one change");
    const line = lines.get(kind) ?? { kind, truth, refactor: 0, evolution: 0 };
    line[isRefactor ? "refactor" : "evolution"]++;
    lines.set(kind, line);
  }
  return [...lines.values()].sort((a, b) => (a.truth === b.truth ? 0 : a.truth === "kept" ? -1 : 1));
}
