import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Intent, readIntents } from "@intentgate/policy";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { keptIntents } from "./kept-intents.ts";

let folder: string;
beforeAll(() => {
  folder = tempFolder("kept");
});

const file = () => join(folder, "compiled", "intents");
const kept = (build: string | null = "build-1") => keptIntents(file(), build);

function intentsOf(ids: readonly string[]): ReadonlyMap<string, Intent> {
  const entries = ids.map(
    (id) => `  - { id: "${id}", name: "Work ${id} ü", status: PENDING, owned_scope: ["src/${id}/**"] }`,
  );
  const read = readIntents(`active_intents:\n${entries.join("\n")}\n`, "intents");
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value.intents;
}
const three = () => intentsOf(["INT-2", "INT-1", "a.b_c-d"]);

describe("intents that were kept", () => {
  it("are what they were, asked for one by one or all at once, in the order of the file", () => {
    kept().keep("id-1", { intents: three(), digest: "d" });
    const found = kept().find("id-1");
    expect(found?.digest).toBe("d");
    expect(found?.intents.get("INT-1")).toEqual(three().get("INT-1"));
    expect(found?.intents.get("INT-1")).toBe(found?.intents.get("INT-1"));
    expect([found?.intents.has("INT-3"), found?.intents.get("constructor"), found?.intents.size]).toEqual([
      false,
      undefined,
      3,
    ]);
    expect([...(found?.intents ?? [])]).toEqual([...three()]);
    expect([...(found?.intents.keys() ?? [])]).toEqual(["INT-2", "INT-1", "a.b_c-d"]);
    expect([...(found?.intents.values() ?? [])][1]).toBe(found?.intents.get("INT-1"));
    const told: string[] = [];
    found?.intents.forEach((intent, id) => void told.push(`${id} ${intent.name}`));
    expect(told).toHaveLength(3);
  });

  it("are what they were for whatever ids", () => {
    const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/);
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 60 }), id, (ids, other) => {
        const all = intentsOf(ids);
        kept().keep("id-1", { intents: all, digest: "d" });
        const found = kept().find("id-1")?.intents;
        expect(found?.get(other)).toEqual(all.get(other));
        for (const one of ids) expect(found?.get(one)).toEqual(all.get(one));
        expect([...(found ?? [])]).toEqual([...all]);
      }),
      { numRuns: 30 },
    );
  });

  it("are not found for another state of the file, by another build, or from the sources", () => {
    kept().keep("id-1", { intents: three(), digest: "d" });
    expect(kept().find("id-2")).toBeNull();
    expect(kept("build-2").find("id-1")).toBeNull();
    expect(kept(null).find("id-1")).toBeNull();
    kept(null).keep("id-3", { intents: three(), digest: "d" });
    expect(kept().find("id-3")).toBeNull();
  });

  it("are as good as absent with any single byte changed, added or missing", () => {
    kept().keep("id-1", { intents: three(), digest: "d" });
    const whole = readFileSync(file());
    for (let at = 0; at < whole.length; at += 7) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
      writeFileSync(file(), damaged);
      expect(kept().find("id-1"), `byte ${at}`).toBeNull();
    }
    writeFileSync(file(), Buffer.concat([whole, Buffer.from("x")]));
    expect(kept().find("id-1")).toBeNull();
    writeFileSync(file(), whole);
    truncateSync(file(), whole.length - 1);
    expect(kept().find("id-1")).toBeNull();
    writeFileSync(file(), "");
    expect(kept().find("id-1")).toBeNull();
  });

  it("need no folder that can be written", () => {
    writeFileSync(join(folder, "in-the-way"), "");
    const nowhere = keptIntents(join(folder, "in-the-way", "intents"), "build-1");
    nowhere.keep("id-1", { intents: three(), digest: "d" });
    expect(nowhere.find("id-1")).toBeNull();
  });
});
