import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome, ToolCall } from "@intentgate/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { openWorkspace } from "../open-workspace.ts";
import type { Workspace } from "../workspace/workspace.ts";

let folder: string;
let root: string;
let gate: Workspace;
const at = (path: string) => join(root, path);
const done: Outcome = { kind: "succeeded", result: undefined };
const session = { id: "s", model: "m" };

beforeEach(async () => {
  folder = tempFolder("unasked");
  root = join(folder, "repo");
  for (const path of [".orchestration", "src", "docs"]) mkdirSync(at(path), { recursive: true });
  writeFileSync(at("src/a.ts"), "one\ntwo\nthree\n");
  writeFileSync(at("docs/a.md"), "old\n");
  for (const path of ["src/a.ts", "docs/a.md"]) utimesSync(at(path), 1, 1);
  writeFileSync(
    at(".orchestration/active_intents.yaml"),
    'active_intents:\n  - id: INT-001\n    name: One\n    status: IN_PROGRESS\n    owned_scope: ["src/**"]\n',
  );
  gate = openWorkspace(root, { stateDir: join(folder, "state") });
});
afterEach(() => {});

const take = () => gate.run({ tool: "select_active_intent", input: { intent_id: "INT-001" }, session });
const write = (path: string, content: string) => ({
  toolName: "write_to_file",
  payload: { path: at(path), content },
  session,
  cwd: root,
  callId: `c-${path}`,
});
const edit = (path: string, from: string, to: string) => ({
  ...write(path, ""),
  toolName: "edit",
  payload: { file_path: at(path), old_string: from, new_string: to },
});
const run = (command: string) => ({ ...write("x", ""), toolName: "execute_command", payload: { command } });
const heard = (files: [string, string | null][] = []) => ({
  at: Date.now(),
  files: new Map(files.map(([path, text]) => [at(path), text === null ? null : Buffer.from(text)])),
});
function ledger() {
  try {
    const lines = readFileSync(at(".orchestration/agent_trace.jsonl"), "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}
const rows = () =>
  ledger().map(({ intent_id, files: [file], decision }) => [
    intent_id,
    file.relative_path,
    file.change,
    decision.approval,
    file.conversations[0].ranges === "unknown" ? "unknown" : file.conversations[0].ranges[0]?.start_line,
  ]);
const violations = () =>
  readFileSync(at(".orchestration/decisions.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ decision }) => decision === "violation");

describe("a call that nobody was asked about", () => {
  it("is recorded with its true lines where its beginning was heard of", async () => {
    await take();
    const call = await gate.watch(edit("src/a.ts", "two", "zwei"), heard());
    writeFileSync(at("src/a.ts"), "one\nzwei\nthree\n");
    expect(await call.ended(done)).toMatchObject({ refusal: null, changed: ["src/a.ts"] });
    expect(rows()).toEqual([["INT-001", "src/a.ts", "modified", "unasked", 2]]);
    expect(violations()).toEqual([]);
  });

  it("is compared with what was seen when it was heard of, however late the gate comes to it", async () => {
    await take();
    const then = heard([["src/new.ts", null]]);
    writeFileSync(at("src/new.ts"), "one\n");
    const call = await gate.watch(write("src/new.ts", "one\n"), then);
    expect(await call.ended(done)).toMatchObject({ refusal: null, changed: ["src/new.ts"] });
    expect(rows()).toEqual([["INT-001", "src/new.ts", "created", "unasked", 1]]);
  });

  it("has unknown lines where the file was written before anybody looked", async () => {
    await take();
    const then = heard();
    writeFileSync(at("src/a.ts"), "one\nzwei\nthree\n");
    const call = await gate.watch(edit("src/a.ts", "two", "zwei"), then);
    await call.ended(done);
    expect(rows()).toEqual([["INT-001", "src/a.ts", "modified", "unasked", "unknown"]]);
  });

  it.each<[string, () => ToolCall, string, string]>([
    ["outside the scope", () => write("docs/a.md", "new\n"), "docs/a.md", "SCOPE_VIOLATION"],
    ["over what nobody read", () => write("src/a.ts", "new\n"), "src/a.ts", "STALE_FILE"],
    ["by a command", () => run("echo new > docs/a.md"), "docs/a.md", "SCOPE_VIOLATION"],
  ])("is a violation %s, and in the ledger as one", async (_name, made, path, code) => {
    await take();
    const call = await gate.watch(made(), heard());
    writeFileSync(at(path), "new\n");
    const end = await call.ended(done);
    expect([end.refusal?.code, end.changed]).toEqual([code, [path]]);
    expect(rows().map((row) => row[3])).toEqual([`unasked:${code}`]);
    expect(violations()).toMatchObject([{ code, paths: [path], unasked: true }]);
  });

  it("does not get a control file changed: it is put back", async () => {
    await take();
    mkdirSync(at(".claude"));
    const call = await gate.watch(write(".claude/settings.json", "{}"), heard());
    writeFileSync(at(".claude/settings.json"), "{}");
    expect(await call.ended(done)).toMatchObject({ refusal: { code: "CONTROL_FILE" }, changed: [] });
    expect(existsSync(at(".claude/settings.json"))).toBe(false);
    expect(violations()).toMatchObject([{ put_back: [".claude/settings.json"] }, { code: "CONTROL_FILE" }]);
  });

  it("needs an intent", async () => {
    const call = await gate.watch(write("src/new.ts", "x\n"), heard());
    writeFileSync(at("src/new.ts"), "x\n");
    expect((await call.ended(done)).refusal?.code).toBe("INTENT_REQUIRED");
    expect(rows()).toEqual([["none", "src/new.ts", "created", "unasked:INTENT_REQUIRED", 1]]);
  });

  it.each<[string, () => ToolCall]>([
    ["looks", () => run("ls")],
    ["does what nobody knows, and changes nothing", () => ({ ...run(""), toolName: "acp.other", payload: {} })],
    ["says it writes, and does not", () => write("src/new.ts", "x\n")],
  ])("that only %s leaves no record and no violation", async (_name, made) => {
    await take();
    const call = await gate.watch(made(), heard());
    expect((await call.ended({ kind: "unknown" })).changed).toEqual([]);
    expect([rows(), violations()]).toEqual([[], []]);
  });

  it("that was asked about after all is forgotten", async () => {
    await take();
    const call = await gate.watch(write("docs/a.md", "x\n"), heard());
    call.forget();
    writeFileSync(at("docs/a.md"), "x\n");
    expect((await call.ended({ kind: "unknown" })).changed).toEqual([]);
    expect(rows()).toEqual([]);
  });

  it("neither opens nor closes the circuit", async () => {
    await take();
    const refuse = () => gate.run({ tool: "write_to_file", input: { path: at("docs/b.md"), content: "x" }, session });
    const count = () => gate.home.store.sessions.read("s").denialsInARow;
    for (let time = 0; time < 3; time += 1) await refuse();
    const before = count();
    for (let time = 0; time < 10; time += 1) {
      const call = await gate.watch({ ...write("docs/a.md", `${time}\n`), callId: `c${time}` }, heard());
      writeFileSync(at("docs/a.md"), `${time}\n`);
      await call.ended(done);
    }
    expect(before).toBe(3);
    expect(count()).toBe(3);
  });

  it("that claims what another call left and recorded adds nothing", async () => {
    await take();
    const since = { at: Date.now() - 1_000, files: new Map() };
    await gate.run({ tool: "write_to_file", input: { path: at("src/new.ts"), content: "x\n" }, session });
    const call = await gate.watch(write("src/new.ts", "x\n"), since);
    expect(await call.ended(done)).toMatchObject({ changed: [] });
    expect(rows()).toHaveLength(1);
  });
});
