/** Which files belong to which intent, as the gate has seen them change. */
import { visibleText } from "@intentgate/documents";
import { intentMapOf } from "@intentgate/sidecar";
import type { MappedIntent } from "@intentgate/trace";
import { refuseWith } from "../command/refuse.ts";
import { type Args, exitCodes, type Verb } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import { localTime } from "../terminal/elapsed.ts";
import type { Io } from "../terminal/io.ts";
import { governedHere } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "map",
  usage: ["[INTENT]"],
  examples: {
    "intentgate map": "every intent with the files changed under it",
    "intentgate map INT-001": "one intent",
  },
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [wanted, ...more] = args.words;
  if (more.length > 0)
    return refuseWith(io, "BAD_INPUT", "map takes one intent", "For instance `intentgate map INT-001`.");
  const { home } = governedHere(io);
  const all = intentMapOf(home);
  const shown = wanted === undefined ? all : all.filter((intent) => intent.intentId === wanted);
  if (io.json) {
    io.printJson({ intents: shown.map(({ intentId, name, files }) => ({ intent_id: intentId, name, files })) });
    return exitCodes.done;
  }
  if (wanted !== undefined && shown.length === 0) {
    const known = all.map((intent) => intent.intentId).join(", ");
    return refuseWith(
      io,
      "NOT_FOUND",
      `nothing was changed under ${JSON.stringify(wanted)} yet`,
      known ? `The map knows ${known}.` : "The map is empty.",
    );
  }
  if (shown.length === 0) io.print("The map is empty: nothing was changed under an intent yet.");
  else io.print(shown.map((intent) => renderMapped(intent, io.color)).join("\n\n"));
  return exitCodes.done;
}

export function renderMapped(intent: MappedIntent, { bold, cyan, dim }: Io["color"]): string {
  const rows = intent.files.map((file) => [visibleText(file.path), file.change, `${file.count}×`, localTime(file.at)]);
  const table = columns(rows, [{}, {}, { align: "right" }, { paint: dim }]);
  return [`${cyan(bold(intent.intentId))}  ${visibleText(intent.name)}`, ...table.map((line) => `  ${line}`)].join(
    "\n",
  );
}
