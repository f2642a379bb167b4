/** Colours in the gutter that tell agents' lines from people's, on demand: most of the time code is just read. */
import type { LineCredit } from "@intentgate/blame";
import * as vscode from "vscode";
import { type CreditKind, kindOf } from "./credit-words.ts";
import type { Credited, FileCredits } from "./file-credits.ts";

/** In light and in dark themes: pictures in the gutter know no theme colours. */
const colours: Record<CreditKind, readonly [light: string, dark: string]> = {
  agent: ["#1f6feb", "#4f9cf9"],
  person: ["#1a7f37", "#57ab5a"],
  suspect: ["#9a6700", "#daaa3f"],
  unsure: ["#9a6700", "#daaa3f"],
  older: ["#c8cdd3", "#484f58"],
};
const kinds = Object.keys(colours) as CreditKind[];

export function registerGutterColours(credits: FileCredits): vscode.Disposable {
  const marks = new Map(kinds.map((kind) => [kind, markOf(kind)]));
  let isOn = false;

  function show(): void {
    for (const editor of vscode.window.visibleTextEditors) paint(editor);
  }

  function paint(editor: vscode.TextEditor): void {
    const credited = isOn ? credits.of(editor.document) : null;
    const ranges = credited ? rangesOf(credited) : new Map<CreditKind, vscode.Range[]>();
    for (const [kind, mark] of marks) editor.setDecorations(mark, ranges.get(kind) ?? []);
  }

  return vscode.Disposable.from(
    ...marks.values(),
    vscode.window.onDidChangeVisibleTextEditors(show),
    vscode.workspace.onDidSaveTextDocument(show),
    credits.onChange(show),
    vscode.commands.registerCommand("intentgate.toggleGutter", () => {
      isOn = !isOn;
      show();
    }),
  );
}

function markOf(kind: CreditKind): vscode.TextEditorDecorationType {
  const [light, dark] = colours[kind];
  return vscode.window.createTextEditorDecorationType({
    light: { gutterIconPath: bar(light), overviewRulerColor: kind === "older" ? undefined : light },
    dark: { gutterIconPath: bar(dark), overviewRulerColor: kind === "older" ? undefined : dark },
    gutterIconSize: "contain",
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
}

function bar(colour: string): vscode.Uri {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="6" width="4" height="16" fill="${colour}"/></svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`);
}

/** Lines of one kind that follow each other are one range. */
function rangesOf({ credits, governed }: Credited): Map<CreditKind, vscode.Range[]> {
  const blame = governed.workspace.blame();
  const suspects = new Map<string, boolean>();
  const isSuspect = (credit: LineCredit) => {
    if (credit.credit !== "record" || credit.intent_id === null) return false;
    const key = `${credit.intent_id} ${credit.number}`;
    const known = suspects.get(key) ?? blame.isSuspect(credit.intent_id, credit.number);
    suspects.set(key, known);
    return known;
  };
  const ranges = new Map<CreditKind, vscode.Range[]>();
  let start = 0;
  for (let line = 1; line <= credits.length; line += 1) {
    const kind = kindOf(credits[start] as LineCredit, isSuspect);
    const next = credits[line];
    if (next && kindOf(next, isSuspect) === kind) continue;
    ranges.set(kind, [...(ranges.get(kind) ?? []), new vscode.Range(start, 0, line - 1, 0)]);
    start = line;
  }
  return ranges;
}
