import { verifyLedger } from "@intentgate/trace";
import fc from "fast-check";
import { expect, it } from "vitest";
import { draftFor, sampleParse } from "../../../../test/support/sidecar/contract-samples.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createFileStore } from "./file-store.ts";

const text = fc.string({ unit: "binary", maxLength: 40 });
/** A file always has a name; a record without one is not read as a record. */
const path = fc.string({ unit: "binary", minLength: 1, maxLength: 40 });
const record = fc.record({
  session: fc.constantFrom("a", "b", "c/../d"),
  description: text,
  path,
  reopen: fc.boolean(),
});

it("gives back exactly what was appended, in order, whatever the text and however often it is reopened", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 12 }), async (records) => {
      const open = () => createFileStore({ folder, clock: () => new Date(0), parse: sampleParse });
      const folder = tempFolder("ledger-property");
      let { ledger } = open();
      const written: unknown[] = [];
      for (const [at, { session, description, path, reopen }] of records.entries()) {
        if (reopen) ({ ledger } = open());
        const draft = draftFor(at);
        const files = draft.files.map((file) => ({ ...file, relative_path: path }));
        written.push(await ledger.append(session, { ...draft, description, files }));
      }
      const lines: string[] = [];
      for await (const { line } of open().ledger.placedLines()) lines.push(line);
      expect(lines.map((line) => JSON.parse(line))).toEqual(written);
      expect(written).toMatchObject(records.map(({ description }) => ({ description })));
      expect(open().ledger.newest(records.length)).toEqual(written);
      expect((await verifyLedger(lines, open().ledger.heads())).findings).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
