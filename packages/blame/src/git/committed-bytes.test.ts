import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createFileStore, createSecretKey } from "@intentgate/sidecar";
import { contentHash, draftRecord } from "@intentgate/trace";
import { beforeEach, describe, expect, it } from "vitest";
import { sampleParse } from "../../../../test/support/sidecar/contract-samples.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createBlame } from "../answers/blame.ts";
import { whoOf } from "../answers/line-credit.ts";
import { createCommittedBytes } from "./committed-bytes.ts";

let root: string;
const path = "src/a.ts";

beforeEach(() => {
  root = tempFolder("committed");
  mkdirSync(join(root, ".orchestration"));
  git("init", "-q", "-b", "main");
});

function git(...words: string[]): string {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.invalid"];
  const done = spawnSync("git", [...identity, ...words], { cwd: root, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
  return done.stdout.trim();
}

function put(text: string, at = path): void {
  mkdirSync(dirname(join(root, at)), { recursive: true });
  writeFileSync(join(root, at), text);
}

function commit(text: string, at = path): string {
  put(text, at);
  git("add", "-A");
  git("commit", "-q", "--allow-empty", "-m", "work");
  return git("rev-parse", "HEAD");
}

const bytesIn = (below: string, hash: string, at: string, ...revisions: string[]) =>
  createCommittedBytes(below, () => revisions)(hash, at)?.toString();
const found = (text: string, at = path, ...revisions: string[]) => bytesIn(root, contentHash(text), at, ...revisions);

describe("what git still has of a file", () => {
  it("is found by its content hash, some commits back, below the top too", () => {
    commit("one\n");
    commit("two\n");
    commit("three\n", "src/b.ts");
    expect([found("one\n"), found("two\n"), found("three\n")]).toEqual(["one\n", "two\n", undefined]);
    expect(bytesIn(join(root, "src"), contentHash("one\n"), "a.ts")?.toString()).toBe("one\n");
  });

  it("is found on another branch where a record names the commit", () => {
    commit("one\n");
    git("checkout", "-q", "-b", "side");
    const side = commit("side\n");
    git("checkout", "-q", "main");
    expect(found("side\n")).toBeUndefined();
    expect(found("side\n", path, "unknown", "HEAD", side)).toBe("side\n");
  });

  it.each<[string, () => string | undefined]>([
    ["a content that was never committed", () => found("never\n")],
    ["a path with a line end in it", () => found("one\n", `src/b.ts\nHEAD:${path}`)],
    ["a path that climbs", () => found("one\n", "../a.ts")],
    ["a folder", () => found("one\n", "src")],
    ["a revision that is none", () => found("side\n", path, "--help", "HEAD\nHEAD", "0".repeat(40))],
    ["a place without git", () => bytesIn("/", contentHash("one\n"), path)],
  ])("is nothing for %s", (_what, ask) => {
    commit("one\n");
    expect(ask()).toBeUndefined();
  });

  it("is nothing before the first commit", () => {
    put("one\n");
    expect(found("one\n")).toBeUndefined();
  });
});

describe("blame where the private cache has nothing", () => {
  const line = (word: string) => `export const ${word} = make(${word}Value);\n`;
  const text = (...words: string[]) => words.map(line).join("");

  /** An agent added `mine` to what was there; then it was committed, and a person goes on. */
  async function recorded(revision: string) {
    const store = createFileStore({
      folder: join(root, ".orchestration"),
      clock: () => new Date(),
      parse: sampleParse,
    });
    const bytes = (content: string) => ({ state: "present" as const, bytes: Buffer.from(content) });
    const draft = draftRecord({
      id: "r1",
      timestamp: "2026-01-01T00:00:00Z",
      intentId: "INT-001",
      session: "s",
      entityType: "AI",
      model: "m",
      mutationClass: "INTENT_EVOLUTION",
      tool: "edit",
      decision: { id: "d", approval: "none", outcome: "OK" },
      revision,
      changes: [
        {
          relativePath: path,
          absolute: join(root, path),
          root,
          movedFrom: null,
          before: bytes(text("old1", "old2")),
          after: bytes(text("old1", "agents", "old2")),
          modeChanged: false,
          predicted: true,
        },
      ],
    });
    await store.ledger.append("s", draft);
    const secretKey = createSecretKey(join(root, ".orchestration/state"));
    return createBlame({ root, sidecar: join(root, ".orchestration"), store, secretKey }, () => null);
  }
  const whose = (blame: Awaited<ReturnType<typeof recorded>>) => {
    const blamed = blame.file(path);
    return blamed.ok ? blamed.value.credits.map(whoOf) : blamed.problems;
  };

  it("tells what is older than the ledger from what a person wrote since", async () => {
    const blame = await recorded(commit(text("old1", "old2")));
    commit(text("old1", "agents", "old2"));
    put(text("old1", "agents", "old2", "persons"));
    expect(whose(blame)).toEqual(["BEFORE", "AI", "BEFORE", "HUMAN"]);
    commit(text("old1", "agents", "old2", "persons"));
    put(`${text("old1")}export const agents = make(\n  agentsValue,\n);\n${text("old2", "persons")}`);
    expect(whose(blame)).toEqual(["BEFORE", "AI", "AI", "AI", "BEFORE", "HUMAN"]);
  });

  it("gives no agent a line of a person's where git has nothing either", async () => {
    const blame = await recorded("unknown");
    put(text("old1", "agents", "persons", "old2"));
    expect(whose(blame)).toEqual(["HUMAN", "AI", "HUMAN", "HUMAN"]);
  });
});
