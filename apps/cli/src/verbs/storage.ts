/** What Intentgate keeps of this repository, and a person's way to delete it. */
import type { Workspace } from "@intentgate/gate";
import { refuseUsage, refuseWith } from "../command/refuse.ts";
import { noWords, oneWord, runSubverb, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes, flag, tell, type Verb } from "../command/verb.ts";
import { type StorageKind, storageKinds } from "../storage/storage-kinds.ts";
import { deleteAll, shownBytes, sizeOf } from "../storage/stored-files.ts";
import { askYes } from "../terminal/ask-person.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedHere, personName, refuseUnlessPerson } from "../workspace/workspace-here.ts";

const subverbs: Record<string, Subverb> = {
  list: { options: [], words: noWords, run: async (_args, io) => list(governedHere(io), io) },
  delete: { options: ["yes"], words: oneWord("a kind"), run: (args, io, [kind = ""]) => remove(kind, args, io) },
};

export const verb: Verb = {
  name: "storage",
  usage: ["[list]", "delete KIND [--yes]"],
  subverbs: Object.keys(subverbs),
  options: { yes: flag("without a question", { short: "y" }) },
  examples: {
    "intentgate storage": "what is kept of this repository, where, how long, how large",
    "intentgate storage delete kept-bytes": "forget what stood in files; asks first",
  },
  notes: [
    `Kinds that may be deleted: ${storageKinds
      .filter(({ deletion }) => deletion.may)
      .map(({ name }) => name)
      .join(", ")}. The ledger, intents and policy are never deleted here.`,
    "Deleting is a person's step: it needs a terminal and refuses below an agent.",
  ],
  run: (args, io) => runSubverb(verb, subverbs, args, io, "list"),
};

function list({ home }: Workspace, io: Io): number {
  const kinds = storageKinds.map((kind) => ({ ...kind, places: kind.places(home), ...sizeOf(kind.places(home)) }));
  const data = kinds.map(({ name, what, keptFor, places, files, bytes, deletion }) => {
    return { kind: name, what, kept_for: keptFor, places, files, bytes, may_be_deleted: deletion.may };
  });
  const rows = kinds.map(({ name, what, keptFor, bytes }) => [name, shownBytes(bytes), what, keptFor]);
  const { bold, dim } = io.color;
  return tell(io, { root: home.root, kinds: data }, [
    ...columns(rows, [{ paint: bold }, {}, {}, { paint: dim }]),
    "",
    dim(`In ${home.sidecar} and ${home.state}.`),
  ]);
}

async function remove(name: string, args: Args, io: Io): Promise<number> {
  const kind = storageKinds.find((one) => one.name === name);
  if (!kind) return refuseUsage(io, "storage", `${JSON.stringify(oneLine(name, 30))} is no kind`);
  const { deletion } = kind;
  if (!deletion.may)
    return refuseWith(
      io,
      "NOT_ALLOWED",
      `${name} is not deleted here: ${kind.what}`,
      "Delete it yourself, if you must.",
    );
  if (io.json && !args.flag("yes")) return refuseUsage(io, "storage", "--json asks nothing: add --yes");
  const workspace = governedHere(io);
  const no = refuseUnlessPerson(workspace, io, "storage delete");
  if (no !== null) return no;
  const { files, bytes } = sizeOf(kind.places(workspace.home));
  const question = `Delete ${files} files, ${shownBytes(bytes)}? Then ${deletion.loses}.`;
  if (!args.flag("yes") && !(await askYes(question))) {
    io.complain("Nothing was deleted.");
    return exitCodes.failed;
  }
  const busy = (await deletion.before?.(workspace.home)) ?? null;
  if (busy !== null)
    return refuseWith(io, "NOT_ALLOWED", `${name} cannot be deleted now: ${busy}`, "Try again when it is over.");
  return finish(kind, { files, bytes }, workspace, io);
}

function finish(kind: StorageKind, size: { files: number; bytes: number }, { home, newId }: Workspace, io: Io): number {
  const left = deleteAll(kind.places(home));
  home.store.decisions.append([
    {
      invocationId: newId(),
      phase: "post",
      session: "person",
      tool: "storage",
      intentId: null,
      ms: 0,
      decision: "deleted",
      detail: { kind: kind.name, ...size, by: personName(io), ...(left.length > 0 ? { left } : {}) },
    },
  ]);
  const text = left.length === 0 ? [`${io.color.green("✔")} Deleted: ${kind.name}, ${shownBytes(size.bytes)}.`] : [];
  tell(io, { kind: kind.name, ...size, left }, text);
  for (const place of left) if (!io.json) io.complain(`Not deleted: ${place}`);
  return left.length === 0 ? exitCodes.done : exitCodes.failed;
}
