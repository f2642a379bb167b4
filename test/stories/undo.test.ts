import { chmodSync, existsSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { atTerminal, call, jsonOf, put, run, textOf } from "./scene.ts";
import {
  AUTH,
  allowed,
  command,
  FIRST,
  here,
  LINES,
  ledger,
  policy,
  UNASKED,
  undo,
  working,
  write,
} from "./undo-scene.ts";

it("one edit is shown, asked about, put back, and recorded as the person's own call", async () => {
  const scene = await working();
  const id = await write(scene, AUTH, "export const token = 2;\n");
  const no = atTerminal(scene, ["undo", id.slice(0, 8)]);
  await no.sees(`put back  ${AUTH}`);
  await no.sees("Do this? [y/N]");
  no.type("n\n");
  expect(await no.done).toMatchObject({ code: 1 });
  expect(textOf(scene, AUTH)).toBe("export const token = 2;\n");
  const yes = atTerminal(scene, ["undo", id]);
  await yes.sees("[y/N]");
  yes.type("y\n");
  const { code, out } = await yes.done;
  expect(code, out).toBe(0);
  expect(out).toContain("1 file put back. To take this back: intentgate undo ");
  expect(textOf(scene, AUTH)).toBe(FIRST);
  const record = ledger(scene).at(-1);
  expect(record).toMatchObject({ intent_id: "INT-001", decision: { tool: "undo", outcome: "OK" } });
  expect(record.files).toMatchObject([
    {
      relative_path: AUTH,
      change: "modified",
      put_back: true,
      conversations: [{ contributor: { entity_type: "HUMAN" } }],
    },
  ]);
  const { decisions } = jsonOf<{ decisions: { tool: string; outcome: string; invocation_id: string }[] }>(
    await run(scene, ["decisions", "--json"]),
  );
  expect(decisions.filter((one) => one.tool === "undo")).toMatchObject([
    { outcome: "undone", invocation_id: record.decision.id },
  ]);
  expect((await run(scene, ["trace", "verify"])).code).toBe(0);
});

it("a session that wrote the file has to look at it again", async () => {
  const scene = await working();
  await write(scene, AUTH, "export const token = 2;\n");
  await undo(scene, "--last");
  const again = await call(scene, "write_to_file", { path: AUTH, content: "export const token = 3;\n" });
  expect(again).toMatchObject({ decision: "deny", code: "STALE_FILE" });
});

it("a command that touched 30 files is one undo, and files that the program made go with their folder", async () => {
  const names = Array.from({ length: 30 }, (_, at) => `src/auth/part-${at}.ts`);
  const scene = await working({ files: Object.fromEntries(names.map((name) => [name, `old ${name}\n`])) });
  await command(scene, "sed -i s/old/new/ src/auth/part-*.ts && mkdir src/auth/made && touch src/auth/made/it.ts");
  expect(names.map((name) => textOf(scene, name)).filter((text) => text.startsWith("new"))).toHaveLength(30);
  const done = await undo(scene, "--last");
  expect(done).toMatchObject({ code: 0, left: [] });
  expect(done.back).toHaveLength(31);
  expect(names.map((name) => textOf(scene, name))).toEqual(names.map((name) => `old ${name}\n`));
  expect(existsSync(here(scene, "src/auth/made"))).toBe(false);
});

it("a deletion is brought back with its mode, by file tool and by command", async () => {
  const files = { "src/auth/run.sh": "#!/bin/sh\n", "src/auth/b.ts": "b\n", ...UNASKED };
  const scene = await working({ files, policy });
  chmodSync(here(scene, "src/auth/run.sh"), 0o750);
  await command(scene, "rm src/auth/run.sh");
  await allowed(scene, "delete_file", { path: "src/auth/b.ts" });
  expect(await undo(scene, "--last")).toMatchObject({ code: 0, back: ["src/auth/b.ts"] });
  expect(await undo(scene, "--last")).toMatchObject({ code: 0, back: ["src/auth/run.sh"] });
  expect(textOf(scene, "src/auth/run.sh")).toBe("#!/bin/sh\n");
  expect(statSync(here(scene, "src/auth/run.sh")).mode & 0o777).toBe(0o750);
  expect(textOf(scene, "src/auth/b.ts")).toBe("b\n");
});

it("a rename goes back, and what it was put over stands there again", async () => {
  const scene = await working({ files: { "src/auth/a.ts": "a\n", "src/auth/b.ts": "b\n", ...UNASKED }, policy });
  await allowed(scene, "read_file", { path: "src/auth/b.ts" });
  await command(scene, "mv src/auth/a.ts src/auth/b.ts");
  expect(await undo(scene, "--last")).toMatchObject({ code: 0, left: [] });
  expect([textOf(scene, "src/auth/a.ts"), textOf(scene, "src/auth/b.ts")]).toEqual(["a\n", "b\n"]);
});

it("a mode goes back, and a mode that somebody else gave stays", async () => {
  const scene = await working();
  chmodSync(here(scene, AUTH), 0o640);
  await command(scene, `chmod 755 ${AUTH}`);
  expect(await undo(scene, "--last")).toMatchObject({ code: 0, back: [AUTH] });
  expect(statSync(here(scene, AUTH)).mode & 0o777).toBe(0o640);
  await write(scene, AUTH, "2\n");
  chmodSync(here(scene, AUTH), 0o600);
  expect(await undo(scene, "--last")).toMatchObject({ code: 0 });
  expect(statSync(here(scene, AUTH)).mode & 0o777).toBe(0o600);
  expect(textOf(scene, AUTH)).toBe(FIRST);
});

it("an intent is undone newest first, also where one of its calls was undone before, and nothing of another intent", async () => {
  const scene = await working({}, "INT-002");
  await write(scene, "src/pay.ts", "one\n");
  await write(scene, AUTH, "second\n");
  await write(scene, AUTH, "third\n");
  await undo(scene, "--last");
  expect(textOf(scene, AUTH)).toBe("second\n");
  await call(scene, "select_active_intent", { intent_id: "INT-001" }, "s2");
  await call(scene, "write_to_file", { path: "src/auth/other.ts", content: "other\n" }, "s2");
  expect(await undo(scene, "--intent", "INT-002")).toMatchObject({ code: 0, left: [] });
  expect(textOf(scene, AUTH)).toBe(FIRST);
  expect(existsSync(here(scene, "src/pay.ts"))).toBe(false);
  expect(textOf(scene, "src/auth/other.ts")).toBe("other\n");
});

it("an undo is undone by its id, and --last goes on to the call before", async () => {
  const scene = await working();
  await write(scene, AUTH, "2\n");
  await write(scene, AUTH, "3\n");
  const first = await undo(scene, "--last");
  expect(textOf(scene, AUTH)).toBe("2\n");
  expect(await undo(scene, first.undo ?? "")).toMatchObject({ code: 0, back: [AUTH] });
  expect(textOf(scene, AUTH)).toBe("3\n");
  await undo(scene, "--last");
  await undo(scene, "--last");
  expect(textOf(scene, AUTH)).toBe(FIRST);
  expect(await atTerminal(scene, ["undo", "--last", "--yes"]).done).toMatchObject({ code: 1 });
});

it("lines that come back stay whose they were", async () => {
  const scene = await working();
  await write(scene, AUTH, "export const written = 'by the first call';\n");
  const lines = async () => jsonOf<{ lines: { record: string }[] }>(await run(scene, ["blame", AUTH, "--json"])).lines;
  const before = await lines();
  await write(scene, AUTH, "export const other = 'by the second call';\n");
  expect(await lines()).not.toEqual(before);
  await undo(scene, "--last");
  expect(await lines()).toEqual(before);
});

it("a file that changed since is left with what stands in the way; a merge is offered, and done after a yes", async () => {
  const scene = await working({ files: { "src/auth/a.txt": LINES } });
  await write(scene, "src/auth/a.txt", LINES.replace("line 2", "by the agent"));
  put(scene.repo, "src/auth/a.txt", LINES.replace("line 2", "by the agent").replace("line 9", "by a person"));
  const left = await undo(scene, "--last");
  expect(left).toMatchObject({ code: 1, undo: null, back: [] });
  expect(left.left[0]?.why).toContain("it changed since; --merge would merge it");
  expect(textOf(scene, "src/auth/a.txt")).toContain("by the agent");
  const asked = atTerminal(scene, ["undo", "--last"]);
  await asked.sees("it changed since, not by a call");
  await asked.sees("src/auth/a.txt changed since. Merge: keep that, and take out what was done before? [y/N]");
  asked.type("y\n");
  expect((await asked.done).code).toBe(0);
  expect(textOf(scene, "src/auth/a.txt")).toBe(LINES.replace("line 9", "by a person"));
});

it.each<[string, string[], string | null]>([
  ["with --yes --merge", ["--yes", "--merge"], null],
  ["without a yes", [], "\n"],
  ["with a no", [], "n\n"],
])("conflict markers are not written %s", async (_how, words, keys) => {
  const scene = await working({ files: { "src/auth/a.txt": LINES } });
  await write(scene, "src/auth/a.txt", LINES.replace("line 2", "by the agent"));
  put(scene.repo, "src/auth/a.txt", LINES.replace("line 2", "by a person"));
  const terminal = atTerminal(scene, ["undo", "--last", ...words]);
  if (keys !== null) {
    await terminal.sees("in one place both changed the same. Write it with conflict markers? [y/N]");
    terminal.type(keys);
  }
  expect(await terminal.done).toMatchObject({ code: 1 });
  expect(textOf(scene, "src/auth/a.txt")).toBe(LINES.replace("line 2", "by a person"));
});

it("conflict markers are written after a yes to them", async () => {
  const scene = await working({ files: { "src/auth/a.txt": LINES } });
  await write(scene, "src/auth/a.txt", LINES.replace("line 2", "by the agent"));
  put(scene.repo, "src/auth/a.txt", LINES.replace("line 2", "by a person"));
  const terminal = atTerminal(scene, ["undo", "--last"]);
  await terminal.sees("conflict markers? [y/N]");
  terminal.type("y\n");
  expect(await terminal.done).toMatchObject({ code: 0 });
  expect(textOf(scene, "src/auth/a.txt")).toContain("<<<<<<< as it stands\nby a person\n=======\nline 2\n>>>>>>>");
});

it("what a later call changed is named, and goes first", async () => {
  const scene = await working();
  const first = await write(scene, AUTH, "2\n");
  const second = await write(scene, AUTH, "3\n");
  const shown = await atTerminal(scene, ["undo", first, "--dry-run"]).done;
  expect(shown.code).toBe(1);
  expect(shown.out).toContain(`the last call there was ${second.slice(0, 8)}`);
  expect(await undo(scene, second)).toMatchObject({ code: 0 });
  expect(await undo(scene, first)).toMatchObject({ code: 0 });
  expect(textOf(scene, AUTH)).toBe(FIRST);
});
