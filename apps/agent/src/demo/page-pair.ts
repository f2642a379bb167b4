/**
 * What the page's example shows while a newcomer looks at it: an architect and a builder at work side by side, refused
 * where they overreach, and one call that waits for the person in front of the page.
 */
import type { Plan, PlannedTurn } from "../models/scripted-model.ts";
import { refusalCode, steps } from "./steps.ts";

export interface PairIntents {
  architect: string;
  builder: string;
}

const design = `# Receipts

A receipt is made when a charge went through, and once more for a refund.

- One line an item, the sum last, cents as whole numbers.
- No receipt without a user: who paid must stand on it.
`;

const receipt = `export interface Item {
  name: string;
  cents: number;
}

export function receiptOf(user: string, items: readonly Item[]): string {
  const lines = items.map(({ name, cents }) => \`\${name}  \${(cents / 100).toFixed(2)}\`);
  const sum = items.reduce((total, { cents }) => total + cents, 0);
  return [\`Receipt for \${user}\`, ...lines, \`Sum  \${(sum / 100).toFixed(2)}\`].join("\\n");
}
`;

const refundLine = 'import { charge } from "./client.ts";';
const lesson = "Amounts are whole cents; only what is printed has a point in it.";

export function pageArchitect({ architect }: PairIntents): Plan {
  return steps("architect", [
    turn("I look at what is there.", "list_files", { path: "src" }),
    turn("I write down how receipts work.", "write_to_file", { path: "docs/receipts.md", content: design }),
    turn(`Refused: first an intent. ${architect} is mine.`, "select_active_intent", { intent_id: architect }),
    turn("Again, under the intent.", "write_to_file", { path: "docs/receipts.md", content: design }),
    turn("The builder should know this.", "record_lesson", { lesson }),
    { say: "The design is written.", calls: [] },
  ]);
}

export function pageBuilder({ builder }: PairIntents): Plan {
  return steps("builder", [
    turn("I read how refunds work today.", "read_file", { path: "src/payments/refund.ts" }),
    turn(`I take ${builder}.`, "select_active_intent", { intent_id: builder }),
    turn("The receipt itself.", "write_to_file", { path: "src/receipts/receipt.ts", content: receipt }),
    turn("Refunds should make one too.", "edit", {
      path: "src/payments/refund.ts",
      old_string: refundLine,
      new_string: `${refundLine}\nimport { receiptOf } from "../receipts/receipt.ts";`,
    }),
    turn(
      "That file is not in my scope, so I leave it. The old draft can go; a person has to say yes to that.",
      "delete_file",
      {
        path: "src/receipts/draft.ts",
      },
    ),
    (seen) => ({ say: refusalCode(seen) === null ? "Done: receipts work." : "Then the draft stays.", calls: [] }),
  ]);
}

function turn(say: string, tool: string, input: Record<string, unknown>): PlannedTurn {
  return { say, calls: [{ tool, input }] };
}
