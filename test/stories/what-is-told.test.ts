import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { acceptDemands, whoOf } from "@intentgate/blame";
import type { FileChange } from "@intentgate/engine";
import { draftRecord } from "@intentgate/trace";
import { expect, it } from "vitest";
import { allowed, type Gate, workingGate, write } from "./gate-scene.ts";
import { jsonOf, makeScene, put, run, type Scene } from "./scene.ts";

const line = (word: string) => `export const ${word} = make(${word}Value);\n`;
const whose = (gate: Gate, path: string) => {
  const blamed = gate.workspace.blame().file(path);
  if (!blamed.ok) throw new Error(JSON.stringify(blamed.problems));
  return blamed.value.credits.map(whoOf);
};

it("accepting is a moment: what is written later under other demands is suspect when the old ones come back", async () => {
  const gate = await workingGate();
  const { home } = gate.workspace;
  const intents = join(gate.repo, ".orchestration/active_intents.yaml");
  let demand = "Keep basic auth working";
  const change = (next: string) => {
    writeFileSync(intents, readFileSync(intents, "utf8").replace(demand, next));
    demand = next;
  };
  const accept = () => {
    const read = home.store.intents.read();
    if (read.ok) acceptDemands(home.sidecar, read.value.intents.get("INT-001") as never, new Date());
  };
  const written = async (path: string) => {
    await gate.take();
    await allowed(gate, ...write(path, line(`from${path.length}`)));
  };
  const suspects = async (...paths: string[]) =>
    Promise.all(
      paths.map(async (path) => {
        const ran = await run(gate, ["blame", path, "--json"]);
        return jsonOf<{ lines: { suspect?: true }[] }>(ran).lines[0]?.suspect ?? false;
      }),
    );
  const [early, late] = ["src/auth/a.ts", "src/auth/late.ts"];
  await written(early);
  change("second rule");
  accept();
  change("third rule");
  await written(late);
  expect(await suspects(early, late)).toEqual([true, false]);
  change("second rule");
  expect(await suspects(early, late)).toEqual([false, true]);
  accept();
  expect(await suspects(early, late)).toEqual([false, false]);
  change("third rule");
  expect(await suspects(early, late)).toEqual([true, false]);
});

it("nothing that is shared of a secret file can be guessed, and its lines are followed all the same", async () => {
  const path = "src/auth/.env.staging";
  // It is never kept, so that a change of it asks.
  const gate = await workingGate({ files: { ".intentignore": `${path} allow_destructive\n` } });
  const [one, two] = ["TOKEN=abcdef123456\n", "PIN=1234\n"];
  await allowed(gate, ...write(path, one + two));
  await allowed(gate, "edit", { path, old_string: "PIN=1234", new_string: "PIN=9876" });
  expect(whose(gate, path)).toEqual(["AI", "AI"]);
  gate.put(path, `${one}PIN=5555\n`);
  await allowed(gate, "read_file", { path });
  await allowed(gate, "edit", { path, old_string: "abcdef", new_string: "fedcba" });
  expect(gate.ledger().map(({ files: [first] }) => first?.conversations[0]?.contributor.entity_type)).toEqual([
    "AI",
    "AI",
    "HUMAN",
    "AI",
  ]);
  expect((await run(gate, ["trace", "share"])).code).toBe(0);
  const folder = join(gate.repo, ".orchestration/ledger");
  const shared = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const contents = [one, two, one + two, "PIN=9876\n", "PIN=5555\n", `${one}PIN=9876\n`, `${one}PIN=5555\n`];
  for (const content of contents) {
    const guess = createHash("sha256").update(content).digest("hex");
    expect(shared.join("")).not.toContain(guess);
  }
  expect(shared.join("")).toContain("hmac-sha256:");
  const key = readdirSync(gate.stateDir, { recursive: true, encoding: "utf8" }).find((one) =>
    one.endsWith("secret-key"),
  );
  expect(statSync(join(gate.stateDir, key as string)).mode & 0o777).toBe(0o600);
});

const change = (root: string, over: Partial<FileChange>): FileChange => ({
  relativePath: "",
  absolute: "",
  root,
  movedFrom: null,
  before: { state: "absent" },
  after: { state: "absent" },
  modeChanged: false,
  predicted: true,
  ...over,
});

it("an export gives a person's lines to no agent whose program moved or formatted them", async () => {
  const gate = await workingGate();
  const bytes = Buffer.from("export function humanFn() {\nreturn compute(1);\n}\n");
  const formatted = Buffer.from(
    "export function humanFn() {\n  return compute(1);\n}\nexport const added = make(2);\n",
  );
  const { home } = gate.workspace;
  const record = (changes: FileChange[], number: number) =>
    home.store.ledger.append(
      "s1",
      draftRecord({
        id: `00000000-0000-4000-8000-00000000000${number}`,
        timestamp: new Date().toISOString(),
        intentId: number === 3 ? "none" : "INT-001",
        session: "s1",
        entityType: number === 3 ? "HUMAN" : "AI",
        model: "model-x",
        mutationClass: "INTENT_EVOLUTION",
        tool: number === 3 ? "between_calls" : "execute_command",
        decision: { id: "d", approval: "none", outcome: "OK" },
        revision: "unknown",
        changes,
      }),
    );
  const at = (relativePath: string) => ({ relativePath, absolute: join(gate.repo, relativePath) });
  await record(
    [
      change(gate.repo, { ...at("src/old.ts"), before: { state: "present", bytes } }),
      change(gate.repo, { ...at("src/new.ts"), after: { state: "present", bytes } }),
    ],
    1,
  );
  gate.put("src/new.ts", bytes.toString());
  expect(whose(gate, "src/new.ts")).toEqual(["BEFORE", "BEFORE", "BEFORE"]);
  const states = { before: { state: "present", bytes }, after: { state: "present", bytes: formatted } } as const;
  await record([change(gate.repo, { ...at("src/new.ts"), ...states })], 2);
  const theirs = { state: "present", bytes: Buffer.from(`// by hand, really\n${formatted.toString()}`) } as const;
  await record([change(gate.repo, { ...at("src/new.ts"), before: states.after, after: theirs })], 3);
  const lines = (await run(gate, ["trace", "export", "--format", "agent-trace"])).out.trimEnd().split("\n");
  const [moved, shaped, byHand] = lines.map((one) => JSON.parse(one));
  expect(moved.files).toEqual([]);
  expect(moved.metadata["dev.intentgate"].deletions).toEqual([{ path: "src/old.ts", renamed_to: "src/new.ts" }]);
  expect(shaped.files[0].conversations).toMatchObject([
    { contributor: { type: "ai", model_id: "model-x" }, ranges: [{ start_line: 4, end_line: 4 }] },
  ]);
  expect(byHand.files[0].conversations).toMatchObject([{ contributor: { type: "human" } }]);
  expect(JSON.stringify(byHand.files)).not.toContain("urn:intent:");
});

function withLinks(): Scene {
  const scene = makeScene();
  mkdirSync(join(scene.repo, "../outside"));
  put(scene.repo, "../outside/secret.txt", "not yours\n");
  symlinkSync("../outside", join(scene.repo, "out"));
  symlinkSync("src", join(scene.repo, "also"));
  symlinkSync("round", join(scene.repo, "round"));
  symlinkSync("nowhere", join(scene.repo, "broken"));
  symlinkSync("src/auth/token.ts", join(scene.repo, "one.ts"));
  return scene;
}

it.each([
  [["why", "out/secret.txt:1"], 64, "outside"],
  [["blame", "out/secret.txt"], 64, "outside"],
  [["blame", "also/../out/secret.txt"], 64, "outside"],
  [["coverage", "out"], 64, "outside"],
  [["trace", "log", "--file", "out/secret.txt"], 64, "outside"],
  [["why", "round/x:1"], 64, "leads nowhere"],
  [["why", "broken/x:1"], 64, "leads nowhere"],
  [["why", "one.ts:1"], 64, "no regular file"],
  [["why", ".:1"], 64, ". is a folder"],
  [["blame", "src"], 64, "src is a folder"],
  [["coverage", "nosuch"], 1, "there is no nosuch"],
  [["coverage", "src/nosuch"], 1, "there is no src/nosuch"],
  [["coverage", "broken"], 1, "there is no broken"],
] as [string[], number, string][])("%j is refused", async (words, code, said) => {
  const ran = await run(withLinks(), words);
  expect(ran.err).toContain(said);
  expect(`${ran.out}${ran.err}`).not.toContain("not yours");
  expect(ran.code).toBe(code);
});

it("a file is found under the name that a link within the root gives it", async () => {
  const scene = withLinks();
  expect(jsonOf(await run(scene, ["blame", "also/auth/token.ts", "--json"]))).toMatchObject({
    file: "src/auth/token.ts",
  });
  expect((await run(scene, ["coverage", "also"])).code).toBe(0);
  expect((await run(scene, ["why", "token.ts:1"], { cwd: join(scene.repo, "also/auth") })).code).toBe(0);
});
