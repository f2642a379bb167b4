/** A process of its own for the store's tests: appends records, or events, and says each one that is written. */
import { writeSync } from "node:fs";
import { createFileStore } from "../../../packages/sidecar/src/store/file-store.ts";
import { draftFor, sampleParse } from "./contract-samples.ts";

const [what, folder = "", session = "", times = "0", name = ""] = process.argv.slice(2);
// Rotating: so small that almost every record begins a new file.
const rotateAboveBytes = what === "rotating" ? { rotateAboveBytes: () => 600 } : {};
const store = createFileStore({ folder, clock: () => new Date(), parse: sampleParse, ...rotateAboveBytes });
writeSync(1, "ready\n");

for (let time = 0; time < Number(times); time++) {
  const id = `${name}-${time}`;
  // Several pages long now and then, so that a kill can hit the middle of a write.
  const description = time % 7 === 0 ? "x".repeat(40_000) : "small";
  if (what === "ledger" || what === "rotating")
    await store.ledger.append(session, { ...draftFor(time), id, description });
  if (what === "session") store.sessions.append(session, [{ kind: "saw", path: id, hash: description }]);
  if (what === "decisions")
    store.decisions.append([{ invocationId: id, phase: "pre", session, tool: "t", intentId: null, ms: 1 }]);
  if (what === "use" && store.approvals.use(session)) writeSync(1, "used\n");
  if (what === "edit") await store.intents.edit((text) => ({ ok: true, value: `${text}INT-${id} x\n` }));
  writeSync(1, `${id}\n`);
}
