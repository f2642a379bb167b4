import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createFileStore } from "@intentgate/sidecar";
import { contentHash, draftRecord, lineKeys } from "@intentgate/trace";
import { beforeEach, describe, expect, it } from "vitest";
import { sampleParse } from "../../../../test/support/sidecar/contract-samples.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createLedgerReader } from "../ledger/ledger-reader.ts";
import { createGitEvidence } from "./git-evidence.ts";

let root: string;
let sidecar: string;
const [source, target] = ["src/a.ts", "src/b.ts"];
const line = "const moved = make(movedValue);";
const key = lineKeys([line], target)[0] as number;

beforeEach(() => {
  root = tempFolder("evidence");
  sidecar = join(root, ".orchestration");
  mkdirSync(sidecar);
  git("init", "-q", "-b", "main");
  writeFileSync(join(root, ".git/info/exclude"), ".orchestration/\n");
});

function git(...words: string[]): string {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.invalid"];
  const done = spawnSync("git", [...identity, ...words], { cwd: root, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
  return done.stdout.trim();
}

function put(path: string, text: string | null): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  if (text === null) rmSync(file, { force: true });
  else writeFileSync(file, text);
}

function commit(files: Record<string, string | null>): string {
  for (const [path, text] of Object.entries(files)) put(path, text);
  git("add", "-A");
  git("commit", "-q", "--allow-empty", "-m", "work");
  return git("rev-parse", "HEAD");
}

/** One record of the source, as if it had been written at that commit and time. */
async function evidenceFrom(revision: string, timestamp = new Date().toISOString(), text = `${line}\n`) {
  const { ledger } = createFileStore({ folder: sidecar, clock: () => new Date(), parse: sampleParse });
  const place = { relativePath: source, absolute: join(root, source), root, movedFrom: null, modeChanged: false };
  const draft = draftRecord({
    id: "r",
    timestamp,
    intentId: "INT-001",
    session: "s",
    entityType: "AI",
    model: null,
    mutationClass: "INTENT_EVOLUTION",
    tool: "write_to_file",
    decision: { id: "d", approval: "none", outcome: "OK" },
    revision,
    changes: [
      {
        ...place,
        predicted: true,
        before: { state: "absent" },
        after: { state: "present", bytes: Buffer.from(text) },
      },
    ],
  });
  await ledger.append("s", draft);
  const bytes = new Map([[contentHash(text), Buffer.from(text)]]);
  const reader = createLedgerReader(sidecar);
  return createGitEvidence({
    root,
    reader,
    keysNow: () => null,
    bytesNow: () => null,
    bytesOf: (hash) => bytes.get(hash) ?? null,
  });
}

describe("whether a line may have stood in a file when another one was recorded", () => {
  it("is not so where the commit of that time lacks it, and the file was touched since", async () => {
    const revision = commit({ [target]: "const other = 1;\n" });
    const evidence = await evidenceFrom(revision, "2026-01-01T00:00:00Z");
    expect(evidence.mayHaveStood(target, key, 0, source)).toBe(false);
    expect(evidence.mayHaveStood("src/nowhere.ts", key, 0, source)).toBe(false);
  });

  it.each<[string, () => string]>([
    ["the commit of that time has it", () => commit({ [target]: `${line}\n` })],
    ["nobody knows that commit any more", () => commit({ [target]: "x\n" }) && "0123456789".repeat(4)],
    ["the record does not say which it was", () => commit({ [target]: "x\n" }) && "unknown"],
  ])("is so where %s", async (_, prepare) => {
    const evidence = await evidenceFrom(prepare(), "2026-01-01T00:00:00Z");
    expect(evidence.mayHaveStood(target, key, 0, source)).toBe(true);
  });

  it("is so where the file was not touched since, committed or not", async () => {
    const revision = commit({});
    put(target, `${line}\n`);
    const evidence = await evidenceFrom(revision, new Date(Date.now() + 60_000).toISOString());
    expect(evidence.mayHaveStood(target, key, 0, source)).toBe(true);
  });

  it("is not so where git shows that it went from one file to the other", async () => {
    const revision = commit({ [source]: `${line}\n`, [target]: "x\n" });
    const evidence = await evidenceFrom(revision, "2026-01-01T00:00:00Z");
    commit({ [source]: "y\n", [target]: `x\n${line}\n` });
    expect(evidence.mayHaveStood(target, key, 0, source)).toBe(false);
  });

  it("is so where both files had it at once, or neither for a time", async () => {
    const revision = commit({ [target]: "x\n" });
    const evidence = await evidenceFrom(revision, "2026-01-01T00:00:00Z");
    commit({ [source]: `${line}\n` });
    commit({ [target]: `x\n${line}\n` });
    commit({ [source]: null });
    expect(evidence.mayHaveStood(target, key, 0, source)).toBe(true);
    commit({ [target]: "x\n", [source]: `${line}\n` });
    commit({ [source]: null });
    put(target, `x\n${line}\n`);
    expect(evidence.mayHaveStood(target, key, 0, source)).toBe(true);
  });
});

describe("whether git had kept a content before something was recorded", () => {
  it("is so for what was committed before, and not for what came later or never", async () => {
    const revision = commit({ [source]: `${line}\n` });
    const later = new Date(Date.now() + 60_000).toISOString();
    const evidence = await evidenceFrom(revision, later);
    expect(evidence.wasKept(source, contentHash(`${line}\n`), 0)).toBe(true);
    expect(evidence.wasKept(source, contentHash("nobody has it\n"), 0)).toBe(false);
  });

  it("is not so for what was typed again and committed after that", async () => {
    const revision = commit({});
    const evidence = await evidenceFrom(revision, "2026-01-01T00:00:00Z");
    commit({ [source]: `${line}\n` });
    git("gc", "-q");
    expect(evidence.wasKept(source, contentHash(`${line}\n`), 0)).toBe(false);
  });

  it("is not so without a repository", async () => {
    rmSync(join(root, ".git"), { recursive: true });
    const evidence = await evidenceFrom("unknown");
    expect(evidence.wasKept(source, contentHash(`${line}\n`), 0)).toBe(false);
    expect(evidence.wasOnBranch(source, contentHash(`${line}\n`), 0)).toBe(false);
  });
});

it("the branch of a record is known by the commits behind it", async () => {
  commit({ [source]: `${line}\n` });
  const revision = commit({ [source]: "x\n" });
  const evidence = await evidenceFrom(revision);
  expect(evidence.wasOnBranch(source, contentHash(`${line}\n`), 0)).toBe(true);
  git("checkout", "-q", "--orphan", "other");
  const other = commit({ [source]: "y\n" });
  rmSync(sidecar, { recursive: true });
  mkdirSync(sidecar);
  const elsewhere = await evidenceFrom(other);
  expect(elsewhere.wasOnBranch(source, contentHash(`${line}\n`), 0)).toBe(false);
});
