/** The client has its answer before it is recorded what the call did: what it may rely on all the same. */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { contentHash } from "@intentgate/trace";
import { describe, expect, it } from "vitest";
import {
  filesystemServer,
  gateway,
  ledger,
  type Raw,
  type Started,
} from "../../../../test/support/mcp/gateway-stage.ts";
import { type Planted, plant } from "../../../../test/support/mcp/server-stage.ts";

const intents = `active_intents:
  - { id: INT-001, name: One, status: PENDING, owned_scope: ["src/**"] }
`;

const callOf = (id: number, name: string, input: object) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: input },
});

/** A gateway whose session has taken the intent. */
async function working(planted: Planted): Promise<Started> {
  const started = gateway(planted, ["--", process.execPath, filesystemServer, planted.root]);
  const clientInfo = { name: "raw", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  started.write({ jsonrpc: "2.0", id: "first", method: "initialize", params });
  await started.until(({ id }) => id === "first");
  started.write({ jsonrpc: "2.0", method: "notifications/initialized" });
  started.write(callOf(0, "select_active_intent", { intent_id: "INT-001" }));
  await started.until(({ id }) => id === 0);
  return started;
}

async function answerTo(started: Started, id: number): Promise<string> {
  const { result } = await started.until((message) => message.id === id);
  return result.content[0].text;
}

/** What the ledger says of one file, oldest first. */
function recordsOf(planted: Planted, path: string): { change: string; before: string | null; after: string | null }[] {
  const files: Raw[] = ledger(planted).flatMap(({ files }) => files);
  return files
    .filter(({ relative_path }) => relative_path === path)
    .map(({ change, before_hash, after_hash }) => ({ change, before: before_hash ?? null, after: after_hash ?? null }));
}

async function ended(started: Started): Promise<void> {
  const gone = once(started.child, "exit");
  started.child.stdin?.end();
  await gone;
}

const hashOf = (text: string) => contentHash(Buffer.from(text));

describe("a gateway that is killed after it answered", () => {
  it.each([0, 1, 2, 4, 8, 16, 40])(
    "(%s ms after) leaves a write that is recorded once, and nothing that others wait for",
    async (ms) => {
      const planted = plant({ files: { "src/a.ts": "one\n" }, intents });
      const started = await working(planted);
      started.write(callOf(1, "write_file", { path: join(planted.root, "src/new.ts"), content: "new\n" }));
      expect(await answerTo(started, 1)).toContain("Successfully wrote");
      if (ms > 0) await wait(ms);
      const gone = once(started.child, "exit");
      started.child.kill("SIGKILL");
      await gone;
      await planted.gate().settle();
      expect(recordsOf(planted, "src/new.ts")).toEqual([{ change: "created", before: null, after: hashOf("new\n") }]);
      expect(await planted.gate().settle()).toBe(0);
      expect(recordsOf(planted, "src/new.ts")).toHaveLength(1);
      const locks = readdirSync(join(planted.root, ".orchestration/locks"));
      expect(locks.filter((name) => name.endsWith(".lock"))).toEqual([]);
    },
  );
});

describe("calls that follow each other", () => {
  it("without a pause are each held against what the one before left, and form one chain", async () => {
    const planted = plant({ files: { "src/b.ts": "other\n" }, intents });
    const started = await working(planted);
    const path = join(planted.root, "src/a.ts");
    const texts = Array.from({ length: 12 }, (_, at) => `export const value = ${at};\n`);
    for (const [at, content] of texts.entries()) {
      started.write(callOf(at + 1, "write_file", { path, content }));
      expect(await answerTo(started, at + 1)).toContain("Successfully wrote");
    }
    await ended(started);
    expect(recordsOf(planted, "src/a.ts")).toEqual(
      texts.map((text, at) => ({
        change: at === 0 ? "created" : "modified",
        before: at === 0 ? null : hashOf(texts[at - 1] as string),
        after: hashOf(text),
      })),
    );
  });

  it("all at once get each its own answer, and each is recorded once", async () => {
    const planted = plant({ files: { "src/read.ts": "read\n" }, intents });
    const started = await working(planted);
    const names = Array.from({ length: 8 }, (_, at) => `src/n${at}.ts`);
    for (const [at, name] of names.entries()) {
      started.write(callOf(at + 1, "write_file", { path: join(planted.root, name), content: `${name}\n` }));
      started.write(callOf(100 + at, "read_text_file", { path: join(planted.root, "src/read.ts") }));
    }
    for (const [at, name] of names.entries()) {
      expect(await answerTo(started, at + 1)).toContain(`/${name}`);
      expect(await answerTo(started, 100 + at)).toBe("read\n");
    }
    await ended(started);
    for (const name of names)
      expect(recordsOf(planted, name)).toEqual([{ change: "created", before: null, after: hashOf(`${name}\n`) }]);
  });

  it("and write the same file at once leave records that agree with what stands there", async () => {
    const planted = plant({ files: { "src/b.ts": "other\n" }, intents });
    const started = await working(planted);
    const path = join(planted.root, "src/a.ts");
    const ids = [1, 2, 3, 4, 5];
    for (const id of ids) started.write(callOf(id, "write_file", { path, content: `${id}\n` }));
    const answers = await Promise.all(ids.map((id) => answerTo(started, id)));
    const done = answers.filter((text) => text.includes("Successfully wrote")).length;
    await ended(started);
    const records = recordsOf(planted, "src/a.ts");
    expect(done).toBeGreaterThan(0);
    expect(records).toHaveLength(done);
    expect(records.at(-1)?.after).toBe(hashOf(readFileSync(path, "utf8")));
    for (const [at, { before }] of records.entries()) expect(before).toBe(at === 0 ? null : records[at - 1]?.after);
  });
});
